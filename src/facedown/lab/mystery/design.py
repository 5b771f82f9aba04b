"""The search for puzzles: candidates drawn by a recipe, rated exactly, the best ones kept.

Two candidates that a symmetry of the grid turns into each other are one.
"""

from __future__ import annotations

import hashlib
import random
from collections import deque
from collections.abc import Generator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final, TypeAlias

import numpy as np

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.core.workshop import Progress
from facedown.deduce.purchases.kernels import FULL, PAR, WHOLE, WORST
from facedown.deduce.purchases.problem import Ints
from facedown.deduce.purchases.rating import Rating, Shop, rating_of, rows_of
from facedown.games.mystery.cards import COLUMNS, cell_name
from facedown.games.mystery.puzzle import Pile, Puzzle, hundredths
from facedown.games.mystery.studio.checking import checked
from facedown.games.mystery.studio.findings import advised

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


BLOCK: Final = 128
"""Candidates of one task; what is found does not depend on it."""
TOLD: Final = 8 * BLOCK
WAITING: Final = 8
"""Tasks given to an executor ahead of the one that is waited for."""
_CHEAPEST: Final = "pair"

Block: TypeAlias = tuple[tuple[Candidate, ...], bytes]


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """What a search came to: distinct candidates, most real choices first.

    ``looked`` were rated, ``fitting`` of them were as wanted (alike ones counted each), and
    ``checksum`` depends on all ratings. ``stopped`` says that it was interrupted.
    """

    candidates: tuple[Candidate, ...]
    looked: int
    fitting: int
    checksum: str
    stopped: bool


def search(
    recipe: Recipe,
    seed: int,
    candidates: int,
    executor: Executor | None = None,
    progress: Progress = lambda _: None,
) -> SearchOutcome:
    """Rates so many candidates, in this thread or by any executor of ``concurrent.futures``.

    What is found depends on recipe, seed and number of candidates alone. An interrupt ends the
    search with what was found until then.
    """
    best: dict[bytes, Candidate] = {}
    digest = hashlib.sha256()
    looked = fitting = 0
    stopped = False
    blocks = _blocks(recipe, seed, candidates, executor)
    try:
        for found, ratings in blocks:
            digest.update(ratings)
            fitting += len(found)
            for one in found:
                best.setdefault(one.key, one)
            looked = min(looked + BLOCK, candidates)
            if looked % TOLD == 0 or looked == candidates:
                told = phrase(
                    "{looked:,} of {candidates:,} candidates rated, {fitting:,} as wanted.",
                    looked=looked,
                    candidates=candidates,
                    fitting=len(best),
                )
                progress(told)
    except KeyboardInterrupt:
        stopped = True
    finally:
        blocks.close()
    ordered = sorted(best.values(), key=lambda one: (-one.rating.choices, one.number))
    return SearchOutcome(tuple(ordered), looked, fitting, digest.hexdigest()[:16], stopped)


def _blocks(
    recipe: Recipe, seed: int, candidates: int, executor: Executor | None
) -> Generator[Block]:
    tasks = ((first, min(BLOCK, candidates - first)) for first in range(0, candidates, BLOCK))
    if executor is None:
        for first, many in tasks:
            yield block(recipe, seed, first, many)
        return
    waiting: deque[Future[Block]] = deque()
    try:
        for first, many in tasks:
            waiting.append(executor.submit(block, recipe, seed, first, many))
            if len(waiting) >= WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def unpriced(shop: Shop, title: str = "Candidate", par: str = "") -> Puzzle:
    """A candidate as a puzzle whose piles all have the cheapest price."""
    piles = (
        Pile(
            _CHEAPEST,
            tuple(cell_name(cell) for cell, at in enumerate(shop.piles) if at == pile),
            remove=shop.removed[pile],
            jokers=shop.blanks[pile],
        )
        for pile in range(len(shop.removed))
    )
    return checked(Puzzle(title, tuple(piles), par=par, mystery=tuple(map(cell_name, shop.wanted))))


def puzzle_of(candidate: Candidate, title: str, picks: Fraction | None = None) -> Puzzle:
    """A candidate as a puzzle: its par to hundredths, prices as advised for so many picks."""
    puzzle = unpriced(candidate.shop, title, hundredths(candidate.rating.expected))
    prices = advised(puzzle, picks)
    priced = (replace(pile, price=price) for pile, price in zip(puzzle.piles, prices, strict=True))
    return checked(replace(puzzle, piles=tuple(priced)))
