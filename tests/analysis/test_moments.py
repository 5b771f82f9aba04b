"""The moments that mattered are those that did, in every recorded game, and costs add up."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log2

import pytest
from tests.analysis.recorded import GOLDEN, recorded

from facedown.analysis import Analysis, Judgement, SeatAnalysis, analyse
from facedown.analysis.analysis import turning_points
from facedown.analysis.words import ToldSeat, tell, tell_log
from facedown.core import Match, new_game
from facedown.core.judging import Figure, Measure, Verdict
from facedown.core.roster import new_judge
from facedown.games.turing.moves import Stop

GAMES = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))
SMALL = {"solid": 1.0}
"""Costs up to these are not worth a word."""


def clear(judged: Judgement, small: float) -> list[float]:
    """What a move clearly cost, unit by unit; nothing where chance could explain it."""
    cost = [float(figure.value) for figure in judged.verdict.cost]
    first = next((f for f in judged.verdict.cost if f.value), None)
    if first is None or first.value <= small or (first.interval and first.interval[0] <= 0):
        return []
    return cost


def seats() -> Iterator[tuple[str, SeatAnalysis]]:
    for name in GAMES:
        for seat in analyse(recorded(name)).seats:
            yield name, seat


def test_moments_are_the_costliest_and_the_most_telling() -> None:
    kinds = set[str]()
    for name, seat in seats():
        shown = {turning.judgement.turn for turning in seat.moments if turning.judgement}
        kinds |= {turning.kind for turning in seat.moments}
        assert [t.turn for t in seat.moments] == sorted(t.turn for t in seat.moments)
        assert len(seat.moments) <= 3
        costs = {j.turn: clear(j, SMALL.get(name, 0.0)) for j in seat.judged}
        listed = [costs[t.turn] for t in seat.moments if t.kind == "cost"]
        missed = [cost for turn, cost in costs.items() if cost and turn not in shown]
        assert not missed or (len(seat.moments) == 3 and max(missed) <= min(listed))
        bits = [
            log2(t.before.value / t.after.value)
            for t in seat.moments
            if t.kind == "told" and t.before and t.after
        ]
        steps = [
            log2(j.before.value / j.after.value)
            for j in seat.judged
            if j.before and j.after and j.turn not in shown and not costs[j.turn]
        ]
        if bits:
            assert min(bits) >= max(steps, default=0.0)
    assert kinds >= {"guess", "cost", "told", "seen", "swing"}


def test_what_moves_cost_together_is_their_sum() -> None:
    summed = 0
    for name, seat in seats():
        costs = [cost for j in seat.judged if (cost := clear(j, SMALL.get(name, 0.0)))]
        sums = [sum(each) for each in zip(*costs, strict=True)]
        assert [float(figure.value) for figure in seat.cost] == pytest.approx(sums)
        summed += bool(costs)
    assert summed >= 3


def move(turn: int, cost: int = 0, chance: Fraction | None = None) -> Judgement:
    figure = None if chance is None else Figure(chance)
    return Judgement(turn, Stop(), None, None, Verdict(cost=(Figure(cost),), chance=figure))


def test_what_could_have_been_known_comes_before_the_guess_that_missed_it() -> None:
    measure = Measure("codes", ("questions",), "few")
    found = turning_points(measure, [move(4, chance=Fraction(0))], 4, [], ())
    assert [turning.kind for turning in found] == ["known", "guess"]


def test_more_than_three_mattered_and_the_three_costliest_are_shown() -> None:
    measure = Measure("codes", ("questions",), "few")
    judged = [move(turn, cost) for turn, cost in enumerate((2, 1, 4, 3))]
    found = turning_points(measure, judged, None, [], ())
    assert [turning.turn for turning in found] == [0, 2, 3]


def test_one_seat_alone_is_judged_as_it_is_among_all() -> None:
    log = recorded("turing")
    (alone,) = analyse(log, seats=[1]).seats
    assert alone == analyse(log).seats[1]


def told_of(*judged: Judgement) -> ToldSeat:
    judge = new_judge(recorded("turing").new_game())
    assert judge is not None
    moments = turning_points(judge.measure, judged, None, [], ())
    seat = SeatAnalysis(0, (), judged, moments, None, (), (), None, ())
    return tell(Analysis(judge.measure, 9, (seat,)), judge).seats[0]


def did(turn: int, cost: int = 0, chance: Fraction | None = None) -> Judgement:
    """A move that cost so many rounds, or a guess that was right with a chance."""
    figure = None if chance is None else Figure(chance)
    verdict = Verdict(cost=(Figure(cost), Figure(0)), chance=figure)
    return Judgement(turn, Stop(), None, None, verdict)


def test_the_worst_mistake_is_the_same_wherever_it_is_told() -> None:
    """What could not be right is worse than any cost, a cost worse than a poor guess."""
    impossible, dear, cheap = did(3, chance=Fraction(0)), did(2, 5), did(1, 1)
    told = told_of(cheap, dear, impossible)
    assert [each.rank for each in sorted(told.moments, key=lambda m: m.turn)] == [2, 1, 0]
    assert told.headline == "One guess could not be right."
    assert told.summary[0].startswith("The worst mistake was move 4")
    told = told_of(cheap, dear, did(3, chance=Fraction(1, 4)))
    first = min(told.moments, key=lambda each: each.rank)
    assert first.turn == 2
    assert told.headline == "2 moves were not the best."
    assert told.summary[0].startswith("The worst mistake was move 3")


def test_only_what_was_weighed_is_praised() -> None:
    assert told_of().headline == "No move was judged."
    unknown = Judgement(1, Stop(), None, None, Verdict())
    assert told_of(unknown).headline == "What was best is too much to work out."
    assert told_of(unknown, did(2)).headline == "Well played."
    assert told_of(did(2, chance=Fraction(1))).headline == "Well played."


@pytest.mark.parametrize("name", ["mystery", "suspense", "turing"])
def test_a_game_given_up_is_not_compared_with_best_play(name: str) -> None:
    match = Match(new_game(name, 2 if name == "suspense" else 1), seed="4")
    match.resign(0)
    for seat in analyse(match.log).seats:
        assert seat.lengths is None
        (told,) = tell_log(match.log, seats=(seat.seat,)).seats
        assert told.headline == "No move was judged."
        assert not any("est play" in said for said in (*told.to_oneself, *told.besides))
        assert not told.figures


def test_a_move_that_told_little_is_no_moment() -> None:
    def asked(turn: int, before: int, after: int) -> Judgement:
        left = Figure(Fraction(before)), Figure(Fraction(after))
        return Judgement(turn, Stop(), *left, Verdict(cost=(Figure(0), Figure(0))))

    told = told_of(asked(1, 15, 14), asked(2, 14, 7))
    assert [each.turn for each in told.moments] == [2]
