"""An analysis told to people: sentences beside the numbers of moves, and a curve to be drawn.

It is made where the game is judged, as a record of plain values that travels between processes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from facedown.analysis.analysis import Analysis, SeatAnalysis, analyse
from facedown.analysis.words import (
    figure_words,
    judgement_words,
    moment_words,
    summary_words,
)
from facedown.core.judging import Judge, Measure
from facedown.core.log import Log
from facedown.core.messages import joined, phrase
from facedown.core.roster import new_judge
from facedown.core.seats import Seat

TALL: Final = 1000
"""The height of a curve's highest point."""


@dataclass(frozen=True, slots=True)
class ToldPoint:
    """A point of a curve: after so many moves, so high, and the number that it stands for."""

    turn: int
    height: int
    label: str


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move that was judged, and what is to be said of it.

    ``turn`` counts the moves before it, ``costly`` tells that another was better.
    """

    turn: int
    move: str
    costly: bool
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldMoment:
    """A moment that mattered: before the move that was made then, or without a move."""

    turn: int
    before: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class ToldSettled:
    """What became certain with the last of so many moves."""

    turn: int
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldSeat:
    """One seat's game; ``curve_of`` says what the curve shows, ``curve_words`` tells it."""

    seat: Seat
    summary: tuple[str, ...]
    curve_of: str
    curve_words: str
    curve: tuple[ToldPoint, ...]
    moments: tuple[ToldMoment, ...]
    settled: tuple[ToldSettled, ...]
    moves: tuple[ToldMove, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A game of so many moves, seat by seat, as far as they were judged."""

    turns: int
    seats: tuple[ToldSeat, ...]


def tell_log(
    log: Log,
    progress: Callable[[str, Callable[[], Told]], None] = lambda sentence, so_far: None,
    seats: Collection[Seat] | None = None,
) -> Told:
    """The judgement of a finished game in words; raises what ``analyse`` does."""
    judge = new_judge(log.new_game())

    def told(analysis: Analysis) -> Told:
        assert judge is not None
        return tell(analysis, judge)

    return told(analyse(log, lambda said, far: progress(said, lambda: told(far())), seats))


def tell(analysis: Analysis, judge: Judge) -> Told:
    """An analysis in words, by the judge whose it is."""
    return Told(analysis.turns, tuple(_seat(seat, judge) for seat in analysis.seats))


def _seat(seat: SeatAnalysis, judge: Judge) -> ToldSeat:
    measure, curve = judge.measure, _curve(seat)
    return ToldSeat(
        seat=seat.seat,
        summary=tuple(summary_words(seat, judge)),
        curve_of=_what_it_shows(measure),
        curve_words=joined(
            ", ", (phrase("{label} after move {turn}", label=p.label, turn=p.turn) for p in curve)
        ),
        curve=curve,
        moments=tuple(
            ToldMoment(each.turn, each.kind not in {"known", "seen"}, moment_words(each, judge))
            for each in seat.moments
        ),
        settled=tuple(
            ToldSettled(each.turn, tuple(map(judge.say, each.remarks))) for each in seat.settled
        ),
        moves=tuple(
            ToldMove(
                each.turn,
                judge.tell((each.move,)),
                each.costs(measure),
                tuple(judgement_words(each, judge)),
            )
            for each in seat.judged
        ),
    )


def _what_it_shows(measure: Measure) -> str:
    """What a curve counts."""
    match measure.left or measure.units[0]:
        case "codes":
            return phrase("Codes left")
        case "worlds":
            return phrase("Worlds left")
        case "solutions":
            return phrase("Solutions left")
        case "rules":
            return phrase("Rules left")
        case "percent of a win":
            return phrase("Expected percent of a win")
        case others:  # of somebody else's game
            return f"{others} left".capitalize() if measure.left else f"Expected {others}"


def _curve(seat: SeatAnalysis) -> tuple[ToldPoint, ...]:
    """What was left, by how often it can be halved; what moves were worth, where none is counted.

    The latter is drawn between its own least and most, with a point wherever it changes.
    """
    if seat.curve:
        found = [(point.turn, point.left, math.log2(point.left.value)) for point in seat.curve]
        least = 0.0
    else:
        worths = [(each.turn, each.verdict.worth[0]) for each in seat.judged if each.verdict.worth]
        found = [
            (turn, worth, float(worth.value))
            for number, (turn, worth) in enumerate(worths)
            if not number or worth != worths[number - 1][1]
        ]
        least = min((height for _, _, height in found), default=0.0)
    most = max((height for _, _, height in found), default=0.0)
    scale = TALL / (most - least) if most > least else 0.0
    return tuple(
        ToldPoint(turn, round((height - least) * scale), figure_words(figure))
        for turn, figure, height in found
    )
