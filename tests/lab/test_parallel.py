"""Games on arrays pass PettingZoo's parallel tests, and are those of the environment in turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from facedown.core.errors import FacedownError
from facedown.games.mystery import MysteryMachine
from facedown.games.solid import Solid
from facedown.games.suspense import Suspense
from facedown.games.turing import TuringMachine
from facedown.lab.parallel import ParallelTable
from facedown.players.arrays import Arrays, BadActions
from facedown.players.mystery.arrays import MysteryGames
from facedown.players.solid.arrays import SolidGames
from facedown.players.suspense.arrays import Rounds
from facedown.players.turing.arrays import TuringGames

GAMES: dict[str, Callable[[], Arrays]] = {
    "suspense": lambda: Rounds(Suspense().setting, 1),
    "solid": lambda: SolidGames(Solid(3, turns=6).setting, 1),
    "turing": lambda: TuringGames(TuringMachine(2).setting, 1, problems=2),
    "mystery": lambda: MysteryGames(MysteryMachine(2).setting, 1),
    "mystery, alone": lambda: MysteryGames(MysteryMachine(1).setting, 1),
}


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def make(request: pytest.FixtureRequest) -> Callable[[], Arrays]:
    found: Callable[[], Arrays] = request.param
    return found


class Obliging(ParallelTable):
    """Any number stands for a move that is allowed: PettingZoo's test of seeds draws any."""

    def step(self, actions: Mapping[str, Any]) -> Any:
        chosen = {}
        for agent, found in self._observations().items():
            allowed = np.flatnonzero(found["action_mask"])
            chosen[agent] = allowed[int(actions[agent]) % len(allowed)]
        return super().step(chosen)


def test_pettingzoo_s_own_tests_pass(
    make: Callable[[], Arrays], capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_api_test(ParallelTable(make()), num_cycles=300)
    assert "Passed Parallel API test" in capsys.readouterr().out
    parallel_seed_test(lambda: Obliging(make()), num_cycles=300)


def drawn(masks: Mapping[str, Any], rng: np.random.Generator) -> dict[str, int]:
    return {
        agent: int(rng.choice(np.flatnonzero(found["action_mask"])))
        for agent, found in masks.items()
    }


def test_every_seat_sees_its_own_view_and_one_of_them_moves(make: Callable[[], Arrays]) -> None:
    """Beside the same game on arrays, played by the moves of the seats that are asked."""
    table, arrays, rng = ParallelTable(make()), make(), np.random.default_rng(1)
    seed = int(np.random.default_rng(3).integers(1 << 63))
    arrays.reset(seed)
    observations, infos = table.reset(seed=3)
    rewards: dict[str, float] = {}
    while table.agents:
        turn = f"seat_{arrays.turns[0]}"
        for seat, (agent, found) in enumerate(observations.items()):
            assert agent == f"seat_{seat}"
            assert (found["observation"] == arrays.observe(seat)[0]).all()
            legal = [*arrays.legal[0], False] if agent == turn else [False] * table.wait + [True]
            assert found["action_mask"].astype(bool).tolist() == legal
        actions = drawn(observations, rng)
        assert all(actions[agent] == table.wait for agent in table.agents if agent != turn)
        observations, rewards, ended, cut, infos = table.step(actions)
        arrays.step(np.array([actions[turn]]))
        assert {*ended.values()} == {bool(arrays.over[0])}
        assert not any(cut.values())
        assert infos.keys() == observations.keys() == rewards.keys() == ended.keys()
    assert [*rewards.values()] == arrays.points[0].tolist()
    assert not any(found["action_mask"].any() for found in observations.values())


def test_a_seed_decides_all_games() -> None:
    def play(table: ParallelTable, seed: int | None) -> list[bytes]:
        rng, story = np.random.default_rng(1), []
        observations, _ = table.reset(seed=seed)
        while table.agents:
            story += [found["observation"].tobytes() for found in observations.values()]
            observations, *_ = table.step(drawn(observations, rng))
        return story

    table = ParallelTable(GAMES["suspense"]())
    first, second = play(table, 3), play(table, None)
    assert first != second
    assert play(table, 3) == first
    assert play(table, None) == second
    assert play(ParallelTable(GAMES["suspense"]()), 4) != first


def test_what_does_not_fit_is_refused_and_nothing_changes() -> None:
    with pytest.raises(FacedownError, match="one game to its end"):
        ParallelTable(Rounds(Suspense().setting, 2))
    with pytest.raises(FacedownError, match="one game to its end"):
        ParallelTable(Rounds(Suspense().setting, 1, again=True))
    table = ParallelTable(GAMES["suspense"]())
    observations, _ = table.reset(seed=1)
    turn = f"seat_{table.arrays.turns[0]}"
    other = next(agent for agent in table.agents if agent != turn)
    right = drawn(observations, np.random.default_rng(1))
    for wrong, sentence in (
        ({**right, other: 0}, f"It is {turn}'s turn: {other} waits, which is 15."),
        ({**right, turn: table.wait}, "Action 15 is not allowed in game 0."),
        ({turn: right[turn]}, "An action of seat_[012] is missing."),
    ):
        with pytest.raises(BadActions, match=f"^{sentence}$"):
            table.step(wrong)
    for seat, found in enumerate(observations.values()):
        assert (table.arrays.observe(seat)[0] == found["observation"]).all()
    while table.agents:
        observations, *_ = table.step(drawn(observations, np.random.default_rng(1)))
    with pytest.raises(BadActions, match="The game is over"):
        table.step({})
