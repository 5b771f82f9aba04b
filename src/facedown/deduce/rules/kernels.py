"""The compiled search for a timeline on which two rules differ. Imports Numba.

A state of the search is the states of all registers that either rule reads, as one number in a
mixed base. Sets of cards are masks of 64 bits. ``search`` goes over sets of cards, ``walk`` tries
cards that are all different, and ``distances`` says how far the nearest difference is away.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled

Ints = NDArray[np.int64]
Masks = NDArray[np.uint64]

# The steps of a program, as in facedown.deduce.rules.machine.
LEAF = 0
AND = 1
OR = 2
XOR = 3

ONE = np.uint64(1)
NONE = np.uint64(0)
DEEPEST = 32


class Arrays(NamedTuple):
    """Two rules and what they remember, for compiled code.

    ``following[first_following[r] + state * cards + card]`` is a register's next state after a card
    is accepted, ``after_error`` the same after an error; ``blocked`` are the cards that cannot be
    played in a state, ``positive`` and ``negative`` the masks of each single condition by the state
    of the register that it ``reads``.
    """

    cards: int
    everything: np.uint64
    strides: Ints
    sizes: Ints
    first_following: Ints
    following: Ints
    after_error: Ints
    first_blocked: Ints
    blocked: Masks
    reads: Ints
    first_mask: Ints
    positive: Masks
    negative: Masks
    one: Ints
    other: Ints
    errors_count: bool


@compiled
def evaluate(arrays: Arrays, program: Ints, states: Ints, holds: Masks, fails: Masks) -> np.uint64:
    """The cards that a rule accepts in these states of the registers."""
    top = 0
    at_step = 0
    while at_step < program.size:
        step = program[at_step]
        at_step += 1
        if step == LEAF:
            leaf = program[at_step]
            at_step += 1
            at = arrays.first_mask[leaf] + states[arrays.reads[leaf]]
            holds[top] = arrays.positive[at]
            fails[top] = arrays.negative[at]
            top += 1
            continue
        top -= 1
        c, d = holds[top], fails[top]
        a, b = holds[top - 1], fails[top - 1]
        if step == AND:
            holds[top - 1] = a & c
            fails[top - 1] = b | d
        elif step == OR:
            holds[top - 1] = a | c
            fails[top - 1] = b & d
        elif step == XOR:
            holds[top - 1] = (a | c) & (b | d)
            fails[top - 1] = (a | d) & (b | c)
        else:
            top -= 1
            guard, without = holds[top - 1], fails[top - 1]
            holds[top - 1] = (without | a) & (guard | c)
            fails[top - 1] = (without | b) & (guard | d)
    accepted: np.uint64 = holds[0]
    return accepted


@compiled
def unpack(arrays: Arrays, key: int, states: Ints) -> None:
    """Sets the states of the registers that a number stands for."""
    for register in range(arrays.strides.size):
        states[register] = (key // arrays.strides[register]) % arrays.sizes[register]


@compiled
def slot_of(table: Ints, key: int) -> int:
    """Where a number is in a hash table, or the empty slot where it belongs."""
    mask = table.size - 1
    slot = ((key * 0x9E3779B97F4A7C1) >> 17) & mask
    while table[slot] >= 0 and table[slot] != key:
        slot = (slot + 1) & mask
    return slot


@compiled
def node_slot(table: Ints, keys: Ints, key: int) -> int:
    """Where the node of a number is in a hash table of nodes, or where it belongs."""
    mask = table.size - 1
    at = ((key * 0x9E3779B97F4A7C1) >> 17) & mask
    while table[at] >= 0 and keys[table[at]] != key:
        at = (at + 1) & mask
    return at


class Ahead(NamedTuple):
    """How many plays a difference is away from a state at least, as far as is known.

    ``states`` counts the states of the registers alone; nothing is known where it is 0.
    """

    states: int
    keys: Ints
    table: Ints
    plays: Ints


NEVER = 1000
"""More plays than any game has."""


@compiled
def plays_ahead(ahead: Ahead, key: int) -> int:
    """How many plays a difference is away at least; ``NEVER`` where there can be none."""
    if ahead.states == 0:
        return 0
    found = ahead.table[node_slot(ahead.table, ahead.keys, key % ahead.states)]
    return NEVER if found < 0 else ahead.plays[found]


@compiled
def grown(table: Ints) -> Ints:
    """The same numbers in a table of four times the size."""
    larger = np.full(table.size * 4, -1, np.int64)
    for key in table:
        if key >= 0:
            larger[slot_of(larger, key)] = key
    return larger


@compiled
def search(
    arrays: Arrays, start: int, available: np.uint64, horizon: int, ahead: Ahead
) -> tuple[int, Ints, Ints]:
    """Looks for the nearest state in which the rules differ on a card that may be there.

    Goes through timelines on which they agree, breadth first, up to ``horizon`` plays, and only
    where the rules can still differ by then. Returns the place of that state among those found, or
    -1, and for all that were found their numbers and the places of the states before them.
    """
    registers = arrays.strides.size
    keys = np.empty(1024, np.int64)
    parents = np.empty(1024, np.int64)
    table = np.full(4096, -1, np.int64)
    states = np.zeros(registers, np.int64)
    holds = np.zeros(DEEPEST, np.uint64)
    fails = np.zeros(DEEPEST, np.uint64)
    keys[0] = start
    parents[0] = -1
    table[slot_of(table, start)] = start
    count = 1
    node = 0
    depth = 0
    layer = 1
    while node < count:
        if node == layer:
            depth += 1
            layer = count
        key = keys[node]
        unpack(arrays, key, states)
        free = available
        for register in range(registers):
            free &= ~arrays.blocked[arrays.first_blocked[register] + states[register]]
        one = evaluate(arrays, arrays.one, states, holds, fails)
        other = evaluate(arrays, arrays.other, states, holds, fails)
        if (one ^ other) & free != NONE:
            return node, keys[:count], parents[:count]
        if depth < horizon:
            for verdict in range(1 + arrays.errors_count):
                playable = free & (one & other if verdict == 0 else ~one & ~other)
                last = -1
                for card in range(arrays.cards):
                    if (playable >> np.uint64(card)) & ONE == NONE:
                        continue
                    after = 0
                    for register in range(registers):
                        at = arrays.first_following[register] + states[register] * arrays.cards
                        if verdict == 0:
                            after += arrays.strides[register] * arrays.following[at + card]
                        else:
                            after += arrays.strides[register] * arrays.after_error[at + card]
                    if after == last:
                        continue
                    last = after
                    found = slot_of(table, after)
                    if table[found] == after:
                        continue
                    if depth + 1 + plays_ahead(ahead, after) > horizon:
                        continue
                    table[found] = after
                    if count == keys.size:
                        keys = np.concatenate((keys, np.empty_like(keys)))
                        parents = np.concatenate((parents, np.empty_like(parents)))
                    keys[count] = after
                    parents[count] = node
                    count += 1
                    if 2 * count > table.size:
                        table = grown(table)
        node += 1
    return -1, keys[:count], parents[:count]


@compiled
def follow(arrays: Arrays, states: Ints, card: int, accepted: bool) -> int:
    """The state after a card is accepted, or refused."""
    after = 0
    for register in range(arrays.strides.size):
        at = arrays.first_following[register] + states[register] * arrays.cards + card
        if accepted:
            after += arrays.strides[register] * arrays.following[at]
        else:
            after += arrays.strides[register] * arrays.after_error[at]
    return after


@compiled
def walk(
    arrays: Arrays, start: int, available: np.uint64, length: int, most: int, tries: int
) -> tuple[Ints, Ints]:
    """Tries to find different cards for some timeline of ``length`` plays before a difference.

    ``length`` is the fewest there can be and ``most`` a bound for how many states are that near.
    Goes only where a difference is still as near as it can be, by cards that a fixed row of random
    numbers chooses. Returns the cards, the last one being judged differently, and for all but that
    one whether they are accepted; or nothing.
    """
    registers = arrays.strides.size
    keys = np.empty(most + 1, np.int64)
    depths = np.empty(most + 1, np.int64)
    size = 4096
    while size < 3 * most:
        size *= 2
    table = np.full(size, -1, np.int64)
    states = np.zeros(registers, np.int64)
    holds = np.zeros(DEEPEST, np.uint64)
    fails = np.zeros(DEEPEST, np.uint64)
    masks = np.zeros((most + 1, 3), np.uint64)  # accepted by both, refused by both, different
    keys[0] = start
    depths[0] = 0
    table[node_slot(table, keys, start)] = 0
    count = 1
    node = 0
    while node < count:
        unpack(arrays, keys[node], states)
        free = available
        for register in range(registers):
            free &= ~arrays.blocked[arrays.first_blocked[register] + states[register]]
        one = evaluate(arrays, arrays.one, states, holds, fails)
        other = evaluate(arrays, arrays.other, states, holds, fails)
        masks[node, 0] = one & other & free
        masks[node, 1] = ~one & ~other & free if arrays.errors_count else NONE
        masks[node, 2] = (one ^ other) & free
        if depths[node] < length:
            for verdict in range(2):
                for card in range(arrays.cards):
                    if (masks[node, verdict] >> np.uint64(card)) & ONE == NONE:
                        continue
                    after = follow(arrays, states, card, verdict == 0)
                    at = node_slot(table, keys, after)
                    if table[at] < 0:
                        if count > most:
                            return np.empty(0, np.int64), np.empty(0, np.int64)
                        keys[count] = after
                        depths[count] = depths[node] + 1
                        table[at] = count
                        count += 1
        node += 1
    near = np.zeros(count, np.bool_)
    for node in range(count - 1, -1, -1):
        if depths[node] == length:
            near[node] = masks[node, 2] != NONE
            continue
        unpack(arrays, keys[node], states)
        for verdict in range(2):
            for card in range(arrays.cards):
                if not near[node] and (masks[node, verdict] >> np.uint64(card)) & ONE != NONE:
                    then = table[node_slot(table, keys, follow(arrays, states, card, verdict == 0))]
                    near[node] = near[then] and depths[then] == depths[node] + 1
    cards = np.empty(length + 1, np.int64)
    accepted = np.empty(length, np.int64)
    choices = np.empty((2 * arrays.cards, 3), np.int64)
    seed = np.uint64(88172645463325252)
    for _ in range(tries):
        node = 0
        unused = available
        for play in range(length + 1):
            found = 0
            if play == length:
                for card in range(arrays.cards):
                    if (masks[node, 2] & unused) >> np.uint64(card) & ONE != NONE:
                        cards[length] = card
                        return cards, accepted
                break
            unpack(arrays, keys[node], states)
            for verdict in range(2):
                for card in range(arrays.cards):
                    if (masks[node, verdict] & unused) >> np.uint64(card) & ONE == NONE:
                        continue
                    then = table[node_slot(table, keys, follow(arrays, states, card, verdict == 0))]
                    if near[then] and depths[then] == depths[node] + 1:
                        choices[found, 0] = card
                        choices[found, 1] = 1 - verdict
                        choices[found, 2] = then
                        found += 1
            if found == 0:
                break
            seed ^= seed << np.uint64(13)
            seed ^= seed >> np.uint64(7)
            seed ^= seed << np.uint64(17)
            chosen = np.int64((seed >> np.uint64(33)) % np.uint64(found))
            cards[play] = choices[chosen, 0]
            accepted[play] = choices[chosen, 1]
            unused &= ~(ONE << np.uint64(cards[play]))
            node = choices[chosen, 2]
    return np.empty(0, np.int64), np.empty(0, np.int64)


@compiled
def verdicts(arrays: Arrays, key: int, available: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The cards that each rule accepts in a state, of those that may be there."""
    registers = arrays.strides.size
    states = np.zeros(registers, np.int64)
    holds = np.zeros(DEEPEST, np.uint64)
    fails = np.zeros(DEEPEST, np.uint64)
    unpack(arrays, key, states)
    for register in range(registers):
        available &= ~arrays.blocked[arrays.first_blocked[register] + states[register]]
    one = evaluate(arrays, arrays.one, states, holds, fails)
    return one & available, evaluate(arrays, arrays.other, states, holds, fails) & available


@compiled
def leading(arrays: Arrays, key: int, after: int, playable: np.uint64, accepted: bool) -> np.uint64:
    """Which of the playable cards lead from one state to another when accepted, or refused."""
    registers = arrays.strides.size
    states = np.zeros(registers, np.int64)
    unpack(arrays, key, states)
    found = NONE
    for card in range(arrays.cards):
        if (playable >> np.uint64(card)) & ONE == NONE:
            continue
        reached = 0
        for register in range(registers):
            at = arrays.first_following[register] + states[register] * arrays.cards + card
            states_after = arrays.following[at] if accepted else arrays.after_error[at]
            reached += arrays.strides[register] * states_after
        if reached == after:
            found |= ONE << np.uint64(card)
    return found


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
