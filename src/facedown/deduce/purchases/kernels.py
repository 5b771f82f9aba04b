"""Every state of a problem up to renaming its things, and many small problems rated, compiled.

Two states are *alike* when an order that fits what was shown turns one into the other: the same
might have been shown under other names. One *class* holds all states that are alike; its first
state stands for it. Weights of classes count the pairs of a state and an arrangement.

Many small problems are rated in one call: each has one arrangement, so that it is a few numbers:
the pile of each place, what is wanted, how many things are taken out of each pile unseen and how
many blanks are put in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.purchases import values
from facedown.deduce.purchases.problem import WORD, Ints, StateSpace

EMPTY = -1
ODD = -7046029254386353131
"""Of the usual mixers, as a signed number; products overflow on purpose."""
FIRST, WEIGHT, BEST, CERTAIN = range(4)
"""Columns of what is found of a class."""
CLASSES, STATES = range(2)
"""Places in ``Growing.counts``."""


class Growing(NamedTuple):
    """What grows while classes are found.

    ``states`` holds the states class by class; ``keys`` and ``values`` are a table from states to
    classes. Of each class ``found`` has the first of its states, its weight, the weight of its
    likeliest guess times the number of orders, and whether that guess is certain.
    """

    keys: Ints
    values: Ints
    states: Ints
    found: Ints
    counts: Ints


class Classes(NamedTuple):
    """Every class in an order in which questions lead on, and its predecessors.

    ``left`` is what each pile has left to show. The predecessors of class k are those from
    ``start[k]`` to ``start[k + 1]``: ``before`` is the class before a question, ``asked`` the pile.
    """

    growing: Growing
    left: Ints
    start: Ints
    before: Ints
    asked: Ints


@compiled
def slot_of(keys: Ints, state: int) -> int:
    """Where a state stands in the table, or would."""
    top = keys.size - 1
    at = ((state * ODD) >> 24) & top
    while keys[at] != EMPTY and keys[at] != state:
        at = (at + 1) & top
    return at


@compiled
def class_of(growing: Growing, state: int) -> int:
    """The class of a state, or -1."""
    slot = slot_of(growing.keys, state)
    return growing.values[slot] if growing.keys[slot] == state else -1


@compiled
def enlarged(array: Ints, size: int) -> Ints:
    """A longer copy."""
    longer = np.empty(size, np.int64)
    for i in range(array.size):
        longer[i] = array[i]
    return longer


@compiled
def with_room(growing: Growing, more: int) -> Growing:
    """The same with room for one more class of so many states."""
    keys, values, states, found, counts = growing
    if counts[STATES] + more > states.size:
        states = enlarged(states, 2 * states.size + more)
    if counts[CLASSES] == found.shape[0]:
        longer = np.empty((2 * found.shape[0], 4), np.int64)
        for number in range(found.shape[0]):
            for column in range(4):
                longer[number, column] = found[number, column]
        found = longer
    if 2 * (counts[STATES] + more) > keys.size:
        size = keys.size
        while 2 * (counts[STATES] + more) > size:
            size *= 2
        filled = np.empty(size, np.int64)
        larger = np.full(size, EMPTY, np.int64)
        for old in range(keys.size):
            if keys[old] != EMPTY:
                slot = slot_of(larger, keys[old])
                larger[slot] = keys[old]
                filled[slot] = values[old]
        keys, values = larger, filled
    return Growing(keys, values, states, found, counts)


@compiled
def count_shown(space: StateSpace, state: int, shown: Ints, blanks: Ints) -> None:
    """How many things and blanks of each pile are shown in a state."""
    for pile in range(shown.size):
        shown[pile] = blanks[pile] = 0
    positions = space.image.shape[0]
    for bit in range(space.pile.size):
        if (state >> bit) & 1:
            if bit < positions:
                shown[space.pile[bit]] += 1
            else:
                blanks[space.pile[bit]] += 1


@compiled
def chances_of(space: StateSpace, shown: Ints, blanks: Ints, chances: Ints) -> None:
    """How likely each profile is to show so much."""
    for profile in range(chances.size):
        chance = 1
        for pile in range(shown.size):
            chance *= space.chances[profile, pile, shown[pile], blanks[pile]]
        chances[profile] = chance


@compiled
def can_be(space: StateSpace, state: int, chances: Ints) -> bool:
    """Whether some arrangement can show a state."""
    shown = state & ((1 << space.image.shape[0]) - 1)
    for t in range(space.masks.size):
        if shown & ~space.masks[t] == 0 and chances[space.profile[t]] > 0:
            return True
    return False


@compiled
def add_class(space: StateSpace, growing: Growing, state: int, chances: Ints, tally: Ints) -> None:
    """Takes on the class of a state: all states alike, its weight, its likeliest guess."""
    positions, orders = space.image.shape
    number, first = growing.counts[CLASSES], growing.counts[STATES]
    members = np.empty(positions, np.int64)
    many = 0
    for bit in range(positions):
        if (state >> bit) & 1:
            members[many] = bit
            many += 1
    blank = state >> positions << positions
    touched = np.empty(tally.size, np.int64)
    guesses = total = same = 0
    for word in range(space.fits.shape[1]):
        fitting = (1 << min(WORD, orders - word * WORD)) - 1
        for i in range(many):
            fitting &= space.fits[members[i], word]
        order = word * WORD
        while fitting:
            if fitting & 0xFF == 0:
                fitting >>= 8
                order += 8
                continue
            if fitting & 1:
                shown = 0
                for i in range(many):
                    shown |= space.image[members[i], order]
                other = shown | blank
                same += other == state
                slot = slot_of(growing.keys, other)
                if growing.keys[slot] == EMPTY:
                    growing.keys[slot] = other
                    growing.values[slot] = number
                    growing.states[growing.counts[STATES]] = other
                    growing.counts[STATES] += 1
                for t in range(space.masks.size):
                    if shown & ~space.masks[t] == 0:
                        weight = space.ways[t] * chances[space.profile[t]]
                        guess = space.guess[space.wanted[t], order]
                        if weight > 0 and tally[guess] == 0:
                            touched[guesses] = guess
                            guesses += 1
                        tally[guess] += weight
                        total += weight
            fitting >>= 1
            order += 1
    best = 0
    for i in range(guesses):
        best = max(best, tally[touched[i]])
        tally[touched[i]] = 0
    growing.found[number, FIRST] = first
    growing.found[number, WEIGHT] = total // same
    growing.found[number, BEST] = best * (orders // same)
    growing.found[number, CERTAIN] = guesses == 1
    growing.counts[CLASSES] += 1


@compiled
def explore(space: StateSpace, most: int) -> Growing:
    """Every class that questions lead to while the guess is not certain; at most so many states.

    There are more where the last class found is not the last that was looked into: then
    ``counts[CLASSES]`` is 0.
    """
    piles, orders = space.sizes.size, space.image.shape[1]
    positions = space.image.shape[0]
    growing = Growing(
        np.full(1 << 12, EMPTY, np.int64),
        np.empty(1 << 12, np.int64),
        np.empty(1 << 10, np.int64),
        np.empty((1 << 9, 4), np.int64),
        np.zeros(2, np.int64),
    )
    shown, blanks = np.zeros(piles, np.int64), np.zeros(piles, np.int64)
    chances = np.empty(space.chances.shape[0], np.int64)
    tally = np.zeros(space.guesses, np.int64)
    growing = with_room(growing, orders)
    chances_of(space, shown, blanks, chances)
    add_class(space, growing, 0, chances, tally)
    number = 0
    while number < growing.counts[CLASSES]:
        if growing.counts[STATES] > most:
            growing.counts[CLASSES] = 0
            break
        if growing.found[number, CERTAIN] == 0:
            first = growing.found[number, FIRST]
            last = growing.counts[STATES]
            if number + 1 < growing.counts[CLASSES]:
                last = growing.found[number + 1, FIRST]
            count_shown(space, growing.states[first], shown, blanks)
            for pile in range(piles):
                if shown[pile] + blanks[pile] == space.sizes[pile]:
                    continue
                shown[pile] += 1
                chances_of(space, shown, blanks, chances)
                for at in range(first, last):
                    for bit in range(positions):
                        state = growing.states[at] | (1 << bit)
                        if space.pile[bit] != pile or state == growing.states[at]:
                            continue
                        if class_of(growing, state) < 0 and can_be(space, state, chances):
                            growing = with_room(growing, orders)
                            add_class(space, growing, state, chances, tally)
                shown[pile] -= 1
                if blanks[pile] == space.blanks[pile, 1]:
                    continue
                bit = space.blanks[pile, 0] + blanks[pile]
                blanks[pile] += 1
                chances_of(space, shown, blanks, chances)
                for at in range(first, last):
                    state = growing.states[at] | (1 << bit)
                    if class_of(growing, state) < 0 and can_be(space, state, chances):
                        growing = with_room(growing, orders)
                        add_class(space, growing, state, chances, tally)
                blanks[pile] -= 1
        number += 1
    return growing


@compiled
def connect(space: StateSpace, growing: Growing) -> Classes:
    """What leads to each class."""
    count, piles = growing.counts[CLASSES], space.sizes.size
    positions = space.image.shape[0]
    left = np.empty((count, piles), np.int64)
    start = np.zeros(count + 1, np.int64)
    before, asked = np.empty(4 * count, np.int64), np.empty(4 * count, np.int64)
    shown, blanks = np.zeros(piles, np.int64), np.zeros(piles, np.int64)
    edges = 0
    for number in range(count):
        state = growing.states[growing.found[number, FIRST]]
        count_shown(space, state, shown, blanks)
        for pile in range(piles):
            left[number, pile] = space.sizes[pile] - shown[pile] - blanks[pile]
        if edges + space.pile.size > before.size:
            before = enlarged(before, 2 * before.size + space.pile.size)
            asked = enlarged(asked, before.size)
        for bit in range(space.pile.size):
            pile = space.pile[bit]
            if not (state >> bit) & 1:
                continue
            # Blanks are shown in the order of their bits: only the last can have come last.
            if bit >= positions and bit != space.blanks[pile, 0] + blanks[pile] - 1:
                continue
            other = class_of(growing, state ^ (1 << bit))
            if other >= 0 and growing.found[other, CERTAIN] == 0:
                before[edges], asked[edges] = other, pile
                edges += 1
        start[number + 1] = edges
    return Classes(growing, left, start, before[:edges], asked[:edges])


WHOLE, PAR, WORST, FULL, CHOICES, TIES, SPREAD = range(7)
"""Columns of a rating. ``PAR``, ``FULL``, ``CHOICES`` and ``TIES`` are to be divided by ``WHOLE``:
the expected questions, the chance of a right guess, and how many decisions of best play are real or
without difference. From ``SPREAD`` on stands how often best play ends after 0, 1, 2, … questions.
"""

_ways_left = compiled(values.ways_left)
_backward = compiled(values.backward)
_forward = compiled(values.forward)


@compiled
def space_of(orders: Ints, pile_of: Ints, wanted: Ints, removed: Ints, blanks: Ints) -> StateSpace:
    """A problem in arrays; see :class:`~facedown.deduce.purchases.problem.StateSpace`.

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
    return StateSpace(
        fits, image, guess, np.full(1, (1 << positions) - 1, np.int64), np.ones(1, np.int64),
        none, none, chances, pile, first, sizes, places**wanted.size,
    )  # fmt: skip


@compiled
def rate(space: StateSpace, most: int, row: Ints) -> bool:
    """Rates one problem into a row; False where it has more than so many states."""
    growing = explore(space, most)
    count = growing.counts[CLASSES]
    if count == 0:
        return False
    classes = connect(space, growing)
    left, start, before, asked = classes.left, classes.start, classes.before, classes.asked
    piles, orders = space.sizes.size, space.image.shape[1]
    weight = growing.found[:count, WEIGHT].copy()
    best = growing.found[:count, BEST].copy()
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
