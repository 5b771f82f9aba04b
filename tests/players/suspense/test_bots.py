"""The players: legal, from the view alone, reasoning exactly, and each stronger than the last."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections.abc import Iterator
from importlib import resources
from math import exp, prod
from typing import Any

import numpy as np
import pytest

from facedown.core.play import play_bots
from facedown.core.roster import new_bot
from facedown.core.seats import NATURE
from facedown.games.suspense import Suspense
from facedown.games.suspense.moves import ACTIONS, FOLD, PASS
from facedown.games.suspense.rules import TURNS, SuspenseState, score_round
from facedown.games.suspense.worlds import SuspenseWorld, true_world
from facedown.lab.estimate import estimate
from facedown.lab.suspense.match_up import all_processors, play_rounds
from facedown.players.suspense import network_kernels as expert
from facedown.players.suspense import round_kernels as kernels
from facedown.players.suspense import simple_kernels as simple
from facedown.players.suspense.bots import BOTS
from facedown.players.suspense.lookahead_kernels import (
    give_up,
    kind_drawn,
    look_ahead,
    posterior_with_kinds,
    table_prior,
)
from facedown.players.suspense.network_kernels import (
    from_bytes,
    new_network_workspace,
    shipped_nets,
    to_bytes,
)
from facedown.players.suspense.rows import fill_row, is_trained_for
from facedown.players.suspense.simple_kernels import (
    AS_BEGINNER,
    AS_EXPERT,
    AS_ORDINARY,
    KINDS,
    Workspace,
    new_workspace,
)
from facedown.players.suspense.tables import tables_of

GAMES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (2, {}),
    (3, {"folded_out": True, "both": True}),
    (3, {"limit": 30, "table": '{"?": [3, "highest sum of numbers in play"]}'}),
]
STANDARD = Suspense(goal=0)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("seats", "options"), GAMES, ids=str)
def test_every_move_is_legal(name: str, seats: int, options: dict[str, Any]) -> None:
    game = Suspense(seats, goal=6, **options)
    bots = [new_bot(game, name) for _ in range(seats)]
    assert play_bots(game, bots, "1").outcome() is not None  # which verifies every move


def decisions(count: int, seed: int, game: Suspense = STANDARD) -> Iterator[SuspenseState]:
    """States of random rounds in which a seat has a choice."""
    rng = random.Random(seed)
    while count:
        state = game.start()
        while actors := state.actors():
            if actors[0] == NATURE:
                state.apply(NATURE, state.draw(rng))
                continue
            legal = state.legal(actors[0])
            if len(legal) > 1 and count:
                assert isinstance(state, SuspenseState)
                yield state
                count -= 1
            state.apply(actors[0], rng.choice(legal))


def row_of(state: SuspenseState) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The engine's row of a state, everything hidden in it."""
    row = np.zeros(kernels.WIDTH, np.int64)
    hands = [hand | played for hand, played in zip(state.hands, state.played, strict=True)]
    kernels.start(row, np.array(hands), state.secret, state.dealer)
    for action in state.turns:
        kernels.step(row, action, tables_of(state.setting))
    return row


def row_of_view(state: SuspenseState) -> np.ndarray[Any, np.dtype[np.int64]]:
    row = np.zeros(kernels.WIDTH, np.int64)
    fill_row(state.view(state.turn), row)
    return row


