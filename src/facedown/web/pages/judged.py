"""A finished game judged: the worst mistake first, its curve, the moments with their boards."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar, Final, TypeAlias
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from facedown.analysis.words import TALL, Told, ToldMoment, ToldMove, ToldPoint, ToldSeat
from facedown.core.game import Game
from facedown.core.match import Choices
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.table import Tables
from facedown.table.errors import Crashed, TooSlow
from facedown.table.replay import Moment
from facedown.table.watching import SeatInfo, Snapshot
from facedown.web.environment import from_page, url_of, whole_number
from facedown.web.pages.common import page
from facedown.web.pages.results import ending_of
from facedown.web.rendering import Board
from facedown.web.visitor import tables_of, visitor_of

EDGE: Final = 6
"""The room around a curve, in percent of its drawing; all places in it are."""
TOP: Final = 10
BOTTOM: Final = 92
APART: Final = 11
"""Between what is written on a scale."""
BESIDE: Final = 3.2
"""Between the numbers of moments that are drawn beside each other."""
STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500)
"""Of one of these many moves each a line tells."""
LINES: Final = 8
"""So many of them there are at most."""
EVENTFUL: Final = 0.85
"""Up to the last event a curve takes so much of its width, where a long rest follows."""
MOST_PICTURED: Final = 3
"""The cards of so many of the moves that were better are drawn."""

Link: TypeAlias = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of the curve that leads to its moment."""

    x: float
    y: float
    turn: int
    label: str
    link: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of a scale, at this place across or up, and what is written beside it."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """While nothing changes: from ``x`` so ``wide`` and at ``y``, where it was at ``before``."""

    x: float
    wide: float
    y: float
    before: float


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """A move or a moment in words, with where it leads; ``here`` is the one that is shown."""

    label: str
    link: str
    sentences: tuple[str, ...]
    costly: bool
    here: bool


@dataclass(frozen=True, slots=True)
class JudgedMoment(ReplayLine):
    """A moment that mattered, the worst first: its place on the curve, and the move made there.

    ``title`` says what it came to, ``better`` what else to do.
    """

    turn: int
    kind: str
    title: str
    made: str
    better: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What the page shows of one seat; ``now`` is where on the curve the page is.

    ``left``, ``right`` and ``ground`` are the edges of the curve, in percent of its drawing.
    """

    left: ClassVar[int] = EDGE
    right: ClassVar[int] = 100 - EDGE
    ground: ClassVar[int] = BOTTOM

    seat: ToldSeat
    summary: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    now: float
    dots: tuple[Dot, ...]
    scale: tuple[Tick, ...]
    steps: tuple[Tick, ...]
    moments: tuple[JudgedMoment, ...]
    settled: tuple[ReplayLine, ...]
    moves: tuple[ReplayLine, ...]


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """What the page shows of a seat's game, None where nothing is judged yet.

    ``words`` say how far it is, or why it goes no further if ``stopped``.
    """

    judged: Judged | None
    words: str = ""
    is_done: bool = True
    stopped: bool = False


def judged_seat(told: Told, seat: int, turn: int, link: Link, *, own: bool) -> Judged:
    """A seat's game for the page of a moment, after ``turn`` moves; ``own`` for who sat there."""
    (mine,) = (each for each in told.seats if each.seat == seat)
    made = {move.turn: move.move for move in mine.moves}
    moments = sorted(mine.moments, key=lambda each: each.rank)
    events = [point.turn for point in mine.curve] + [moment.turn for moment in moments]
    axis = Axis(told.turns, max(events, default=0))
    places = _places([m.turn for m in moments], axis)
    return Judged(
        seat=mine,
        summary=mine.to_oneself if own else mine.summary,
        stretches=_stretches(mine.curve, axis),
        now=axis.at(turn),
        dots=tuple(
            Dot(axis.at(p.turn), _y(p.height), p.turn, p.label, link(p.turn)) for p in mine.curve
        ),
        scale=_scale(mine.curve),
        steps=axis.steps(),
        moments=tuple(
            JudgedMoment(
                _to_move(m.turn) if m.before else _after(m.turn),
                link(m.turn),
                (m.sentence,),
                costly=m.turning in ("guess", "cost"),
                here=m.turn == turn,
                turn=m.turn,
                kind=m.turning,
                title=m.title,
                made=made.get(m.turn, "") if m.before else "",
                better=m.better,
                x=x,
                y=_at(mine.curve, m),
            )
            for m, x in zip(moments, places, strict=True)
        ),
        settled=tuple(
            ReplayLine(_after(s.turn), link(s.turn), s.sentences, costly=False, here=s.turn == turn)
            for s in mine.settled
        ),
        moves=tuple(_line(move, turn, link) for move in mine.moves),
    )


