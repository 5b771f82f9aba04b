"""Speeds that Suspense claims: thousands of rounds at once, beside pgx where it is installed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from facedown.core.workshop import Progress
from facedown.lab.paired_benchmark import Peer, measure_paired, peer_module
from facedown.lab.tools import Bench, Measurement

ROUNDS: Final = 8192
STEPS: Final = 25
REPEATS: Final = 9
SEED: Final = 20_260_101
AIM: Final = 2.0


def _arrays(progress: Progress) -> Iterator[Measurement]:
    from facedown.games.suspense import Suspense
    from facedown.players.suspense.arrays import Rounds

    setting = Suspense().setting
    rounds = Rounds(setting, ROUNDS, SEED, again=True)

    def ours() -> int:
        for _ in range(STEPS):
            rounds.step(rounds.random_actions())
        return ROUNDS * STEPS

    sums = hashlib.sha256()
    for _ in range(STEPS):  # compiles, and proves what work is done
        rounds.step(rounds.random_actions())
        for part in (rounds.observations, rounds.legal, rounds.over, rounds.points):
            sums.update(part.tobytes())
    # Every thread's time counts: a peer that uses several processors gains nothing by it.
    measured = measure_paired(ours, _peers(progress), REPEATS, time.process_time)
    what = f"suspense, {ROUNDS:,} rounds at once, with observations and masks"
    yield from measured.measurements(what, "steps/s", sums.hexdigest()[:16])


def _peers(progress: Progress) -> list[Peer]:
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
        state = step(state, actions, jax.random.split(for_deals, ROUNDS))
        return (state, key), state.observation.sum()

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=STEPS))
    key = jax.random.PRNGKey(0)
    begin = jax.jit(jax.vmap(env.init))(jax.random.split(key, ROUNDS))
    jax.block_until_ready(many(begin, key))

    def play() -> int:
        jax.block_until_ready(many(begin, key))
        return ROUNDS * STEPS

    return [Peer("pgx leduc_holdem, CPU, one thread", play, f"ratio ≥ {AIM:g}")]


BENCHES: Final = (Bench("suspense-arrays", "Suspense on arrays, steps per second", _arrays),)
