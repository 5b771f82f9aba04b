"""What the compiled players know of a puzzle: its states of knowledge and its prices, in arrays.

Knowledge is kept as the number of a class of :mod:`facedown.deduce.purchases`: everything that may
be shown next, and how likely it is, follows from that alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from facedown.compiling import compiled
from facedown.deduce.purchases import Best
from facedown.deduce.purchases.kernels import FIRST, Growing, chances_of, count_shown
from facedown.deduce.purchases.problem import WORD, Ints, StateSpace
from facedown.games.mystery.dealing import PUZZLES_KEPT
from facedown.games.mystery.help.par import problem_of
from facedown.games.mystery.puzzle import PRICES, Puzzle
from facedown.players.mystery.collecting import Weights, at_least, targets

Floats = npt.NDArray[np.float64]

MOST_STATES = 200_000
"""Puzzles of more states are played without tables."""
UNLIKELY = 1e-9
LOW_CARDS = 36


class PuzzleTables(NamedTuple):
    """A puzzle in arrays.

    Of each class of states of knowledge ``certain`` is 1 where only one guess is left, ``chance``
    that of the likeliest guess, and ``useful[class, pile]`` how many bits one more answer of a pile
    is worth. The answers of a pile are those from ``first[class, pile]`` to
    ``first[class, pile + 1]``: ``after`` has the class that follows, ``until`` the chance of it or
    one before. Of the prices ``groups[target]`` are two sets of low cards of which
    ``needed[target]`` pay (0 of the second where there is but one); those of a pile begin at
    ``begin[pile]``. ``outs[unseen, outs, missing]`` is what the chance that the missing cards come
    counts, ``shares[size, held]`` what a share of a price counts.
    """

    certain: Ints
    chance: Floats
    useful: Floats
    first: Ints
    after: Ints
    until: Floats
    groups: Ints
    needed: Ints
    begin: Ints
    outs: Floats
    shares: Floats
    weights: Floats


@compiled
def missing_bits(space: StateSpace, growing: Growing, classes: int, bits: Floats) -> None:
    """How many bits are missing in each class to know what is wanted."""
    positions, orders = space.image.shape
    piles = space.sizes.size
    shown, blanks = np.zeros(piles, np.int64), np.zeros(piles, np.int64)
    chances = np.empty(space.chances.shape[0], np.int64)
    tally = np.zeros(space.guesses, np.int64)
    for number in range(classes):
        state = growing.states[growing.found[number, FIRST]]
        count_shown(space, state, shown, blanks)
        chances_of(space, shown, blanks, chances)
        tally[:] = 0
        for order in range(orders):
            here = 0
            for bit in range(positions):
                if (state >> bit) & 1:
                    if not (space.fits[bit, order // WORD] >> (order % WORD)) & 1:
                        here = -1
                        break
                    here |= space.image[bit, order]
            if here < 0:
                continue
            for t in range(space.masks.size):
                if here & ~space.masks[t] == 0:
                    weight = space.ways[t] * chances[space.profile[t]]
                    tally[space.guess[space.wanted[t], order]] += weight
        total = 0.0
        for guess in range(tally.size):
            total += tally[guess]
        for guess in range(tally.size):
            if tally[guess] > 0:
                share = tally[guess] / total
                bits[number] -= share * np.log2(share)


@lru_cache(PUZZLES_KEPT)
def best_play(puzzle: Puzzle) -> Best:
    """Best play as the players use it.

    Raises :class:`~facedown.games.mystery.help.par.BeyondPar` or
    :class:`~facedown.deduce.purchases.TooMany` for a puzzle that is too large.
    """
    return Best(problem_of(puzzle), MOST_STATES)


@lru_cache(PUZZLES_KEPT)
def tables_of(puzzle: Puzzle, weights: Weights) -> PuzzleTables:
    """The tables of a puzzle. Raises what :func:`best_play` raises."""
    best = best_play(puzzle)
    first, after, likely = best.answers()
    piles = len(puzzle.piles)
    bits = np.zeros(best.classes)
    missing_bits(best.problem.space, best.growing, best.classes, bits)
    until, useful = np.zeros(len(after)), np.zeros((best.classes, piles))
    for number, pile in zip(*np.nonzero(np.diff(first, axis=1)), strict=True):
        part = slice(first[number, pile], first[number, pile + 1])
        until[part] = np.cumsum(likely[part])
        useful[number, pile] = bits[number] - likely[part] @ bits[after[part]]
    useful[useful < UNLIKELY] = 0.0
    low = sum(1 << card for card in puzzle.low_cards)
    groups, needed, begin = [], [], [0]
    for pile in puzzle.piles:
        for (parts,) in targets(PRICES[pile.price], low):
            both = (*parts, (0, 0))[:2]
            groups.append([cards for cards, _ in both])
            needed.append([many for _, many in both])
        begin.append(len(groups))
    return PuzzleTables(
        certain=best.certain.astype(np.int64),
        chance=best.chances(),
        useful=useful,
        first=first,
        after=after,
        until=until,
        groups=np.array(groups or [[0, 0]], np.int64),
        needed=np.array(needed or [[0, 0]], np.int64),
        begin=np.array(begin, np.int64),
        outs=_outs(weights),
        shares=np.minimum(1.0, np.arange(6) / np.arange(6).clip(1)[:, None]) ** weights.power,
        weights=np.array([weights.patience, weights.second]),
    )


@lru_cache(PUZZLES_KEPT)
def _outs(weights: Weights) -> Floats:
    """What the chances of :func:`~facedown.players.mystery.collecting.at_least` count."""
    table = np.zeros((LOW_CARDS + 1, LOW_CARDS + 1, 5))
    for unseen in range(LOW_CARDS + 1):
        for outs in range(unseen + 1):
            for missing in range(5):
                chance = at_least(unseen, outs, round(weights.shown * unseen), missing)
                table[unseen, outs, missing] = chance**weights.fading
    return table
