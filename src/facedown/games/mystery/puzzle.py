"""A puzzle: where the tokens lie, what questions cost, which cards are the mystery.

A puzzle is a plain record. ``puzzle_file.py`` reads and writes it as a text, ``share.py`` as a
code. ``checking.py`` brings it into its one form, or says in one sentence what is wrong and where.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial, prod
from typing import Final, Literal, TypeAlias

from facedown.core.errors import BadOption
from facedown.games.mystery.cards import COLUMNS, LOW_RANKS, RANKS

TwistKind: TypeAlias = Literal["joker swap", "swap", "shift", "shuffle"]
Order: TypeAlias = Literal["removals first", "adds first"]
RemovedTo: TypeAlias = Literal["stone", "mystery"]

TWISTS: Final[tuple[TwistKind, ...]] = ("joker swap", "swap", "shift", "shuffle")
ORDERS: Final[tuple[Order, ...]] = ("removals first", "adds first")
REMOVED_TO: Final[tuple[RemovedTo, ...]] = ("stone", "mystery")

MOST_PILES: Final = 6
MOST_JOKERS: Final = 4
MOST_LOW_RANKS: Final = LOW_RANKS - 1
MOST_TWISTS: Final = 12
MOST_OUTCOMES: Final = 40_320
"""Shuffles and cards removed to the mystery may come out in at most so many ways (M14)."""
LONGEST_TITLE: Final = 60


@dataclass(frozen=True, slots=True)
class Pile:
    """A question pile: its price, the cells whose cards it takes, and its mods.

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

    ``par`` is what the puzzle says of itself, to hundredths, or empty. ``low_ranks`` are rows
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


class PuzzleError(BadOption):
    """Something in a puzzle cannot be; ``path`` says where.

    ``path`` is the name of a part, or a list's name, the place in it (from 0) and the part, and at
    last the faulty value where one can be named.
    """

    def __init__(self, sentence: str, *path: str | int) -> None:
        super().__init__(sentence)
        self.path = path


def pile_name(number: int) -> str:
    """The name of a pile.

    >>> pile_name(0)
    'Q1'
    """
    return f"Q{number + 1}"


def outcomes(puzzle: Puzzle) -> int:
    """In how many ways shuffles and cards removed to the mystery can come out."""
    shuffles = prod(factorial(len(t.cells)) for t in puzzle.twists if t.name == "shuffle")
    return shuffles * prod(
        comb(len(pile.cells), pile.remove) for pile in puzzle.piles if pile.removed_to == "mystery"
    )
