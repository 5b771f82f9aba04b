"""Prices for a puzzle's piles: what its questions cost in picks, and what they could cost.

A price costs as many picks as it takes on average to collect for it alone (simulated from a fixed
seed). Best play of a puzzle then costs the sum over its questions; the low deck allows half its
cards in picks (M6).
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from facedown.games.mystery.cards import COLUMNS, LOW_RANKS
from facedown.games.mystery.prices import PRICES, Price, payable
from facedown.games.mystery.puzzle import Puzzle

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best

DEALS: Final = 200
"""Low decks on which a price is tried."""
HAND: Final = 6
USUAL: Final = Fraction(3, 2)
"""The three printed puzzles cost from 1.3 to 2.4 times the picks that there are."""
NEAR: Final = 2
"""Costs are alike that are no more picks apart."""
ADVISED: Final = (
    "2 same suit",
    "pair",
    "3 same suit",
    "2 pairs",
    "3 same number",
    "3 straight flush",
    "full house",
)
"""The prices that are advised; those of four cards cost more picks than most games have."""


def progress_to(price: Price, cards: list[int]) -> int:
    """How many of these low cards go towards a price at best.

    >>> progress_to(PRICES["3 straight flush"], [0, 4, 12])
    2
    """
    if price.kind == "same suit":
        suits = [card % COLUMNS for card in cards]
        return min(price.size, max(map(suits.count, range(COLUMNS))))
    if price.kind == "straight flush":
        return max(
            sum(rank * COLUMNS + suit in cards for rank in range(low, low + price.size))
            for suit in range(COLUMNS)
            for low in range(LOW_RANKS - price.size + 1)
        )
    ranks = [card // COLUMNS for card in cards]
    counts = sorted(map(ranks.count, range(LOW_RANKS)), reverse=True)
    return sum(map(min, price.counts, counts))


@cache
def picks_for(name: str, low_cards: tuple[int, ...]) -> Fraction:
    """How many picks a price takes on average for one who collects for nothing else.

    Who cannot pay after the last pick is counted with all picks.

    >>> deck = tuple(range(36))
    >>> picks_for("pair", deck) < picks_for("3 straight flush", deck)
    True
    """
    price, rng = PRICES[name], random.Random(f"{name}/{len(low_cards)}")
    picks = 0
    for _ in range(DEALS):
        deck = list(low_cards)
        rng.shuffle(deck)
        hand: list[int] = []
        while len(deck) >= 2 and not payable(price, hand):
            offered = deck.pop(), deck.pop()
            hand.append(max(offered, key=lambda card: progress_to(price, [*hand, card])))
            if len(hand) > HAND:
                rest = [[*hand[:at], *hand[at + 1 :]] for at in range(HAND)]
                hand = max(rest, key=lambda cards: progress_to(price, cards))
            picks += 1
    return Fraction(picks, DEALS)


def picks_of(puzzle: Puzzle, asked: tuple[Fraction, ...], prices: tuple[str, ...]) -> Fraction:
    """How many picks best play costs at these prices, each question collected for alone."""
    deck = puzzle.low_cards
    return sum(
        (many * picks_for(price, deck) for many, price in zip(asked, prices, strict=True)),
        Fraction(0),
    )


def picks_there_are(puzzle: Puzzle) -> int:
    """How many low cards can be picked (M6)."""
    return len(puzzle.low_cards) // 2


def advised(
    puzzle: Puzzle, picks: Fraction | None = None, best: Best | None = None
) -> tuple[str, ...]:
    """A price for each pile: the more a first question tells, the dearer.

    Best play then costs about so many picks; without that, half as many again as there are, as
    cards of one hand go towards several prices. Prices are different where that is as near. Raises
    ``BeyondPar``.
    """
    from facedown.games.mystery.par import best_of

    best = best or best_of(puzzle)
    aim = USUAL * picks_there_are(puzzle) if picks is None else picks
    asked, after = best.questions(), best.start.after
    told = [Fraction(0) if left is None else -left for left in after]
    order = sorted(range(len(told)), key=lambda pile: told[pile])
    costs = {price: picks_for(price, puzzle.low_cards) for price in ADVISED}
    ladder = sorted(ADVISED, key=lambda price: costs[price])

    def cost(steps: tuple[int, ...]) -> Fraction:
        return sum(
            (asked[pile] * costs[ladder[at]] for pile, at in zip(order, steps, strict=True)),
            Fraction(0),
        )

    chosen = min(
        combinations_with_replacement(range(len(ladder)), len(told)),
        key=lambda steps: (
            round(abs(aim - cost(steps)) / NEAR),
            -len({*steps}),
            abs(aim - cost(steps)),
            steps,
        ),
    )
    of_pile = dict(zip(order, chosen, strict=True))
    return tuple(ladder[of_pile[pile]] for pile in range(len(told)))
