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
    node_slot,
    unpack,
)


@compiled
def twice(row: Ints) -> Ints:
    """The same numbers with as much room again after them."""
    return np.concatenate((row, np.empty_like(row)))


@compiled
def rehashed(table: Ints, keys: Ints, count: int) -> Ints:
    """The same nodes in a table of four times the size."""
    larger = np.full(table.size * 4, -1, np.int64)
    for node in range(count):
        larger[node_slot(larger, keys, keys[node])] = node
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
    table[node_slot(table, keys, start)] = 0
    count, ways, node = 1, 0, 0
    while node < count:
        unpack(arrays, keys[node], here)
        free = available
        for register in range(registers):
            free &= ~arrays.blocked[arrays.first_blocked[register] + here[register]]
        one = evaluate(arrays, arrays.one, here, holds, fails)
        other = evaluate(arrays, arrays.other, here, holds, fails)
        if (one ^ other) & free != NONE:
            plays[node] = 0
        for verdict in range(1 + arrays.errors_count):
            playable = free & (one & other if verdict == 0 else ~one & ~other)
            for card in range(arrays.cards):
                if (playable >> np.uint64(card)) & ONE == NONE:
                    continue
                key = follow(arrays, here, card, verdict == 0)
                at = node_slot(table, keys, key)
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
                    at = node_slot(table, keys, key)
                then = table[at]
                if seen[then] == node:
                    continue
                seen[then] = node
                if ways == before.size:
                    before, after = twice(before), twice(after)
                before[ways] = node
                after[ways] = then
                ways += 1
        node += 1
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
    for node in range(plays.size):
        if plays[node] == 0:
            waiting[count] = node
            count += 1
    at = 0
    while at < count:
        node = waiting[at]
        at += 1
        for way in range(first[node], first[node + 1]):
            source = sources[way]
            if plays[source] == NEVER:
                plays[source] = plays[node] + 1
                waiting[count] = source
                count += 1
