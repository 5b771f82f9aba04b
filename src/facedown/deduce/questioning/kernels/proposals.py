"""Which proposals are worth a round, and how good they can be at best."""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.base import copy_to, count_bits
from facedown.deduce.questioning.kernels.beliefs import identify, survey
from facedown.deduce.questioning.kernels.rounds import find_telling, play_round, sort_out
from facedown.deduce.questioning.layout import (
    INFINITE,
    PER_ROUND,
    PLAN_ACTIONS,
    SCALE,
    Context,
    Ints,
)


@compiled
def promise(context: Context, belief: Ints, proposal: int, total: int, seen: Ints) -> int:
    """A quick bound on the cost of a round with this proposal, as if all verifiers were asked.

    Worlds that even then look alike but differ in target need another round.
    """
    cells = context.cells[proposal]
    for row in range(seen.shape[0]):
        seen[row, 0] = 0
    unresolved = 0
    for world in belief:
        bits, weight = cells[world], context.weight[world]
        if seen[bits, 0] == 0:
            seen[bits, 0], seen[bits, 1] = weight, context.target[world]
        elif seen[bits, 1] == context.target[world]:
            seen[bits, 0] += weight
        else:
            if seen[bits, 1] >= 0:
                unresolved += seen[bits, 0]
                seen[bits, 1] = -1
            unresolved += weight
    return int(context.control[SCALE] * (total + unresolved) + total)


@compiled
def weed(context: Context, belief: Ints, source: Ints, limit: int, kept: Ints) -> tuple[int, int]:
    """Fill ``kept`` with the proposals worth a thought: not useless, repeated or dominated.

    Nor do those matter that cannot stay below ``limit``; returned are the number kept and the least
    that any of these could cost (infinite when there are none).

    One proposal dominates another when every verifier either says nothing about the belief with the
    other, or splits it in the same two parts with both.  Of equals the first is kept.
    """
    verifiers = context.law.shape[1]
    parts = np.zeros((source.size, verifiers), np.int64)
    rows = np.empty(source.size, np.int64)
    seen = np.empty((1 << verifiers, 2), np.int64)
    total, _, _ = survey(context, belief)
    size = 0
    cut = INFINITE
    for row in range(source.size):
        if limit < INFINITE:
            least = promise(context, belief, source[row], total, seen)
            if least >= limit:
                cut = min(cut, least)
                continue
        cells = context.cells[source[row]]
        base = cells[belief[0]]
        part = parts[row]
        for world in belief:
            bits = cells[world] ^ base
            v = 0
            while bits:
                if bits & 1:
                    part[v] += context.tag[world]
                bits >>= 1
                v += 1
        useless = True
        for v in range(verifiers):
            if part[v] != 0:
                useless = False
        if useless:
            continue
        dominated = False
        for i in range(size):
            other = parts[rows[i]]
            dominated = True
            for v in range(verifiers):
                if part[v] != 0 and part[v] != other[v]:
                    dominated = False
                    break
            if dominated:
                break
        if dominated:
            continue
        left = 0
        for i in range(size):
            other = parts[rows[i]]
            for v in range(verifiers):
                if other[v] != 0 and other[v] != part[v]:
                    kept[left] = kept[i]
                    rows[left] = rows[i]
                    left += 1
                    break
        kept[left] = source[row]
        rows[left] = row
        size = left + 1
    return size, cut


@compiled
def rank(
    context: Context,
    belief: Ints,
    kept: Ints,
    alike: Ints,
    digits: Ints,
    cube: Ints,
    leave: Ints,
    cost: Ints,
    action: Ints,
    optimistic: Ints,
) -> None:
    """An optimistic cost for each proposal of a new round: exact when it stays within the round."""
    total, floor, _ = survey(context, belief)
    scale = context.control[SCALE]
    for i in range(kept.size):
        optimistic[i] = INFINITE
    for i in range(kept.size):
        size = find_telling(context, belief, kept[i], 0, digits)
        sort_out(context, belief, kept[i], digits, size, cube, leave)
        leave[context.power[size] - 1] = INFINITE
        optimistic[i] = scale * total + play_round(
            context,
            digits,
            size,
            context.control[PER_ROUND],
            alike,
            cube,
            leave,
            cost,
            action,
            False,
        )
        if optimistic[i] == floor and floor < scale * (total + 1):
            break  # certain within the round and as cheap as can be: the others cannot come first


@compiled
def sketch(context: Context, belief: Ints, proposal: int, asked: int, plan: Ints) -> int:
    """A good proposal and plan without any search, for beliefs that are too large for one.

    Worlds left together at the end of the round are taken to need more rounds the more they weigh.
    With ``proposal >= 0`` that round is continued; see ``search`` for this and for ``plan``.
    """
    power, scale = context.power, context.control[SCALE]
    verifiers = context.law.shape[1]
    cubes = power[verifiers]
    alike = np.empty(verifiers, np.int64)
    identify(context, belief, alike)
    kept = np.empty(context.cells.shape[0], np.int64)
    kept[0] = proposal
    count = 1
    if proposal < 0:
        count, _ = weed(context, belief, np.arange(kept.size), INFINITE, kept)
    digits = np.empty(verifiers, np.int64)
    cube = np.empty((cubes, 4), np.int64)
    leave = np.empty(cubes, np.int64)
    cost = np.empty(cubes, np.int64)
    action = np.empty(cubes, np.int64)
    lightest = INFINITE
    for world in belief:
        lightest = min(lightest, context.weight[world])
    best, choice = INFINITE, -1
    for i in range(count):
        size = find_telling(context, belief, kept[i], asked, digits)
        sort_out(context, belief, kept[i], digits, size, cube, leave)
        for s in range(power[size]):
            if cube[s, 1] < cube[s, 2]:
                rounds = 0.7 + 0.3 * np.log2(cube[s, 0] / lightest)
                leave[s] = int(max(1.0, rounds) * scale * cube[s, 0])
        if proposal < 0:
            leave[power[size] - 1] = INFINITE
        depth = context.control[PER_ROUND] - count_bits(asked)
        value = play_round(context, digits, size, depth, alike, cube, leave, cost, action, False)
        if value < best:
            best, choice = value, kept[i]
            plan[0] = size
            copy_to(plan[1:], digits, verifiers)
            copy_to(plan[PLAN_ACTIONS:], action, int(cubes))
    return int(choice)
