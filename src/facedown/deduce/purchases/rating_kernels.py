"""Many small problems rated in one call, compiled: par, worst case, spread, and real choices.

They have one arrangement each, so that a problem is a few numbers: the pile of each place, what is
wanted, how many things are taken out of each pile unseen and how many blanks are put in.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.purchases import values
from facedown.deduce.purchases.kernels import BEST as LIKELIEST
from facedown.deduce.purchases.kernels import CERTAIN, CLASSES, WEIGHT, connect, explore
from facedown.deduce.purchases.problem import WORD, Ints, Space

WHOLE, PAR, WORST, FULL, CHOICES, TIES, SPREAD = range(7)
"""Columns of a rating. ``PAR``, ``FULL``, ``CHOICES`` and ``TIES`` are to be divided by ``WHOLE``:
the expected questions, the chance of a right guess, and how many decisions of best play are real or
without difference. From ``SPREAD`` on stands how often best play ends after 0, 1, 2, … questions.
"""

_ways_left = compiled(values.ways_left)
_backward = compiled(values.backward)
_forward = compiled(values.forward)


@compiled
def space_of(orders: Ints, pile_of: Ints, wanted: Ints, removed: Ints, blanks: Ints) -> Space:
    """A problem in arrays; see :class:`~facedown.deduce.purchases.problem.Space`.

    ``pile_of`` has the pile of each place or -1, ``wanted`` the places whose things are wanted.
    """
    many, places = orders.shape
    piles = removed.size
    at = np.full(places, -1, np.int64)
    dealt = np.zeros(piles, np.int64)
    positions = 0
    for place in range(places):
        if pile_of[place] >= 0:
            at[place] = positions
            positions += 1
            dealt[pile_of[place]] += 1
    words = -(-many // WORD)
    image = np.zeros((positions, many), np.int64)
    fits = np.zeros((positions, words), np.int64)
    guess = np.zeros((1, many), np.int64)
    for order in range(many):
        code = 0
        for i in range(wanted.size):
            for thing in range(places):
                if orders[order, thing] == wanted[i]:
                    code = code * places + thing
        guess[0, order] = code
        for place in range(places):
            if at[place] >= 0:
                there = orders[order, place]
                if pile_of[there] == pile_of[place]:
                    image[at[place], order] = 1 << at[there]
                    fits[at[place], order // WORD] |= 1 << (order % WORD)
    bits = positions
    for p in range(piles):
        bits += blanks[p]
    pile = np.empty(bits, np.int64)
    first = np.empty((piles, 2), np.int64)
    sizes = np.empty(piles, np.int64)
    most = 0
    for place in range(places):
        if at[place] >= 0:
            pile[at[place]] = pile_of[place]
    bit = positions
    for p in range(piles):
        first[p, 0], first[p, 1] = bit, blanks[p]
        sizes[p] = dealt[p] - removed[p] + blanks[p]
        most = max(most, sizes[p])
        for _ in range(blanks[p]):
            pile[bit] = p
            bit += 1
    chances = np.zeros((1, piles, most + 2, most + 2), np.int64)
    for p in range(piles):
        for shown in range(dealt[p] - removed[p] + 1):
            chance = 1
            for k in range(removed[p]):  # any of what is hidden may be what was taken out
                chance = chance * (dealt[p] - shown - k) // (k + 1)
            for b in range(blanks[p] + 1):
                chances[0, p, shown, b] = chance
                chance *= blanks[p] - b
    none = np.zeros(1, np.int64)
    return Space(
        fits, image, guess, np.full(1, (1 << positions) - 1, np.int64), np.ones(1, np.int64),
        none, none, chances, pile, first, sizes, places**wanted.size,
    )  # fmt: skip


@compiled
def rate(space: Space, most: int, row: Ints) -> bool:
    """Rates one problem into a row; False where it has more than so many states."""
    growing = explore(space, most)
    count = growing.counts[CLASSES]
    if count == 0:
        return False
    classes = connect(space, growing)
    left, start, before, asked = classes.left, classes.start, classes.before, classes.asked
    piles, orders = space.sizes.size, space.image.shape[1]
    weight = growing.found[:count, WEIGHT].copy()
    best = growing.found[:count, LIKELIEST].copy()
    certain = growing.found[:count, CERTAIN].copy()
    factorials = np.ones(21, np.int64)
    for n in range(1, 21):
        factorials[n] = factorials[n - 1] * n
    ways, value, full = (
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
    )
    worst, choice = np.zeros(count, np.int64), np.zeros(count, np.int64)
    after, worst_after = np.zeros((count, piles), np.int64), np.zeros((count, piles), np.int64)
    opening = np.full(count, values.DONE, np.int64)
    for k in range(count):
        for pile in range(piles - 1, -1, -1):
            if left[k, pile] > 0:
                opening[k] = pile
    _ways_left(left, factorials, ways)
    _backward(
        weight, best, ways, left, start, before, asked, certain, opening, value,
        worst, full, after, worst_after, choice,
    )  # fmt: skip
    reached, ended = np.zeros(count, np.int64), np.zeros(row.size - SPREAD, np.int64)
    reached[0] = 1
    _forward(weight, ways, left, start, before, asked, choice, reached, ended)
    whole = weight[0] * ways[0]
    row[:] = 0
    row[WHOLE], row[PAR], row[WORST], row[FULL] = whole, value[0], worst[0], full[0] // orders
    row[SPREAD:] = ended
    for k in range(count):
        if choice[k] == values.DONE:
            continue
        here = weight[k] * ways[k]
        least = -1
        for pile in range(piles):
            if pile != choice[k] and left[k, pile] > 0:
                loss = after[k, pile] - after[k, choice[k]]
                if least < 0 or loss < least:
                    least = loss
        if least == 0:
            row[TIES] += reached[k] * here
        elif 0 < 4 * least < here:
            row[CHOICES] += reached[k] * here
    return True


@compiled
def rate_all(
    orders: Ints, pile_of: Ints, wanted: Ints, removed: Ints, blanks: Ints, most: int, rows: Ints
) -> None:
    """Rates problem after problem; ``WHOLE`` stays 0 where there are too many states."""
    for number in range(pile_of.shape[0]):
        space = space_of(orders, pile_of[number], wanted[number], removed[number], blanks[number])
        if not rate(space, most, rows[number]):
            rows[number, WHOLE] = 0
