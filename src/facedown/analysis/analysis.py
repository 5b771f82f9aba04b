"""A finished game judged move by move, from the view of each seat at each moment.

And the moves that turned it, seat beside seat, and its JSON form.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from facedown.core.codec import Json
from facedown.core.errors import FacedownError
from facedown.core.first_game import FirstGame, first_game_of
from facedown.core.judging import Figure, Judge, Lengths, Measure, Remark, Verdict, Worth
from facedown.core.log import Log, apply_move
from facedown.core.messages import phrase
from facedown.core.moves import Move, move_to_json
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
    ``lengths`` and ``named`` are left out. ``lengths`` is left out of a game given up, too;
    ``solved`` is None where nothing was to be found.
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
    solved: bool | None = None


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
    before every move. A move that a first game's script asked for is never held against a seat.

    >>> from importlib.resources import files
    >>> from facedown.core.log import read_log
    >>> text = files("facedown.games.turing").joinpath("example.jsonl").read_text("utf-8")
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
    if state.outcome() is None and log.resigned is None:
        raise FacedownError(phrase("The game is not over: it is judged when everything is open."))
    first = first_game_of(log.game, log.origin)
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

        found = _judge_seat(judge, seat, seen, moves, first, tell)
        judged.append(found if log.resigned is None else replace(found, lengths=None))
    return Analysis(judge.measure, len(moves), tuple(judged))


def _judge_seat(
    judge: Judge,
    seat: Seat,
    views: list[View],
    moves: list[tuple[Seat, Move]],
    first: FirstGame | None,
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
        if verdict is None:
            continue
        judgement = Judgement(turn, move, left[turn], left[answered], verdict)
        asked = first is not None and first.move_of(seat, views[turn]) == move
        if not (asked and judgement.costs(judge.measure)):
            judged.append(judgement)
    whole = _put_together(judge, seat, judged, left, settled, own, None)
    named = judge.named(views[-1])
    return replace(
        whole,
        named=named if len(named) <= MOST_NAMED else (),
        lengths=judge.lengths(views[-1]),
        solved=judge.solved(views[-1]),
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


MOST = 3

Kind: TypeAlias = Literal["guess", "known", "cost", "told", "seen", "swing"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One move of a seat that a judge had something to say of.

    ``turn`` counts the moves of the log before it, nature's included. ``before`` and ``after`` are
    how many possibilities were left to the seat before the move and once it was answered.
    """

    turn: int
    move: Move
    before: Figure | None
    after: Figure | None
    verdict: Verdict

    @property
    def bits(self) -> float | None:
        """How often it halved what was possible; None where nothing is counted.

        >>> from fractions import Fraction
        >>> eight, two = Figure(Fraction(8)), Figure(Fraction(2))
        >>> Judgement(3, Move(), eight, two, Verdict()).bits
        2.0
        """
        if self.before is None or self.after is None or not self.after.value:
            return None
        return math.log2(self.before.value / self.after.value)

    def costs(self, measure: Measure) -> bool:
        """Whether the move cost anything that is worth a word and more than chance explains."""
        for figure in self.verdict.cost:
            if figure.value > measure.small:
                return figure.interval is None or figure.interval[0] > 0
            if figure.value:
                return False
        return False


@dataclass(frozen=True, slots=True)
class Turning:
    """A moment that mattered: after ``turn`` moves of the log.

    ``kind`` is "guess" where something was named that was not certain, "known" where everything
    could have been known and was not used, "cost" where a move cost much and "told" where one told
    much: ``judgement`` is that move. "seen" is where somebody else's move, or chance's, told much,
    and "swing" where so much less or more was to be expected than at the move before, that chance
    in the estimates does not explain it. ``before`` and ``after`` are what was left, or expected.
    """

    turn: int
    kind: Kind
    judgement: Judgement | None = None
    before: Figure | None = None
    after: Figure | None = None


