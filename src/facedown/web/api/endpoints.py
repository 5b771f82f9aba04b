"""What programs can ask."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import wraps
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from facedown.core.codec import to_json
from facedown.core.errors import BadOption, BadRecord, FacedownError
from facedown.core.log import write_log
from facedown.core.moves import move_to_json
from facedown.core.registry import load_games
from facedown.table import NewTable, Settings, Tables
from facedown.table.bots import bot_names
from facedown.web.api import forms
from facedown.web.api.answers import answer, need_secret, read, refusal, secret_of
from facedown.web.api.openapi import document
from facedown.web.choices import move_words
from facedown.web.live import stream
from facedown.web.pages.common import tables_of

Endpoint = Callable[[Request], Awaitable[Response]]
MOST_WAIT: Final = 25.0


def _json(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose refusals are JSON."""

    @wraps(endpoint)
    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except FacedownError as problem:
            return refusal(problem)

    return answered


def _table(request: Request) -> tuple[Tables, str]:
    return tables_of(request), request.path_params["table"]


def _number(request: Request, name: str, most: int) -> int:
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and int(text) <= most):
        raise BadRecord(f"{name} should be a whole number from 0 to {most}.")
    return int(text)


# Games


@_json
async def games(request: Request) -> Response:
    """Every game with its facts."""
    del request
    told = []
    for kind in load_games()[0].values():
        facts = kind.facts
        told.append(
            {
                "name": facts.name,
                "title": facts.title,
                "summary": facts.summary,
                "designers": facts.designers,
                "seats": list(facts.seats),
                "rules": facts.rules_version,
                "options": [
                    {
                        "name": option.name,
                        "default": option.default,
                        "meaning": option.meaning,
                        "choices": list(option.choices),
                        "bounds": None if option.bounds is None else list(option.bounds),
                    }
                    for option in facts.options
                ],
                "aids": [to_json(aid) for aid in facts.aids],
                "bots": list(bot_names(kind())),
            }
        )
    return JSONResponse({"games": told})


# Tables and seats


@_json
async def create(request: Request) -> Response:
    """Opens a table."""
    asked = await read(request, forms.CreateTable)
    bots = {}
    for seat, bot in asked.bots.items():
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            raise BadOption("Bots are named by their seats, from 0.")
        bots[int(seat)] = bot
    created = await tables_of(request).create(
        NewTable(
            game=asked.game,
            seats=asked.seats,
            options=asked.options,
            bots=bots,
            settings=asked.settings,
            daily=asked.daily,
        )
    )
    return answer(forms.TableCreated(created.table, created.host_secret), 201)


@_json
async def info(request: Request) -> Response:
    """What everybody may know about a table."""
    tables, name = _table(request)
    return JSONResponse((await tables.info(name)).form())


@_json
async def claim(request: Request) -> Response:
    """Takes a seat."""
    tables, name = _table(request)
    asked = await read(request, forms.ClaimSeat)
    claimed = await tables.claim(name, asked.seat, asked.name, asked.colour, asked.secret)
    return answer(forms.SeatClaimed(claimed.seat, claimed.secret), 201)


# Playing


@_json
async def view(request: Request) -> Response:
    """The game as one's seat, or an onlooker, may know it."""
    tables, name = _table(request)
    head, seen = await tables.view(name, secret_of(request))
    game = await tables.game(name)
    return JSONResponse({"head": head, "words": game.show(seen), "view": to_json(seen)})


@_json
async def legal(request: Request) -> Response:
    """The moves open to one's seat."""
    tables, name = _table(request)
    secret = need_secret(request)
    _, seen = await tables.view(name, secret)
    game = await tables.game(name)
    head, moves = await tables.legal(name, secret)
    listed = [
        forms.LegalMove(action, move_to_json(move), move_words(move)) for action, move in moves
    ]
    return answer(forms.LegalMoves(head, game.prompt(seen), tuple(listed)))


@_json
async def play(request: Request) -> Response:
    """Makes a move."""
    tables, name = _table(request)
    secret = need_secret(request)
    asked = await read(request, forms.SendMove)
    given = [part for part in (asked.action, asked.move, asked.line) if part is not None]
    if len(given) != 1:
        raise BadRecord("Send one of action, move and line.")
    more: dict[str, Any] = {"expected": asked.expected, "client": asked.client}
    if asked.line is not None:
        done = await tables.act_in_words(name, secret, asked.line, **more)
    else:
        done = await tables.act(name, secret, given[0], **more)
    return answer(forms.Stored(done.seq, done.again))


@_json
async def undo(request: Request) -> Response:
    """Takes one's last move back."""
    tables, name = _table(request)
    asked = await read(request, forms.Undo)
    done = await tables.undo(
        name, need_secret(request), expected=asked.expected, client=asked.client
    )
    return answer(forms.Stored(done.seq, done.again))


@_json
async def notes(request: Request) -> Response:
    """One's own notes, oldest first."""
    tables, name = _table(request)
    return JSONResponse({"notes": list(await tables.notes(name, need_secret(request)))})


@_json
async def note(request: Request) -> Response:
    """Keeps a note."""
    tables, name = _table(request)
    asked = await read(request, forms.SendText)
    done = await tables.note(name, need_secret(request), asked.text, asked.client)
    return answer(forms.Stored(done.seq, done.again))


@_json
async def aid(request: Request) -> Response:
    """The words of an aid."""
    tables, name = _table(request)
    words = await tables.aid(name, need_secret(request), request.path_params["aid"])
    return JSONResponse({"aid": request.path_params["aid"], "words": words})