def test_kernels_see_no_more_of_a_full_row_than_the_view_holds() -> None:
    tables, workspace, nets = tables_of(STANDARD.setting), new_workspace(), shipped_nets()
    network_space, prior = new_network_workspace(nets), table_prior()

    def choices(row: np.ndarray[Any, np.dtype[np.int64]]) -> tuple[int, int, int, list[float]]:
        one = simple.beginner(row, tables, workspace.values, np.array([5], np.uint64))
        two = simple.careful(row, tables, workspace, 4, np.array([5], np.uint64))
        three = look_ahead(
            row, tables, nets, network_space, workspace, 32, prior, np.array([5], np.uint64)
        )
        expert.find_policy(row, row[kernels.TURN], tables, nets, network_space)
        return one, two, three, network_space.policy.tolist()

    for state in decisions(150, seed=2):
        assert choices(row_of(state)) == choices(row_of_view(state))


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_luck_give_the_same_move(name: str) -> None:
    bot = new_bot(STANDARD, name)
    for state in decisions(20, seed=3):
        view = state.view(state.turn)
        others = [
            STANDARD.state_from_world(view, w)
            for w, _ in itertools.islice(STANDARD.worlds(view), 3)
        ]
        moves = {bot.act(s.view(state.turn), random.Random(9)) for s in (state, *others)}
        assert len(moves) == 1
        assert moves <= set(view.legal)


# What the careful player and the expert believe, against a slow reference


def value(view_of: SuspenseState, seat: int, hand: int, secret: int, action: int) -> float:
    """What an action is worth to a seat with this hand if the round ended right after it."""
    everything = (1 << 13) - 1 & ~(1 << secret)
    played, folded = list(view_of.played), 1 << seat if action == FOLD else 0
    if action < PASS:
        hand &= ~(1 << action)
        played[seat] |= 1 << action
    hands = [0, 0, 0]
    hands[seat] = hand
    hands[(seat + 1) % 3] = everything & ~hand & ~(played[0] | played[1] | played[2])
    return score_round(view_of.setting.faces, secret, hands, played, folded)[seat].points


def turns_in(
    world: SuspenseWorld, state: SuspenseState, seat: int
) -> Iterator[tuple[SuspenseState, int]]:
    """The round in a world before each of a seat's turns, and what the seat did then."""
    secret, hands = world
    past = STANDARD.start()
    assert isinstance(past, SuspenseState)
    past.phase, past.dealer, past.turn, past.secret = TURNS, state.dealer, state.dealer, secret
    past.hands = [hand | played for hand, played in zip(hands, state.played, strict=True)]
    for action in state.turns:
        if past.turn == seat:
            yield past, action
        past.apply(past.turn, action)


def worths(past: SuspenseState) -> dict[int, float]:
    """What each action of the seat to move is worth on average if the round ended right after."""
    seat, hand = past.turn, past.hands[past.turn]
    seen = hand | past.played[0] | past.played[1] | past.played[2]
    secrets = [c for c in range(13) if not seen >> c & 1]
    if seat == past.dealer:
        secrets = [past.secret]
    return {
        a: sum(value(past, seat, hand, s, a) for s in secrets) / len(secrets)
        for a in past.legal(seat)
    }


def ordinary_chance(past: SuspenseState, action: int) -> float:
    """How likely an ordinary player is to do this."""
    weights = {a: exp(worth / 0.4) for a, worth in worths(past).items()}
    return weights[action] / sum(weights.values())


def beginner_chance(past: SuspenseState, action: int) -> float:
    """How likely a beginner is to do this."""
    worth = worths(past)
    begins = not past.started >> past.turn & 1
    most = max(worth[a] for a in worth if a != FOLD)
    best = [a for a in worth if a != FOLD and worth[a] > most - 1e-9]
    if begins and past.turn != past.dealer:
        best = list(worth)
    elif not begins and most == 0:
        best = [FOLD]
    elif PASS in best:
        best = [PASS]
    return (action in best) / len(best)


def expert_chance(past: SuspenseState, action: int) -> float:
    """How likely the networks are to do this."""
    nets = shipped_nets()
    network_space = new_network_workspace(nets)
    expert.find_policy(row_of(past), past.turn, tables_of(past.setting), nets, network_space)
    return float(network_space.policy[action])


def others_of(state: SuspenseState) -> tuple[int, int]:
    """The next two seats."""
    return (state.turn + 1) % 3, (state.turn + 2) % 3


