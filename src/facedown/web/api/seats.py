"""Games, tables and who sits at them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from facedown.core.errors import BadOption
from facedown.core.registry import load_games
from facedown.table import NewTable
from facedown.table.bots import bot_names, usual_bot
from facedown.web.api import forms
from facedown.web.api.answers import answer, in_json, need_secret, read, secret_of, table_of
from facedown.web.guard import charge_tables
from facedown.web.state import tables_of


@in_json
async def games(request: Request) -> Response:
    """Every game with its facts."""
    del request
    games = load_games()[0].values()
    facts = [{**kind.facts.form(), "bots": list(bot_names(kind()))} for kind in games]
    return JSONResponse({"games": facts})


@in_json
async def create(request: Request) -> Response:
    """Opens a table."""
    asked = await read(request, forms.CreateTable)
    bots = {}
    for seat, bot in asked.bots.items():
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            raise BadOption("Bots are named by their seats, from 0.")
        bots[int(seat)] = bot
    charge_tables(request, asked.tables)
    created = await tables_of(request).seating.create(
        NewTable(
            game=asked.game,
            seats=asked.seats,
            options=asked.options,
            bots=bots,
            settings=asked.settings,
            daily=asked.daily,
            handover=asked.handover,
            tables=asked.tables,
        )
    )
    return answer(created, 201)


@in_json
async def info(request: Request) -> Response:
    """What everybody may know about a table."""
    tables, name = table_of(request)
    return JSONResponse((await tables.watching.info(name)).form())


@in_json
async def claim(request: Request) -> Response:
    """Takes a seat."""
    tables, name = table_of(request)
    asked = await read(request, forms.ClaimSeat)
    claimed = await tables.seating.claim(name, asked.seat, asked.name, asked.colour, asked.secret)
    return answer(claimed, 201)


@in_json
async def rename(request: Request) -> Response:
    """Gives one's seat another name or colour."""
    tables, name = table_of(request)
    asked = await read(request, forms.Rename)
    secret = need_secret(request)
    done = await tables.seating.rename(name, secret, asked.name, asked.colour, asked.client)
    return answer(done)


@in_json
async def leave(request: Request) -> Response:
    """Says goodbye."""
    tables, name = table_of(request)
    asked = await read(request, forms.Nothing)
    done = await tables.seating.leave(name, need_secret(request), asked.client)
    return answer(done)


@in_json
async def resign(request: Request) -> Response:
    """Gives the game up: a bot plays on."""
    tables, name = table_of(request)
    asked = await read(request, forms.Nothing)
    done = await tables.seating.resign(name, need_secret(request), asked.client)
    return answer(done)


@in_json
async def rematch(request: Request) -> Response:
    """Sits down for another game with the same people."""
    tables, name = table_of(request)
    await read(request, forms.Nothing)
    return answer(await tables.rematches.join(name, need_secret(request)), 201)


@in_json
async def practice(request: Request) -> Response:
    """Opens a table at which a finished game is played on from one of its moments."""
    tables, name = table_of(request)
    asked = await read(request, forms.PlayOn)
    bot = asked.bot or usual_bot(await tables.watching.game(name))
    new = await tables.replays.practice(name, asked.seat, asked.turn, bot, secret_of(request))
    return answer(await tables.seating.create(new), 201)


@in_json
async def come_back(request: Request) -> Response:
    """Takes one's seat back from a bot."""
    tables, name = table_of(request)
    asked = await read(request, forms.Nothing)
    done = await tables.seating.come_back(name, need_secret(request), asked.client)
    return answer(done)
