"""Games and tables: opening one, and what a viewer may know of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from facedown.core.codec import to_json
from facedown.core.errors import BadOption, FacedownError
from facedown.core.log import write_log
from facedown.core.moves import move_to_json
from facedown.core.registry import load_games
from facedown.core.workshop import Workshop
from facedown.table import Created, NewTable
from facedown.table.bots import bot_names
from facedown.table.slow_work import StageFound, findings
from facedown.table.thinking import workshop_of
from facedown.table.watching import TableInfo
from facedown.web.api import forms
from facedown.web.api.operations import (
    TABLE,
    Query,
    answer,
    need_secret,
    number_of,
    operation,
    read,
    secret_of,
    table_of,
)
from facedown.web.guard import charge_tables
from facedown.web.streams import last_seen, slot_in, stream
from facedown.web.visitor import tables_of


@operation("get", "/games", "games", gives="Games")
async def games(request: Request) -> Response:
    """Every game with its facts."""
    del request
    games = load_games()[0].values()
    facts = [{**kind.facts.form(), "bots": list(bot_names(kind()))} for kind in games]
    return JSONResponse({"games": facts})


@operation("post", "/tables", "createTable", body=forms.CreateTable, gives=Created, status=201)
async def create(request: Request) -> Response:
    """Open a table."""
    asked = await read(request, forms.CreateTable)
    bots = {}
    for seat, bot in asked.bots.items():
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            raise BadOption("Bots are named by their seats, from 0.")
        bots[int(seat)] = bot
    charge_tables(request, asked.tables)
    new = NewTable(
        game=asked.game,
        seats=asked.seats,
        options=asked.options,
        bots=bots or None,
        settings=asked.settings,
        daily=asked.daily,
        handover=asked.handover,
        tables=asked.tables,
    )
    return answer(await tables_of(request).create(new), 201)


@operation("get", TABLE, "table", gives=TableInfo)
async def info(request: Request) -> Response:
    """What everybody may know about a table."""
    tables, name = table_of(request)
    return JSONResponse((await tables.watching.info(name)).form())


@operation("get", f"{TABLE}/view", "view", "viewer", gives="Seen")
async def view(request: Request) -> Response:
    """The game as you may know it."""
    tables, name = table_of(request)
    shot = await tables.watching.snapshot(name, secret_of(request), after=None)
    seen = shot.seen()
    return JSONResponse({"head": shot.head, "words": shot.game.show(seen), "view": to_json(seen)})


@operation("get", f"{TABLE}/moves", "legalMoves", "seat", gives=forms.LegalMoves)
async def legal(request: Request) -> Response:
    """The moves open to you."""
    tables, name = table_of(request)
    shot = await tables.watching.snapshot(name, need_secret(request), after=None)
    prompt, typed = shot.game.prompt(shot.seen()), shot.game.typed
    listed = [
        forms.LegalMove(action, move_to_json(move), typed(move)) for action, move in shot.legal
    ]
    return answer(forms.LegalMoves(shot.head, prompt, tuple(listed)))


@operation("post", f"{TABLE}/read", "readBack", "seat", body=forms.ReadLine, gives=forms.LineRead)
async def read_back(request: Request) -> Response:
    """What a typed move would mean; nothing is made."""
    tables, name = table_of(request)
    secret = need_secret(request)
    asked = await read(request, forms.ReadLine)
    head, back = await tables.watching.read_back(name, secret, asked.line)
    if back is None:
        return answer(forms.LineRead(head, None))
    move = None if back.move is None else move_to_json(back.move)
    said = forms.SaidBack(
        move, back.meaning, back.warnings, back.completions, back.confirm, back.problem
    )
    return answer(forms.LineRead(head, said))


@operation("get", f"{TABLE}/standing", "answeredInAdvance", "seat", gives=forms.AnsweredInAdvance)
async def standing(request: Request) -> Response:
    """What you have answered in advance; nobody else is told."""
    tables, name = table_of(request)
    said = await tables.watching.said_in_advance(name, need_secret(request))
    return answer(forms.AnsweredInAdvance(said))


@operation("get", f"{TABLE}/notes", "notes", "seat", gives="Notes")
async def notes(request: Request) -> Response:
    """Your notes."""
    tables, name = table_of(request)
    return JSONResponse({"notes": list(await tables.watching.notes(name, need_secret(request)))})


@operation("get", f"{TABLE}/aids/{{aid}}", "aid", "seat", gives="AidWords")
async def aid(request: Request) -> Response:
    """What an aid says that the host allows."""
    tables, name = table_of(request)
    aid = request.path_params["aid"]
    advice = await tables.watching.aid(name, need_secret(request), aid)
    return JSONResponse({"aid": aid, "words": advice.words, "marks": to_json(advice.marks)})


MOST_WAIT: Final = 25
_AFTER: Final[Query] = ("after", "The number of the newest event you have.", 10**9)
_WAIT: Final[Query] = ("wait", "Seconds to wait for an event if there is none.", MOST_WAIT)


@operation("get", f"{TABLE}/events", "events", "viewer", gives="Events", query=(_AFTER, _WAIT))
async def events(request: Request) -> Response:
    """Every event after a number as you may know it, waiting for one if there is none."""
    tables, name = table_of(request)
    secret = secret_of(request)
    after = number_of(request, "after", 10**9)
    wait = number_of(request, "wait", MOST_WAIT)
    if secret is not None:
        await tables.watching.seat(name, secret)  # refuses before waiting
    if wait:
        await tables.watching.wait(name, after, wait)
    shot = await tables.watching.snapshot(name, secret, after=after)
    return JSONResponse({"head": shot.head, "events": [frame.form() for frame in shot.frames]})


@operation("get", f"{TABLE}/live", "live", "viewer", media="text/event-stream", query=(_AFTER,))
async def live(request: Request) -> Response:
    """The same as a stream of server-sent events; each has its number as id and an event as data.

    Reconnect with Last-Event-ID.
    """
    tables, name = table_of(request)
    secret = secret_of(request)
    await tables.watching.seat(name, secret)
    last = last_seen(request)
    after = number_of(request, "after", 10**9) if last is None else last

    async def frames() -> AsyncGenerator[tuple[int, str, str]]:
        seen, fresh = after, True
        while not tables.closing:
            heartbeat = request.app.state.config.heartbeat
            head = await tables.watching.wait(name, seen, heartbeat, fresh=fresh)
            fresh = head <= seen
            if fresh:
                yield -1, "", ""
                continue
            for frame in await tables.watching.feed(name, secret, seen, fresh=False):
                seen = frame.seq
                yield seen, "event", json.dumps(frame.form(), separators=(",", ":"))
            await asyncio.sleep(0)

    return stream(request, request.app.state.streams, frames())


@operation("get", f"{TABLE}/log", "log", "viewer", media="application/jsonl")
async def log(request: Request) -> Response:
    """The log of a finished game, seed and salt included."""
    tables, name = table_of(request)
    text = write_log(await tables.replays.log(name, secret_of(request)))
    return PlainTextResponse(text, media_type="application/jsonl")


def _workshop(request: Request) -> Workshop:
    try:
        return workshop_of(request.path_params["game"])
    except FacedownError as problem:
        raise HTTPException(404, str(problem)) from None


@operation("get", "/games/{game}/workshop", "workshop", gives=forms.WorkshopFacts)
async def facts(request: Request) -> Response:
    """What can be made for a game without a table."""
    shop = _workshop(request)
    stages = tuple(forms.StageFacts(stage.name, stage.title) for stage in shop.stages)
    examples = tuple(dict(draft) for _, draft in shop.examples)
    return answer(forms.WorkshopFacts(shop.title, shop.summary, shop.fields, stages, examples))


@operation(
    "post",
    "/games/{game}/workshop",
    "lookInto",
    body=forms.LookInto,
    gives=forms.LookedInto,
)
async def look_into(request: Request) -> Response:
    """What is found out about a draft; its flaws alone where it has any."""
    shop = _workshop(request)
    asked = await read(request, forms.LookInto)
    game, draft = request.path_params["game"], shop.read(asked.draft)
    stages = [shop.stage(name) for name in asked.stages] or None
    flaws = tuple(shop.flaws(draft))
    found: dict[str, StageFound] = {}
    if not flaws:
        with slot_in(request, request.app.state.workshops):
            news = findings(tables_of(request).slow_work, game, draft, stages)
            async with contextlib.aclosing(news):
                async for stage in news:
                    found[stage.name] = stage
    page = f"/games/{game}/workshop?{shop.link(draft)}"
    options = None if flaws else dict(shop.options(draft))
    return answer(forms.LookedInto(dict(draft), page, flaws, options, tuple(found.values())))