def world_in(workspace: Workspace, number: int, state: SuspenseState) -> SuspenseWorld:
    """The world that the kernels listed with this number."""
    hands = [0, 0, 0]
    hands[state.turn] = state.hands[state.turn]
    for seat, hand in zip(others_of(state), workspace.hands[number], strict=True):
        hands[seat] = int(hand)
    return int(workspace.secrets[number]), tuple(hands)


def test_the_careful_players_worlds_are_those_of_the_view_with_their_exact_weights() -> None:
    workspace = new_workspace()
    for state in itertools.islice(decisions(60, seed=4), 3, None, 6):
        count = simple.posterior(row_of_view(state), tables_of(state.setting), workspace)
        expected = {
            world: prod(
                ordinary_chance(past, action)
                for seat in others_of(state)
                for past, action in turns_in(world, state, seat)
            )
            for world, _ in STANDARD.worlds(state.view(state.turn))
        }
        total = sum(expected.values())
        found = {world_in(workspace, i, state): float(workspace.weights[i]) for i in range(count)}
        assert found.keys() == expected.keys()
        assert true_world(state) in found
        for world, weight in found.items():
            assert weight == pytest.approx(expected[world] / total)


def test_beginners_choose_among_what_they_take_for_best() -> None:
    tables, workspace = tables_of(STANDARD.setting), new_workspace()
    for state in decisions(150, seed=6):
        row = row_of_view(state)
        seat, hand = state.turn, state.hands[state.turn]
        secrets = simple.secrets_for(row, seat, hand, 3)
        chances = {
            action: simple.simple_chances(
                row, seat, hand, secrets, action, tables, workspace.values
            )
            for action in state.legal(seat)
        }
        assert chances == {
            action: pytest.approx((ordinary_chance(state, action), beginner_chance(state, action)))
            for action in chances
        }
        made = {
            simple.beginner(row, tables, workspace.values, np.array([luck], np.uint64))
            for luck in range(40)
        }
        assert made <= {action for action, (_, likely) in chances.items() if likely}


def test_the_expert_weighs_worlds_and_players_by_their_moves() -> None:
    """By Bayes' rule: each of the others is a player of each kind with its prior chance.

    No move is taken for impossible: each has a chance of one in a thousand million more.
    """
    workspace, nets = new_workspace(), shipped_nets()
    tables, network_space = tables_of(STANDARD.setting), new_network_workspace(nets)
    models = (expert_chance, ordinary_chance, beginner_chance)
    for state in itertools.islice(decisions(60, seed=5), 4, None, 9):
        chances = {
            world: np.array(
                [
                    [
                        prod(model(past, did) + 1e-9 for past, did in turns_in(world, state, seat))
                        for model in models
                    ]
                    for seat in others_of(state)
                ]
            )
            for world, _ in STANDARD.worlds(state.view(state.turn))
        }
        for priors in ((1.0, 0.0, 0.0), (0.5, 0.3, 0.2), (0.0, 1.0, 0.0)):
            row = row_of_view(state)
            count = posterior_with_kinds(
                row, tables, nets, network_space, workspace, np.array(priors)
            )
            assert count == len(chances)
            found = (
                np.array([chances[world_in(workspace, i, state)] for i in range(count)]) * priors
            )
            any_kind = found.sum(axis=2)
            weights = any_kind.prod(axis=1)
            assert workspace.weights[:count] == pytest.approx(weights / weights.sum())
            assert workspace.kinds[:count] == pytest.approx(found / any_kind[:, :, None])


def test_at_the_deal_630_worlds_for_the_others_and_70_for_the_dealer() -> None:
    workspace, tables = new_workspace(), tables_of(STANDARD.setting)
    row = np.zeros(kernels.WIDTH, np.int64)
    kernels.start(row, np.array([0b1111, 0b1111 << 4, 0b1111 << 8]), 12, 0)
    assert simple.list_worlds(row, tables, workspace) == 70
    row[kernels.TURN] = 1
    assert simple.list_worlds(row, tables, workspace) == 630


