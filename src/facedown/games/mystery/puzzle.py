"""A puzzle: where the tokens lie, what questions cost, which cards are the mystery (M2 to M7, M14).

A puzzle is a plain record. In ``studio/``, ``texts.py`` reads and writes it as a text or a code,
and ``checking.py`` brings it into its one form, or says in one sentence what is wrong and where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import Final, Literal, TypeAlias

from facedown.core.messages import phrase
from facedown.core.texts import TextFault
from facedown.games.mystery.cards import COLUMNS, LOW_RANKS, RANKS

TwistKind: TypeAlias = Literal["joker swap", "swap", "shift", "shuffle"]
Order: TypeAlias = Literal["removals first", "adds first"]
RemovedTo: TypeAlias = Literal["stone", "mystery"]

TWISTS: Final[tuple[TwistKind, ...]] = ("joker swap", "swap", "shift", "shuffle")
ORDERS: Final[tuple[Order, ...]] = ("removals first", "adds first")
REMOVED_TO: Final[tuple[RemovedTo, ...]] = ("stone", "mystery")

# How much there can be (M14)

MOST_PILES: Final = 6
MOST_JOKERS: Final = 4
MOST_LOW_RANKS: Final = LOW_RANKS - 1
MOST_TWISTS: Final = 12
MOST_OUTCOMES: Final = 40_320
"""Shuffles and cards removed to the mystery may come out in at most so many ways (M14)."""
LONGEST_TITLE: Final = 60


@dataclass(frozen=True, slots=True)
class Pile:
    """A question pile: its price, the cells whose cards it takes, and its mods (M2, M3).

    ``remove`` cards leave it unseen, under the stone or as the mystery; ``jokers`` are added.
    """

    price: str
    cells: tuple[str, ...]
    jokers: int = 0
    remove: int = 0
    removed_to: RemovedTo = "stone"

    @property
    def size(self) -> int:
        """How many cards can be asked for."""
        return len(self.cells) - self.remove + self.jokers


@dataclass(frozen=True, slots=True)
class Twist:
    """A grid twist (M4); the cells of a shift are in the order in which cards move on."""

    name: TwistKind
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A whole puzzle.

    ``par`` is what the puzzle says of itself, to hundredths, or empty, as can be whom it is ``by``
    and its ``licence``. ``low_ranks`` are rows
    beside the four of every grid, highest first. ``order`` is whether cards are removed before
    jokers are added.
    """

    title: str
    piles: tuple[Pile, ...]
    by: str = ""
    par: str = ""
    low_ranks: tuple[str, ...] = ()
    mystery: tuple[str, ...] = ()
    any_order: bool = False
    order: Order = "removals first"
    twists: tuple[Twist, ...] = ()
    licence: str = ""

    @property
    def rows(self) -> int:
        """How many rows the grid has."""
        return 4 + len(self.low_ranks)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of the rows as numbers, ascending; the same for every layout."""
        return tuple(sorted({*range(LOW_RANKS, len(RANKS)), *map(RANKS.index, self.low_ranks)}))

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the grid, ascending."""
        return tuple(rank * COLUMNS + suit for rank in self.ranks for suit in range(COLUMNS))

    @property
    def low_cards(self) -> tuple[int, ...]:
        """The cards of the low deck, ascending (M6)."""
        return tuple(card for card in range(LOW_RANKS * COLUMNS) if card not in self.cards)


class PuzzleError(TextFault):
    """Something in a puzzle cannot be; ``path`` says where it stands in a text."""


def pile_name(number: int) -> str:
    """The name of a pile.

    >>> pile_name(0)
    'Q1'
    """
    return f"Q{number + 1}"


PILE_NAMES: Final = tuple(map(pile_name, range(MOST_PILES)))


def outcomes(puzzle: Puzzle) -> int:
    """In how many ways shuffles and cards removed to the mystery can come out (M14)."""
    shuffles = prod(factorial(len(t.cells)) for t in puzzle.twists if t.name == "shuffle")
    return shuffles * prod(
        comb(len(pile.cells), pile.remove) for pile in puzzle.piles if pile.removed_to == "mystery"
    )


def hundredths(value: Fraction) -> str:
    """A number to the nearest hundredth, as pars are given.

    >>> hundredths(Fraction(53, 12)), hundredths(Fraction(9, 2)), hundredths(Fraction(10))
    ('4.42', '4.5', '10')
    """
    whole, cents = divmod(round(100 * value), 100)
    return f"{whole}.{cents:02}".rstrip("0").rstrip(".")


# What a question costs (M7)

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


_PRICE_WORDS: Final = {
    "pair": phrase("a pair"),
    "2 pairs": phrase("two pairs"),
    "full house": phrase("a full house"),
}


def price_words(price: str) -> str:
    """A price in a sentence.

    >>> price_words("pair"), price_words("3 same suit"), price_words("3 straight flush")
    ('a pair', '3 of the same suit', 'a straight flush of 3')
    """
    if price in _PRICE_WORDS:
        return _PRICE_WORDS[price]
    many, _, kind = price.partition(" ")
    if kind == "straight flush":
        return phrase("a straight flush of {many}", many=many)
    if kind == "same suit":
        return phrase("{many} of the same suit", many=many)
    return phrase("{many} of the same number", many=many)


# How tokens and prices are marked, on the screen and on paper

TOKENS: Final = ("circle", "triangle", "square", "diamond", "star", "cross")
"""The shapes of the tokens, pile by pile."""


def price_dots(price: Price) -> tuple[tuple[tuple[int, int], ...], int, int]:
    """A price as the rulebook marks it, and the size of the drawing.

    A row of tokens is the same number, two rows two numbers, a column the same suit, and a column
    whose tokens overlap a straight flush.
    """
    if price.kind in ("same number", "two numbers"):
        dots = [
            (7 + 13 * at, 7 + 13 * row) for row, n in enumerate(price.counts) for at in range(n)
        ]
    else:
        step = 7 if price.kind == "straight flush" else 13
        dots = [(7, 7 + step * at) for at in range(price.size)]
    return tuple(dots), max(x for x, _ in dots) + 7, max(y for _, y in dots) + 7
