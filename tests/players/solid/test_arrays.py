"""Games on arrays are played by the very rules of ``rules.py``, and show each seat its view."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from facedown.core.seats import NATURE
from facedown.games.solid import Solid
from facedown.games.solid.rules import ADDING, DRAWING, REACTION, SolidState
from facedown.games.solid.studio.card_list import SMALL_LIST
from facedown.players.arrays import BadActions
from facedown.players.solid.arrays import ADDED, SolidGames
from facedown.players.solid.observation import SolidEncoder
from facedown.players.solid.rows import BLOCK, CARDS, MOVER, SEATS

OWN = SMALL_LIST.replace("total = 5", "total = 9\nplays = 4\nreactions = 1")
SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "two, separate": (2, {"deck": "separate", "steals": False}),
    "two, own list": (2, {"cards": OWN}),
    "three": (3, {"deck": "separate", "anyone": True}),
    "three, own list": (3, {"cards": OWN, "anyone": True}),
    "four": (4, {"anyone": True, "turns": 40}),
    "five": (5, {"turns": 60}),
    "six": (6, {"deck": "separate", "anyone": True, "turns": 60}),
}


class Pairs:
    """Games on arrays, and the same by the rules: nature draws there what was drawn here."""

    def __init__(self, game: Solid, count: int, seed: int) -> None:
        self.games, self.encoder = SolidGames(game.setting, count, seed), SolidEncoder(game.setting)
        self.states = [self._dealt(game, i) for i in range(count)]
        self.met = Counter[str]()

    def _dealt(self, game: Solid, i: int) -> SolidState:
        state = game.start()
        assert isinstance(state, SolidState)
        added = self.games._notes[i, ADDED].tolist()
        while state.phase == ADDING:
            kinds = [kind for kind, _ in state.chances() if isinstance(kind, int)]
            state.apply(NATURE, next(k for k in kinds if state.added[k] < added[k]))
        state.apply(NATURE, int(self.games._rows[i, MOVER]))
        self._draw(state, i)
        assert state.added == added
        return state

    def _draw(self, state: SolidState, i: int) -> None:
        while state.phase == DRAWING:
            hand = self.games._rows[i, SEATS + BLOCK * state.mover + CARDS :]
            state.apply(NATURE, int(hand[sum(state.hands[state.mover])]))

    def check(self) -> None:
        """Who is to move, what it may do, what everybody sees."""
        games = self.games
        seen = [games.observe(seat) for seat in range(games.seats)]
        turns, ended = games.turns, games.ended
        for i, state in enumerate(self.states):
            for seat, rows in enumerate(seen):
                assert rows[i].tobytes() == self.encoder.observation_in(state, seat)
            assert ended[i] == (not state.actors())
            if ended[i]:
                assert not games.legal[i].any()
                continue
            assert state.actors() == (turns[i],)
            assert np.flatnonzero(games.legal[i]).tolist() == sorted(state.legal(turns[i]))
            assert (games.observations[i] == seen[turns[i]][i]).all()
            self.met["known"] += any(map(any, state.known))
            self.met["asked"] += state.phase == REACTION

    def step(self, actions: list[int]) -> None:
        before, turns = self.games.ended, self.games.turns.tolist()
        self.games.step(np.array(actions))
        for i, state in enumerate(self.states):
            if before[i]:
                assert not self.games.over[i]
                continue
            state.apply(turns[i], actions[i])
            while state.phase == REACTION and len(state.legal(state.waiting[0])) == 1:
                state.apply(state.waiting[0], state.setting.let)  # who could do nothing else
            self._draw(state, i)
            assert self.games.over[i] == (not state.actors())
            if self.games.over[i]:
                outcome = state.outcome()
                assert outcome is not None
                assert tuple(self.games.points[i]) == outcome.points
                self.met["shuffles"] += len(state.shuffled)


def play(seats: int, options: dict[str, Any], count: int, seed: int) -> Counter[str]:
    pairs, rng = Pairs(Solid(seats, **options), count, seed), random.Random(seed)
    while not pairs.games.finished:
        pairs.check()
        pairs.step(
            [rng.choice(np.flatnonzero(row).tolist()) if row.any() else 0
             for row in pairs.games.legal]
        )  # fmt: skip
        pairs.met["steps"] += 1
    pairs.check()
    return pairs.met


@pytest.mark.parametrize("name", SETTINGS)
def test_games_are_those_of_the_rules(name: str) -> None:
    seats, options = SETTINGS[name]
    met = play(seats, options, 4, 1)
    assert met["steps"] > 20
    assert met["asked"] > 3
    assert met["known"] > 5 or "cards" in options
    assert seats > 2 or met["shuffles"] > 2


@pytest.mark.slow
@pytest.mark.parametrize("deck", ["two-sided", "separate"])
@pytest.mark.parametrize("anyone", [False, True])
@pytest.mark.parametrize("steals", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_many_games_are_those_of_the_rules(
    seats: int, deck: str, anyone: bool, steals: bool
) -> None:
    play(seats, {"deck": deck, "anyone": anyone, "steals": steals}, 15, seats)


def test_every_deal_is_as_likely() -> None:
    """Of three: whole sets and lots for who begins, what is added, and what is in hand."""
    setting = Solid(3).setting
    games, kinds = SolidGames(setting, 6000, seed=3), len(setting.deck)

    def surprise(counts: NDArray[Any], weights: NDArray[Any]) -> float:
        expected = counts.sum() * weights / weights.sum()
        likely = expected > 0
        assert not counts[~likely].any()
        return float(((counts - expected) ** 2)[likely].sum() / expected[likely].min())

    assert surprise(np.bincount(games.turns, minlength=3), np.ones(3)) < 13.9
    added = games._notes[:, ADDED].astype(int)
    copies = np.array([card.copies for card in setting.deck])
    for number, among in setting.lots:
        assert (added[:, among].sum(axis=1) == number).all()
        assert surprise(added.sum(axis=0)[[*among]], copies[[*among]]) < 100
    hands = games.observations[:, 31 : 31 + kinds].astype(int)
    assert (hands.sum(axis=1) == 5).all()
    assert surprise(hands.sum(axis=0), 6000 * np.array(setting.whole) + added.sum(axis=0)) < 100


def test_a_seed_decides_all_games_and_games_go_on() -> None:
    def go_on(games: SolidGames) -> tuple[int, bytes]:
        ends = 0
        for _ in range(200):
            games.step(games.random_actions())
            ends += int(games.over.sum())
            assert not games.ended.any()
        return ends, games.observations.tobytes() + games.points.tobytes()

    setting = Solid(3, turns=12).setting
    games = SolidGames(setting, 30, seed=3, again=True)
    first = go_on(games)
    assert first[0] > 60
    assert go_on(games) != first
    games.reset(3)
    assert go_on(games)[1][: -games.points.nbytes] == first[1][: -games.points.nbytes]
    assert go_on(SolidGames(setting, 30, seed=4, again=True)) != first


def test_careful_players_win_against_random_ones() -> None:
    games = SolidGames(Solid(2, turns=40).setting, 100, seed=1)
    while not games.finished:
        actions = games.random_actions().copy()
        careful = games.turns == 0
        actions[careful] = games.careful_actions()[careful]
        games.step(actions)
    assert (games.points[:, 0] > games.points[:, 1]).mean() > 0.9


def test_an_action_that_is_not_allowed_is_refused_and_nothing_changes() -> None:
    games = SolidGames(Solid().setting, 3, seed=4)
    before = games.observations.copy()
    actions = games.random_actions().copy()
    actions[1] = games.setting.let
    with pytest.raises(BadActions, match=r"Action \d+ is not allowed in game 1\."):
        games.step(actions)
    for wrong in (-1, 339, 1 << 40):
        actions[1] = wrong
        with pytest.raises(BadActions):
            games.step(actions)
    assert (games.observations == before).all()


def test_games_that_wait_stay_as_they_are() -> None:
    games = SolidGames(Solid().setting, 3, seed=4)
    before = games.observations.copy()
    games.step(games.random_actions(), np.array([False, True, False]))
    assert [*(games.observations == before).all(axis=1)] == [False, True, False]