def test_ways_to_go_on_that_have_fallen_behind_are_given_up() -> None:
    """By 2.5 points times the square root of the worlds tried: by ten after sixteen."""
    totals = np.zeros((KINDS, ACTIONS))
    totals[AS_EXPERT, 3], totals[AS_ORDINARY, 4], totals[AS_BEGINNER, 4] = 50, 40, 39.9
    open_ways = np.array([1 << 3 | 1 << PASS, 1 << 4, 1 << 4])
    assert give_up(totals, open_ways, 16) == 1 << 3 | 1 << 4
    assert open_ways.tolist() == [1 << 3, 1 << 4, 0]
    totals[AS_EXPERT, 3] += 1
    assert give_up(totals, open_ways, 16) == 1 << 3


def test_kinds_are_drawn_as_likely_as_they_are() -> None:
    chance = np.array([7], np.uint64)
    likely = np.array([0.5, 0.3, 0.2])
    drawn = [kind_drawn(likely, chance) for _ in range(4000)]
    assert [drawn.count(kind) / 4000 for kind in range(KINDS)] == pytest.approx(likely, abs=0.03)


# Strength, and what is shipped


def gains(
    better: str, worse: str, place: int, others: tuple[str, ...], rounds: int, seed: int = 1
) -> list[int]:
    """What the better one scores more in this place, round by round."""
    tables, nets = tables_of(STANDARD.setting), shipped_nets()
    points = []
    with all_processors() as pool:
        for name in (better, worse):
            names = [*others[:place], name, *others[place:]]
            points.append(play_rounds(names, tables, rounds, seed, nets, pool=pool)[:, place])
    found: list[int] = (points[0] - points[1]).tolist()
    return found


def low_end(more: list[int]) -> float:
    """The low end of the 95 % interval of the mean."""
    found = estimate(more)
    return found.mean - found.error


@pytest.mark.parametrize("place", range(3))
def test_careful_beats_beginner_in_every_place(place: int) -> None:
    assert low_end(gains("careful", "beginner", place, ("beginner", "beginner"), 4000)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("others", [("beginner", "beginner"), ("careful", "careful")])
def test_expert_beats_careful_over_all_places(others: tuple[str, ...]) -> None:
    assert low_end([g for p in range(3) for g in gains("expert", "careful", p, others, 900)]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("place", range(3))
def test_expert_beats_careful_in_every_place(place: int) -> None:
    """Over all line-ups of weaker players; `facedown strength suspense` measures each by itself.

    In five portions; fewer will do where the mean is three standard errors above nothing.
    """
    mixes = list(itertools.product(("beginner", "careful"), repeat=2))
    more: list[int] = []
    for seed in range(1, 6):
        more += [g for mix in mixes for g in gains("expert", "careful", place, mix, 500, seed)]
        found = estimate(more)
        if found.mean > 1.5 * found.error:
            return
    assert low_end(more) > 0


def test_the_shipped_networks_survive_being_written_and_read() -> None:
    nets = shipped_nets()
    data = to_bytes(nets)
    assert all((a == b).all() for a, b in zip(from_bytes(data), nets, strict=True))
    with pytest.raises(ValueError, match="not the expert's networks"):
        from_bytes(data[:-2])


def test_the_expert_plays_its_networks_only_where_they_were_trained() -> None:
    assert is_trained_for(Suspense(goal=3, dealer=2).setting)
    for seats, options in GAMES[1:]:
        assert not is_trained_for(Suspense(seats, **options).setting)


def test_what_is_told_about_the_shipped_networks_is_about_these() -> None:
    data = resources.files("facedown.players.suspense").joinpath("data")
    about = json.loads(data.joinpath("expert.bin.json").read_text("utf-8"))
    assert about["sha256"] == hashlib.sha256(data.joinpath("expert.bin").read_bytes()).hexdigest()
    assert about["command"] == (
        "facedown train suspense --iterations 4000 --generations 8 --watch 12000 --seed 1"
    )
