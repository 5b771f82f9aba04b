"""A finished game judged move by move, from the view of each seat at each moment."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from facedown.analysis.moments import Judgement, Turning, together, turning_points
from facedown.core.errors import FacedownError
from facedown.core.judging import Figure, Judge, Lengths, Measure, Remark, Worth
from facedown.core.log import Log, apply_move
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.roster import new_judge
from facedown.core.seats import Seat
from facedown.core.view import View

MOST_NAMED: Final = 12
"""Of what was left at the end at most so many are named; of more only the number is told."""


@dataclass(frozen=True, slots=True)
class Point:
    """How much was left to a seat after so many moves of the log."""

    turn: int
    left: Figure


@dataclass(frozen=True, slots=True)
class Settled:
    """What became certain to a seat with the last of so many moves of the log."""

    turn: int
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class SeatAnalysis:
    """One seat's game.

    ``curve`` has a point wherever what was left to it changed. From ``known_from`` moves on it
    could have known everything; None where it never could. ``settled`` is what became certain when,
    ``named`` what was left at the end where that has names and is not much. ``lengths`` is best
    play beside its own, ``cost`` what its moves cost together, of those that clearly cost anything.
    """

    seat: Seat
    curve: tuple[Point, ...]
    judged: tuple[Judgement, ...]
    moments: tuple[Turning, ...]
    known_from: int | None
    settled: tuple[Settled, ...]
    named: tuple[str, ...]
    lengths: Lengths | None
    cost: Worth


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game of so many moves, nature's included; ``measure`` says what is counted.

    ``seats`` are those that were judged, in their order.
    """

    measure: Measure
    turns: int
    seats: tuple[SeatAnalysis, ...]


def analyse(
    log: Log,
    progress: Callable[[str], None] = lambda sentence: None,
    seats: Collection[Seat] | None = None,
) -> Analysis:
    """Judges every move of a finished game, or those of some seats.

    Raises ``FacedownError`` with one sentence where the game has no judge or is not over, and
    ``BadLog`` for a log that cannot be played again. ``progress`` is told how far it is.

    >>> from importlib.resources import files
    >>> from facedown.core.log import read_log
    >>> text = files("facedown.games.turing").joinpath("tutorial.jsonl").read_text("utf-8")
    >>> found = analyse(read_log(text))
    >>> (seat,) = found.seats
    >>> seat.known_from is not None, len(seat.moments)
    (True, 3)
    """
    game = log.new_game()
    judge = new_judge(game)
    if judge is None:
        raise FacedownError(phrase("Nobody judges games of {title}.", title=game.facts.title))
    state = game.start()
    wanted = range(game.seats) if seats is None else sorted(seats)
    views: dict[Seat, list[View]] = {seat: [state.view(seat)] for seat in wanted}
    moves: list[tuple[Seat, Move]] = []
    for entry in log.entries:
        if entry.move is not None:
            apply_move(state, entry.seat, entry.move)
            moves.append((entry.seat, entry.move))
            for seat, seen in views.items():
                seen.append(state.view(seat))
    if state.outcome() is None:
        raise FacedownError(phrase("The game is not over: it is judged when everything is open."))
    judged = []
    for seat, seen in views.items():

        def tell(turn: int, seat: Seat = seat) -> None:
            progress(
                phrase(
                    "Seat {seat} of {seats}: move {turn} of {turns} is judged.",
                    seat=seat + 1,
                    seats=game.seats,
                    turn=turn + 1,
                    turns=len(moves),
                )
            )

        judged.append(_judge_seat(judge, seat, seen, moves, tell))
    return Analysis(judge.measure, len(moves), tuple(judged))


def _judge_seat(
    judge: Judge,
    seat: Seat,
    views: list[View],
    moves: list[tuple[Seat, Move]],
    progress: Callable[[int], None],
) -> SeatAnalysis:
    left: list[Figure | None] = []
    settled: list[Settled] = []
    certain: set[Remark] = set()
    for turn, view in enumerate(views):
        if turn and view == views[turn - 1]:
            left.append(left[-1])
            continue
        left.append(judge.left(view))
        new = tuple(remark for remark in judge.settled(view) if remark not in certain)
        if new:
            settled.append(Settled(turn, new))
            certain.update(new)
    judged = []
    for turn, (who, move) in enumerate(moves):
        if who != seat:
            continue
        progress(turn)
        verdict = judge.verdict(views[turn], move)
        if verdict is None:
            continue
        answered = turn + 1
        while answered < len(moves) and not judge.answered(views[answered]):
            answered += 1
        judged.append(Judgement(turn, move, left[turn], left[answered], verdict))
    curve = [
        Point(turn, now)
        for turn, now in enumerate(left)
        if now is not None and (turn == 0 or now != left[turn - 1])
    ]
    known = None
    if judge.measure.decides:
        known = next((p.turn for p in curve if p.left.exact and p.left.value <= 1), None)
    named = judge.named(views[-1])
    return SeatAnalysis(
        seat=seat,
        curve=tuple(curve),
        judged=tuple(judged),
        moments=turning_points(judge.measure, judged, known, left),
        known_from=known,
        settled=tuple(settled),
        named=named if len(named) <= MOST_NAMED else (),
        lengths=judge.lengths(views[-1]),
        cost=together([each.verdict.cost for each in judged if each.costs(judge.measure)]),
    )
