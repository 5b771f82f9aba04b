"""Another puzzle of the same kind: as many tokens at the same prices, laid otherwise, as hard."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Final

from facedown.core.messages import phrase
from facedown.core.workshop import Progress
from facedown.games.mystery.cards import COLUMNS, cell_name
from facedown.games.mystery.puzzle import Puzzle, PuzzleError
from facedown.games.mystery.studio.checking import checked
from facedown.games.mystery.studio.texts import puzzle_code

CANDIDATES: Final = 800
"""So many are rated at most."""
ALIKE: Final = Fraction(1, 20)
"""Who comes so near to the par is as hard, and ends the search."""


def rearranged(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Puzzles of the same kind, each drawn from the puzzle alone; mystery and twists stay.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> puzzle = printed_puzzle("one-two-three")
    >>> other = next(rearranged(puzzle))
    >>> [len(pile.cells) for pile in other.piles] == [len(pile.cells) for pile in puzzle.piles]
    True
    >>> other.mystery == puzzle.mystery, shape_of(other) == shape_of(puzzle)
    (True, False)
    """
    rng = random.Random(f"alike/{puzzle_code(puzzle)}")
    free = [cell_name(at) for at in range(puzzle.rows * COLUMNS)]
    free = [cell for cell in free if cell not in puzzle.mystery]
    seen = {shape_of(puzzle)}
    title = _next_title(puzzle.title)
    for _ in range(CANDIDATES):
        rng.shuffle(free)
        left = iter(free)
        piles = tuple(
            replace(pile, cells=tuple(sorted(next(left) for _ in pile.cells)))
            for pile in puzzle.piles
        )
        try:
            other = checked(replace(puzzle, title=title, by="", licence="", par="", piles=piles))
        except PuzzleError:
            continue
        if (shape := shape_of(other)) not in seen:
            seen.add(shape)
            yield other


def _next_title(title: str) -> str:
    found = re.fullmatch(r"(.*\S) ([0-9]{1,3})", title)
    return f"{found[1]} {int(found[2]) + 1}" if found else f"{title} 2".strip()


def shape_of(puzzle: Puzzle) -> str:
    """The same for puzzles of four rows that the grid's symmetries turn into each other.

    Of others, and of those with twists, it is the grid itself.
    """
    sign = dict.fromkeys(puzzle.mystery, "?")
    for number, pile in enumerate(puzzle.piles):
        sign.update(dict.fromkeys(pile.cells, str(number)))
    rows = range(puzzle.rows)
    grid = [[sign.get(cell_name(row * COLUMNS + at), ".") for at in range(COLUMNS)] for row in rows]
    if puzzle.twists or puzzle.rows != COLUMNS:
        return "".join(map("".join, grid))
    ways = [grid, [list(column) for column in zip(*grid, strict=True)]]
    orders = [*permutations(range(COLUMNS))]
    return min(
        "".join(sorted("".join(row[at] for at in order) for row in way))
        for way in ways
        for order in orders
    )


def alike(puzzle: Puzzle, report: Progress) -> tuple[Puzzle, Fraction] | None:
    """The candidate whose par is nearest, and its par; None where nothing is laid otherwise.

    Where the mystery is always certain in the end it is so in that one too, if any is. Raises
    ``BeyondPar``.
    """
    from facedown.games.mystery.help.par import best_of

    own = best_of(puzzle)
    wanted, chance = own.start.expected, own.chance_at_end
    nearest: tuple[tuple[Fraction, Fraction], Puzzle, Fraction] | None = None
    for number, other in enumerate(rearranged(puzzle), 1):
        report(phrase("{number} puzzles looked at", number=number))
        best = best_of(other)
        par = best.start.expected
        far = abs(best.chance_at_end - chance), abs(par - wanted)
        if nearest is None or far < nearest[0]:
            nearest = far, other, par
        if far[0] == 0 and far[1] <= ALIKE:
            break
    return None if nearest is None else nearest[1:]
