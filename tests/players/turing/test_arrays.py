"""Games on arrays are played by the very rules of ``rules.py``, and show each seat its view."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from facedown.core.seats import NATURE
from facedown.games.turing import TuringMachine, rules
from facedown.games.turing.moves import GO_ON, SOLVE, Layout
from facedown.games.turing.rules import TuringState
from facedown.players.arrays import BadActions
from facedown.players.turing.arrays import PROBLEM, SOLUTION, WORLD, TuringGames
from facedown.players.turing.observation import TuringEncoder

SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "alone": (1, {"machine": "careful"}),
    "alone, chosen cards": (1, {"cards": "4,9,11,14", "handicap": "1"}),
    "two": (2, {}),
    "two, few rounds": (2, {"rounds": 2, "handicap": "2,1"}),
    "three, hard": (3, {"difficulty": "hard", "verifiers": 5}),
    "four, extreme": (4, {"mode": "extreme", "verifiers": 6, "difficulty": "standard"}),
    "three, nightmare": (3, {"mode": "nightmare", "cards": "2,5,9,15,18,22"}),
    "three, together": (3, {"play": "cooperative", "machine": "beginner", "handicap": "1,0,0"}),
    "two, nightmare, together": (
        2,
        {"play": "cooperative", "mode": "nightmare", "rounds": 3, "machine": "careful"},
    ),
}


class Pairs:
    """Games on arrays, and the same by the rules: nature draws there what was drawn here."""

    def __init__(self, game: TuringMachine, count: int, seed: int) -> None:
        self.games = TuringGames(game.setting, count, seed, problems=5)
        self.encoder = TuringEncoder(game.seats, game.setting.most_rounds)
        self.states = [self._dealt(game, i) for i in range(count)]
        self.met = Counter[str]()

    def _dealt(self, game: TuringMachine, i: int) -> TuringState:
        state = game.start()
        problem, world = self.games._rows[i, [PROBLEM, WORLD]].tolist()
        if state.phase == rules.LAYOUT:
            laid = Layout(self.games.problems[problem].problem.cards)
            assert state.verify(NATURE, laid) is None
            state.apply(NATURE, laid)
        assert state.verify(NATURE, world) is None
        state.apply(NATURE, world)
        return state

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
            assert state.actors()[0] == turns[i]
            assert np.flatnonzero(games.legal[i]).tolist() == [*state.legal(turns[i])]
            assert (games.observations[i] == seen[turns[i]][i]).all()
            self.met["out"] += state.fallen
            self.met["round 3"] += state.round >= 3

    def step(self, actions: list[int]) -> None:
        before, turns = self.games.ended, self.games.turns.tolist()
        self.games.step(np.array(actions))
        for i, state in enumerate(self.states):
            if before[i]:
                assert not self.games.over[i]
                continue
            state.apply(turns[i], actions[i])
            if state.phase == rules.MACHINE:
                self.met["found"] += 1
                state.apply(NATURE, state._machine())
            assert self.games.over[i] == (not state.actors())
            if self.games.over[i]:
                outcome = state.outcome()
                assert outcome is not None
                assert tuple(self.games.points[i]) == outcome.points
                self.met["won"] += any(outcome.points)
                self.met["shared"] += sum(outcome.points) > 1
                self.met["lost"] += not any(outcome.points)


def some_action(pairs: Pairs, i: int, rng: random.Random) -> int:
    """Any; but the code is found, and a round more played, more often than by chance."""
    legal = np.flatnonzero(pairs.games.legal[i]).tolist()
    if not legal:
        return 0
    if GO_ON in legal and rng.random() < 0.9:
        return rng.choice([GO_ON, GO_ON, SOLVE + int(pairs.games._rows[i, SOLUTION])])
    return int(rng.choice(legal))


def play(seats: int, options: dict[str, Any], count: int, seed: int) -> Counter[str]:
    pairs, rng = Pairs(TuringMachine(seats, **options), count, seed), random.Random(seed)
    while not pairs.games.finished:
        pairs.check()
        pairs.step([some_action(pairs, i, rng) for i in range(count)])
    pairs.check()
    return pairs.met


@pytest.mark.parametrize("name", SETTINGS)
def test_games_are_those_of_the_rules(name: str) -> None:
    seats, options = SETTINGS[name]
    met = play(seats, options, 40, 1)
    race = seats > 1 and "play" not in options
    assert met["won"]
    assert met["lost"] or race
    assert met["found"] > 3 or race
    assert met["round 3"] > 9 or options.get("rounds", 20) < 3
    assert not race or met["shared"]
    assert not race or seats == 2 or met["out"] > 9


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["classic", "extreme", "nightmare"])
@pytest.mark.parametrize("verifiers", [4, 5, 6])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("together", ["race", "cooperative"])
def test_many_games_are_those_of_the_rules(
    mode: str, verifiers: int, seats: int, together: str
) -> None:
    options = {"mode": mode, "verifiers": verifiers, "play": together, "machine": "beginner"}
    play(seats, options, 60, seats)


def test_numbers_over_255_are_shown_as_255() -> None:
    """Of 99 rounds with three questions each."""
    pairs = Pairs(TuringMachine(1, rounds=99), 2, 3)
    while not pairs.games.finished:
        pairs.step([int(np.flatnonzero(row)[0]) for row in pairs.games.legal])
    assert [state.questions for state in pairs.states] == [[297], [297]]
    pairs.check()


def test_every_deal_is_as_likely() -> None:
    """Each problem, and of it each world: each choice of laws in each order."""
    setting = TuringMachine(mode="nightmare").setting
    games = TuringGames(setting, 60_000, seed=3, problems=3)
    problems = games._rows[:, PROBLEM]

    def surprise(counts: Any) -> float:
        expected = counts.sum() / len(counts)
        return float(((counts - expected) ** 2 / expected).sum())

    assert surprise(np.bincount(problems, minlength=3)) < 13.9
    for number, worlds in enumerate(games.problems):
        found = np.bincount(games._rows[problems == number, WORLD], minlength=worlds.size)
        degrees = worlds.size - 1
        assert surprise(found) < degrees + 4 * (2 * degrees) ** 0.5


def test_a_seed_decides_all_games_and_games_go_on() -> None:
    def go_on(games: TuringGames) -> tuple[int, bytes]:
        ends = 0
        for _ in range(60):
            games.step(games.random_actions())
            ends += int(games.over.sum())
            assert not games.ended.any()
        return ends, games.observations.tobytes() + games.points.tobytes()

    setting = TuringMachine(3).setting
    games = TuringGames(setting, 30, seed=3, again=True, problems=9)
    first = go_on(games)
    assert first[0] > 60
    assert go_on(games) != first
    games.reset(3)
    assert go_on(games) == first
    assert go_on(TuringGames(setting, 30, seed=3, again=True, problems=9)) == first
    assert go_on(TuringGames(setting, 30, seed=4, again=True, problems=9)) != first


def test_an_action_that_is_not_allowed_is_refused_and_nothing_changes() -> None:
    games = TuringGames(TuringMachine().setting, 3, seed=4, problems=2)
    before = games.observations.copy()
    actions = games.random_actions().copy()
    for wrong in (-1, GO_ON, 258, 1 << 40):
        actions[1] = wrong
        with pytest.raises(BadActions, match=r"Action -?\d+ is not allowed in game 1\."):
            games.step(actions)
    assert (games.observations == before).all()
    with pytest.raises(BadActions, match="At least one problem"):
        TuringGames(TuringMachine().setting, 3, problems=0)


def test_games_that_wait_stay_as_they_are() -> None:
    games = TuringGames(TuringMachine().setting, 3, seed=4, problems=2)
    before = games.observations.copy()
    games.step(games.random_actions(), np.array([False, True, False]))
    assert [*(games.observations == before).all(axis=1)] == [False, True, False]
