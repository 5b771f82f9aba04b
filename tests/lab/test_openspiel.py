"""Our games pass OpenSpiel's own tests, and its algorithms run on them."""

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation, policy
from open_spiel.python.algorithms import (
    best_response,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
)
from tests.testing.glimpse import WEIGHTS, Glimpse

from facedown.core import NATURE, ONLOOKER, FacedownError, Game, Match, State, new_game
from facedown.core.codec import to_json
from facedown.core.log import read_log, replay, write_log
from facedown.core.view import View
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.rules import deal_number
from facedown.games.suspense.worlds import mask_of
from facedown.games.turing.moves import ASK, GO_ON, SOLVE, STOP
from facedown.lab.encoding import encoder_of
from facedown.lab.openspiel import SpielState, load
from facedown.search.poker.game import KuhnPoker, LeducPoker

FACES = "4,9,11,14"
SETTINGS: dict[str, Callable[[], Any]] = {
    "suspense": lambda: load(new_game("suspense", 3, goal=2)),
    "suspense, one round": lambda: load(new_game("suspense", 3, goal=0), zero_sum=True),
    "suspense for two": lambda: load(new_game("suspense", 2, goal=0, dealer=2)),
    "suspense, last turns": lambda: load(last_turns()[0], last_turns()[1]),
    "turing alone": lambda: load(new_game("turing", 1, cards=FACES, machine="beginner")),
    "turing for two": lambda: load(new_game("turing", 2, cards=FACES)),
    "turing for two, at once": lambda: load(new_game("turing", 2, cards=FACES), turned=False),
    "turing, extreme": lambda: load(
        new_game("turing", 3, mode="extreme", cards="4+9,11+14,2+3,5+6")
    ),
    "turing, nightmare": lambda: load(new_game("turing", 4, mode="nightmare", cards=FACES)),
    "leduc": lambda: load(LeducPoker(), zero_sum=True),
    "quiet": lambda: load(Quiet(), turned=False),
}


class Quiet(Glimpse):
    """The toy of the battery's tests, without its open language."""

    facts = replace(Glimpse.facts, name="quiet", title="Quiet", open_moves=False)


def last_turns() -> tuple[Game, View]:
    """A round of Suspense for two with seven cards on the table and 60 worlds to an onlooker."""
    game = new_game("suspense", 2, goal=0, dealer=1)
    state = game.start()
    hands = ("?", "W1", "W2", "W3", "B6", "W6"), ("B1", "B2", "B3", "B4", "W4", "W5")
    state.apply(NATURE, deal_number(tuple(map(mask_of, hands)), NAMES.index("B5")))
    for card in ("?", "B1", "W1", "B2", "W2", "B3", "W3"):
        state.apply(state.actors()[0], NAMES.index(card))
    return game, state.view(ONLOOKER)


