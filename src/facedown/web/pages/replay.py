"""Looking back at a game, step by step: a table's, or a first game to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.log import ShuffleCheck, write_log
from facedown.core.messages import fill, phrase
from facedown.core.seats import ONLOOKER, OPEN, Seat
from facedown.core.view import Event
from facedown.table import Tables
from facedown.table.bots import usual_bot
from facedown.table.errors import Crashed, TooSlow
from facedown.table.replay import Deduction, Moment, is_judged
from facedown.table.watching import SeatInfo, Snapshot
from facedown.web.environment import url_of, whole_number
from facedown.web.pages.common import bots_offered, page, whole
from facedown.web.pages.judged import board_of, judged_page, judging_of
from facedown.web.visitor import snapshot_of, tables_of, visitor_of

_WORDS = {"open": OPEN, "onlooker": ONLOOKER}


@dataclass(frozen=True, slots=True)
class ReplayLink:
    """One line of a replay's log: after how many moves it is true."""

    turn: int
    seat: Seat | None
    text: str


def viewer_word(viewer: Seat) -> str:
    """A viewer as it stands in an address: ``open``, ``onlooker``, or the seat counted from 1."""
    return next((word for word, seat in _WORDS.items() if seat == viewer), f"{viewer + 1}")


def read_viewer(text: str) -> Seat:
    """The viewer that an address names; raises ``FacedownError``."""
    if text in _WORDS:
        return _WORDS[text]
    number = whole(text)
    if number is None or number < 1:
        raise FacedownError(phrase("A seat in an address is counted from 1."))
    return number - 1


async def replay(request: Request) -> Response:
    """A moment of a table's game: one's own at any time, everybody's when it is over."""
    visitor = visitor_of(request)
    tables, name = tables_of(request), request.path_params["table"]
    shot = await snapshot_of(request, visitor)
    over = shot.info.status == "over"
    secret = visitor.seat if shot.viewer >= 0 else None
    asked = request.query_params.get("as", "")
    viewer = read_viewer(asked) if asked else shot.viewer
    moment = await tables.replays.replay(
        name, viewer, whole(request.query_params.get("turn", "")), secret
    )
    asks = over and viewer >= 0 and request.query_params.get("why", "") == "yes"
    why = await tables.replays.deduction(name, viewer, moment.turn, secret) if asks else None
    judges = over and viewer >= 0 and is_judged(shot.game)
    judging = judges and request.query_params.get("judged", "") == "yes"
    if judging and "turn" not in request.query_params:
        return await judged_page(request, shot, viewer, asked or viewer_word(viewer))
    links = frame(
        address_of(name),
        moment,
        asked or viewer_word(viewer),
        why=why is not None,
        judged=judging,
    )
    names = shot.info.names
    context = {
        **links,
        "judges": judges,
        # A link to the very address of a page, with a place in it, would not load it again.
        "looked": whole_number(request.query_params.get("again", "")) or 0,
        "own": viewer == shot.viewer,
        "judging": (
            await judging_of(tables, name, viewer, moment, links["link"], own=viewer == shot.viewer)
            if judging
            else None
        ),
        **boards_of(shot.game, moment, shot.info.seats, shot.viewer),
        "title": phrase("{title}, looking back", title=shot.info.title),
        "facts": shot.game.facts,
        "info": shot.info,
        "names": names,
        "back": (f"/t/{name}", phrase("Back to the table")),
        "table_address": f"/t/{name}",
        "over": over,
        "may_ask": over and viewer >= 0,
        "practice": practice_of(shot, moment) if over and viewer >= 0 else None,
        "viewers": _viewers(names) if over else (),
        "steps": steps_of(moment.events, names),
        "why": None if why is None else _why_words(why, shot.game, names),
        "shuffle": await _shuffle(tables, name) if over and shot.info.origin is None else None,
        "log": f"/t/{name}/log" if over else "",
        "game_style": url_of(f"{shot.info.game}.page.css"),
    }
    return page(request, "replay.html", context, visitor)


