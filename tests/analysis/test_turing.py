"""What Turing Machine's judge says, held against the definition in plain sets and fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from tests.analysis.recorded import counted, recorded
from tests.games.turing import reference

from facedown.analysis import Analysis, Judgement, analyse
from facedown.core.log import replay
from facedown.games.turing.moves import Ask, Declare, Laws, Layout, Propose, Stop
from facedown.games.turing.view import TuringView

LOG = recorded("turing")
CARDS = next(entry.move.cards for entry in LOG.entries if isinstance(entry.move, Layout))
WORLDS = tuple(sorted(reference.worlds(CARDS)))
VERIFIERS = range(len(CARDS))
Belief = frozenset[int]
Effort = tuple[Fraction, Fraction]
NOTHING = (Fraction(0), Fraction(0))


def answer(world: int, code: str, verifier: int) -> bool:
    return code in reference.CODES_OF_LAW[WORLDS[world][0][verifier]]


def codes(belief: Belief) -> set[str]:
    return {WORLDS[world][1] for world in belief}


@cache
def different_codes() -> tuple[str, ...]:
    """One code for each way in which all worlds answer."""
    found = {
        tuple(answer(w, code, v) for w in range(len(WORLDS)) for v in VERIFIERS): code
        for code in sorted(reference.ALL_CODES, reverse=True)
    }
    return tuple(found.values())


def split(belief: Belief, code: str, verifier: int) -> list[Belief]:
    yes = frozenset(world for world in belief if answer(world, code, verifier))
    return [part for part in (yes, belief - yes) if part]


@cache
def fewest(belief: Belief) -> Effort:
    """Rounds and questions from the start of a round, summed up by the definition."""
    if len(codes(belief)) == 1:
        return NOTHING
    best: Effort | None = None
    for code in different_codes():
        rounds, questions = in_round(belief, code, frozenset(), begun=True)
        if best is None or (1 + rounds, questions) < best:
            best = 1 + rounds, questions
    assert best is not None
    return best


@cache
def in_round(belief: Belief, code: str, asked: frozenset[int], *, begun: bool = False) -> Effort:
    """The same in a round; in one that just ``begun`` a question that tells something is asked."""
    if len(codes(belief)) == 1:
        return NOTHING
    found = [] if begun else [fewest(belief)]
    if len(asked) < 3:
        found += [
            after_question(belief, code, asked, verifier)
            for verifier in VERIFIERS
            if verifier not in asked and len(split(belief, code, verifier)) == 2
        ]
    return min(found, default=(Fraction(99), Fraction(0)))


def after_question(belief: Belief, code: str, asked: frozenset[int], verifier: int) -> Effort:
    rounds, questions = Fraction(0), Fraction(1)
    for part in split(belief, code, verifier):
        later = in_round(part, code, asked | {verifier})
        share = Fraction(len(part), len(belief))
        rounds, questions = rounds + share * later[0], questions + share * later[1]
    return rounds, questions


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(LOG)


def test_every_judgement_is_that_of_the_definition(analysis: Analysis) -> None:
    assert replay(LOG.new_game(), LOG).outcome() is not None
    checked = 0
    for seat in analysis.seats:
        belief, code, asked = frozenset(range(len(WORLDS))), "", frozenset[int]()
        said = {judged.turn: judged for judged in seat.judged}
        moves = [e.move for e in LOG.entries if e.move is not None]
        seats = [e.seat for e in LOG.entries if e.move is not None]
        for turn, (who, move) in enumerate(zip(seats, moves, strict=True)):
            if who != seat.seat:
                continue
            judged = said.get(turn)
            if judged is not None and judged.before is not None:
                assert judged.before.value == len(codes(belief))
            match move:
                case Propose(code=str(proposed)):
                    code, asked = proposed, frozenset()
                    if judged is not None:
                        rounds, questions = in_round(belief, code, asked)
                        check(judged, (1 + rounds, questions), fewest(belief))
                case Ask(verifier=name):
                    verifier = "ABCDEF".index(name)
                    assert judged is not None
                    made = after_question(belief, code, asked, verifier)
                    check(judged, made, in_round(belief, code, asked))
                    parts = split(belief, code, verifier)
                    left = sum(Fraction(len(p) * len(codes(p)), len(belief)) for p in parts)
                    assert judged.verdict.left is not None
                    assert judged.verdict.left.value == left
                    truth = true_world()
                    belief = next(part for part in parts if truth in part)
                    asked |= {verifier}
                case Stop():
                    assert judged is not None
                    check(judged, fewest(belief), in_round(belief, code, asked))
                case Declare(solve=True, code=named):
                    assert judged is not None
                    assert judged.verdict.chance is not None
                    right = sum(WORLDS[world][1] == named for world in belief)
                    assert judged.verdict.chance.value == Fraction(right, len(belief))
            checked += judged is not None
    assert checked == sum(len(seat.judged) for seat in analysis.seats) >= 9


def check(judged: Judgement, made: Effort, best: Effort) -> None:
    assert tuple(figure.value for figure in judged.verdict.worth) == made
    cost = tuple(figure.value for figure in judged.verdict.cost)
    assert cost == (made[0] - best[0], made[1] - best[1])


def true_world() -> int:
    laws = next(entry.move.laws for entry in LOG.entries if isinstance(entry.move, Laws))
    return next(w for w, (names, _) in enumerate(WORLDS) if names == laws)


def test_the_curve_is_that_of_worlds_counted_one_by_one(analysis: Analysis) -> None:
    def codes_left(view: TuringView) -> int | None:
        if not view.cards:
            return None
        asked = [
            ("ABCDEF".index(name), line.code, said)
            for line in view.lines
            if line.seat == view.seat
            for name, said in zip(line.asked, line.answers or (), strict=False)
        ]
        return len(
            {
                WORLDS[world][1]
                for world in range(len(WORLDS))
                if all(answer(world, code, verifier) == said for verifier, code, said in asked)
            }
        )

    for seat in analysis.seats:
        assert counted(LOG, seat, codes_left) > 5
