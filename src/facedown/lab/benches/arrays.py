"""Speeds of games on arrays: thousands at once, beside pgx where it is installed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from facedown.core.workshop import Progress
from facedown.lab.paired_benchmark import Peer, measure_paired, peer_module
from facedown.lab.tools import Measurement

if TYPE_CHECKING:
    from facedown.players.arrays import Arrays

OnArrays = TypeVar("OnArrays", bound="Arrays")

GAMES: Final = 8192
STEPS: Final = 25
REPEATS: Final = 9
SEED: Final = 20_260_101


def side_by_side(
    what: str,
    make: Callable[[int, int], OnArrays],
    progress: Progress,
    aim: str = "",
    choose: Callable[[OnArrays], NDArray[np.int64]] | None = None,
) -> Iterator[Measurement]:
    """Steps per second of random play, with views and masks.

    ``make`` gives so many games, by a seed, that are dealt again when they end; ``choose`` an
    action for each, by default any.
    """
    arrays = make(GAMES, SEED)

    def step() -> None:
        arrays.step(arrays.random_actions() if choose is None else choose(arrays))

    def ours() -> int:
        for _ in range(STEPS):
            step()
        return GAMES * STEPS

    sums = hashlib.sha256()
    for _ in range(STEPS):  # compiles, and proves what work is done
        step()
        for part in (arrays.observations, arrays.legal, arrays.over, arrays.points):
            sums.update(part.tobytes())
    # Every thread's time counts: a peer that uses several processors gains nothing by it.
    measured = measure_paired(ours, _peers(progress, aim), REPEATS, time.process_time)
    what = f"{what}, {GAMES:,} at once, with observations and masks"
    yield from measured.measurements(what, "steps/s", sums.hexdigest()[:16])


def _peers(progress: Progress, aim: str) -> list[Peer]:
    """The same work by pgx: random legal actions, finished games dealt anew, observations built."""
    experimental = peer_module("pgx.experimental", "pgx", progress)
    if experimental is None:
        return []
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make("leduc_holdem")
    step = jax.vmap(experimental.auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> tuple[Any, Any]:
        state, key = carry
        key, for_actions, for_deals = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(for_actions, logits, axis=-1)
        state = step(state, actions, jax.random.split(for_deals, GAMES))
        return (state, key), state.observation.sum()

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=STEPS))
    key = jax.random.PRNGKey(0)
    begin = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))
    jax.block_until_ready(many(begin, key))

    def play() -> int:
        jax.block_until_ready(many(begin, key))
        return GAMES * STEPS

    return [Peer("pgx leduc_holdem, CPU, one thread", play, aim)]