def _to_move(turn: int) -> str:
    return phrase("Go to move {n}", n=turn + 1)


def _after(turn: int) -> str:
    return phrase("After move {n}", n=turn)


def _line(move: ToldMove, turn: int, link: Link) -> ReplayLine:
    label = phrase("Move {n}: {move}", n=move.turn + 1, move=move.move)
    return ReplayLine(label, link(move.turn), move.sentences, move.costly, here=turn == move.turn)


@dataclass(frozen=True, slots=True)
class Axis:
    """Where a moment after so many of ``turns`` moves stands, in percent across.

    After ``last`` moves nothing happens any more: a long rest is drawn short.

    >>> Axis(60, 50).at(30), Axis(60, 20).at(20) > Axis(60, 20).at(60) - 20
    (50.0, True)
    """

    turns: int
    last: int

    @property
    def is_short(self) -> bool:
        """Whether the rest is drawn short."""
        return 0 < self.last < self.turns * 2 / 3

    def at(self, turn: int) -> float:
        """The place of the moment after so many moves."""
        share = turn / max(1, self.turns)
        if self.is_short and turn <= self.last:
            share = EVENTFUL * turn / self.last
        elif self.is_short:
            share = EVENTFUL + (1 - EVENTFUL) * (turn - self.last) / (self.turns - self.last)
        return round(EDGE + (100 - 2 * EDGE) * share, 1)

    def steps(self) -> tuple[Tick, ...]:
        """Every so many moves, but where the start and the end are written."""
        drawn = self.last + 1 if self.is_short else self.turns
        step = next((each for each in STEPS if drawn <= each * LINES), drawn)
        near = (100 - 2 * EDGE) / LINES
        ticks = [Tick(self.at(turn), f"{turn}") for turn in range(step, drawn, max(1, step))]
        return tuple(tick for tick in ticks if EDGE + near <= tick.at <= 100 - EDGE - near)


def _places(turns: Sequence[int], axis: Axis) -> list[float]:
    """Where the moments after so many moves are marked: none covers another."""
    places = [axis.at(turn) for turn in turns]
    order = sorted(range(len(places)), key=lambda number: (turns[number], number))
    for before, after in pairwise(order):
        places[after] = round(max(places[after], places[before] + BESIDE), 1)
    return places


def _y(height: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * height / TALL, 1)


def _scale(curve: Sequence[ToldPoint]) -> tuple[Tick, ...]:
    """The heights that a curve has, the highest and the lowest first, none too near to another."""
    heights = sorted({point.height: point.short for point in curve}.items())
    found: list[Tick] = []
    for height, label in (*heights[-1:], *heights[:1], *reversed(heights)):
        apart = all(abs(tick.at - _y(height)) >= APART for tick in found)
        if apart and label not in {tick.label for tick in found}:
            found.append(Tick(_y(height), label))
    return tuple(found)


def _stretches(curve: Sequence[ToldPoint], axis: Axis) -> tuple[Stretch, ...]:
    """What is left stays as it is until something is told."""
    if not curve:  # given up before anything was
        return ()
    ends = [*(point.turn for point in curve[1:]), axis.turns]
    befores = [*curve[:1], *curve[:-1]]
    return tuple(
        Stretch(
            axis.at(point.turn),
            round(axis.at(end) - axis.at(point.turn), 1),
            _y(point.height),
            _y(before.height),
        )
        for point, end, before in zip(curve, ends, befores, strict=True)
    )


def _at(curve: Sequence[ToldPoint], moment: ToldMoment) -> float:
    heights = [point.height for point in curve if point.turn <= moment.turn]
    return _y(heights[-1] if heights else 0)


def board_of(
    game: Game,
    moment: Moment,
    viewer: Seat,
    seats: tuple[SeatInfo, ...],
    reader: Seat,
    *,
    prefix: str = "",
    heading: str = "",
) -> Board:
    """The board of a moment, to be looked at by the seat ``reader``; ``prefix`` of several."""
    return Board(
        game=game,
        view=moment.views[viewer],
        viewer=viewer,
        seats=tuple(replace(seat, left=None) for seat in seats),
        moves=Choices(),
        notes=moment.notes if viewer == moment.viewer else (),
        events=moment.events,
        aids=(),
        replay=True,
        shown=viewer != reader or bool(heading),
        prefix=prefix,
        heading=heading,
    )


