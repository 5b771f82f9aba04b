"""One round with one proposal, as a small game on a cube of answers.

Each world has one bit per verifier, and asking some verifiers leaves the worlds of a *subcube*.  A
subcube is written in base 3, one digit per verifier that can tell something: 0 or 1 is its answer,
2 means not asked.  Both parts of a subcube have a smaller number than the subcube itself, so one
ascending pass solves the round when the cost of leaving it at each subcube is known, or bounded.

Sums and products of hashes overflow on purpose.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.problem import (
    BY_LAW,
    INFINITE,
    LEAVE,
    PER_ROUND,
    PLAN_ACTIONS,
    RELABEL,
    RESOLVED,
    SCALE,
    Context,
    Ints,
)

# Odd constants of the usual 64-bit mixers, as signed numbers.
MIX_1 = -4658895280553007687
MIX_2 = -7723592293110705685
MIX_3 = -7046029254386353131


@compiled
def copy_to(target: Ints, source: Ints, count: int) -> None:
    """Copy the first numbers; much quicker to compile than assigning slices."""
    for i in range(count):
        target[i] = source[i]


@compiled
def grow(array: Ints, rows: int) -> Ints:
    """A copy of a two-dimensional array with more rows."""
    larger = np.empty((rows, array.shape[1]), np.int64)
    for i in range(array.shape[0]):
        copy_to(larger[i], array[i], array.shape[1])
    return larger


@compiled
def mix(value: int) -> int:
    """Scramble 64 bits so that sums of scrambled values do not cancel by accident."""
    value = (value ^ ((value >> 30) & 0x3FFFFFFFF)) * MIX_1
    value = (value ^ ((value >> 27) & 0x1FFFFFFFFF)) * MIX_2
    return value ^ ((value >> 31) & 0x1FFFFFFFF)


@compiled
def count_bits(value: int) -> int:
    """How many of the 64 bits are set."""
    value = (value & 0x5555555555555555) + ((value >> 1) & 0x5555555555555555)
    value = (value & 0x3333333333333333) + ((value >> 2) & 0x3333333333333333)
    value = (value & 0x0F0F0F0F0F0F0F0F) + ((value >> 4) & 0x0F0F0F0F0F0F0F0F)
    return ((value * 0x0101010101010101) >> 56) & 0x7F


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
def name_sets(sets: Ints) -> tuple[int, int]:
    """Two words that stand for a belief of these sets; they are sorted for it."""
    for i in range(1, sets.size):
        j = i
        while j > 0 and sets[j - 1] > sets[j]:
            sets[j - 1], sets[j] = sets[j], sets[j - 1]
            j -= 1
    first, second = MIX_3, MIX_1
    for one in sets:
        first = mix(first * MIX_3 + one)
        second = mix((second ^ one) * MIX_1 + MIX_3)
    return (first if first != 0 else 1), second


@compiled
def law_sets(context: Context, belief: Ints) -> Ints:
    """The laws that each verifier can have, as bits."""
    seen = context.laws.seen
    sets = np.zeros(seen.shape[1], np.int64)
    for world in belief:
        for v in range(sets.size):
            sets[v] |= seen[world, v]
    return sets


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
    if context.control[BY_LAW] != 0:
        sets = law_sets(context, belief)
        for v in range(verifiers):
            for earlier in range(v):
                if sets[earlier] == sets[v]:
                    alike[v] |= 1 << earlier
        return name_sets(sets)
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