def address_of(table: str) -> str:
    """Where a table's game is looked at again."""
    return f"/t/{table}/replay"


def frame(
    address: str, moment: Moment, viewer: str, *, why: bool, judged: bool = False
) -> dict[str, Any]:
    """The links of a replay."""

    def link(
        turn: int, seen_as: str = viewer, *, asking: bool = why, judging: bool = judged
    ) -> str:
        query = {"turn": str(turn), "as": seen_as}
        query |= {"why": "yes"} if asking else {}
        query |= {"judged": "yes"} if judging else {}
        return f"{address}?{urlencode(query)}"

    turn, turns = moment.turn, moment.turns
    return {
        "turn": turn,
        "turns": turns,
        "seen_as": viewer,
        "link": link,
        "first": link(0),
        "previous": link(turn - 1) if turn > 0 else None,
        "next": link(turn + 1) if turn < turns else None,
        "last": link(turns),
        "address": address,
    }


def boards_of(
    game: Game, moment: Moment, seats: tuple[SeatInfo, ...], reader: Seat
) -> dict[str, Any]:
    """The board of the viewer, or with everything open one for each seat, with its title.

    ``reader`` is the seat of whoever reads this, ``ONLOOKER`` for none. With them go the pictures
    that all of them refer to.
    """
    viewers = [s for s in moment.views if s >= 0] if moment.viewer == OPEN else [moment.viewer]
    boards: list[tuple[str, Markup]] = []
    symbols = Markup("")
    for viewer in viewers:
        many = len(viewers) > 1
        board = board_of(
            game,
            moment,
            viewer,
            seats,
            reader,
            prefix=f"s{viewer + 1}-" if many else "",
            heading=f"open-{viewer + 1}" if many else "",
        )
        title = phrase("What {who} sees", who=seats[viewer].name) if len(viewers) > 1 else ""
        boards.append((title, board.html()))
        symbols = board.symbols()
    return {"boards": boards, "symbols": symbols}


@dataclass(frozen=True, slots=True)
class PracticeOffer:
    """What can be played on from a moment: the seat, and the bots there are for all others."""

    seat: Seat
    bots: tuple[str, ...]
    usual: str


def practice_of(shot: Snapshot, moment: Moment) -> PracticeOffer | None:
    """How a finished game can be played on from a moment, in the viewer's seat; None at the end."""
    if not moment.undecided:
        return None
    bots = bots_offered(shot.game) if len(shot.info.seats) > 1 else ()
    return PracticeOffer(moment.viewer, bots, usual_bot(shot.game))


def _viewers(names: tuple[str, ...]) -> list[tuple[str, str]]:
    seats = [(viewer_word(seat), name) for seat, name in enumerate(names)]
    return [("open", phrase("Everything open")), *seats, ("onlooker", phrase("An onlooker"))]


def steps_of(events: Sequence[Event], names: tuple[str, ...]) -> list[ReplayLink]:
    """The moves so far in words."""
    return [
        ReplayLink(number, None if event.seat < 0 else event.seat, fill(event.text, names))
        for number, event in enumerate(events, 1)
    ]


async def _shuffle(tables: Tables, name: str) -> ShuffleCheck | None:
    try:
        return await tables.replays.shuffle(name)
    except (TooSlow, Crashed):  # the rest of the page needs no helper
        return None


def _why_words(why: Deduction, game: Game, names: tuple[str, ...]) -> dict[str, Any]:
    meanings = {aid.name: aid.meaning for aid in game.facts.aids}
    return {
        "worlds": why.worlds,
        "aids": [(name, meanings[name], fill(words, names)) for name, words in why.aids],
    }


async def log(request: Request) -> Response:
    """The log of a finished game, as a file."""
    visitor = visitor_of(request)
    tables, name = tables_of(request), request.path_params["table"]
    seat = (await snapshot_of(request, visitor)).viewer
    text = write_log(await tables.replays.log(name, visitor.seat if seat >= 0 else None))
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(text, media_type="application/jsonl", headers=headers)