@dataclass(frozen=True, slots=True)
class Pictured:
    """The board of a moment, and the cards of what was done and of what was better."""

    board: Markup
    done: Markup
    best: Markup


def ringed(board: Board, told: ToldMoment) -> Pictured:
    """A board with a ring around what was done at a moment, and around what was better.

    The game's ``page.py`` says where on its board a move is (``marked``): the id without what all
    ids begin with.
    """
    find = from_page(board.game.facts.name, "marked")
    drawn = board.html()
    if find is None:
        return Pictured(drawn, Markup(), Markup())
    text = str(drawn)

    def made(move: str) -> Move:
        return board.game.move_from_json(json.loads(move))

    did = made(told.made) if told.made else None
    better = [*map(made, told.best)]
    done = find(board.game, did) if did is not None else ""
    best = next((at for at in (find(board.game, move) for move in better) if at), "")
    mistake = told.turning in {"cost", "guess"}
    for where, says in ((best, "better"), (done, "worse" if mistake else "better")):
        identity = f'id="{board.prefix}b-{where}"'
        if where and not (says == "worse" and done == best):
            text = text.replace(identity, f'{identity} data-judged="{says}"', 1)
    return Pictured(
        Markup(text),  # noqa: S704  # nothing but the words of a ring is put into the board
        board.pictured(did) if did is not None else Markup(),
        Markup().join(map(board.pictured, better[:MOST_PICTURED])),
    )


async def judging_of(
    tables: Tables, name: str, viewer: Seat, moment: Moment, link: Link, *, own: bool
) -> JudgedGame:
    """How well a seat played, and how far that is worked out, or why it is not."""
    try:
        so_far = await tables.replays.judged(name, viewer)
    except (TooSlow, Crashed) as problem:
        return JudgedGame(None, problem.message, is_done=False, stopped=True)
    told = so_far.told
    shown = None if told is None else judged_seat(told, viewer, moment.turn, link, own=own)
    return JudgedGame(shown, so_far.words, so_far.is_done, so_far.stopped)


async def judged_page(request: Request, shot: Snapshot, viewer: Seat, asked: str) -> Response:
    """A seat's whole game on one page, from which every moment can be looked at."""
    visitor, tables = visitor_of(request), tables_of(request)
    name, own = request.path_params["table"], viewer == shot.viewer
    address = f"/t/{name}/replay"
    secret = visitor.seat if shot.viewer >= 0 else None

    def link(turn: int) -> str:
        query = {"turn": f"{turn}", "as": asked, "judged": "yes"}
        return f"{address}?{urlencode(query)}#judged"

    end = await tables.replays.replay(name, viewer, None, secret)
    judging = await judging_of(tables, name, viewer, end, link, own=own)
    over = board_of(shot.game, end, viewer, shot.info.seats, shot.viewer, prefix="end-")
    boards: list[Pictured] = []
    if judging.is_done and judging.judged is not None:
        told = sorted(judging.judged.seat.moments, key=lambda each: each.rank)
        for number, (each, told_moment) in enumerate(
            zip(judging.judged.moments, told, strict=True), 1
        ):
            moment = await tables.replays.replay(name, viewer, each.turn, secret)
            board = board_of(
                shot.game, moment, viewer, shot.info.seats, shot.viewer, prefix=f"m{number}-"
            )
            boards.append(ringed(board, told_moment))
    # A link to the very address of a page, with a place in it, would not load it again.
    looked = whole_number(request.query_params.get("again", "")) or 0
    again = {"as": asked, "judged": "yes", "again": f"{looked + 1}"}
    context: dict[str, Any] = {
        "facts": shot.game.facts,
        "title": shot.info.title,
        "names": shot.info.names,
        "viewer": viewer,
        "own": own,
        "judging": judging,
        "ending": ending_of(shot) if own and shot.info.outcome is not None else None,
        "gave_up": shot.info.seats[viewer].resigned,
        "judged": judging.judged,
        "boards": boards,
        "secret": over.ended(),
        "symbols": over.symbols(),
        "whole": True,
        "again": f"{address}?{urlencode(again)}",
        "leave": f"{address}?{urlencode({'as': asked})}",
        "back": f"/t/{name}",
        "judged_style": url_of("judged.css"),
        "game_style": url_of(f"{shot.info.game}.page.css"),
    }
    return page(request, "judged.html", context, visitor)
