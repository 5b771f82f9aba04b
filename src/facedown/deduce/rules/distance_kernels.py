"""How far a difference is from every state, compiled; cards are taken as if they came back.

Imports Numba.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.rules.kernels import (
    DEEPEST,
    NEVER,
    NONE,
    ONE,
    Ahead,
    Arrays,
    Ints,
    evaluate,
    follow,
    slot,
    unpack,
)


@compiled
def twice(row: Ints) -> Ints:
    """The same numbers with as much room again after them."""
    return np.concatenate((row, np.empty_like(row)))


@compiled
def rehashed(table: Ints, keys: Ints, count: int) -> Ints:
    """The same places in a table of four times the size."""
    larger = np.full(table.size * 4, -1, np.int64)
    for place in range(count):
        larger[slot(larger, keys, keys[place])] = place
    return larger


@compiled
def distances(arrays: Arrays, start: int, available: np.uint64, states: int) -> Ahead:
    """For all states that can be reached, how many plays the nearest difference is away.

    ``states`` is how many there can be, reached or not.
    """
    registers = arrays.strides.size
    keys = np.empty(1024, np.int64)
    table = np.full(4096, -1, np.int64)
    plays = np.full(1024, NEVER, np.int64)
    seen = np.full(1024, -1, np.int64)  # from which state each one was reached last
    # for each way between states the earlier one, and the later one
    before, after = np.empty(4096, np.int64), np.empty(4096, np.int64)
    here = np.zeros(registers, np.int64)
    holds = np.zeros(DEEPEST, np.uint64)
    fails = np.zeros(DEEPEST, np.uint64)
    keys[0] = start
    table[slot(table, keys, start)] = 0
    count, ways, place = 1, 0, 0
    while place < count:
        unpack(arrays, keys[place], here)
        free = available
        for register in range(registers):
            free &= ~arrays.blocked[arrays.first_blocked[register] + here[register]]
        one = evaluate(arrays, arrays.one, here, holds, fails)
        other = evaluate(arrays, arrays.other, here, holds, fails)
        if (one ^ other) & free != NONE:
            plays[place] = 0
        for verdict in range(1 + arrays.errors_count):
            playable = free & (one & other if verdict == 0 else ~one & ~other)
            for card in range(arrays.cards):
                if (playable >> np.uint64(card)) & ONE == NONE:
                    continue
                key = follow(arrays, here, card, verdict == 0)
                at = slot(table, keys, key)
                if table[at] < 0:
                    if count == keys.size:
                        keys, plays, seen = twice(keys), twice(plays), twice(seen)
                        plays[count:] = NEVER
                        seen[count:] = -1
                    keys[count] = key
                    table[at] = count
                    count += 1
                    if 2 * count > table.size:
                        table = rehashed(table, keys, count)
                    at = slot(table, keys, key)
                then = table[at]
                if seen[then] == place:
                    continue
                seen[then] = place
                if ways == before.size:
                    before, after = twice(before), twice(after)
                before[ways] = place
                after[ways] = then
                ways += 1
        place += 1
    _spread(plays[:count], before[:ways], after[:ways])
    return Ahead(states, keys[:count], table, plays[:count])


@compiled
def _spread(plays: Ints, before: Ints, after: Ints) -> None:
    """Sets how far the nearest difference is, from where it is 0 already."""
    first = np.zeros(plays.size + 1, np.int64)
    for then in after:
        first[then + 1] += 1
    first = np.cumsum(first)
    filled = first.copy()
    sources = np.empty(before.size, np.int64)
    for way in range(before.size):
        sources[filled[after[way]]] = before[way]
        filled[after[way]] += 1
    waiting = np.empty(plays.size, np.int64)
    count = 0
    for place in range(plays.size):
        if plays[place] == 0:
            waiting[count] = place
            count += 1
    at = 0
    while at < count:
        place = waiting[at]
        at += 1
        for way in range(first[place], first[place + 1]):
            source = sources[way]
            if plays[source] == NEVER:
                plays[source] = plays[place] + 1
                waiting[count] = source
                count += 1
