"""A game judged for people: the curve of a seat as a drawing, moments and moves with links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from facedown.analysis.told import TALL, Told, ToldMove, ToldSeat
from facedown.core.messages import phrase

WIDE: Final = 320
HIGH: Final = 90
EDGE: Final = 6
"""The size of a drawing, and the room around it."""

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
class Line:
    """A move or a moment in words, with where it leads; ``here`` is the one that is shown."""

    label: str
    link: str
    sentences: tuple[str, ...]
    costly: bool
    here: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """What the page shows of one seat, in a drawing of the size ``size``."""

    seat: ToldSeat
    size: tuple[int, int]
    path: str
    now: float
    dots: tuple[Dot, ...]
    moments: tuple[Line, ...]
    settled: tuple[Line, ...]
    moves: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Judging:
    """What the page shows of a seat's game, None where nothing is judged yet.

    ``words`` say how far it is, or why it goes no further if ``stopped``.
    """

    judged: Judged | None
    words: str = ""
    is_done: bool = True
    stopped: bool = False


def judged_seat(told: Told, seat: int, turn: int, link: Link) -> Judged:
    """A seat's game for the page of a moment, after ``turn`` moves."""
    (mine,) = (each for each in told.seats if each.seat == seat)
    dots = tuple(
        Dot(_x(p.turn, told.turns), _y(p.height), p.turn, p.label, link(p.turn)) for p in mine.curve
    )
    moments = tuple(
        Line(
            phrase("Before move {n}", n=m.turn + 1) if m.before else _after(m.turn),
            link(m.turn),
            (m.sentence,),
            costly=False,
            here=m.turn == turn,
        )
        for m in mine.moments
    )
    return Judged(
        seat=mine,
        size=(WIDE, HIGH),
        path=_path(dots, _x(told.turns, told.turns)),
        now=_x(turn, told.turns),
        dots=dots,
        moments=moments,
        settled=tuple(
            Line(_after(s.turn), link(s.turn), s.sentences, costly=False, here=s.turn == turn)
            for s in mine.settled
        ),
        moves=tuple(_line(move, turn, link) for move in mine.moves),
    )


def _after(turn: int) -> str:
    return phrase("After move {n}", n=turn)


def _line(move: ToldMove, turn: int, link: Link) -> Line:
    label = phrase("Move {n}: {move}", n=move.turn + 1, move=move.move)
    return Line(label, link(move.turn), move.sentences, move.costly, here=turn == move.turn)


def _x(turn: int, turns: int) -> float:
    return round(EDGE + (WIDE - 2 * EDGE) * turn / max(1, turns), 1)


def _y(height: int) -> float:
    return round(HIGH - EDGE - (HIGH - 2 * EDGE) * height / TALL, 1)


def _path(dots: tuple[Dot, ...], end: float) -> str:
    """Steps: what is left stays as it is until something is told."""
    if not dots:
        return ""
    steps = [f"H{dot.x}V{dot.y}" for dot in dots[1:]]
    return f"M{dots[0].x} {dots[0].y}{''.join(steps)}H{end}"
