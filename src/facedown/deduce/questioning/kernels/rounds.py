"""One round with one proposal, as a small game on a cube of answers.

Each world has one bit per verifier, and asking some verifiers leaves the worlds of a *subcube*.  A
subcube is written in base 3, one digit per verifier that can tell something: 0 or 1 is its answer,
2 means not asked.  Both parts of a subcube have a smaller number than the subcube itself, so one
ascending pass solves the round when the cost of leaving it at each subcube is known, or bounded.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.base import count_bits
from facedown.deduce.questioning.layout import INFINITE, LEAVE, RESOLVED, SCALE, Context, Ints


@compiled
def find_telling(context: Context, belief: Ints, proposal: int, asked: int, digits: Ints) -> int:
    """Fill ``digits`` with the verifiers whose answer can differ; return how many there are."""
    cells = context.cells[proposal]
    base = cells[belief[0]]
    bits = 0
    for world in belief:
        bits |= cells[world] ^ base
    size = 0
    for v in range(context.law.shape[1]):
        if (bits >> v) & 1 and not (asked >> v) & 1:
            digits[size] = v
            size += 1
    return size


@compiled
def sort_out(
    context: Context, belief: Ints, proposal: int, digits: Ints, size: int, cube: Ints, leave: Ints
) -> None:
    """Weights and targets of all subcubes, and a bound on the cost of leaving the round there.

    ``cube[s]`` is (weight, smallest target, largest target, targets as bits modulo 64).
    """
    cells = context.cells[proposal]
    power, free = context.power, context.free
    count = power[size]
    for s in range(count):
        cube[s, 0] = 0
        cube[s, 1] = INFINITE
        cube[s, 2] = -1
        cube[s, 3] = 0
    for world in belief:
        bits = cells[world]
        s = 0
        for i in range(size):
            if (bits >> digits[i]) & 1:
                s += power[i]
        target = context.target[world]
        cube[s, 0] += context.weight[world]
        cube[s, 1] = min(cube[s, 1], target)
        cube[s, 2] = max(cube[s, 2], target)
        cube[s, 3] |= 1 << (target & 63)
    scale = context.control[SCALE]
    for s in range(count):
        if free[s] != 0:
            i = 0
            while not (free[s] >> i) & 1:
                i += 1
            a, b = s - 2 * power[i], s - power[i]
            cube[s, 0] = cube[a, 0] + cube[b, 0]
            cube[s, 1] = min(cube[a, 1], cube[b, 1])
            cube[s, 2] = max(cube[a, 2], cube[b, 2])
            cube[s, 3] = cube[a, 3] | cube[b, 3]
        leave[s] = 0
        if cube[s, 1] < cube[s, 2]:
            leave[s] = scale * cube[s, 0] + cube[s, 0] + context.bonus[count_bits(cube[s, 3])]


@compiled
def play_round(
    context: Context,
    digits: Ints,
    size: int,
    depth: int,
    alike: Ints,
    cube: Ints,
    leave: Ints,
    cost: Ints,
    action: Ints,
    lift: bool,
) -> int:
    """Cheapest way through a round when leaving at subcube ``s`` costs ``leave[s]``.

    Fills ``cost`` and ``action`` (a digit, ``RESOLVED`` or ``LEAVE``) for all subcubes with
    at most ``depth`` answers and returns the cost of the whole cube, not counting the round itself.
    Ties: leaving first, then the lowest verifier.  With
    ``lift`` the bounds in ``leave`` are raised where those of the parts show more.
    """
    power, free = context.power, context.free
    count = power[size]
    before = np.zeros(size, np.int64)
    for i in range(size):
        for j in range(i):
            if (alike[digits[i]] >> digits[j]) & 1:
                before[i] |= 1 << j
    for s in range(count):
        open_digits = free[s]
        answers = size - count_bits(open_digits)
        if answers > depth:
            continue
        if cube[s, 1] >= cube[s, 2]:
            cost[s] = 0
            action[s] = RESOLVED
            continue
        best_action = LEAVE
        if lift and answers < depth and leave[s] < INFINITE:
            for i in range(size):  # the worlds of two parts cost no less together than apart
                if (open_digits >> i) & 1:
                    apart = leave[s - 2 * power[i]] + leave[s - power[i]]
                    leave[s] = max(leave[s], apart)
        best = leave[s]
        if answers < depth:
            weight = cube[s, 0]
            for i in range(size):
                if not (open_digits >> i) & 1 or before[i] & open_digits:
                    continue
                a, b = s - 2 * power[i], s - power[i]
                if cube[a, 0] == 0 or cube[b, 0] == 0:
                    continue
                value = weight + cost[a] + cost[b]
                if value < best:
                    best, best_action = value, i
        cost[s] = best
        action[s] = best_action
    return int(cost[count - 1])


@compiled
def find_open(context: Context, size: int, action: Ints, cube: Ints, tries: Ints) -> int:
    """A subcube where the chosen way leaves the round at a cost that is not exact, or -1.

    ``tries`` counts how often its belief has been looked at, -1 when the cost is exact.  The least
    tried comes first, then the heaviest.
    """
    stack = np.empty(2 * size + 2, np.int64)
    stack[0] = context.power[size] - 1
    top = 1
    found = -1
    while top > 0:
        top -= 1
        s = stack[top]
        if action[s] >= 0:
            stack[top] = s - 2 * context.power[action[s]]
            stack[top + 1] = s - context.power[action[s]]
            top += 2
        elif (
            action[s] == LEAVE
            and tries[s] >= 0
            and (
                found < 0
                or tries[s] < tries[found]
                or (tries[s] == tries[found] and cube[s, 0] > cube[found, 0])
            )
        ):
            found = s
    return found


@compiled
def restrict(
    context: Context, belief: Ints, proposal: int, digits: Ints, size: int, s: int, out: Ints
) -> int:
    """Write the worlds of a belief that lie in subcube ``s`` to ``out``; return how many."""
    fixed = wanted = 0
    for i in range(size):
        digit = s % 3
        s //= 3
        if digit != 2:
            fixed |= 1 << digits[i]
            wanted |= digit << digits[i]
    cells = context.cells[proposal]
    count = 0
    for world in belief:
        if cells[world] & fixed == wanted:
            out[count] = world
            count += 1
    return count
