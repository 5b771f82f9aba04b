"""The components of Suspense: thirteen cards, each with a number, stars and a condition.

Card numbers inside the program: 0–5 are white 1–6, 6–11 black 1–6, 12 is the red "?". Sets of
cards are bit masks over these.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

CARD_COUNT: Final = 13
ALL_CARDS: Final = (1 << CARD_COUNT) - 1
WHITE: Final = 0b000000_111111
BLACK: Final = 0b111111_000000
NUMBERED: Final = WHITE | BLACK

NAMES: Final = (*(f"W{n}" for n in range(1, 7)), *(f"B{n}" for n in range(1, 7)), "?")
"""Short names of the cards."""

NUMBERS: Final = (*range(1, 7), *range(1, 7), 0)
"""What each card adds to a sum; "?" adds nothing (S8)."""

Extreme: TypeAlias = Literal["highest", "lowest"]
Category: TypeAlias = Literal["number", "white", "black", "sum"]
Place: TypeAlias = Literal["hand", "play"]

CATEGORY_MASKS: Final = {"number": NUMBERED, "white": WHITE, "black": BLACK}


@dataclass(frozen=True, slots=True)
class Condition:
    """A victory condition: the highest or lowest of a category of cards, in hand or in play.

    Category ``"sum"`` is about players instead: the highest or lowest sum of numbers in play.
    """

    extreme: Extreme
    category: Category
    place: Place


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on one card. A card with a condition about sums scores ``stars`` flat."""

    stars: int
    condition: Condition


Faces: TypeAlias = tuple[Face, ...]
"""The faces of all thirteen cards, by card number."""

STANDARD: Final[Faces] = (
    Face(2, Condition("highest", "number", "play")),
    Face(3, Condition("highest", "black", "play")),
    Face(4, Condition("highest", "white", "play")),
    Face(4, Condition("lowest", "white", "play")),
    Face(3, Condition("lowest", "black", "play")),
    Face(2, Condition("lowest", "number", "play")),
    Face(2, Condition("highest", "number", "hand")),
    Face(3, Condition("highest", "black", "hand")),
    Face(4, Condition("highest", "white", "hand")),
    Face(4, Condition("lowest", "white", "hand")),
    Face(3, Condition("lowest", "black", "hand")),
    Face(2, Condition("lowest", "number", "hand")),
    Face(2, Condition("lowest", "sum", "play")),
)
"""Which condition and how many stars each card carries, unless a table says otherwise (S23)."""


@cache
def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending.

    >>> cards_of(0b1000000000101)
    (0, 2, 12)
    """
    return tuple(card for card in range(CARD_COUNT) if mask >> card & 1)


def all_sets() -> tuple[tuple[int, ...], ...]:
    """The cards of every set, by its mask; all of them quicker than one by one.

    >>> all_sets()[0b1000000000101]
    (0, 2, 12)
    """
    sets: list[tuple[int, ...]] = [()]
    for card in range(CARD_COUNT):
        sets += [(*cards, card) for cards in sets]
    return tuple(sets)


@cache
def names_of(mask: int) -> tuple[str, ...]:
    """The short names of a set of cards."""
    return tuple(NAMES[card] for card in cards_of(mask))
