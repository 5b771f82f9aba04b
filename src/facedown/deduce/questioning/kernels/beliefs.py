"""Beliefs as sets: what stands for one in the memo, and what is known of it at a glance."""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.base import (
    MIX_1,
    MIX_3,
    copy_to,
    count_bits,
    mix,
)
from facedown.deduce.questioning.layout import RELABEL, SCALE, Context, Ints

# Slots of the memo among which a key may lie.
WAYS = 4


@compiled
def survey(context: Context, belief: Ints) -> tuple[int, int, int]:
    """Total weight, a cost that no strategy can beat, and 1 when the target is certain."""
    total = mask = 0
    certain = 1
    for world in belief:
        total += context.weight[world]
        mask |= 1 << (context.target[world] & 63)
        if context.target[world] != context.target[belief[0]]:
            certain = 0
    floor = context.control[SCALE] * total + total + context.bonus[count_bits(mask)]
    return total, floor, certain


@compiled
def digest(context: Context, belief: Ints, order: Ints) -> tuple[int, int]:
    """Two words that stand for a belief whose verifiers are renamed in the given order."""
    first = second = 0
    for world in belief:
        inner = context.kind[world]
        factor = MIX_3
        for index in range(order.size):
            inner += context.law[world, order[index]] * factor
            factor = factor * MIX_1 + 2
        inner = mix(inner)
        first += inner
        second += mix(inner ^ MIX_3)
    return first, second


@compiled
def identify(context: Context, belief: Ints, alike: Ints) -> tuple[int, int]:
    """Return the belief's key and fill ``alike[v]``: bits of earlier verifiers like ``v``.

    Two verifiers are alike when swapping them turns the belief into itself; then only the first of
    them that is not asked yet is worth asking.  The key is the same for beliefs that differ only in
    the names of the verifiers (whenever sorting by signature finds it out), because their cost is
    the same.
    """
    verifiers = context.law.shape[1]
    for v in range(verifiers):
        alike[v] = 0
    first = second = 0
    if context.control[RELABEL] == 0:
        for world in belief:
            first ^= context.tag[world]
            second += mix(context.tag[world])
    else:
        signature = np.zeros(verifiers, np.int64)
        for world in belief:
            for v in range(verifiers):
                signature[v] += mix(context.law[world, v] ^ context.kind[world])
        order = np.empty(verifiers, np.int64)
        for i in range(verifiers):
            order[i] = i
            j = i
            while j > 0 and signature[order[j - 1]] > signature[order[j]]:
                order[j - 1], order[j] = order[j], order[j - 1]
                j -= 1
        first, second = digest(context, belief, order)
        swapped = np.empty(verifiers, np.int64)
        copy_to(swapped, order, verifiers)
        for i in range(verifiers - 1):
            a, b = order[i], order[i + 1]
            if signature[a] == signature[b]:
                swapped[i], swapped[i + 1] = b, a
                if digest(context, belief, swapped) == (first, second):
                    alike[b] |= alike[a] | (1 << a)
                swapped[i], swapped[i + 1] = a, b
        for a in range(
            verifiers
        ):  # groups were chained in signature order: keep earlier names only
            for b in range(a):
                if (alike[a] >> b) & 1 or (alike[b] >> a) & 1:
                    alike[a] |= 1 << b
        for a in range(verifiers):
            alike[a] &= (1 << a) - 1
    if first == 0:
        first = 1
    return first, second


@compiled
def recall(context: Context, first: int, second: int) -> int:
    """The memo slot of a key, or -1."""
    start = first & (context.memo.shape[0] - WAYS)
    for slot in range(start, start + WAYS):
        if context.memo[slot, 0] == first and context.memo[slot, 1] == second:
            return slot
    return -1


@compiled
def remember(
    context: Context, first: int, second: int, lower: int, upper: int, choice: int, size: int
) -> None:
    """Store bounds; a full bucket gives up its smallest belief, which is the quickest to redo."""
    memo = context.memo
    start = first & (memo.shape[0] - WAYS)
    victim = start
    for slot in range(start, start + WAYS):
        if memo[slot, 0] == first and memo[slot, 1] == second:
            lower = max(lower, memo[slot, 2])
            if memo[slot, 3] < upper:
                upper, choice = memo[slot, 3], memo[slot, 4]
            victim = slot
            break
        if memo[victim, 0] != 0 and (memo[slot, 0] == 0 or memo[slot, 5] < memo[victim, 5]):
            victim = slot
    memo[victim, 0] = first
    memo[victim, 1] = second
    memo[victim, 2] = lower
    memo[victim, 3] = upper
    memo[victim, 4] = choice
    memo[victim, 5] = size
