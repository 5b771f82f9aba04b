"""The batched engine plays by the very rules of ``rules.py``, and shows each seat only its view."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from facedown.core.seats import NATURE
from facedown.games.suspense import Suspense
from facedown.games.suspense.moves import FOLD
from facedown.games.suspense.rules import SuspenseState, deal_count
from facedown.players.arrays import BadActions
from facedown.players.suspense.arrays import Rounds
from facedown.players.suspense.bots import encoder

TABLES: list[dict[str, Any]] = [
    {},
    {"folded_out": True},
    {"both": True},
    {"limit": 12},
    {"table": '{"?": [3, "highest sum of numbers in play"], "B4": [5, "lowest number in play"]}'},
]


def begin(game: Suspense, dealer: int, deal: int) -> SuspenseState:
    state = game.start()
    assert isinstance(state, SuspenseState)
    state.apply(NATURE, dealer)
    state.apply(NATURE, deal)
    return state


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_same_deals_and_actions_give_the_same_masks_observations_and_points(
    seats: int, options: dict[str, Any]
) -> None:
    game = Suspense(seats, goal=0, **options)
    count, rng = 60, random.Random(7)
    deals = [rng.randrange(deal_count(seats)) for _ in range(count)]
    dealers = [rng.randrange(seats) for _ in range(count)]
    states = [begin(game, *both) for both in zip(dealers, deals, strict=True)]
    rounds, rows = Rounds(game.setting, count), encoder(game)
    rounds.deal(np.array(deals), np.array(dealers))
    ended = np.zeros(count, bool)
    while not rounds.finished:
        actions = np.zeros(count, np.int64)
        all_seen = [rounds.observe(seat) for seat in range(seats)]
        for i, state in enumerate(states):
            for seat in range(seats):
                assert bytes(all_seen[seat][i]) == rows.observation(state.view(seat))
            if not state.actors():
                assert not rounds.legal[i].any()
                continue
            (seat,) = state.actors()
            assert rounds.turns[i] == seat
            assert np.flatnonzero(rounds.legal[i]).tolist() == list(state.legal(seat))
            assert (rounds.observations[i] == all_seen[seat][i]).all()
            actions[i] = rng.choice(state.legal(seat))
            state.apply(seat, int(actions[i]))
        rounds.step(actions)
        for i, state in enumerate(states):
            assert rounds.over[i] == (not state.actors() and not ended[i])
            ended[i] = not state.actors()
    assert rounds.points.tolist() == [state.points for state in states]
    for seat in range(seats):
        for row, state in zip(rounds.observe(seat), states, strict=True):
            assert bytes(row) == rows.observation(state.view(seat))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_to_move_always_has_at_least_two_moves(seats: int) -> None:  # S11, S12
    rounds = Rounds(Suspense(seats, limit=42).setting, 2000, seed=6)
    ended, fewest = rounds.over.copy(), 15
    while not rounds.finished:
        fewest = min(fewest, int(rounds.legal[~ended].sum(axis=1).min()))
        rounds.step(rounds.random_actions())
        ended |= rounds.over
    assert fewest == 2


def test_an_action_that_is_not_allowed_is_refused_and_nothing_changes() -> None:
    rounds = Rounds(Suspense().setting, 3, seed=4)
    before = rounds.observations.copy()
    actions = rounds.random_actions().copy()
    actions[1] = FOLD  # S11: the first turn is a card
    with pytest.raises(BadActions, match=r"Action 14 is not allowed in game 1\."):
        rounds.step(actions)
    with pytest.raises(BadActions, match="3 actions are needed"):
        rounds.step(actions[:2])
    for wrong in (-1, 15, 63, 64):
        actions[1] = wrong
        with pytest.raises(BadActions):
            rounds.step(actions)
    assert (rounds.observations == before).all()


def test_deals_and_counts_that_do_not_exist_are_refused() -> None:
    rounds = Rounds(Suspense().setting, 1)
    with pytest.raises(BadActions, match="At least one game"):
        Rounds(Suspense().setting, 0)
    with pytest.raises(BadActions, match="no deal 450450"):
        rounds.deal(np.array([450_450]), np.array([0]))
    with pytest.raises(BadActions, match="by seat 4"):
        rounds.deal(np.array([0]), np.array([3]))


def test_rounds_that_go_on_are_dealt_anew_by_the_next_dealer_with_every_deal_alike() -> None:
    rounds = Rounds(Suspense(dealer=1).setting, 4000, seed=2, again=True)
    dealers = rounds.turns
    counts = np.zeros(13)
    for _ in range(30):
        before = rounds.turns
        rounds.step(rounds.random_actions())
        fresh = rounds.over
        dealers[fresh] = (dealers[fresh] + 1) % 3
        assert (rounds.turns[fresh] == dealers[fresh]).all()  # S17
        assert (before[~fresh] != rounds.turns[~fresh]).all()
        counts += rounds.observations[fresh, 37:50].sum(axis=0)  # the dealer's secret
    expected = counts.sum() / 13
    assert ((counts - expected) ** 2 / expected).sum() < 32.9  # chi-square, 12 degrees, 0.1 %


def test_a_seed_leads_to_the_same_rounds_everywhere() -> None:
    def play(seed: int) -> tuple[list[list[int]], int]:
        rounds = Rounds(Suspense().setting, 50, seed=seed, again=True)
        for _ in range(40):
            rounds.step(rounds.random_actions())
        return rounds.points.tolist(), int(rounds.observations.sum())

    assert play(3) == play(3)
    assert play(3) != play(4)