def turning_points(
    measure: Measure,
    judged: Sequence[Judgement],
    known_from: int | None,
    left: Sequence[Figure | None],
    own: Collection[int],
) -> tuple[Turning, ...]:
    """At most three moments, in the order of the game; ``left`` is what was left after each turn.

    ``own`` are the turns before moves that the seat made, and before those that answered it.

    Guesses come first, then what could have been known, what cost most, what told most, and what
    others' moves told or changed.

    >>> from facedown.core.judging import Verdict
    >>> verdicts = [Verdict(cost=(Figure(cost),)) for cost in (2, 1, 4, 3)]
    >>> judged = [Judgement(turn, Move(), None, None, v) for turn, v in enumerate(verdicts)]
    >>> measure = Measure("codes", ("questions",), "few")
    >>> [found.turn for found in turning_points(measure, judged, None, [], ())]
    [0, 2, 3]
    """
    wasted = [
        each
        for each in judged
        if known_from is not None and each.turn >= known_from and _off(each, measure)
    ]
    found = [Turning(e.turn, "guess", e) for e in judged if _guess(e)]
    if known_from is not None and wasted:
        found.append(Turning(known_from, "known"))
    taken = {turning.turn for turning in found}
    costly = [e for e in judged if e.costs(measure) and e.turn not in taken]
    costly.sort(key=lambda e: [-float(figure.value) for figure in e.verdict.cost])
    found += [Turning(e.turn, "cost", e) for e in costly]
    telling = [e for e in judged if not e.costs(measure) and e.turn not in taken]
    telling = sorted((e for e in telling if (e.bits or 0) > 0), key=lambda e: -(e.bits or 0))
    found += [Turning(e.turn, "told", e, e.before, e.after) for e in telling]
    if len(found) < MOST:
        found += _seen(own, left) or _swings(measure, judged)
    # What is seen after a move comes before what was done next.
    return tuple(sorted(found[:MOST], key=lambda t: (t.turn, t.judgement is not None)))


def _seen(own: Collection[int], left: Sequence[Figure | None]) -> list[Turning]:
    """Where what was left became less by somebody else's move, the most telling first."""
    found: list[tuple[float, Turning]] = []
    for turn, (before, after) in enumerate(pairwise(left), 1):
        if before is None or after is None or turn - 1 in own or not after.value:
            continue
        bits = math.log2(before.value / after.value)
        if bits > 0:
            found.append((-bits, Turning(turn, "seen", None, before, after)))
    return [turning for _, turning in sorted(found, key=lambda each: each[0])]


def _swings(measure: Measure, judged: Sequence[Judgement]) -> list[Turning]:
    """Where what was expected changed most, in games of which nothing else is counted."""
    worths = [(e.turn, e.verdict.worth[0]) for e in judged if e.verdict.worth]
    found: list[tuple[float, Turning]] = []
    for (_, before), (turn, after) in pairwise(worths if not measure.left else ()):
        if before.interval is None or after.interval is None:
            continue
        apart = max(after.interval[0] - before.interval[1], before.interval[0] - after.interval[1])
        if apart > 0:
            change = abs(float(after.value) - float(before.value))
            found.append((-change, Turning(turn, "swing", None, before, after)))
    return [turning for _, turning in sorted(found, key=lambda each: each[0])]


def together(costs: Sequence[Worth]) -> Worth:
    """What several moves cost, unit by unit; empty for none.

    Estimates are independent of each other, so that the squares of their margins add up.

    >>> together([(Figure(2.0, (1.7, 2.3)),), (Figure(1.0, (0.6, 1.4)),)])
    (Figure(value=3.0, interval=(2.5, 3.5)),)
    """
    return tuple(map(_sum, zip(*costs, strict=True)))


def _sum(figures: Sequence[Figure]) -> Figure:
    total = sum((figure.value for figure in figures), Fraction(0))
    if all(figure.exact for figure in figures):
        return Figure(total)
    margins = [(f.interval[1] - f.interval[0]) / 2 for f in figures if f.interval is not None]
    margin, middle = math.hypot(*margins), float(total)
    return Figure(middle, (middle - margin, middle + margin))


