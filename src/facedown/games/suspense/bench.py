"""Speeds that Suspense claims: thousands of rounds at once, beside pgx where it is installed."""

from __future__ import annotations

import hashlib
import statistics
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

from facedown.core.tools import Bench, Measurement, Progress

ROUNDS: Final = 8192
STEPS: Final = 25
REPEATS: Final = 9
SEED: Final = 20_260_101
AIM: Final = 2.0


def _arrays(progress: Progress) -> Iterator[Measurement]:
    from facedown.games.suspense import Suspense
    from facedown.games.suspense.arrays import Rounds

    setting = Suspense().setting
    rounds = Rounds(setting, ROUNDS, SEED, again=True)

    def ours() -> None:
        for _ in range(STEPS):
            rounds.step(rounds.random_actions())

    sums = hashlib.sha256()
    for _ in range(STEPS):  # compiles, and proves what work is done
        rounds.step(rounds.random_actions())
        for part in (rounds.observations, rounds.legal, rounds.over, rounds.points):
            sums.update(part.tobytes())
    theirs = _pgx()
    if theirs is None:
        progress("pgx is not installed, so there is nothing to compare with.")
    rates = [(_rate(ours), None if theirs is None else _rate(theirs)) for _ in range(REPEATS)]
    value = statistics.median(ours for ours, _ in rates)
    what = f"suspense, {ROUNDS:,} rounds at once, with observations and masks"
    checksum = sums.hexdigest()[:16]
    if theirs is None:
        yield Measurement(what, value, "steps/s", checksum)
        return
    ratios = [ours / peer for ours, peer in rates if peer is not None]
    peer_rate = statistics.median(peer for _, peer in rates if peer is not None)
    peer = (
        f"{peer_rate:,.0f} pgx leduc_holdem, CPU, one thread ({min(ratios):.2f}–{max(ratios):.2f})"
    )
    ratio = statistics.median(ratios)
    yield Measurement(what, value, "steps/s", checksum, f"ratio ≥ {AIM:g}", peer, ratio)


def _rate(play: Callable[[], None]) -> float:
    """Steps per second of processor time, all threads together."""
    begun = time.process_time()
    play()
    return ROUNDS * STEPS / (time.process_time() - begun)


def _pgx() -> Callable[[], None] | None:
    """The same work by pgx: random legal actions, finished games dealt anew, observations built."""
    try:
        jax: Any = import_module("jax")
        pgx: Any = import_module("pgx")
        experimental: Any = import_module("pgx.experimental")
    except ImportError:
        return None
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

    def play() -> None:
        jax.block_until_ready(many(begin, key))

    return play


BENCHES: Final = (Bench("suspense-arrays", "Suspense on arrays, steps per second", _arrays),)
