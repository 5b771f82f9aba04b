"""The search for puzzles: many candidates rated exactly, the most interesting ones kept."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Generator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeAlias

from facedown.core.messages import phrase
from facedown.core.progress import Progress
from facedown.deduce.purchases.rating import Shop
from facedown.games.mystery.advice import advised
from facedown.games.mystery.cards import cell_name
from facedown.games.mystery.checking import checked
from facedown.games.mystery.figures import hundredths
from facedown.games.mystery.puzzle import Pile, Puzzle
from facedown.lab.mystery.candidates import Candidate, Recipe, block

BLOCK: Final = 128
"""Candidates of one task; what is found does not depend on it."""
TOLD: Final = 8 * BLOCK
WAITING: Final = 8
"""Tasks given to an executor ahead of the one that is waited for."""
_CHEAPEST: Final = "pair"

Block: TypeAlias = tuple[tuple[Candidate, ...], bytes]


@dataclass(frozen=True, slots=True)
class Found:
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
) -> Found:
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
    return Found(tuple(ordered), looked, fitting, digest.hexdigest()[:16], stopped)


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
