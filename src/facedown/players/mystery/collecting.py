"""What a hand of low cards is worth to a player: how near it is to the prices, and by what luck.

A *target* is one way to pay a price: a number, a suit, a run, or two numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

from facedown.games.mystery.cards import COLUMNS, LOW_RANKS
from facedown.games.mystery.puzzle import Price

Cards = int
"""A set of low cards as a bit mask over card numbers."""


class Target(NamedTuple):
    """Groups of cards, and how many of each are needed."""

    groups: tuple[tuple[Cards, int], ...]


class Weights(NamedTuple):
    """What counts how much to whoever weighs hands.

    A question is bought when it tells more than the share ``patience`` of what its cards are worth;
    ``second`` is what the second nearest way to pay a price counts beside the nearest; ``shown``
    the share of the unseen low cards that one can hope to have a use for. What is missing counts
    with its chance to the power of ``fading``, what is held with its share to that of ``power``.
    """

    patience: float = 0.35
    second: float = 0.2
    shown: float = 0.46
    fading: float = 1.13
    power: float = 1.18


@cache
def targets(price: Price, low: Cards) -> tuple[Target, ...]:
    """Every way to pay a price from these low cards."""
    return tuple(
        target
        for target in _targets(price, low)
        if all(group.bit_count() >= many for group, many in target.groups)
    )


def _targets(price: Price, low: Cards) -> Iterator[Target]:
    ranks = [low & 0b1111 << rank * COLUMNS for rank in range(LOW_RANKS)]
    suits = [low & sum(1 << r * COLUMNS + s for r in range(LOW_RANKS)) for s in range(COLUMNS)]
    match price.kind:
        case "same number":
            yield from (Target(((rank, price.size),)) for rank in ranks)
        case "same suit":
            yield from (Target(((suit, price.size),)) for suit in suits)
        case "two numbers":
            for first, second in permutations(ranks, 2):
                if price.counts[0] != price.counts[1] or first < second:
                    counts = price.counts
                    yield Target(((first, counts[0]), (second, counts[1])))
        case "straight flush":
            for suit in suits:
                for start in range(LOW_RANKS - price.size + 1):
                    run = sum(0b1111 << r * COLUMNS for r in range(start, start + price.size))
                    yield Target(((suit & run, price.size),))


@cache
def at_least(unseen: int, outs: int, shown: int, needed: int) -> float:
    """The chance that of so many cards shown, out of all unseen, at least some are outs.

    >>> at_least(10, 2, 10, 2), at_least(4, 1, 2, 1)
    (1.0, 0.5)
    """
    if needed <= 0:
        return 1.0
    shown = min(shown, unseen)
    if needed > outs or needed > shown:
        return 0.0
    good = sum(
        comb(outs, hits) * comb(unseen - outs, shown - hits)
        for hits in range(needed, min(outs, shown) + 1)
        if shown - hits <= unseen - outs
    )
    return good / comb(unseen, shown)


def nearest(
    price: Price, low: Cards, hand: Cards, unseen: Cards, weights: Weights
) -> tuple[float, float]:
    """How near a hand is to the two nearest ways to pay a price, each from 0 to 1."""
    best = second = 0.0
    many = unseen.bit_count()
    shown = round(weights.shown * many)
    for (groups,) in targets(price, low):
        chance, have = 1.0, 0
        for group, needed in groups:
            held = min(needed, (group & hand).bit_count())
            have += held
            if held < needed:
                outs = (group & unseen).bit_count()
                chance *= at_least(many, outs, shown, needed - held)
        near = chance**weights.fading * (have / price.size) ** weights.power
        if near > best:
            best, second = near, best
        elif near > second:
            second = near
    return best, second


def progress(price: Price, low: Cards, hand: Cards) -> float:
    """The largest share of a price that a hand holds already."""
    best = 0
    for (groups,) in targets(price, low):
        best = max(best, sum(min(needed, (group & hand).bit_count()) for group, needed in groups))
    return best / price.size
