"""A finished game judged move by move, from the view of each seat at each moment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

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
    ``until`` is None for a game judged to its end; else its moves after so many are not judged, and
    ``lengths`` and ``named`` are left out.
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
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game of so many moves, nature's included; ``measure`` says what is counted.

    ``seats`` are those that were judged, in their order.
    """

    measure: Measure
    turns: int
    seats: tuple[SeatAnalysis, ...]


Progress: TypeAlias = "Callable[[str, Callable[[], Analysis]], None]"
"""Is told how far the judging is, and what works out the analysis so far, for who stops there."""


def analyse(
    log: Log,
    progress: Progress = lambda sentence, so_far: None,
    seats: Collection[Seat] | None = None,
) -> Analysis:
    """Judges every move of a finished game, or those of some seats.

    Raises ``FacedownError`` with one sentence where the game has no judge or is not over, and
    ``BadLog`` for a log that cannot be played again. ``progress`` is told how far it is
    before every move.

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
    judged = list[SeatAnalysis]()
    for seat, seen in views.items():
        before = tuple(judged)

        def tell(
            turn: int,
            so_far: Callable[[], SeatAnalysis],
            seat: Seat = seat,
            before: tuple[SeatAnalysis, ...] = before,
        ) -> None:
            progress(
                phrase(
                    "Seat {seat} of {seats}: move {turn} of {turns} is judged.",
                    seat=seat + 1,
                    seats=game.seats,
                    turn=turn + 1,
                    turns=len(moves),
                ),
                lambda: Analysis(judge.measure, len(moves), (*before, so_far())),
            )

        judged.append(_judge_seat(judge, seat, seen, moves, tell))
    return Analysis(judge.measure, len(moves), tuple(judged))


def _judge_seat(
    judge: Judge,
    seat: Seat,
    views: list[View],
    moves: list[tuple[Seat, Move]],
    progress: Callable[[int, Callable[[], SeatAnalysis]], None],
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
    own = {
        turn: _answered(judge, views, turn) for turn, (who, _) in enumerate(moves) if who == seat
    }
    judged = list[Judgement]()
    for turn, answered in own.items():
        move = moves[turn][1]
        progress(turn, partial(_put_together, judge, seat, tuple(judged), left, settled, own, turn))
        verdict = judge.verdict(views[turn], move)
        if verdict is not None:
            judged.append(Judgement(turn, move, left[turn], left[answered], verdict))
    whole = _put_together(judge, seat, judged, left, settled, own, None)
    named = judge.named(views[-1])
    return replace(
        whole,
        named=named if len(named) <= MOST_NAMED else (),
        lengths=judge.lengths(views[-1]),
    )


def _answered(judge: Judge, views: Sequence[View], turn: int) -> int:
    """After how many moves a seat knows what came of the one that it made after ``turn`` moves."""
    answered = turn + 1
    while answered < len(views) - 1 and not judge.answered(views[answered]):
        answered += 1
    return answered


def _put_together(
    judge: Judge,
    seat: Seat,
    judged: Sequence[Judgement],
    left: Sequence[Figure | None],
    settled: Sequence[Settled],
    own: Mapping[int, int],
    until: int | None,
) -> SeatAnalysis:
    """What follows from the moves judged so far; ``own`` says when each own move was answered."""
    curve = [
        Point(turn, now)
        for turn, now in enumerate(left)
        if now is not None and (turn == 0 or now != left[turn - 1])
    ]
    told_by_own = {turn for made, answered in own.items() for turn in range(made, answered)}
    known = None
    if judge.measure.decides:
        known = next((p.turn for p in curve if p.left.exact and p.left.value <= 1), None)
    return SeatAnalysis(
        seat=seat,
        curve=tuple(curve),
        judged=tuple(judged),
        moments=turning_points(judge.measure, judged, known, left, told_by_own),
        known_from=known,
        settled=tuple(settled),
        named=(),
        lengths=None,
        until=until,
        cost=together([each.verdict.cost for each in judged if each.costs(judge.measure)]),
    )
