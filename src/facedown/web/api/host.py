"""What only the host of a table may do."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from facedown.table import Settings
from facedown.web.api import forms
from facedown.web.api.answers import answer, in_json, need_secret, read, table_of


@in_json
async def bots(request: Request) -> Response:
    """Seats a bot, or fills all open seats."""
    tables, name = table_of(request)
    asked = await read(request, forms.SeatBot)
    secret = need_secret(request)
    if asked.seat is None:
        await tables.seating.fill(name, secret, asked.bot)
    else:
        await tables.seating.seat_bot(name, secret, asked.seat, asked.bot, asked.client)
    return answer(forms.Done(done=True))


@in_json
async def vacate(request: Request) -> Response:
    """Opens a seat."""
    tables, name = table_of(request)
    asked = await read(request, forms.OneSeat)
    done = await tables.seating.vacate(name, need_secret(request), asked.seat, asked.client)
    return answer(done)


@in_json
async def start(request: Request) -> Response:
    """Begins the game."""
    tables, name = table_of(request)
    await read(request, forms.Nothing)
    done = await tables.seating.start(name, need_secret(request))
    return answer(done)


@in_json
async def settings(request: Request) -> Response:
    """Changes the settings."""
    tables, name = table_of(request)
    asked = await read(request, Settings)
    done = await tables.seating.change_settings(name, need_secret(request), asked)
    return answer(done)


@in_json
async def clock(request: Request) -> Response:
    """Gives more time."""
    tables, name = table_of(request)
    asked = await read(request, forms.MoreTime)
    secret = need_secret(request)
    done = await tables.seating.extend_clock(name, secret, asked.seconds, asked.seat, asked.client)
    return answer(done)