def chosen_states(game: Any, seed: int, games: int = 3) -> Iterator[SpielState]:
    """The states of random games of an OpenSpiel game; each changes with the next one."""
    rng = random.Random(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            elif state.is_simultaneous_node():
                legal = [state.legal_actions(seat) or [0] for seat in range(game.num_players())]
                state.apply_actions([rng.choice(actions) for actions in legal])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize("make", list(SETTINGS.values()), ids=list(SETTINGS))
def test_random_simulations(make: Callable[[], Any]) -> None:
    pyspiel.random_sim_test(make(), num_sims=3, serialize=True, verbose=False)


# Best response


@pytest.mark.parametrize(("kind", "value"), [(KuhnPoker, 11 / 24), (LeducPoker, 2.373611111)])
def test_known_exploitability(kind: type[Game], value: float) -> None:
    """OpenSpiel's own kuhn_poker and leduc_poker give these for the uniform policy."""
    game = load(kind(), zero_sum=True)
    found = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert found == pytest.approx(value)


def test_best_response_in_suspense() -> None:
    game = load(*last_turns(), zero_sum=True)
    uniform = policy.UniformRandomPolicy(game)
    values = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    total = 0.0
    for seat in (0, 1):
        best = best_response.BestResponsePolicy(game, seat, uniform)
        value = best.value(game.new_initial_state())
        assert value > values[seat] + 0.05
        compiled = best_response.CPPBestResponsePolicy(game, seat, uniform)
        assert compiled.value(game.new_initial_state()) == pytest.approx(value)
        answered = [uniform, uniform]
        answered[seat] = best
        replied = expected_game_score.policy_value(game.new_initial_state(), answered)
        assert replied[seat] == pytest.approx(value)
        total += value - values[seat]
    assert exploitability.nash_conv(game, uniform) == pytest.approx(total)


def test_best_response_in_turing_machine() -> None:
    """One question about the right proposal tells the two codes apart; then the seat knows."""
    game = new_game("turing", 1, cards=FACES, rounds=1)
    state = game.start()
    state.apply(NATURE, 0)
    state.apply(0, 40)
    played = load(game, state.view(ONLOOKER))
    uniform = policy.UniformRandomPolicy(played)
    best = best_response.BestResponsePolicy(played, 0, uniform)
    assert best.value(played.new_initial_state()) == pytest.approx(1)
    (value,) = expected_game_score.policy_value(played.new_initial_state(), [uniform])
    assert value < 1 / 126 + 1e-9


def test_best_response_among_several_seats() -> None:
    """Two seats declare against one that plays at random, each with one question asked.

    Seat 1 found the code and names it: 1. Seat 2 was told nothing; naming one of the two codes
    wins (or shares) half the time. Going on wins when the other names one of 124 wrong codes
    among its 126 declarations, which leaves seat 2 alone (T7).
    """
    game = new_game("turing", 2, cards=FACES, rounds=1)
    state = game.start()
    state.apply(NATURE, 0)
    for seat, action in ((0, 40), (1, 0), (0, ASK), (0, STOP), (1, ASK + 1), (1, STOP)):
        state.apply(seat, action)
    assert state.actors() == (0, 1)
    assert [game.worlds(state.view(seat)).count() for seat in (0, 1)] == [1, 2]
    played = load(game, state.view(ONLOOKER))
    uniform = policy.UniformRandomPolicy(played)
    replies = [best_response.BestResponsePolicy(played, seat, uniform) for seat in (0, 1)]
    values = [reply.value(played.new_initial_state()) for reply in replies]
    assert values == pytest.approx([1, 124 / 126])


def test_moves_at_once_are_worth_the_same_in_turn() -> None:
    found = []
    for turned in (True, False):
        game = load(Quiet(), turned=turned)
        uniform = policy.UniformRandomPolicy(game)
        replies = [best_response.BestResponsePolicy(game, seat, uniform) for seat in (0, 1)]
        found.append([reply.value(game.new_initial_state()) for reply in replies])
    assert found[0] == pytest.approx(found[1])
    assert found[0][0] != pytest.approx(found[0][1])


# IS-MCTS and resampling


@pytest.mark.parametrize("name", ["suspense", "suspense, one round", "turing for two", "leduc"])
def test_is_mcts_plays_a_game(name: str) -> None:
    game, chance = SETTINGS[name](), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(
        game, evaluator, uct_c=2.0, max_simulations=20, max_world_samples=-1, random_state=chance
    )
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal() and moves < 30:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(actions, p=weights)))
        else:
            moves += 1
            action = int(bot.step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
    assert moves > 1  # a raise and a fold end a hand of Leduc


def test_is_mcts_finds_what_wins() -> None:
    """Its belief has one code left: search names it."""
    game = new_game("turing", 1, cards=FACES, rounds=1)
    state = game.start()
    for seat, action in ((NATURE, 1), (0, 40), (0, ASK), (0, STOP)):
        state.apply(seat, action)
    played = load(game, state.view(ONLOOKER)).new_initial_state()
    played.apply_action(1)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        played.get_game(),
        mcts.RandomRolloutEvaluator(1, chance),
        uct_c=1.0,
        max_simulations=400,
        random_state=chance,
    )
    assert bot.step(played) == SOLVE + 40


