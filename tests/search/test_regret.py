"""Regret minimisation: known values of known games, and OpenSpiel's own results."""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest
from tests.search.references import OddOneOut, QuietGlimpse, random_policy, strategy, walk

from facedown.core.game import Game
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.search.poker.game import KuhnPoker, LeducPoker
from facedown.search.regret import (
    CFR,
    CFR_PLUS,
    DISCOUNTED,
    LINEAR,
    RegretMinimiser,
    Variant,
    best_reply,
    expected,
    exploitability,
    gains,
)
from facedown.search.sequence_form import Policy, SequenceForm, sequence_form

KUHN_VALUE = -1 / 18
"""Kuhn (1950)."""
LEDUC_VALUE = -0.0856064
"""To seven places, as commonly reported."""


@pytest.fixture(scope="module")
def kuhn() -> SequenceForm:
    return sequence_form(KuhnPoker())


@pytest.fixture(scope="module")
def leduc() -> SequenceForm:
    return sequence_form(LeducPoker())


def learned(form: SequenceForm, variant: Variant, iterations: int) -> Policy:
    learning = RegretMinimiser(form, variant)
    learning.run(iterations)
    return learning.average()


def test_exploitability_after_a_thousand_iterations(
    kuhn: SequenceForm, leduc: SequenceForm
) -> None:
    assert exploitability(kuhn, learned(kuhn, CFR, 1000)) == pytest.approx(0.000937617, abs=5e-10)
    assert exploitability(leduc, learned(leduc, CFR, 1000)) == pytest.approx(0.01182, abs=5e-6)


@pytest.mark.parametrize("variant", [CFR_PLUS, DISCOUNTED])
def test_values_of_the_games(kuhn: SequenceForm, leduc: SequenceForm, variant: Variant) -> None:
    for form, iterations, value in ((kuhn, 20_000, KUHN_VALUE), (leduc, 20_000, LEDUC_VALUE)):
        policy = learned(form, variant, iterations)
        assert expected(form, policy) == pytest.approx([value, -value], abs=1e-5)
        # no reply can do better than the value: it is bracketed, not only approached
        assert exploitability(form, policy) < 1e-4
        assert best_reply(form, policy, 0)[0] >= value - 5e-8
        assert -best_reply(form, policy, 1)[0] <= value + 5e-8


@pytest.mark.parametrize("variant", [CFR, CFR_PLUS, LINEAR, DISCOUNTED])
def test_every_variant_closes_in(leduc: SequenceForm, variant: Variant) -> None:
    steps = [exploitability(leduc, learned(leduc, variant, n)) for n in (10, 100, 1000)]
    assert steps[0] > 2 * steps[1] > 4 * steps[2]


def test_iterations_may_be_done_in_parts(leduc: SequenceForm) -> None:
    whole, parts = RegretMinimiser(leduc, DISCOUNTED), RegretMinimiser(leduc, DISCOUNTED)
    whole.run(30)
    for iterations in (1, 0, 9, 20):
        parts.run(iterations)
    assert parts.iterations == whole.iterations == 30
    assert (parts.average() == whole.average()).all()
    assert (parts.current == whole.current).all()


def test_the_average_before_the_first_iteration_is_uniform(leduc: SequenceForm) -> None:
    assert (RegretMinimiser(leduc).average() == leduc.uniform()).all()


def test_best_reply_is_the_best_of_all_pure_strategies(kuhn: SequenceForm) -> None:
    for seed, seat in itertools.product(range(3), (0, 1)):
        policy = random_policy(kuhn, random.Random(seed))
        mine = [kuhn.choices(number) for key, number in kuhn.infosets.items() if key[0] == seat]
        best = -np.inf
        for pure in itertools.product((0, 1), repeat=len(mine)):
            changed = policy.copy()
            for where, chosen in zip(mine, pure, strict=True):
                changed[where] = 0
                changed[where.start + chosen] = 1
            best = max(best, walk(KuhnPoker().start(), strategy(kuhn, changed))[seat])
        value, reply = best_reply(kuhn, policy, seat)
        assert value == pytest.approx(best, abs=1e-12)
        assert expected(kuhn, reply)[seat] == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("game", [LeducPoker(), QuietGlimpse(), OddOneOut()])
