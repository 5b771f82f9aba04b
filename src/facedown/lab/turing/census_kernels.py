"""The compiled inner loop of the census.  Imports Numba, so it is itself imported only on demand.

Of the 183 laws only 98 differ as questions about codes, and two laws that ask the same cannot
stand in one admissible choice.  The search therefore runs over sets of different *masks*, and
spells a set of masks out into choices of laws on different cards only once it is admissible.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from facedown.compiling import compiled, inlined

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]

MOST = 6
"""The largest number of verifiers, and so the depth of the search."""


@inlined
def _mix(value: np.uint64) -> np.uint64:
    """The finisher of SplitMix64: scatters 64 bits, one to one."""
    value = (value ^ (value >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> uint64(27))) * uint64(0x94D049BB133111EB)
    return value ^ (value >> uint64(31))


@compiled
def _spell_out(
    chosen: Ints, size: int, code: int, starts: Ints, laws: Ints, cards: Ints, law_counts: Ints
) -> tuple[int, np.uint64]:
    """Every choice of laws on different cards with these masks: (how many, sum of hashes)."""
    cursor = np.empty(MOST, np.int64)
    used = np.zeros(MOST + 1, np.uint64)
    keys = np.zeros(MOST + 1, np.uint64)
    found, total = 0, uint64(0)
    depth = 0
    cursor[0] = starts[chosen[0]]
    while depth >= 0:
        if cursor[depth] == starts[chosen[depth] + 1]:
            depth -= 1
            if depth >= 0:
                cursor[depth] += 1
            continue
        entry = cursor[depth]
        bit = uint64(1) << uint64(cards[entry])
        if used[depth] & bit:
            cursor[depth] += 1
            continue
        key = keys[depth] + _mix(uint64(laws[entry] + 1))
        if depth + 1 < size:
            used[depth + 1] = used[depth] | bit
            keys[depth + 1] = key
            depth += 1
            cursor[depth] = starts[chosen[depth]]
            continue
        found += 1
        total += _mix(key + uint64(code))
        for level in range(size):
            law_counts[laws[cursor[level]]] += 1
        cursor[depth] += 1
    return found, total


@compiled
def search(
    first: int,
    deepest: int,
    low: Words,
    high: Words,
    starts: Ints,
    laws: Ints,
    cards: Ints,
    counts: Ints,
    law_counts: Ints,
    sums: Words,
) -> None:
    """Count the admissible choices whose lowest mask is mask number ``first``.

    Mask ``i`` is ``low[i]`` (codes 0 to 63) with ``high[i]`` (codes 64 to 124); its laws and
    their cards stand at ``starts[i]`` to ``starts[i + 1]`` of ``laws`` and ``cards``.  Adds to
    ``counts[n]``, ``law_counts[n, law]`` and ``sums[n]`` for each number of verifiers ``n``.

    For the masks chosen so far the search keeps what they all leave, and for each of them its
    *witnesses*: codes that only this mask shuts out.  A further mask must cut what is left
    without emptying it and must spare a witness of every other.  What is left and the witnesses
    only shrink, so a mask that fails once is never tried again below.
    """
    chosen = np.empty(MOST, np.int64)
    left_low = np.zeros(MOST + 1, np.uint64)
    left_high = np.zeros(MOST + 1, np.uint64)
    witness_low = np.zeros((MOST + 1, MOST), np.uint64)
    witness_high = np.zeros((MOST + 1, MOST), np.uint64)
    candidates = np.empty((MOST + 1, low.size), np.int64)
    ends = np.zeros(MOST + 1, np.int64)
    position = np.zeros(MOST + 1, np.int64)

    # Depth 0: nothing chosen, all 125 codes left, and only the first mask to try.
    left_low[0] = ~uint64(0)
    left_high[0] = (uint64(1) << uint64(61)) - uint64(1)
    for mask in range(first, low.size):
        candidates[0, mask - first] = mask
    ends[0] = low.size - first
    depth = 0
    while depth >= 0:
        at = position[depth]
        if at == ends[depth] or (depth == 0 and at == 1):
            depth -= 1
            continue
        position[depth] = at + 1
        mask = candidates[depth, at]
        now_low = left_low[depth] & low[mask]
        now_high = left_high[depth] & high[mask]
        chosen[depth] = mask
        size = depth + 1
        if now_low == 0 or now_high == 0:
            word = now_low | now_high
            if word & (word - uint64(1)) == 0:
                code = 0 if now_high == 0 else 64
                while word > 1:
                    word >>= uint64(1)
                    code += 1
                found, total = _spell_out(chosen, size, code, starts, laws, cards, law_counts[size])
                counts[size] += found
                sums[size] += total
                continue
        if size == deepest:
            continue
        for other in range(depth):
            witness_low[size, other] = witness_low[depth, other] & low[mask]
            witness_high[size, other] = witness_high[depth, other] & high[mask]
        witness_low[size, depth] = left_low[depth] & ~low[mask]
        witness_high[size, depth] = left_high[depth] & ~high[mask]
        left_low[size] = now_low
        left_high[size] = now_high
        end = 0
        for next_at in range(at + 1, ends[depth]):
            mask = candidates[depth, next_at]
            cut_low = now_low & low[mask]
            cut_high = now_high & high[mask]
            if cut_low | cut_high == 0 or (cut_low == now_low and cut_high == now_high):
                continue
            fits = True
            for other in range(size):
                if (witness_low[size, other] & low[mask]) | (
                    witness_high[size, other] & high[mask]
                ) == 0:
                    fits = False
                    break
            if fits:
                candidates[size, end] = mask
                end += 1
        ends[size] = end
        position[size] = 0
        depth = size