@pytest.mark.parametrize("name", [name for name in SETTINGS if name != "suspense"])
def test_a_resampled_state_looks_the_same_and_plays_on(name: str) -> None:
    game, rng = SETTINGS[name](), random.Random(5)
    changed = 0
    for state in chosen_states(game, 6, games=5):
        if state.is_chance_node() or state.is_terminal():
            continue
        assert state.position.state is not None
        seat = rng.choice(state.position.state.actors())
        other = state.resample_from_infostate(seat, rng.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions(seat) == state.legal_actions(seat)
        seats = range(game.num_players())
        texts = [[each.information_state_string(s) for s in seats] for each in (state, other)]
        changed += texts[0] != texts[1]
        copy = game.deserialize_state(other.serialize())
        assert str(copy) == str(other)
        assert [copy.information_state_string(s) for s in seats] == texts[1]
        clone = other.clone()
        if not clone.is_simultaneous_node():
            clone.apply_action(rng.choice(clone.legal_actions()))
        assert other.legal_actions(seat) == state.legal_actions(seat)
    assert changed or game.num_players() == 1


def test_resampling_draws_every_world_alike() -> None:
    game = load(*last_turns())
    state = game.new_initial_state()
    state.apply_action(7)
    seen = Counter(
        state.resample_from_infostate(1, random.Random(seed).random).position.thought.world
        for seed in range(900)
    )
    worlds = list(new_game("suspense", 2, goal=0, dealer=1).worlds(state.position.view(1)))
    assert len(seen) == len(worlds) == 3
    assert all(abs(count - 300) < 75 for count in seen.values())  # 5 standard deviations


# Chance


def test_large_deals_are_split_evenly() -> None:
    state = load(new_game("suspense", 3, goal=0, dealer=1)).new_initial_state()
    first = state.chance_outcomes()
    assert len(first) == 451
    assert sum(weight for _, weight in first) == pytest.approx(1)
    for part, size in ((0, 1000), (450, 450)):
        child = state.child(part)
        assert child.is_chance_node()
        second = child.chance_outcomes()
        assert len(second) == size
        assert first[part][1] * second[0][1] == pytest.approx(1 / 450_450)
    dealt = state.child(123).child(456).position.state
    truth = new_game("suspense", 3, goal=0, dealer=1).start()
    truth.apply(NATURE, 123_456)
    assert dealt.view(0) == truth.view(0)


def test_weights_are_probabilities() -> None:
    state = load(Quiet()).new_initial_state()
    found = [weight for _, weight in state.chance_outcomes()]
    assert found == pytest.approx([weight / sum(WEIGHTS) for weight in WEIGHTS])


def test_a_drawn_problem_cannot_be_listed_but_started_from() -> None:
    game = new_game("turing", 2)
    with pytest.raises(FacedownError, match=r"too many problems to list.*start from a view\.$"):
        load(game)
    match = Match(game, seed="4")
    view = match.view(ONLOOKER)
    state = load(game, view).new_initial_state()
    worlds = len(list(game.worlds(view)))
    assert len(state.chance_outcomes()) == min(worlds, 1000)
    with pytest.raises(FacedownError, match="onlooker's view"):
        load(game, match.view(0))


# What is told


def rows(state: Any, seat: int) -> tuple[list[float], list[float]]:
    return state.information_state_tensor(seat), state.observation_tensor(seat)


@pytest.mark.parametrize("name", ["suspense", "turing for two", "turing for two, at once"])
def test_tensors_are_those_of_the_view(name: str) -> None:
    game = SETTINGS[name]()
    encoder = encoder_of(game.table)
    for state in chosen_states(game, 2, games=1):
        for seat in range(game.num_players()):
            view = state.position.view(seat)
            expected = encoder.information_state(view), encoder.observation(view)
            assert rows(state, seat) == tuple([float(x) for x in row] for row in expected)


def test_observers_of_the_public_part() -> None:
    game = SETTINGS["suspense, last turns"]()
    state = game.new_initial_state()
    state.apply_action(3)
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = observation.make_observation(game, kind)
    public.set_from(state, 0)
    first = public.tensor.copy(), public.string_from(state, 0)
    public.set_from(state, 1)
    assert first[0].tolist() == public.tensor.tolist()
    assert first[1] == public.string_from(state, 1) == state.position.text(ONLOOKER, recall=False)
    for unfit in (
        pyspiel.IIGObservationType(
            perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
        ),
        pyspiel.IIGObservationType(perfect_recall=True, public_info=False),
    ):
        with pytest.raises(ValueError, match="A seat is shown"):
            observation.make_observation(game, unfit)
    with pytest.raises(ValueError, match="no observation parameters such as 'x'"):
        observation.make_observation(game, kind, {"x": 1})


def test_information_states_hide_what_others_chose_in_secret() -> None:
    start = SETTINGS["turing for two"]().new_initial_state().child(0)
    told = {start.child(code).information_state_string(1) for code in (0, 60, 124)}
    assert len(told) == 1
    own = {start.child(code).information_state_string(0) for code in (0, 60, 124)}
    assert len(own) == 3


def test_simultaneous_nodes() -> None:
    state = SETTINGS["turing for two, at once"]().new_initial_state().child(1)
    assert state.is_simultaneous_node()
    assert len(state.legal_actions(0)) == len(state.legal_actions(1)) == 125
    state.apply_actions([40, 41])
    assert state.is_simultaneous_node()
    state.apply_actions([STOP, ASK])
    assert state.current_player() == 1  # the other asks no more
    state.apply_action(STOP)
    state.apply_actions([SOLVE + 40, GO_ON])
    assert state.returns() == [1, 0]


# Keeping


def test_serialization_in_the_middle_of_a_deal() -> None:
    game = SETTINGS["suspense, one round"]()
    for state in chosen_states(game, 8, games=1):
        copy = game.deserialize_state(state.serialize())
        assert str(copy) == str(state)
        assert copy.history() == state.history()
        assert copy.legal_actions() == state.legal_actions()
        text = pyspiel.serialize_game_and_state(game, state)
        other_game, other = pyspiel.deserialize_game_and_state(text)
        assert str(other) == str(state)
        assert str(other_game) == str(game)
        assert str(pickle.loads(pickle.dumps(state.position)).story()) == str(state)  # noqa: S301  # our own


def test_a_game_has_a_log() -> None:
    game = SETTINGS["turing for two"]()
    *_, last = chosen_states(game, 3, games=1)
    log = read_log(write_log(last.log()))
    state: State = replay(game.table, log)
    assert state.view(ONLOOKER) == last.position.view(ONLOOKER)
    assert state.outcome() is not None
    with pytest.raises(FacedownError, match="started at its beginning"):
        SETTINGS["suspense, last turns"]().new_initial_state().log()


def test_registered_names_and_parameters() -> None:
    game = pyspiel.load_game("facedown_suspense(players=3,goal=0,zero_sum=True)")
    assert (game.num_players(), game.min_utility(), game.utility_sum()) == (3, -67, 0)
    assert game.get_parameters()["goal"] == 0
    game = pyspiel.load_game("facedown_turing", {"players": 2, "cards": quote(FACES, safe="")})
    assert game.table.options["cards"] == FACES
    with pytest.raises(FacedownError, match="goal is from 0 to 50"):
        pyspiel.load_game("facedown_suspense(goal=99)")
    with pytest.raises(FacedownError, match="2 to 3 players"):
        pyspiel.load_game("facedown_suspense(players=7)")
    game, view = last_turns()
    assert to_json(load(game, view).first.opening.seen) == to_json(view)


def test_the_interpreter_ends_well() -> None:
    """OpenSpiel keeps what makes a game until after Python has gone."""
    program = (
        "import facedown.lab.openspiel, pyspiel; "
        "print(pyspiel.load_game('facedown_suspense(players=2)').num_players())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")