def test_best_reply_gets_what_it_promises(game: Game) -> None:
    form = sequence_form(game)
    policy = random_policy(form, random.Random(5))
    for seat in range(form.seats):
        value, reply = best_reply(form, policy, seat)
        assert walk(game.start(), strategy(form, reply))[seat] == pytest.approx(value, abs=1e-12)
        again, _ = best_reply(form, reply, seat)
        assert again == pytest.approx(value, abs=1e-12)


def test_three_seats_that_move_at_once() -> None:
    form = sequence_form(OddOneOut())
    assert gains(form, form.uniform()) == pytest.approx([0, 0, 0], abs=1e-12)
    tails = form.uniform()
    for infoset in range(3):
        tails[form.choices(infoset)] = 0, 1
    assert gains(form, tails) == pytest.approx([4, 4, 4])
    # one differs from two that agree: alone, neither of the two can make itself the odd one
    tails[form.choices(2)] = 1, 0
    assert gains(form, tails) == pytest.approx([0, 0, 0], abs=1e-12)


def test_regret_vanishes_where_no_seat_is_zero_sum() -> None:
    form = sequence_form(QuietGlimpse())
    assert exploitability(form, form.uniform()) > 0.5
    assert exploitability(form, learned(form, CFR_PLUS, 2000)) < 0.01


# The same games at OpenSpiel


def pairs(state: State, theirs: Any) -> dict[tuple[Seat, Hashable], str]:
    """What OpenSpiel calls each of our infosets; both games are walked through together."""
    actors = state.actors()
    if not actors:
        outcome = state.outcome()
        assert outcome is not None
        assert theirs.is_terminal()
        assert theirs.returns() == [float(points) for points in outcome.points]
        return {}
    seat = actors[0]
    assert theirs.current_player() == seat
    found: dict[tuple[Seat, Hashable], str] = {}
    if seat == NATURE:
        ours = [action for action, _ in state.chances()]
    else:
        ours = list(state.legal(seat))
        found[seat, state.view(seat)] = theirs.information_state_string()
    # fold, call, raise are numbered alike in Leduc; in Kuhn they are the first and the second
    for action, other in zip(ours, theirs.legal_actions(), strict=True):
        after = state.clone()
        after.apply(seat, action)
        found |= pairs(after, theirs.child(other))
    return found


@pytest.mark.parametrize(("game", "name"), [(KuhnPoker(), "kuhn"), (LeducPoker(), "leduc")])
def test_policies_and_exploitability_are_those_of_openspiel(game: Game, name: str) -> None:
    import pyspiel

    their_game = pyspiel.load_game(f"{name}_poker")
    names = pairs(game.start(), their_game.new_initial_state())
    form = sequence_form(game)
    assert set(names) == set(form.infosets)
    assert len(set(names.values())) == len(names)

    for ours, theirs in (
        (CFR, pyspiel.CFRSolver(their_game)),
        (CFR_PLUS, pyspiel.CFRPlusSolver(their_game)),
    ):
        learning = RegretMinimiser(form, ours)
        learning.run(20)
        for _ in range(20):
            theirs.evaluate_and_update_policy()
        for policy, their_policy in (
            (learning.average(), theirs.average_policy()),
            (learning.current, theirs.current_policy()),
        ):
            for key, infoset in form.infosets.items():
                there = [chance for _, chance in their_policy.get_state_policy(names[key])]
                assert policy[form.choices(infoset)] == pytest.approx(there, abs=1e-9)

    for seed in range(3):
        policy = random_policy(form, random.Random(seed))
        table = {
            names[key]: list(enumerate(policy[form.choices(infoset)].tolist()))
            if name == "kuhn"
            else list(form.at(policy, *key).items())
            for key, infoset in form.infosets.items()
        }
        there = pyspiel.exploitability(their_game, table)
        assert exploitability(form, policy) == pytest.approx(there, abs=1e-9)
