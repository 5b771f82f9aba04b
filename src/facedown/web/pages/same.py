"""The very deal of a game that is over, for somebody else to play."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.players import bot_of
from facedown.core.seats import Seat
from facedown.table import NewTable, NotYet, Tables
from facedown.table.bots import usual_bot
from facedown.table.info import TableInfo
from facedown.web.pages.common import page
from facedown.web.pages.lobby import options_in_words
from facedown.web.plain import whole_number
from facedown.web.sharing import result_words
from facedown.web.state import tables_of
from facedown.web.visitor import visitor_of

NOT_OVER = phrase("The game at this table is not over yet; until then its deal is its own.")


async def same(request: Request) -> Response:
    """A page that offers the deal, and where the link asks for it says how it went."""
    tables, name = tables_of(request), request.path_params["table"]
    info = await tables.watching.info(name)
    if info.seed is None:
        raise HTTPException(403, NOT_OVER)
    seat = seat_at(info, request.query_params.get("as", ""))
    shot = await tables.watching.snapshot(name)
    with_result = request.query_params.get("result") == "yes"
    context = {
        "facts": shot.game.facts,
        "info": info,
        "seat": seat,
        "who": info.names[seat],
        "won": info.outcome is not None and seat in info.outcome.winners,
        "words": result_words(shot) if with_result else "",
        "options": options_in_words(type(shot.game), info.options, info.daily),
        "name": visitor_of(request).name,
    }
    return page(request, "same.html", context)


def seat_at(info: TableInfo, text: str) -> Seat:
    """The seat of an address, counted there from 1; the first where it names none."""
    number = whole_number(text) or 1
    return number - 1 if 1 <= number <= len(info.seats) else 0


async def same_deal(tables: Tables, kind: type[Game], deal: str, seat_text: str) -> NewTable:
    """A table with the deal of one whose game is over, for whoever takes that seat.

    Bots sit where bots sat, and on the other seats those that are usual. Raises ``FacedownError``.
    """
    info = await tables.watching.info(deal)
    if info.seed is None or info.game != kind.facts.name:
        raise NotYet(NOT_OVER)
    mine = seat_at(info, seat_text)
    usual = usual_bot(kind(len(info.seats), **info.options))
    bots = {s.seat: bot_of(s.player) or usual for s in info.seats if s.seat != mine}
    return NewTable(info.game, len(info.seats), info.options, bots, info.settings, seed=info.seed)
