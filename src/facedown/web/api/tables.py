"""Games and tables: opening one, and what a viewer may know of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from facedown.core.codec import to_json
from facedown.core.errors import BadOption
from facedown.core.moves import move_to_json
from facedown.core.registry import load_games
from facedown.table import Created, NewTable
from facedown.table.bots import bot_names
from facedown.table.info import TableInfo
from facedown.web.api import forms
from facedown.web.api.answers import answer, need_secret, read, secret_of, table_of
from facedown.web.api.operations import TABLE, operation
from facedown.web.guard import charge_tables
from facedown.web.state import tables_of


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
        bots=bots,
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
