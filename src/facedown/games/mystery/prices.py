"""What a question costs (M7): which low cards pay a price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, Literal, TypeAlias

from facedown.games.mystery.cards import COLUMNS

Kind: TypeAlias = Literal["same number", "two numbers", "same suit", "straight flush"]


@dataclass(frozen=True, slots=True)
class Price:
    """One kind of price.

    ``counts`` says how many cards are needed: of one number, of two different numbers, of one
    suit, or following each other in one suit. ``words`` is its name in puzzles.
    """

    words: str
    kind: Kind
    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many cards it takes."""
        return sum(self.counts)

    def paid_by(self, cards: Collection[int]) -> bool:
        """Whether exactly these low cards pay it.

        >>> from facedown.games.mystery.cards import card_number
        >>> PRICES["3 straight flush"].paid_by([card_number(name) for name in ("5H", "7H", "6H")])
        True
        """
        if len(cards) != self.size:
            return False
        ranks = sorted(card // COLUMNS for card in cards)
        suits = {card % COLUMNS for card in cards}
        if self.kind == "same suit":
            return len(suits) == 1
        if self.kind == "straight flush":
            return len(suits) == 1 and ranks[-1] - ranks[0] == self.size - 1
        return sorted(Counter(ranks).values()) == sorted(self.counts)


PRICES: Final = {
    price.words: price
    for price in (
        Price("pair", "same number", (2,)),
        Price("3 same number", "same number", (3,)),
        Price("4 same number", "same number", (4,)),
        Price("2 pairs", "two numbers", (2, 2)),
        Price("full house", "two numbers", (3, 2)),
        Price("2 same suit", "same suit", (2,)),
        Price("3 same suit", "same suit", (3,)),
        Price("4 same suit", "same suit", (4,)),
        Price("2 straight flush", "straight flush", (2,)),
        Price("3 straight flush", "straight flush", (3,)),
        Price("4 straight flush", "straight flush", (4,)),
    )
}
"""Every price by its name (M7); a pair is two of the same number."""


def payments(price: Price, hand: Sequence[int]) -> tuple[int, ...]:
    """Every way to pay from a hand, as sets of places in the hand, ascending.

    >>> from facedown.games.mystery.cards import card_number
    >>> hand = [card_number(name) for name in ("7S", "9D", "7D", "7C")]
    >>> [f"{ways:04b}" for ways in payments(PRICES["pair"], hand)]
    ['0101', '1001', '1100']
    """
    return _payments(price, tuple(hand))


@cache
def _subsets(places: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(places), size))


@lru_cache(maxsize=10_000)
def _payments(price: Price, hand: tuple[int, ...]) -> tuple[int, ...]:
    found = [
        sum(1 << place for place in places)
        for places in _subsets(len(hand), price.size)
        if price.paid_by([hand[place] for place in places])
    ]
    return tuple(sorted(found))


def payable(price: Price, low_cards: Sequence[int]) -> bool:
    """Whether some of these cards pay the price."""
    return next(_combos(price, low_cards), None) is not None


def _combos(price: Price, cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Combinations of these cards that pay the price, one suit or few numbers at a time."""
    groups: list[list[int]]
    if price.kind in ("same suit", "straight flush"):
        groups = [[card for card in cards if card % COLUMNS == suit] for suit in range(COLUMNS)]
    else:
        ranks = sorted({card // COLUMNS for card in cards})
        groups = [
            [card for card in cards if card // COLUMNS in chosen]
            for chosen in combinations(ranks, min(len(price.counts), len(ranks)))
        ]
    for group in groups:
        yield from (combo for combo in combinations(group, price.size) if price.paid_by(combo))