def _guess(judged: Judgement) -> bool:
    chance = judged.verdict.chance
    return chance is not None and chance.value < 1


def _off(judged: Judgement, measure: Measure) -> bool:
    return judged.costs(measure) or _guess(judged)


PLACES = 4


def analysis_to_json(analysis: Analysis) -> Json:
    """The JSON form; seats and turns count from 0.

    An exact number is ``{"value": 2.8571, "exact": "20/7"}``, or without the fraction where it is
    none (bits); an estimate is ``{"value": 2.9, "interval": [2.5, 3.3]}``. ``until`` is null for a
    seat that is judged to the end; else its moves after so many are not judged yet.

    >>> from facedown.analysis import analyse
    >>> from importlib.resources import files
    >>> from facedown.core.log import read_log
    >>> text = files("facedown.games.turing").joinpath("example.jsonl").read_text("utf-8")
    >>> form = analysis_to_json(analyse(read_log(text)))
    >>> form["left"], form["units"], [seat["seat"] for seat in form["seats"]]
    ('codes', ['rounds', 'questions'], [0])
    """
    measure = analysis.measure
    return {
        "left": measure.left,
        "units": list(measure.units),
        "wanted": measure.wanted,
        "turns": analysis.turns,
        "seats": [_seat(seat) for seat in analysis.seats],
    }


def _seat(seat: SeatAnalysis) -> Json:
    return {
        "seat": seat.seat,
        "until": seat.until,
        "curve": [{"turn": point.turn, "left": _figure(point.left)} for point in seat.curve],
        "known_from": seat.known_from,
        "settled": [
            {"turn": each.turn, "remarks": _remarks(each.remarks)} for each in seat.settled
        ],
        "named": list(seat.named),
        "cost": [_figure(figure) for figure in seat.cost],
        "lengths": None if seat.lengths is None else _lengths(seat.lengths),
        "moments": [
            {
                "turn": each.turn,
                "kind": each.kind,
                "before": _figure(each.before),
                "after": _figure(each.after),
            }
            for each in seat.moments
        ],
        "judged": [_judgement(each) for each in seat.judged],
    }


def _judgement(judged: Judgement) -> Json:
    verdict = judged.verdict
    return {
        "turn": judged.turn,
        "move": move_to_json(judged.move),
        "before": _figure(judged.before),
        "after": _figure(judged.after),
        "expected": _figure(verdict.left),
        "worth": [_figure(figure) for figure in verdict.worth],
        "cost": [_figure(figure) for figure in verdict.cost],
        "chance": _figure(verdict.chance),
        "best": _moves(verdict.best),
        "best_expected": _figure(verdict.best_left),
        "bits": None if judged.bits is None else round(judged.bits, PLACES),
        "remarks": _remarks(verdict.remarks),
    }


def _lengths(lengths: Lengths) -> Json:
    return {
        "best": [_figure(figure) for figure in lengths.best],
        "own": list(lengths.own),
        "moves": _moves(lengths.moves),
        "answers": list(lengths.answers),
        "average": lengths.average,
        "units": list(lengths.units),
        "estimate": lengths.estimate,
        **({} if lengths.share is None else {"share": lengths.share}),
    }


def _remarks(remarks: tuple[Remark, ...]) -> Json:
    return [
        {
            "code": remark.code,
            "about": list(remark.about),
            "moves": _moves(remark.moves),
            "worth": [_figure(figure) for figure in remark.worth],
            "chance": _figure(remark.chance),
        }
        for remark in remarks
    ]


def _moves(moves: tuple[Move, ...]) -> Json:
    return [move_to_json(move) for move in moves]


def _figure(figure: Figure | None) -> Json:
    if figure is None:
        return None
    value = round(float(figure.value), PLACES)
    if figure.interval is not None:
        return {"value": value, "interval": [round(end, PLACES) for end in figure.interval]}
    exact = str(figure.value) if isinstance(figure.value, Fraction) else None
    return {"value": value} if exact is None else {"value": value, "exact": exact}
