"""What a step of the PettingZoo environment costs, beside OpenSpiel's own on ``leduc_poker``.

One step is a move made and what the next to move is given: with ours ``step`` and ``last``
(information state, action mask, reward), with OpenSpiel ``rl_environment``'s ``step``, which gives
both players' information states, legal actions and rewards. Restarts are on the clock on both
sides; what is played is chosen beforehand at random, off the clock, so that no side pays for the
choosing. Both run in one process, turn by turn, in processor time.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from facedown.core.facts import OptionValue
from facedown.core.messages import counted
from facedown.core.registry import new_game
from facedown.core.workshop import Progress
from facedown.lab.paired_benchmark import Peer, measure_paired, peer_module
from facedown.lab.tools import Bench, Measurement

if TYPE_CHECKING:
    from facedown.lab.pettingzoo import TableEnv

SEED: Final = 20_260_101
STEPS: Final = 2_000
REPEATS: Final = 15

Games = list[list[int]]
"""The actions of whole games."""

SETTINGS: Final[tuple[tuple[str, int, dict[str, OptionValue]], ...]] = (
    ("suspense", 3, {}),
    ("suspense", 3, {"goal": 0}),
    ("suspense", 2, {"goal": 0}),
    ("turing", 1, {"cards": "4,9,11,14", "machine": "beginner"}),
    ("turing", 2, {"cards": "4,9,11,14"}),
    ("turing", 4, {"cards": "4,9,11,14"}),
    ("mystery", 1, {}),
    ("solver", 2, {}),
    ("solid", 2, {}),
)
"""Turing Machine with chosen cards: drawing a problem would measure its generator."""


def random_games(env: TableEnv, least: int, seed: int) -> tuple[Games, str]:
    """Random games of that many steps or more, and a checksum of all that agents were given."""
    import numpy as np

    rng, sums = random.Random(seed), hashlib.sha256()
    games: Games = []
    env.reset(seed=seed)
    while sum(map(len, games)) < least:
        actions = []
        while True:
            observation, reward, over, _, _ = env.last()
            sums.update(observation["observation"])
            sums.update(f"{reward}".encode())
            if over:
                break
            actions.append(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            env.step(actions[-1])
        games.append(actions)
        env.reset()
    return games, sums.hexdigest()[:16]


def play(env: TableEnv, games: Games, seed: int) -> int:
    """Plays these games; returns how many steps they have."""
    for number, actions in enumerate(games):
        env.reset(seed=None if number else seed)
        env.last()
        for action in actions:
            env.step(action)
            env.last()
    return sum(map(len, games))


def peer_games(env: Any, least: int, seed: int) -> Games:
    """The same with OpenSpiel's environment."""
    rng = random.Random(seed)
    games: Games = []
    env.seed(seed)
    while sum(map(len, games)) < least:
        step, actions = env.reset(), []
        while not step.last():
            seen = step.observations
            actions.append(rng.choice(seen["legal_actions"][seen["current_player"]]))
            step = env.step(actions[-1:])
        games.append(actions)
    return games


def peer_play(env: Any, games: Games, seed: int) -> int:
    """Plays them; the same seed brings the same cards, so that every action is legal."""
    env.seed(seed)
    for actions in games:
        env.reset()
        for action in actions:
            env.step([action])
    return sum(map(len, games))


def measure(
    progress: Progress, *, steps: int = STEPS, repeats: int = REPEATS
) -> Iterator[Measurement]:
    """Every setting beside ``leduc_poker``; one that is not installed is left out and said."""
    try:
        from facedown.lab.pettingzoo import TableEnv
    except ImportError:
        progress("PettingZoo is not installed, so there is no environment to measure.")
        return
    peers = _peers(steps, progress)
    for name, seats, options in SETTINGS:
        env = TableEnv(new_game(name, seats, **options))
        games, checksum = random_games(env, steps, SEED)
        measured = measure_paired(partial(play, env, games, SEED), peers, repeats)
        chosen = "".join(f", {key} {value}" for key, value in options.items())
        what = f"{name}, {counted(seats, 'seat')}{chosen}"
        yield from measured.measurements(what, "steps/s", checksum)


def _peers(steps: int, progress: Progress) -> list[Peer]:
    module = peer_module("open_spiel.python.rl_environment", "OpenSpiel", progress)
    if module is None:
        return []
    env = module.Environment("leduc_poker")
    turn = partial(peer_play, env, peer_games(env, steps, SEED), SEED)
    return [Peer("rl_environment, leduc_poker", turn, "ratio ≥ 1")]


BENCHES: Final = (
    Bench("environments", "PettingZoo environment steps per second from Python", measure),
)
