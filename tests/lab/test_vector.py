"""Games on arrays pass Gymnasium's checker, and an agent's games are those of the rules."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from facedown.core.errors import FacedownError
from facedown.core.seats import NATURE
from facedown.games.mystery import MysteryMachine
from facedown.games.solid import Solid
from facedown.games.suspense import Suspense
from facedown.games.suspense.rules import SuspenseState, deal_number
from facedown.games.turing import TuringMachine
from facedown.games.turing.moves import GO_ON
from facedown.lab.vector import Observations, VectorTable
from facedown.players.arrays import BadActions
from facedown.players.mystery.arrays import MysteryGames
from facedown.players.solid.arrays import SolidGames
from facedown.players.suspense import round_kernels as kernels
from facedown.players.suspense.arrays import Rounds
from facedown.players.suspense.bots import encoder
from facedown.players.turing.arrays import TuringGames


def suspense(count: int, seat: int = 0, seats: int = 3, **how: Any) -> VectorTable[Rounds]:
    return VectorTable(Rounds(Suspense(seats).setting, count), seat, **how)


def some_move(tables: VectorTable[Any], observations: Observations) -> NDArray[np.int64]:
    drawn: NDArray[np.int64] = tables.action_space.sample(tuple(observations["action_mask"]))
    return drawn


class Alone(gymnasium.Env[Observations, np.int64]):
    """One game; any number stands for a move that is allowed, as the checker draws any."""

    def __init__(self, tables: VectorTable[Any]) -> None:
        self.tables = tables
        self.observation_space = tables.single_observation_space
        self.action_space = tables.single_action_space

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        found, infos = self.tables.reset(seed=seed, options=options)
        return self._first(found), infos

    def step(self, action: np.int64) -> Any:
        open_moves = np.flatnonzero(self.tables.arrays.legal[0])
        chosen = open_moves[action % len(open_moves)] if len(open_moves) else 0
        found, rewards, ended, cut, infos = self.tables.step(np.array([chosen]))
        return self._first(found), float(rewards[0]), bool(ended[0]), bool(cut[0]), infos

    @staticmethod
    def _first(found: Observations) -> Observations:
        return {name: rows[0] for name, rows in found.items()}


@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")
def test_gymnasium_s_checker_finds_nothing() -> None:
    env_checker.check_env(Alone(suspense(1)))
    env_checker.check_env(Alone(VectorTable(SolidGames(Solid(2).setting, 1), 1)))
    env_checker.check_env(Alone(VectorTable(TuringGames(TuringMachine(2).setting, 1), 1)))
    env_checker.check_env(Alone(VectorTable(MysteryGames(MysteryMachine(2).setting, 1), 1)))
    for check in (
        env_checker.check_reset_return_type,
        env_checker.check_reset_seed_determinism,
        env_checker.check_reset_options,
    ):
        check(suspense(20))  # type: ignore[arg-type]


def test_gymnasium_s_wrappers_fit() -> None:
    tables = suspense(50, others=Rounds.beginner_actions)
    counted = RecordEpisodeStatistics(tables)
    observations, _ = counted.reset(seed=2)
    ended, points = 0, 0.0
    for _ in range(40):
        observations, rewards, over, cut, infos = counted.step(some_move(tables, observations))
        assert not cut.any()
        assert not rewards[~over].any()
        if over.any():
            ended += over.sum()
            points += infos["episode"]["r"][over].sum()
            assert (infos["episode"]["r"][over] == rewards[over]).all()
    assert counted.episode_count == ended > 100
    assert points > 0


@pytest.mark.parametrize(("seats", "seat"), [(3, 0), (3, 2), (2, 1)])
def test_the_agent_s_games_are_those_of_the_rules(seats: int, seat: int) -> None:
    game, count = Suspense(seats, goal=0), 30
    rows, moves = encoder(game), []

    def others(rounds: Rounds) -> NDArray[np.int64]:
        actions = rounds.random_actions()
        moves.append((rounds.turns, actions.copy()))
        return actions

    tables = suspense(count, seat, seats, others=others)
    rounds = tables.arrays
    states: list[SuspenseState | None] = [None] * count

    def dealt(row: NDArray[np.int64]) -> SuspenseState:
        state = game.start()
        assert isinstance(state, SuspenseState)
        hands = row[:seats] | row[kernels.PLAYED : kernels.PLAYED + seats]
        state.apply(NATURE, int(row[kernels.DEALER]))
        state.apply(NATURE, deal_number(tuple(hands.tolist()), int(row[kernels.SECRET])))
        return state

    def follow() -> None:
        """Makes the moves of the others, in games dealt anew from their beginning."""
        for i in range(count):
            state = states[i]
            if state is None:
                state = states[i] = dealt(rounds._rows[i])
            for turns, actions in moves:
                if state.actors() not in {(seat,), ()}:
                    assert state.actors() == (turns[i],)
                    state.apply(state.actors()[0], int(actions[i]))
        moves.clear()

    observations, _ = tables.reset(seed=5)
    rewards, ended, met = np.zeros(count), np.zeros(count, bool), 0
    for _ in range(60):
        follow()
        actions = some_move(tables, observations)
        for i, state in enumerate(states):
            assert state is not None
            seen = state.view(seat)
            assert observations["observation"][i].tobytes() == rows.observation(seen)
            assert np.flatnonzero(observations["action_mask"][i]).tolist() == [*seen.legal]
            assert ended[i] == (not state.actors())
            assert rewards[i] == (state.points[seat] if ended[i] else 0)
            if ended[i]:
                met, states[i] = met + 1, None
            else:
                state.apply(seat, int(actions[i]))
        observations, rewards, ended, *_ = tables.step(actions)
    assert met > 100


def test_an_agent_of_solid_moves_in_its_turns_and_answers_in_others() -> None:
    games = SolidGames(Solid(3, anyone=True, turns=40).setting, 40)
    tables = VectorTable(games, 1, others=SolidGames.careful_actions)
    observations, _ = tables.reset(seed=1)
    answers = ended = 0
    for _ in range(300):
        actions = some_move(tables, observations)
        observations, rewards, over, *_ = tables.step(actions)
        mask = observations["action_mask"]
        assert (mask.any(axis=1) == ~over).all()
        assert (games.turns[~over] == 1).all()
        assert (rewards == np.where(over, games.points[:, 1], 0)).all()
        answers += mask[:, games.setting.let].sum()
        ended += over.sum()
    assert answers > 20
    assert ended > 20


def test_an_agent_of_turing_machine_moves_with_the_others_and_waits_when_it_is_out() -> None:
    games = TuringGames(TuringMachine(3).setting, 200)

    def go_on(games: TuringGames) -> NDArray[np.int64]:
        """Any proposal; no code is named."""
        actions = games.random_actions()
        actions[actions > GO_ON] = GO_ON
        return actions

    tables = VectorTable(games, 1, others=go_on)
    observations, _ = tables.reset(seed=1)
    ended = long = 0
    for _ in range(100):
        actions = some_move(tables, observations)
        named = (actions > GO_ON) & ~games.ended
        observations, rewards, over, *_ = tables.step(actions)
        assert (games.turns[~over] == 1).all()
        assert (observations["action_mask"].any(axis=1) == ~over).all()
        assert over[named].all()  # the others went on to the last round where it was wrong
        assert not rewards[~named].any()
        ended += over.sum()
        long += (observations["observation"][over, 16] == 20).sum()
    assert ended > 500
    assert long > 400


def test_an_agent_of_mystery_machine_races_with_those_who_have_guessed_before_it() -> None:
    games = MysteryGames(MysteryMachine(3).setting, 200)
    tables = VectorTable(games, 1, others=MysteryGames.collecting_actions)
    observations, _ = tables.reset(seed=1)
    end = observations["observation"].shape[1] - (3 + 1 + 16 + 3)
    ended = winners = 0
    for _ in range(100):
        actions = some_move(tables, observations)
        observations, rewards, over, *_ = tables.step(actions)
        assert (games.turns[~over] == 1).all()
        assert (observations["action_mask"].any(axis=1) == ~over).all()
        won = observations["observation"][over, end] == 1
        assert (won == (rewards[over] > 0)).all()  # the others see all low cards first
        ended += over.sum()
        winners += won.sum()
    assert ended > 500
    assert winners > 20


def test_a_game_that_ends_before_the_agent_s_turn_is_dealt_anew() -> None:
    """Of six seats four have a turn before it is counted."""
    games = SolidGames(Solid(6, turns=4).setting, 200)
    tables = VectorTable(games, 5)
    observations, _ = tables.reset(seed=1)
    over, ended = games.ended, 0
    assert not over.any()
    for _ in range(60):
        assert (games.turns[~over] == 5).all()
        before = over
        observations, _, over, *_ = tables.step(some_move(tables, observations))
        assert not (before & over).any()
        ended += over.sum()
    assert ended > 500


def test_a_seed_decides_all_games() -> None:
    def play(seed: int) -> bytes:
        tables = suspense(20)
        seen, _ = tables.reset(seed=seed)
        parts = []
        for step in range(20):
            first = [int(np.flatnonzero(row)[0]) if row.any() else 0 for row in seen["action_mask"]]
            seen, rewards, *_ = tables.step(np.array(first, np.int32))
            parts += [seen["observation"].tobytes(), rewards.tobytes(), bytes([step])]
        return b"".join(parts)

    assert play(3) == play(3) != play(4)


def test_what_does_not_fit_is_refused_and_nothing_changes() -> None:
    with pytest.raises(FacedownError, match="The seats are 0 to 2, not 3"):
        suspense(2, 3)
    with pytest.raises(FacedownError, match="no end to show"):
        VectorTable(Rounds(Suspense().setting, 2, again=True))
    tables = suspense(3)
    before, _ = tables.reset(seed=1)
    with pytest.raises(BadActions, match="Action 99 is not allowed in game 0"):
        tables.step(np.full(3, 99))
    assert (tables.arrays.observe(0) == before["observation"]).all()
