"""Comparing counts with what they should be, from the standard library alone."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from statistics import NormalDist
from typing import Any

FALSE_ALARM = 1e-7
"""How likely a correct game may be to fail one comparison, were the seeds not fixed."""

_LIMIT = NormalDist().inv_cdf(1 - FALSE_ALARM)

_LEAST_EXPECTED = 5.0


def chi_square(observed: Sequence[float], expected: Sequence[float]) -> tuple[float, int]:
    """Pearson's chi-square and its degrees of freedom.

    Bins expected to hold fewer than five are put together; with fewer than two bins nothing can
    be said, and both numbers are 0. What was observed may have weights of at most 1 instead of
    counts: then the chi-square is too small rather than too large.

    >>> chi_square([60, 40], [50, 50])
    (4.0, 1)
    """
    # Which bins are put together must not depend on what was observed.
    pairs = sorted(zip(expected, observed, strict=True), key=itemgetter(0))
    merged: list[tuple[float, float]] = []
    want, have = 0.0, 0.0
    for e, o in pairs:
        want, have = want + e, have + o
        if want >= _LEAST_EXPECTED:
            merged.append((want, have))
            want, have = 0.0, 0.0
    if merged:
        merged[-1] = (want + merged[-1][0], have + merged[-1][1])
    if len(merged) < 2:
        return 0.0, 0
    return sum((o - e) ** 2 / e for e, o in merged), len(merged) - 1


def surprise(total: float, freedom: int) -> float:
    """A chi-square as standard deviations of a normal distribution (Wilson and Hilferty).

    >>> round(surprise(0.16, 1), 1), surprise(64, 1) > 5
    (-0.5, True)
    """
    if not freedom:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((total / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


Counts = Mapping[Any, float]


def check_frequencies(pairs: Iterable[tuple[Counts, Counts]], what: str) -> None:
    """Fails when things were counted that have no weight, or more or less often than by weight.

    Each pair is what was counted and the weights of what can be; several pairs are judged
    together and should have been counted independently.
    """
    total, freedom, times = 0.0, 0, 0.0
    for counts, weights in pairs:
        for thing in counts:
            assert weights.get(thing), f"{what}: {thing} occurred but has no weight."
        drawn, whole = sum(counts.values()), sum(weights.values())
        keys = list(weights)
        far, free = chi_square(
            [counts.get(key, 0) for key in keys], [weights[key] * drawn / whole for key in keys]
        )
        total, freedom, times = total + far, freedom + free, times + drawn
    off = surprise(total, freedom)
    assert off < _LIMIT, (
        f"{what}: the frequencies in {times:.0f} draws are {off:.1f} standard deviations away from "
        f"the weights."
    )


def check_uniform(ranks: Iterable[tuple[float, float]], what: str, bins: int = 10) -> None:
    """Fails when numbers that should be uniform between 0 and 1 are not; each has its weight."""
    counts = [0.0] * bins
    for rank, weight in ranks:
        counts[min(int(rank * bins), bins - 1)] += weight
    far = surprise(*chi_square(counts, [sum(counts) / bins] * bins))
    shown = ", ".join(f"{count:.0f}" for count in counts)
    assert far < _LIMIT, f"{what}: {shown} in equal parts is {far:.1f} standard deviations off."


def improbable(far: float, variance: float, most: float, tests: int = 1) -> bool:
    """Whether a sum is too far from 0 to be chance: by Bernstein's inequality or by Hoeffding's.

    The sum is of independent numbers between -1 and 1, each 0 on average, with this variance in
    all, which could be ``most`` at the most. Of so many ``tests`` one fails by chance no more often
    than :data:`FALSE_ALARM`.

    >>> improbable(40, 25, 100), improbable(70, 100, 100)
    (True, True)
    >>> improbable(20, 25, 100), improbable(50, 100, 100)
    (False, False)
    """
    exponent = max(far**2 / (2 * variance + 2 * abs(far) / 3), far**2 / (2 * most))
    return exponent > math.log(4 * tests / FALSE_ALARM)


def shuffled_key(thing: object) -> str:
    """A key that orders things in a way that has nothing to do with their meaning."""
    return hashlib.sha256(repr(thing).encode()).hexdigest()
