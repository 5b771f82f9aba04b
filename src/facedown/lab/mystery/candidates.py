"""Candidates of the search for puzzles: drawn by number, rated in blocks, alike by symmetry."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.deduce.purchases.problem import Ints
from facedown.deduce.purchases.rating import Rating, Shop, rating_of, rows_of
from facedown.deduce.purchases.rating_kernels import FULL, PAR, WHOLE, WORST
from facedown.games.mystery.cards import COLUMNS

CELLS: Final = COLUMNS * COLUMNS
LARGEST_PILE: Final = 6
_NEAR: Final = (1, COLUMNS, COLUMNS + 1)
"""A2, B1 and B2: where a second mystery card lies, as the rulebook has it."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What kind of puzzle is looked for, on a grid of four rows.

    ``cells`` are the fewest and the most cells in piles, ``mystery`` how many cards are to be named
    (A1, then cells near it); up to ``removed`` cards leave piles unseen and up to ``jokers`` are
    added, in all piles together. ``par`` is an interval that the par must lie in, ``worst`` the
    worst case. With ``dead`` a pile may change nothing, with ``uncertain`` the mystery may stay
    uncertain. Raises ``BadOption`` with one sentence for what cannot be.
    """

    piles: int = 3
    cells: tuple[int, int] = (8, 11)
    mystery: int = 1
    removed: int = 0
    jokers: int = 0
    par: tuple[Fraction, Fraction] | None = None
    worst: int | None = None
    dead: bool = False
    uncertain: bool = False

    def __post_init__(self) -> None:
        least, most = self.cells
        if not 1 <= self.mystery <= 1 + len(_NEAR):
            raise BadOption(phrase("There are 1 to {near} mystery cards.", near=1 + len(_NEAR)))
        if not 1 <= self.piles <= LARGEST_PILE:
            raise BadOption(
                phrase("There are 1 to {largest_pile} piles.", largest_pile=LARGEST_PILE)
            )
        free = min(CELLS - self.mystery, self.piles * LARGEST_PILE)
        if not 2 * self.piles <= least <= most <= free:
            raise BadOption(
                phrase(
                    "The cells in {piles} piles are at least {least} and at most {free}.",
                    piles=self.piles,
                    least=2 * self.piles,
                    free=free,
                )
            )
        if not 0 <= self.removed <= self.piles or not 0 <= self.jokers <= self.piles:
            raise BadOption(
                phrase("As many cards as piles can be removed at most, and jokers added.")
            )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate that is as it was wanted.

    ``number`` draws it again; ``key`` is what it has in common with those that differ by the grid's
    symmetries and the piles' order alone.
    """

    number: int
    shop: Shop
    rating: Rating
    key: bytes


def drawn(recipe: Recipe, seed: int, number: int) -> Shop:
    """The candidate of a number, whichever others are drawn.

    >>> drawn(Recipe(piles=2, cells=(5, 5)), 1, 0).piles.count(-1)
    11
    """
    rng = random.Random(f"{seed}/{number}")
    wanted = (0, *sorted(rng.sample(_NEAR, recipe.mystery - 1)))
    sizes = [2] * recipe.piles
    for _ in range(rng.randint(*recipe.cells) - sum(sizes)):
        sizes[rng.choice([p for p, size in enumerate(sizes) if size < LARGEST_PILE])] += 1
    free = [cell for cell in range(CELLS) if cell not in wanted]
    rng.shuffle(free)
    piles = [-1] * CELLS
    for pile, size in enumerate(sizes):
        for _ in range(size):
            piles[free.pop()] = pile
    removed = _spread(rng, recipe.piles, recipe.removed)
    return Shop(tuple(piles), wanted, removed, _spread(rng, recipe.piles, recipe.jokers))


def _spread(rng: random.Random, piles: int, most: int) -> tuple[int, ...]:
    """One each for some of the piles, for at most so many."""
    some = rng.sample(range(piles), rng.randint(0, most)) if most else []
    return tuple(int(pile in some) for pile in range(piles))


@cache
def orders() -> Ints:
    """Every layout: which cell the card of each cell of the first layout lies on."""
    permuted = np.array([*permutations(range(COLUMNS))])
    cells = permuted[:, None, :, None] * COLUMNS + permuted[None, :, None, :]
    return np.asarray(cells.reshape(-1, CELLS), np.int64)


@cache
def symmetries() -> Ints:
    """Every way to see the grid that changes nothing: rows, columns, and both changed about."""
    turned = np.arange(CELLS).reshape(COLUMNS, COLUMNS).T.ravel()
    return np.concatenate([orders(), orders()[:, turned]])


def key_of(shop: Shop) -> bytes:
    """The same for puzzles that differ by symmetries of the grid and the order of piles only.

    >>> one = drawn(Recipe(), 1, 0)
    >>> other = one._replace(piles=tuple(one.piles[at] for at in symmetries()[30]))
    >>> moved = tuple(list(symmetries()[30]).index(at) for at in one.wanted)
    >>> key_of(one) == key_of(other._replace(wanted=moved))
    True
    """
    many = len(shop.removed)
    signs = np.array(shop.piles, np.int8)
    signs[list(shop.wanted)] = many
    images = signs[symmetries()]
    first = np.stack([(images == pile).argmax(axis=1) for pile in range(many)], axis=1)
    order = first.argsort(axis=1).astype(np.int8)
    names = np.full((len(images), many + 2), -1, np.int8)
    names[:, many] = many
    names[:, :many] = order.argsort(axis=1)
    named = np.take_along_axis(names, images % (many + 2), axis=1)
    mods = np.array([shop.removed, shop.blanks], np.int8)[:, order].transpose(1, 0, 2)
    whole = np.concatenate([named, mods.reshape(len(images), -1)], axis=1)
    return min(bytes(row) for row in whole)


def block(recipe: Recipe, seed: int, first: int, many: int) -> tuple[tuple[Candidate, ...], bytes]:
    """Those of a block of candidates that are as wanted, and the ratings of all as bytes."""
    shops = [drawn(recipe, seed, number) for number in range(first, first + many)]
    rows = rows_of(orders(), shops)
    found = [
        Candidate(first + at, shops[at], rating, key_of(shops[at]))
        for at, row in enumerate(rows)
        if _fits(recipe, row)
        and (rating := rating_of(row)) is not None
        and (recipe.par is None or recipe.par[0] <= rating.expected <= recipe.par[1])
        and (recipe.dead or not dead_piles(shops[at], rating))
    ]
    return tuple(found), rows.tobytes()


def _fits(recipe: Recipe, row: Ints) -> bool:
    if row[PAR] == 0 or (recipe.worst is not None and row[WORST] != recipe.worst):
        return False
    return recipe.uncertain or bool(row[FULL] == row[WHOLE])


def dead_piles(shop: Shop, rating: Rating) -> tuple[int, ...]:
    """The piles without which par is the same (M10)."""
    many = range(len(shop.removed))
    less = [rating_of(row) for row in rows_of(orders(), [shop.without(pile) for pile in many])]
    return tuple(
        pile
        for pile, other in enumerate(less)
        if other is not None and (other.expected, other.chance) == (rating.expected, rating.chance)
    )