@_json
async def say(request: Request) -> Response:
    """Says something to everybody."""
    tables, name = _table(request)
    asked = await read(request, forms.SendText)
    done = await tables.say(
        name, asked.text, secret=secret_of(request), name=asked.name, client=asked.client
    )
    return answer(forms.Stored(done.seq, done.again))


@_json
async def rename(request: Request) -> Response:
    """Gives one's seat another name or colour."""
    tables, name = _table(request)
    asked = await read(request, forms.Rename)
    secret = need_secret(request)
    done = await tables.rename(name, secret, asked.name, asked.colour, asked.client)
    return answer(forms.Stored(done.seq, done.again))


@_json
async def leave(request: Request) -> Response:
    """Says goodbye."""
    tables, name = _table(request)
    asked = await read(request, forms.Nothing)
    done = await tables.leave(name, need_secret(request), asked.client)
    return answer(forms.Stored(done.seq, done.again))


@_json
async def come_back(request: Request) -> Response:
    """Takes one's seat back from a bot."""
    tables, name = _table(request)
    asked = await read(request, forms.Nothing)
    done = await tables.come_back(name, need_secret(request), asked.client)
    return answer(forms.Stored(done.seq, done.again))


# Events


@_json
async def events(request: Request) -> Response:
    """Every event after a number, as one's seat or an onlooker may know it."""
    tables, name = _table(request)
    secret = secret_of(request)
    after = _number(request, "after", 10**9)
    wait = _number(request, "wait", int(MOST_WAIT))
    if secret is not None:
        await tables.seat(name, secret)  # refuses before waiting
    if wait:
        await tables.wait(name, after, wait)
    told = await tables.feed(name, secret, after)
    head = told[-1].seq if told else (await tables.info(name)).head
    return JSONResponse({"head": head, "events": [frame.form() for frame in told]})


@_json
async def live(request: Request) -> Response:
    """The same as a stream of server-sent events."""
    tables, name = _table(request)
    secret = secret_of(request)
    await tables.seat(name, secret)
    if "last-event-id" in request.headers:
        text = request.headers["last-event-id"]
        after = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    else:
        after = _number(request, "after", 10**9)

    async def told() -> AsyncIterator[tuple[int, str, str]]:
        seen = after
        while not tables.closing:
            heartbeat = request.app.state.config.heartbeat
            if await tables.wait(name, seen, heartbeat) <= seen:
                yield -1, "", ""
                continue
            for frame in await tables.feed(name, secret, seen):
                seen = frame.seq
                yield seen, "event", json.dumps(frame.form(), separators=(",", ":"))
            await asyncio.sleep(0)

    return stream(request, request.app.state.streams, told())


@_json
async def log(request: Request) -> Response:
    """The log of a finished game."""
    tables, name = _table(request)
    text = write_log(await tables.log(name, secret_of(request)))
    return PlainTextResponse(text, media_type="application/jsonl")


# The host's


@_json
async def bots(request: Request) -> Response:
    """Seats a bot, or fills all open seats."""
    tables, name = _table(request)
    asked = await read(request, forms.SeatBot)
    secret = need_secret(request)
    if asked.seat is None:
        await tables.fill(name, secret, asked.bot)
    else:
        await tables.seat_bot(name, secret, asked.seat, asked.bot, asked.client)
    return answer(forms.Done(done=True))


@_json
async def vacate(request: Request) -> Response:
    """Opens a seat."""
    tables, name = _table(request)
    asked = await read(request, forms.OneSeat)
    done = await tables.vacate(name, need_secret(request), asked.seat, asked.client)
    return answer(forms.Stored(done.seq, done.again))


@_json
async def start(request: Request) -> Response:
    """Begins the game."""
    tables, name = _table(request)
    await read(request, forms.Nothing)
    done = await tables.start(name, need_secret(request))
    return answer(forms.Stored(done.seq, done.again))


@_json
async def settings(request: Request) -> Response:
    """Changes the settings."""
    tables, name = _table(request)
    asked = await read(request, Settings)
    done = await tables.change_settings(name, need_secret(request), asked)
    return answer(forms.Stored(done.seq, done.again))


@_json
async def clock(request: Request) -> Response:
    """Gives more time."""
    tables, name = _table(request)
    asked = await read(request, forms.MoreTime)
    secret = need_secret(request)
    done = await tables.extend_clock(name, secret, asked.seconds, asked.seat, asked.client)
    return answer(forms.Stored(done.seq, done.again))


async def openapi(request: Request) -> Response:
    """The description of all this."""
    del request
    return JSONResponse(document())


def routes() -> list[BaseRoute]:
    """The routes under ``/api``."""
    table = "/tables/{table}"
    gets: dict[str, Endpoint] = {
        "/openapi.json": openapi,
        "/games": games,
        table: info,
        f"{table}/view": view,
        f"{table}/moves": legal,
        f"{table}/notes": notes,
        f"{table}/aids/{{aid}}": aid,
        f"{table}/events": events,
        f"{table}/live": live,
        f"{table}/log": log,
    }
    posts: dict[str, Endpoint] = {
        "/tables": create,
        f"{table}/claim": claim,
        f"{table}/moves": play,
        f"{table}/undo": undo,
        f"{table}/notes": note,
        f"{table}/chat": say,
        f"{table}/rename": rename,
        f"{table}/leave": leave,
        f"{table}/return": come_back,
        f"{table}/bots": bots,
        f"{table}/vacate": vacate,
        f"{table}/start": start,
        f"{table}/settings": settings,
        f"{table}/clock": clock,
    }
    both: list[BaseRoute] = [Route(path, end, methods=["POST"]) for path, end in posts.items()]
    both += [Route(path, end, methods=["GET"]) for path, end in gets.items()]
    return both
