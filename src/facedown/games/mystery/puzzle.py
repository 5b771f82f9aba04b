"""A puzzle: where the tokens lie, what questions cost, which cards are the mystery.

A puzzle is a plain record. ``puzzle_file.py`` reads and writes it as a text, ``share.py`` as a
code. :func:`checked` brings it into its one form, or says in one sentence what is wrong and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, factorial, prod
from typing import Final, Literal, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.words import counted, listed
from facedown.games.mystery.cards import (
    COLUMNS,
    LOW_RANKS,
    RANKS,
    CardError,
    cell_name,
    cell_number,
)
from facedown.games.mystery.prices import PRICES, payable

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

    ``par`` is the printed one as a text, or empty. ``low_ranks`` are rows beside the four of every
    grid, highest first. ``order`` is whether cards are removed before jokers are added.
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


def checked(puzzle: Puzzle) -> Puzzle:
    """The puzzle in its one form: cells in order, ranks falling.

    Raises :class:`PuzzleError` with one sentence at the first thing that cannot be.
    """
    _check_title(puzzle.title, "title")
    _check_title(puzzle.by, "by")
    if not puzzle.title:
        raise PuzzleError("A puzzle needs a title.", "title")
    low = _checked_ranks(puzzle.low_ranks)
    puzzle = replace(puzzle, low_ranks=low)
    mystery = _checked_cells(puzzle.mystery, puzzle, "mystery")
    if not 1 <= len(puzzle.piles) <= MOST_PILES:
        raise PuzzleError(f"A puzzle has 1 to {MOST_PILES} piles, not {len(puzzle.piles)}.", "pile")
    piles = tuple(_checked_pile(pile, index, puzzle) for index, pile in enumerate(puzzle.piles))
    puzzle = replace(puzzle, mystery=mystery, piles=piles)
    _check_overlaps(puzzle)
    if len(puzzle.twists) > MOST_TWISTS:
        raise PuzzleError(f"A puzzle has at most {MOST_TWISTS} twists.", "twist")
    twists = tuple(
        _checked_twist(twist, index, puzzle) for index, twist in enumerate(puzzle.twists)
    )
    puzzle = replace(puzzle, twists=twists)
    _check_jokers(puzzle)
    swapped = any(twist.name == "joker swap" for twist in twists)
    removed = any(pile.remove and pile.removed_to == "mystery" for pile in piles)
    if not (mystery or swapped or removed):
        raise PuzzleError(
            "No card is the mystery: name mystery cells, swap a card for a joker, or remove one "
            "to the mystery.",
            "mystery",
        )
    if outcomes(puzzle) > MOST_OUTCOMES:
        raise PuzzleError(
            f"Shuffles and cards removed to the mystery can come out in {outcomes(puzzle):,} ways; "
            f"at most {MOST_OUTCOMES:,} are allowed.",
            "twist" if any(twist.name == "shuffle" for twist in twists) else "pile",
        )
    return puzzle


def outcomes(puzzle: Puzzle) -> int:
    """In how many ways shuffles and cards removed to the mystery can come out."""
    shuffles = prod(factorial(len(t.cells)) for t in puzzle.twists if t.name == "shuffle")
    return shuffles * prod(
        comb(len(pile.cells), pile.remove) for pile in puzzle.piles if pile.removed_to == "mystery"
    )


def _check_title(text: str, part: str) -> None:
    if len(text) > LONGEST_TITLE or not text.isprintable() or text != text.strip():
        raise PuzzleError(
            f"The {'title' if part == 'title' else 'author'} is a line of at most "
            f"{LONGEST_TITLE} characters.",
            part,
        )


def read_par(text: str) -> str:
    """A printed par as it is kept; raises :class:`PuzzleError` unless it is 0 to 99 in hundredths.

    >>> read_par("4.50"), read_par("4")
    ('4.5', '4')
    """
    written = re.fullmatch(r"\+?[0-9]{1,2}(\.[0-9]{1,20})?", text)
    par = Fraction(text) if written else Fraction(1, 3)
    if (par * 100).denominator != 1:
        raise PuzzleError(
            "A printed par is a number from 0 to 99.99 in hundredths, such as 4.5.", "par"
        )
    whole, cents = divmod(int(par * 100), 100)
    return f"{whole}.{cents:02}".rstrip("0").rstrip(".")


def _checked_ranks(ranks: tuple[str, ...]) -> tuple[str, ...]:
    for rank in ranks:
        if rank not in RANKS[:LOW_RANKS]:
            raise PuzzleError(
                f"There is no low rank {rank[:20]!r}; low ranks are 2 to 10.", "low_ranks", rank
            )
        if ranks.count(rank) > 1:
            raise PuzzleError(f"The rank {rank} is named twice.", "low_ranks", rank)
    if len(ranks) > MOST_LOW_RANKS:
        raise PuzzleError("At least one low rank is needed to pay with.", "low_ranks")
    return tuple(sorted(ranks, key=RANKS.index, reverse=True))


def _checked_cells(
    cells: Iterable[str], puzzle: Puzzle, *path: str | int, ordered: bool = False
) -> tuple[str, ...]:
    numbers: list[int] = []
    for cell in cells:
        try:
            number = cell_number(cell, puzzle.rows)
        except CardError as problem:
            raise PuzzleError(str(problem), *path, cell) from None
        if number in numbers:
            raise PuzzleError(f"The cell {cell} is named twice.", *path, cell)
        numbers.append(number)
    return tuple(map(cell_name, numbers if ordered else sorted(numbers)))


def _checked_pile(pile: Pile, index: int, puzzle: Puzzle) -> Pile:
    name, where = pile_name(index), ("pile", index)
    cells = _checked_cells(pile.cells, puzzle, *where, "cells")
    if not cells:
        raise PuzzleError(f"Pile {name} has no cells.", *where, "cells")
    if pile.price not in PRICES:
        raise PuzzleError(
            f"There is no price {pile.price[:30]!r}; prices are {listed(PRICES, 'or')}.",
            *where,
            "price",
        )
    if not payable(PRICES[pile.price], puzzle.low_cards):
        raise PuzzleError(
            f"Nobody can pay {pile.price} with the ranks that are left in the low deck.",
            *where,
            "price",
        )
    if not 0 <= pile.jokers <= MOST_JOKERS:
        raise PuzzleError(f"A pile has 0 to {MOST_JOKERS} jokers.", *where, "jokers")
    before = len(cells) + (pile.jokers if puzzle.order == "adds first" else 0)
    if not 0 <= pile.remove <= before:
        raise PuzzleError(
            f"From pile {name} 0 to {counted(before, 'card')} can be removed.", *where, "remove"
        )
    pile = replace(pile, cells=cells)
    if pile.size < 1:
        raise PuzzleError(f"Pile {name} would be empty.", *where, "remove")
    if pile.removed_to == "mystery" and not pile.remove:
        raise PuzzleError(
            f"Pile {name} removes no card that could be the mystery.", *where, "removed_to"
        )
    if pile.removed_to == "mystery" and pile.jokers and puzzle.order == "adds first":
        raise PuzzleError(
            f"A joker could become the mystery: pile {name} removes cards after it adds jokers.",
            *where,
            "removed_to",
        )
    return pile


def _check_overlaps(puzzle: Puzzle) -> None:
    taken = dict.fromkeys(puzzle.mystery, "the mystery")
    for index, pile in enumerate(puzzle.piles):
        for cell in pile.cells:
            if cell in taken:
                raise PuzzleError(
                    f"The cell {cell} belongs to {taken[cell]} already.",
                    *("pile", index, "cells", cell),
                )
            taken[cell] = f"pile {pile_name(index)}"


def _checked_twist(twist: Twist, index: int, puzzle: Puzzle) -> Twist:
    where = ("twist", index, "cells")
    ordered = twist.name == "shift"
    cells = _checked_cells(twist.cells, puzzle, *where, ordered=ordered)
    in_line = len({cell[0] for cell in cells}) == 1 or len({cell[1:] for cell in cells}) == 1
    if twist.name == "joker swap" and len(cells) != 1:
        raise PuzzleError("A joker is swapped for the card of one cell.", *where)
    if twist.name == "swap" and (len(cells) != 2 or not in_line):
        raise PuzzleError("A swap is of two cells of one row or column.", *where)
    if twist.name == "shift" and (len(cells) < 3 or not in_line):
        raise PuzzleError("A shift is of three or more cells of one row or column.", *where)
    if twist.name == "shuffle" and len(cells) < 2:
        raise PuzzleError("A shuffle is of two cells or more.", *where)
    if ordered:  # a shift can begin at any of its cells: the first in the grid
        first = min(range(len(cells)), key=lambda at: cell_number(cells[at], puzzle.rows))
        cells = cells[first:] + cells[:first]
    return replace(twist, cells=cells)


def _check_jokers(puzzle: Puzzle) -> None:
    """No joker may become the mystery (M4): follows where swapped-in jokers can come to lie."""
    jokers: set[str] = set()
    swapped: set[str] = set()
    for index, twist in enumerate(puzzle.twists):
        where = ("twist", index, "cells")
        if twist.name == "joker swap":
            (cell,) = twist.cells
            if cell in swapped:
                raise PuzzleError(f"The card of {cell} is swapped for a joker twice.", *where)
            if cell in jokers:
                raise PuzzleError(f"On {cell} a joker could lie already.", *where)
            swapped.add(cell)
            jokers.add(cell)
        elif twist.name == "shuffle":
            if jokers & set(twist.cells):
                jokers |= set(twist.cells)
        else:
            moved = zip(twist.cells, (*twist.cells[1:], twist.cells[0]), strict=True)
            landed = {to for cell, to in moved if cell in jokers}
            jokers = jokers - set(twist.cells) | landed
    for cell in puzzle.mystery:
        if cell in jokers:
            raise PuzzleError(
                f"On {cell} a joker could lie, which cannot be the mystery.", "mystery", cell
            )
        if cell in swapped:
            raise PuzzleError(f"The card of {cell} is the mystery twice.", "mystery", cell)
    for index, pile in enumerate(puzzle.piles):
        if pile.removed_to == "mystery" and jokers & set(pile.cells):
            raise PuzzleError(
                f"A joker could lie in pile {pile_name(index)}, so that none of its cards can be "
                "removed to the mystery.",
                *("pile", index, "removed_to"),
            )
