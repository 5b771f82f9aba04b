"""Compiled: what forms of rules say, on published timelines and on the one of a game.

Imports Numba. Sets of cards are masks of 64 bits. A form is a row as in
:mod:`facedown.deduce.rules.space.forms`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled, inlined

Ints = NDArray[np.int64]
Masks = NDArray[np.uint64]
Forms = NDArray[np.int16]
Bits = NDArray[Any]

# The kinds of forms, as in facedown.deduce.rules.space.forms.
SINGLE = 0
AND = 1
OR = 2
XOR = 3
IF = 4

ONE = np.uint64(1)
MIXER = np.uint64(0x9E3779B97F4A7C15)
NONE = np.uint64(0)
DEBRUIJN = np.uint64(0x03F79D71B4CB0A89)
LOWEST = np.zeros(64, np.int64)
"""The index of the lowest bit, by the product of that bit and a de Bruijn number."""
for _bit in range(64):
    LOWEST[((0x03F79D71B4CB0A89 << _bit) & 0xFFFFFFFFFFFFFFFF) >> 58] = _bit


class Memories(NamedTuple):
    """What single conditions remember and say.

    ``following[first_following[r] + state * cards + card]`` is a register's next state,
    ``after_error[r]`` its state after an error, -1 where that changes nothing. Condition ``c``
    reads register ``reads[c]``; ``holds[first_mask[c] + state]`` are the cards for which it holds,
    ``fails`` those for which its negation does.
    """

    cards: int
    everything: np.uint64
    first_following: Ints
    following: NDArray[np.int32]
    after_error: Ints
    reads: Ints
    first_mask: Ints
    holds: Masks
    fails: Masks


class Timelines(NamedTuple):
    """How published timelines go on: one row each, one column for each play.

    The card that is played is the first one, going round from card ``begins``, that the rule
    accepts; with ``any_card``, or where none is accepted, the first one that was not played yet.
    """

    begins: Ints
    any_card: NDArray[np.bool_]


@inlined
def joined(kind: int, g: int, a: int, b: int, holds: Bits, fails: Bits) -> Any:
    """What a form says, from the indices of the bits of its conditions and of their negations."""
    if kind == IF:
        return (fails[g] | holds[a]) & (holds[g] | holds[b])
    if kind == AND:
        return holds[a] & holds[b]
    if kind == OR:
        return holds[a] | holds[b]
    if kind == SINGLE:
        return holds[a]
    return (holds[a] | holds[b]) & (fails[a] | fails[b])


@inlined
def first_from(cards: np.uint64, begin: int) -> Any:
    """The first card of a set that is not empty, going round from one."""
    after = cards >> np.uint64(begin)
    if after != NONE:
        lowest = after & (~after + ONE)
        return begin + LOWEST[np.int64((lowest * DEBRUIJN) >> np.uint64(58))]
    lowest = cards & (~cards + ONE)
    return LOWEST[np.int64((lowest * DEBRUIJN) >> np.uint64(58))]


@compiled
def fingerprints(memories: Memories, timelines: Timelines, forms: Forms, found: Masks) -> None:
    """Mixes into ``found`` what each form says on the timelines of every card not played yet.

    Forms that mean the same have the same fingerprint.
    """
    rows, plays = timelines.begins.shape
    cards, following = memories.cards, memories.following
    first_mask, after_error = memories.first_mask, memories.after_error
    for form in range(len(forms)):
        kind, g, a, b = forms[form]
        g_reads, a_reads, b_reads = memories.reads[g], memories.reads[a], memories.reads[b]
        g_next, a_next, b_next = (
            memories.first_following[g_reads],
            memories.first_following[a_reads],
            memories.first_following[b_reads],
        )
        mixed = found[form]
        for row in range(rows):
            in_g = in_a = in_b = np.int64(0)
            unused = memories.everything
            for play in range(plays):
                accepted = unused & joined(
                    kind,
                    first_mask[g] + in_g,
                    first_mask[a] + in_a,
                    first_mask[b] + in_b,
                    memories.holds,
                    memories.fails,
                )
                mixed = (mixed ^ accepted) * MIXER
                mixed ^= mixed >> np.uint64(29)
                among = accepted
                if timelines.any_card[row, play] or accepted == NONE:
                    among = unused
                card = first_from(among, timelines.begins[row, play])
                bit = ONE << np.uint64(card)
                unused &= ~bit
                if accepted & bit != NONE:
                    in_a = np.int64(following[a_next + in_a * cards + card])
                    if kind != SINGLE:
                        in_b = np.int64(following[b_next + in_b * cards + card])
                    if kind == IF:
                        in_g = np.int64(following[g_next + in_g * cards + card])
                else:
                    if after_error[g_reads] >= 0:
                        in_g = after_error[g_reads]
                    if after_error[a_reads] >= 0:
                        in_a = after_error[a_reads]
                    if after_error[b_reads] >= 0:
                        in_b = after_error[b_reads]
        found[form] = mixed


@compiled
def light(forms: Forms, families: Ints, sizes: Ints, most: int) -> NDArray[np.bool_]:
    """Which forms remember at most so many states.

    ``families`` and ``sizes`` belong to the conditions: of two registers of a family the larger one
    stands for both.
    """
    found = np.empty(len(forms), np.bool_)
    for form in range(len(forms)):
        kind, g, a, b = forms[form]
        total = sizes[a]
        if kind != SINGLE:
            if families[b] == families[a]:
                total = max(sizes[a], sizes[b])
            else:
                total *= sizes[b]
        if kind == IF:
            if families[g] == families[a] or families[g] == families[b]:
                same = 0
                if families[g] == families[a]:
                    same = sizes[a]
                if families[g] == families[b]:
                    same = max(same, sizes[b])
                total = total // same * max(same, sizes[g])
            else:
                total *= sizes[g]
        found[form] = total <= most
    return found


@compiled
def keep(
    forms: Forms,
    among: NDArray[np.int32],
    holds: Masks,
    fails: Masks,
    card: int,
    accepted: bool,
) -> NDArray[np.int32]:
    """Which forms among these give this verdict, where the conditions say what they say now."""
    kept = np.empty_like(among)
    count = 0
    for number in among:
        kind, g, a, b = forms[number]
        said = joined(kind, g, a, b, holds, fails)
        if ((said >> np.uint64(card)) & ONE != NONE) == accepted:
            kept[count] = number
            count += 1
    return kept[:count].copy()


BYTES = np.uint64(0x0101010101010101)
MOST_COUNTED = 255


@compiled
def accepting(
    forms: Forms,
    classes: NDArray[np.int16],
    weights: NDArray[np.float64],
    among: NDArray[np.int32],
    holds: Masks,
    fails: Masks,
) -> tuple[float, NDArray[np.float64]]:
    """The weight of these forms together, and for each card of those that would accept it.

    ``weights`` has the weight of one form of each class. Cards are counted in eight words of eight
    bytes, each for the cards of one remainder by eight, which are emptied before one is full.
    """
    total = 0.0
    found = np.zeros(64, np.float64)
    words = np.zeros(8, np.uint64)
    counted = 0
    last = 0
    for index in range(among.size):
        kind, g, a, b = forms[among[index]]
        each = classes[among[index]]
        if counted == MOST_COUNTED or (each != last and counted > 0):
            empty(words, weights[last], found)
            total += weights[last] * counted
            counted = 0
        last = each
        counted += 1
        said = joined(kind, g, a, b, holds, fails)
        for remainder in range(8):
            words[remainder] += (said >> np.uint64(remainder)) & BYTES
    empty(words, weights[last], found)
    return total + weights[last] * counted, found


@compiled
def empty(words: Masks, weight: float, found: NDArray[np.float64]) -> None:
    """Adds what was counted to what was found, and begins again."""
    for card in range(64):
        count = (words[card % 8] >> np.uint64(card - card % 8)) & np.uint64(MOST_COUNTED)
        found[card] += weight * np.float64(count)
    words[:] = NONE


@compiled
def verdicts(
    forms: Forms,
    holding: NDArray[np.uint32],
    failing: NDArray[np.uint32],
    found: NDArray[np.uint32],
) -> None:
    """What each form says of up to 32 plays, a bit each, given the same of its conditions."""
    for form in range(len(forms)):
        kind, g, a, b = forms[form]
        found[form] = joined(kind, g, a, b, holding, failing)
