"""Our games pass PettingZoo's own tests, and an agent is given nothing but its own view."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from tests.testing.hunch import SHORT, Hunch, HunchView

from facedown.core import FacedownError, Game, new_game
from facedown.core.errors import IllegalMove
from facedown.deduce.rules.catalogue import catalogue
from facedown.games.solver.view import SolverView, track_of
from facedown.lab.encoding import encoder_of
from facedown.lab.pettingzoo import TableEnv, env
from facedown.search.poker.game import LeducPoker

GAMES: dict[str, Callable[[], Game]] = {
    "suspense": lambda: new_game("suspense", 3),
    "suspense, one round": lambda: new_game("suspense", 3, goal=0),
    "suspense for two": lambda: new_game("suspense", 2, goal=3, folded_out=True, both=True),
    "turing alone": lambda: new_game("turing", 1, cards="4,9,11,14"),
    "turing for two": lambda: new_game("turing", 2, cards="4,9,11,14"),
    "turing, drawn": lambda: new_game("turing", 2, verifiers=5, rounds=5),
    "turing, nightmare": lambda: new_game("turing", 4, mode="nightmare", cards="4,9,11,14"),
    "turing, one sheet": lambda: new_game(
        "turing", 3, cards="4,9,11,14", play="cooperative", machine="careful"
    ),
    "solid": lambda: new_game("solid", 3, turns=6),
    "mystery machine, a race": lambda: new_game("mystery", 2),
    "leduc poker": LeducPoker,
    "hunch, an open language": lambda: Hunch(3),
}


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def make(request: pytest.FixtureRequest) -> Callable[[], Game]:
    found: Callable[[], Game] = request.param
    return found


@pytest.mark.parametrize("recall", [True, False])
# PettingZoo names a few of its own environments whose observations are dicts with a mask, as ours
# are, and gives these two warnings to all others. Every other warning is an error.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should:UserWarning")
def test_api(make: Callable[[], Game], recall: bool, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(TableEnv(make(), recall=recall, render_mode="ansi"), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


def test_seed(make: Callable[[], Game]) -> None:
    seed_test(lambda: TableEnv(make()), num_cycles=300)


def drive(table: TableEnv, seed: int) -> list[tuple[str, bytes, int | None]]:
    """A random game: who was to move, what it was given, and what it did."""
    rng, story = random.Random(seed), []
    table.reset(seed=seed)
    for agent in table.agent_iter():
        observation, _, over, truncated, _ = table.last()
        assert not truncated
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        action = None if over else rng.choice(legal)
        story.append((agent, observation["observation"].tobytes(), action))
        table.step(action)
    return story


def test_seeds_decide_everything_and_differ() -> None:
    stories = [drive(env("suspense", 3, goal=0), seed) for seed in (1, 1, 2)]
    assert stories[0] == stories[1] != stories[2]


def test_a_reset_without_a_seed_draws_on() -> None:
    table = env("suspense", 3, goal=0)
    table.reset(seed=5)
    first = table.observe("seat_0")["observation"].tobytes()
    table.reset()
    assert table.observe("seat_0")["observation"].tobytes() != first


def test_only_seats_that_may_move_have_a_mask_and_observations_are_their_views(
    make: Callable[[], Game],
) -> None:
    game = make()
    table, rng, encoder = TableEnv(game), random.Random(4), encoder_of(game)
    table.reset(seed=4)
    while not any(table.terminations.values()):
        for seat, agent in enumerate(table.possible_agents):
            given, view = table.observe(agent), table._state.view(seat)
            assert given["observation"].tobytes() == encoder.information_state(view)
            speech = [game.actions] if game.draw_open(view, rng) is not None else []
            open_to_it = [*view.legal, *speech]
            assert np.flatnonzero(given["action_mask"]).tolist() == open_to_it
            acts = seat in table._state.actors()
            assert bool(given["action_mask"].any()) == acts
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(rng.choice(np.flatnonzero(mask).tolist()))
    assert all(not table.observe(agent)["action_mask"].any() for agent in table.agents)


def test_an_agent_of_solver_chooses_the_rule_that_it_guesses() -> None:
    """One action drew a rule of the level, whatever had been seen."""
    table = env("solver", 1, level=2)
    assert table.action_space("seat_0").n == 81 + len(catalogue())
    table.reset(seed=3)
    while table._state.outcome() is None:
        view = table._state.view(0)
        mask = np.flatnonzero(table.observe("seat_0")["action_mask"])
        said = [catalogue()[action - 81] for action in mask.tolist() if action >= 81]
        assert all(entry.level == 2 for entry in said)
        assert isinstance(view, SolverView)
        track = track_of(view)
        for entry in said:
            for index, play in enumerate(track):
                assert entry.rule.judge(track[:index], play.card) == play.accepted
        if len(said) > 1 and len(track) == 3:
            refuted = next(e.number for e in catalogue(2) if e not in said)
            with pytest.raises(IllegalMove):
                table.step(80 + refuted)
        if said and len(said) < 4:
            table.step(80 + said[0].number)
            assert table._state.view(0).history[-1].rule == said[0].sentence  # type: ignore[attr-defined]
        else:
            table.step(int(mask[0]))
    assert table.rewards["seat_0"] > 0


def test_a_master_of_solver_writes_a_rule_by_its_number() -> None:
    table = env("solver", 2, master="player", level=3)
    table.reset(seed=1)
    mask = np.flatnonzero(table.observe("seat_0")["action_mask"])
    assert {catalogue()[action - 81].level for action in mask.tolist()} == {3}
    assert not table.observe("seat_1")["action_mask"].any()
    table.step(int(mask[4]))
    assert table._state.view(0).rule == catalogue()[mask[4] - 81].sentence  # type: ignore[attr-defined]


def test_an_agent_at_random_finds_rules_now_and_then() -> None:
    """It was at 0 in 17 of these 20 games."""
    found = 0
    for seed in range(20):
        table = env("solver", 1)
        drive(table, seed)
        outcome = table._state.outcome()
        found += outcome is not None and outcome.points[0] > 0
    assert found >= 10


def test_pending_moves_of_others_change_nothing() -> None:
    given: list[list[Any]] = []
    for proposal in (0, 77):
        table = env("turing", 3, cards="4,9,11,14")
        table.reset(seed=1)
        assert table.agent_selection == "seat_0"
        table.step(proposal)
        assert table.agent_selection == "seat_1"
        seen = [table.observe(agent) for agent in ("seat_1", "seat_2")]
        given.append(
            [(each["observation"].tolist(), each["action_mask"].tolist()) for each in seen]
        )
        assert table.render() is None
    assert given[0] == given[1]


def test_rewards_are_the_points_at_the_end() -> None:
    table = env("suspense", 3, goal=0, dealer=1)
    drive_to_end = random.Random(3)
    table.reset(seed=3)
    while not any(table.terminations.values()):
        assert set(table.rewards.values()) == {0}
        mask = table.last()[0]["action_mask"]
        table.step(drive_to_end.choice(np.flatnonzero(mask).tolist()))
    outcome = table._state.outcome()
    assert outcome is not None
    assert tuple(table.rewards.values()) == outcome.points
    assert any(outcome.points)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    table = env("suspense", 3, goal=0, dealer=1)
    table.reset(seed=3)
    before = table.last()[0]["observation"].tolist()
    for action in (13, 99, -1, None):
        with pytest.raises(IllegalMove, match=r"^[A-Z].*\.$"):
            table.step(action)
    assert table.last()[0]["observation"].tolist() == before
    assert table.agent_selection == "seat_0"


def test_rendering_is_what_an_onlooker_may_know() -> None:
    table = env("suspense", 3, goal=0, dealer=1, render_mode="ansi")
    table.reset(seed=3)
    first = table.render()
    assert first is not None
    assert "Seat 1" in first
    state = table._state
    others = {table.game.show(state.view(seat)) for seat in range(3)}
    assert first not in others
    table.reset(seed=4)  # other cards, the same table
    assert table.render() == first
    with pytest.raises(FacedownError, match="render mode is ansi"):
        env("suspense", render_mode="human")


def test_the_arrays_are_the_caller_s_own() -> None:
    table = env("suspense", 3, goal=0, dealer=1)
    table.reset(seed=3)
    given = table.observe("seat_0")
    given["action_mask"][:] = 0
    given["observation"][:] = 0
    again = table.observe("seat_0")
    assert again["action_mask"].any()
    assert again["observation"].any()


def test_what_is_said_is_one_action_more_and_drawn_by_the_law() -> None:
    """A rule is written, and guessed, by the last action; a mask says when it is open."""
    table = TableEnv(Hunch())
    table.reset(seed=4)
    speech = Hunch().actions
    observation, *_ = table.last()
    assert [n for n, is_open in enumerate(observation["action_mask"]) if is_open] == [speech]
    with pytest.raises(IllegalMove):
        table.step(0)
    table.step(speech)
    written = table._state.view(0)
    assert isinstance(written, HunchView)
    assert written.rule in SHORT
    table.step(3)
    table.step(speech)
    view = table._state.view(1)
    assert isinstance(view, HunchView)
    assert [each.tried.isdigit() for each in view.tries] == [True, False]
