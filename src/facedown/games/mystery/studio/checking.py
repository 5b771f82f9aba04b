"""Whether a puzzle can be: brought into its one form, or refused where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from facedown.core.messages import listed, phrase, phrase_many
from facedown.games.mystery.cards import LOW_RANKS, RANKS, CardError, cell_name, cell_number
from facedown.games.mystery.puzzle import (
    LONGEST_TITLE,
    MOST_JOKERS,
    MOST_LOW_RANKS,
    MOST_OUTCOMES,
    MOST_PILES,
    MOST_TWISTS,
    PRICES,
    Pile,
    Puzzle,
    PuzzleError,
    Twist,
    hundredths,
    outcomes,
    payable,
    pile_name,
)


def checked(puzzle: Puzzle) -> Puzzle:
    """The puzzle in its one form: cells in order, ranks falling.

    Raises :class:`PuzzleError` with one sentence at the first thing that cannot be.
    """
    _check_title(puzzle.title, "title")
    _check_title(puzzle.by, "by")
    _check_title(puzzle.licence, "licence")
    if not puzzle.title:
        raise PuzzleError(phrase("A puzzle needs a title."), "title")
    low = _checked_ranks(puzzle.low_ranks)
    puzzle = replace(puzzle, low_ranks=low)
    mystery = _checked_cells(puzzle.mystery, puzzle, "mystery")
    if not 1 <= len(puzzle.piles) <= MOST_PILES:
        raise PuzzleError(
            phrase(
                "A puzzle has 1 to {most} piles, not {number}.",
                most=MOST_PILES,
                number=len(puzzle.piles),
            ),
            "pile",
        )
    piles = tuple(_checked_pile(pile, index, puzzle) for index, pile in enumerate(puzzle.piles))
    puzzle = replace(puzzle, mystery=mystery, piles=piles)
    _check_overlaps(puzzle)
    if len(puzzle.twists) > MOST_TWISTS:
        raise PuzzleError(phrase("A puzzle has at most {most} twists.", most=MOST_TWISTS), "twist")
    twists = tuple(
        _checked_twist(twist, index, puzzle) for index, twist in enumerate(puzzle.twists)
    )
    puzzle = replace(puzzle, twists=twists)
    _check_jokers(puzzle)
    swapped = any(twist.name == "joker swap" for twist in twists)
    removed = any(pile.remove and pile.removed_to == "mystery" for pile in piles)
    if not (mystery or swapped or removed):
        raise PuzzleError(
            phrase(
                "No card is the mystery: name mystery cells, swap a card for a joker, or "
                "remove one to the mystery."
            ),
            "mystery",
        )
    if outcomes(puzzle) > MOST_OUTCOMES:
        raise PuzzleError(
            phrase(
                "Shuffles and cards removed to the mystery can come out in {ways:,} ways; "
                "at most {most:,} are allowed.",
                ways=outcomes(puzzle),
                most=MOST_OUTCOMES,
            ),
            "twist" if any(twist.name == "shuffle" for twist in twists) else "pile",
        )
    return puzzle


def _check_title(text: str, part: str) -> None:
    if len(text) > LONGEST_TITLE or not text.isprintable() or text != text.strip():
        raise PuzzleError(
            phrase("The title is a line of at most {most} characters.", most=LONGEST_TITLE)
            if part == "title"
            else phrase("The licence is a line of at most {most} characters.", most=LONGEST_TITLE)
            if part == "licence"
            else phrase("The author is a line of at most {most} characters.", most=LONGEST_TITLE),
            part,
        )


def read_par(text: str) -> str:
    """A par as it is kept; raises :class:`PuzzleError` unless it is 0 to 99 in hundredths.

    >>> read_par("4.50"), read_par("4")
    ('4.5', '4')
    """
    written = re.fullmatch(r"\+?[0-9]{1,2}(\.[0-9]{1,20})?", text)
    par = Fraction(text) if written else Fraction(1, 3)
    if (par * 100).denominator != 1:
        raise PuzzleError(
            phrase("A par is a number from 0 to 99.99 in hundredths, such as 4.5."), "par"
        )
    return hundredths(par)


def _checked_ranks(ranks: tuple[str, ...]) -> tuple[str, ...]:
    for rank in ranks:
        if rank not in RANKS[:LOW_RANKS]:
            raise PuzzleError(
                phrase("There is no low rank {rank!r}; low ranks are 2 to 10.", rank=rank[:20]),
                "low_ranks",
                rank,
            )
        if ranks.count(rank) > 1:
            raise PuzzleError(
                phrase("The rank {rank} is named twice.", rank=rank), "low_ranks", rank
            )
    if len(ranks) > MOST_LOW_RANKS:
        raise PuzzleError(phrase("At least one low rank is needed to pay with."), "low_ranks")
    return tuple(sorted(ranks, key=RANKS.index, reverse=True))


def _checked_cells(
    cells: Iterable[str], puzzle: Puzzle, *path: str | int, ordered: bool = False
) -> tuple[str, ...]:
    numbers: list[int] = []
    for cell in cells:
        try:
            number = cell_number(cell, puzzle.rows)
        except CardError as problem:
            raise PuzzleError(problem.message, *path, cell) from None
        if number in numbers:
            raise PuzzleError(phrase("The cell {cell} is named twice.", cell=cell), *path, cell)
        numbers.append(number)
    return tuple(map(cell_name, numbers if ordered else sorted(numbers)))


def _checked_pile(pile: Pile, index: int, puzzle: Puzzle) -> Pile:
    name, where = pile_name(index), ("pile", index)
    cells = _checked_cells(pile.cells, puzzle, *where, "cells")
    if not cells:
        raise PuzzleError(phrase("Pile {name} has no cells.", name=name), *where, "cells")
    if pile.price not in PRICES:
        raise PuzzleError(
            phrase(
                "There is no price {price!r}; prices are {prices}.",
                price=pile.price[:30],
                prices=listed(PRICES, "or"),
            ),
            *where,
            "price",
        )
    if not payable(PRICES[pile.price], puzzle.low_cards):
        raise PuzzleError(
            phrase(
                "Nobody can pay {price} with the ranks that are left in the low deck.",
                price=pile.price,
            ),
            *where,
            "price",
        )
    if not 0 <= pile.jokers <= MOST_JOKERS:
        raise PuzzleError(
            phrase("A pile has 0 to {most} jokers.", most=MOST_JOKERS),
            *where,
            "jokers",
        )
    before = len(cells) + (pile.jokers if puzzle.order == "adds first" else 0)
    if not 0 <= pile.remove <= before:
        raise PuzzleError(
            phrase(
                "From pile {name} 0 to {cards} can be removed.",
                name=name,
                cards=phrase_many("{n} card", "{n} cards", before),
            ),
            *where,
            "remove",
        )
    pile = replace(pile, cells=cells)
    if pile.size < 1:
        raise PuzzleError(phrase("Pile {name} would be empty.", name=name), *where, "remove")
    if pile.removed_to == "mystery" and not pile.remove:
        raise PuzzleError(
            phrase("Pile {name} removes no card that could be the mystery.", name=name),
            *where,
            "removed_to",
        )
    if pile.removed_to == "mystery" and pile.jokers and puzzle.order == "adds first":
        raise PuzzleError(
            phrase(
                "A joker could become the mystery: pile {name} removes cards after it adds jokers.",
                name=name,
            ),
            *where,
            "removed_to",
        )
    return pile


def _check_overlaps(puzzle: Puzzle) -> None:
    taken: dict[str, str] = dict.fromkeys(puzzle.mystery, phrase("the mystery"))
    for index, pile in enumerate(puzzle.piles):
        for cell in pile.cells:
            if cell in taken:
                raise PuzzleError(
                    phrase(
                        "The cell {cell} belongs to {owner} already.", cell=cell, owner=taken[cell]
                    ),
                    *("pile", index, "cells", cell),
                )
            taken[cell] = phrase("pile {pile}", pile=pile_name(index))


def _checked_twist(twist: Twist, index: int, puzzle: Puzzle) -> Twist:
    where = ("twist", index, "cells")
    ordered = twist.name == "shift"
    cells = _checked_cells(twist.cells, puzzle, *where, ordered=ordered)
    in_line = len({cell[0] for cell in cells}) == 1 or len({cell[1:] for cell in cells}) == 1
    if twist.name == "joker swap" and len(cells) != 1:
        raise PuzzleError(phrase("A joker is swapped for the card of one cell."), *where)
    if twist.name == "swap" and (len(cells) != 2 or not in_line):
        raise PuzzleError(phrase("A swap is of two cells of one row or column."), *where)
    if twist.name == "shift" and (len(cells) < 3 or not in_line):
        raise PuzzleError(phrase("A shift is of three or more cells of one row or column."), *where)
    if twist.name == "shuffle" and len(cells) < 2:
        raise PuzzleError(phrase("A shuffle is of two cells or more."), *where)
    if ordered:  # a shift can begin at any of its cells: the first in the grid
        first = min(range(len(cells)), key=lambda at: cell_number(cells[at], puzzle.rows))
        cells = cells[first:] + cells[:first]
    return replace(twist, cells=cells)


def _check_jokers(puzzle: Puzzle) -> None:
    """No joker may become the mystery (M15): follows where swapped-in jokers can come to lie."""
    jokers: set[str] = set()
    for index, twist in enumerate(puzzle.twists):
        where = ("twist", index, "cells")
        if twist.name == "joker swap":
            (cell,) = twist.cells
            if cell in jokers:
                raise PuzzleError(phrase("On {cell} a joker could lie already.", cell=cell), *where)
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
                phrase("On {cell} a joker could lie, which cannot be the mystery.", cell=cell),
                "mystery",
                cell,
            )
    for index, pile in enumerate(puzzle.piles):
        if pile.removed_to == "mystery" and jokers & set(pile.cells):
            raise PuzzleError(
                phrase(
                    "A joker could lie in pile {pile}, so that none of its cards can be removed to "
                    "the mystery.",
                    pile=pile_name(index),
                ),
                *("pile", index, "removed_to"),
            )
