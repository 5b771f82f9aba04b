"""Par (M10): the fewest expected questions, exactly, and what else best play comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Final

import numpy as np

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.deduce.purchases import (
    Arrangement,
    BadPurchases,
    Best,
    PurchaseNode,
    PurchaseProblem,
    TooMany,
)
from facedown.games.mystery.cards import COLUMNS, JOKER, WORDS, CardError, card_number
from facedown.games.mystery.dealing import MYSTERY, STONE, Dealing, Places, dealing_of
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.games.mystery.worlds import arrangements, removed_place

MOST_LAYOUTS: Final = 20_000
MOST_ARRANGED: Final = 2_000_000
"""Exact par is for puzzles with at most so many layouts, and so many of them times the ways in
which cards can end in piles."""


class BeyondPar(FacedownError):
    """A puzzle has too many layouts, shuffles or cards for its par to be found."""


@dataclass(frozen=True, slots=True)
class Par:
    """What best play of a puzzle comes to.

    ``expected`` is the par, ``worst`` the number of questions that are always enough (by a play
    that aims at that), ``distribution`` how likely best play asks so many. ``right_guess`` is the
    chance of a right guess with 0, 1, 2, … questions, each asked as is best for that number;
    ``first`` what is expected when a pile is asked first. ``chance`` is that of a right guess after
    best play, 1 where the puzzle is always determined. ``states`` were looked into.
    """

    expected: Fraction
    worst: int
    distribution: dict[int, Fraction]
    right_guess: tuple[Fraction, ...]
    first: dict[str, Fraction]
    chance: Fraction
    states: int

    @property
    def most(self) -> int:
        """The most questions that best play asks."""
        return max(self.distribution)

    @property
    def determined(self) -> bool:
        """Whether the mystery is always certain in the end."""
        return self.chance == 1


def problem_of(puzzle: Puzzle) -> PurchaseProblem:
    """A puzzle as purchases; things and places are cells, and so are cards: rank by rank.

    Raises :class:`BeyondPar` where it is too large.
    """
    dealing = dealing_of(puzzle)
    if dealing.layouts > MOST_LAYOUTS:
        raise BeyondPar(phrase("Exact par is not found for {rows} rows.", rows=puzzle.rows))
    arranged = arrangements(puzzle, len(dealing.steps))
    if len(arranged) * dealing.layouts > MOST_ARRANGED:
        raise BeyondPar(
            phrase(
                "Exact par is not found for shuffles that come out in {ways:,} ways.",
                ways=len(arranged),
            )
        )
    rows = np.array([*permutations(range(puzzle.rows))])
    columns = np.array([*permutations(range(COLUMNS))])
    orders = rows[:, None, :, None] * COLUMNS + columns[None, :, None, :]
    found = [
        Arrangement(
            piles=tuple(max(place, STONE) for place in one.places.of_sources),
            wanted=_wanted(dealing, one.places),
            chances=tuple(_chances(dealing, pile, one.places) for pile in range(len(puzzle.piles))),
            ways=len(one.outcomes),
        )
        for one in arranged
    ]
    sizes = [pile.size for pile in puzzle.piles]
    try:
        return PurchaseProblem(orders.reshape(dealing.layouts, -1), found, sizes)
    except BadPurchases as problem:
        raise BeyondPar(phrase("Exact par is not found for so many cards in piles.")) from problem


def _wanted(dealing: Dealing, places: Places) -> tuple[tuple[int, ...], ...]:
    """The cells of the mystery, in groups that may be named in any order."""
    wanted = [[places.of_sources.index(MYSTERY - slot)] for slot in range(len(dealing.slot_cells))]
    for pile in dealing.removing:
        place = removed_place(dealing, pile)
        wanted.append([at for at, there in enumerate(places.of_sources) if there == place])
    if dealing.puzzle.any_order:
        wanted = [[cell for group in wanted for cell in group]]
    return tuple(tuple(sorted(group)) for group in wanted)


def _chances(dealing: Dealing, pile: int, places: Places) -> tuple[tuple[int, ...], ...]:
    """How likely a pile shows certain cards first, by cards and jokers shown."""
    puzzle, mods = dealing.puzzle, dealing.puzzle.piles[pile]
    dealt, swapped = places.of_sources.count(pile), places.jokers[pile]
    whole = dealt + swapped + mods.jokers

    def chance(shown: int, jokers: int) -> int:
        hidden = 1
        if puzzle.order == "adds first" and mods.removed_to == "stone":
            # What is removed is among the cards not shown.
            hidden = comb(whole - shown - jokers, mods.remove) if shown + jokers <= whole else 0
        return hidden * dealing.weight(pile, dealt, swapped, shown, jokers)

    return tuple(
        tuple(chance(shown, jokers) for jokers in range(swapped + mods.jokers + 1))
        for shown in range(dealt + 1)
    )


def best_of(puzzle: Puzzle) -> Best:
    """Best play of a puzzle, to be walked; raises :class:`BeyondPar`."""
    try:
        return Best(problem_of(puzzle))
    except TooMany as problem:
        raise BeyondPar(phrase("Exact par is not found: there are too many states.")) from problem


def par_of(puzzle: Puzzle, best: Best | None = None) -> Par:
    """The par of a puzzle, from its best play where that is there; raises :class:`BeyondPar`.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> par_of(printed_puzzle("welcome-mushy-heads")).expected
    Fraction(53, 12)
    """
    best = best or best_of(puzzle)
    start = best.start
    return Par(
        expected=start.expected,
        worst=start.worst,
        distribution=best.distribution(),
        right_guess=best.right_guess(),
        first={
            pile_name(pile): expected
            for pile, expected in enumerate(start.after)
            if expected is not None
        },
        chance=best.chance_at_end,
        states=best.states,
    )


def dead_piles(best: Best) -> tuple[str, ...]:
    """The piles without which par is the same (M10)."""
    problem = best.problem
    found = []
    for pile in range(len(problem.sizes)):
        less = Best(problem.without(pile))
        if (less.start.expected, less.chance_at_end) == (best.start.expected, best.chance_at_end):
            found.append(pile_name(pile))
    return tuple(found)


def node_after(best: Best, puzzle: Puzzle, shown: Sequence[tuple[int, str]]) -> PurchaseNode:
    """Best play after these answers: piles with the cards that they turned up."""
    return best.node(things_of(puzzle, shown))


def things_of(puzzle: Puzzle, shown: Sequence[tuple[int, str]]) -> list[tuple[int, int | None]]:
    """Piles with the cards that they turned up, as the problem has them; None for a joker.

    Raises :class:`~facedown.games.mystery.cards.CardError` for a card that is not in the grid.
    """
    ranks = dealing_of(puzzle).ranks
    things: list[tuple[int, int | None]] = []
    for pile, name in shown:
        card = card_number(name)
        rank, suit = divmod(card, COLUMNS)
        if card != JOKER and rank not in ranks:
            raise CardError(
                phrase("The {card} is not in the grid of this puzzle.", card=WORDS[card])
            )
        things.append((pile, None if card == JOKER else ranks.index(rank) * COLUMNS + suit))
    return things
