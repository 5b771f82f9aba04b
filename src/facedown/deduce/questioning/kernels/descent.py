"""The search itself: depth first over beliefs, with a limit for each.

A belief is an array of world numbers.  A cost is one integer, ``scale * rounds + questions`` summed
over the weights of the worlds, so that comparing costs compares rounds first and questions second.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.base import copy_to, count_bits, grow
from facedown.deduce.questioning.kernels.beliefs import identify, recall, remember, survey
from facedown.deduce.questioning.kernels.proposals import rank, weed
from facedown.deduce.questioning.kernels.rounds import (
    find_open,
    play_round,
    restrict,
    sort_out,
    tell,
)
from facedown.deduce.questioning.layout import (
    INFINITE,
    LIMIT,
    LOWER,
    OPENED,
    PER_ROUND,
    PLAN_ACTIONS,
    SCALE,
    STOP,
    UPPER,
    Context,
    Ints,
)

# What the stack holds for each belief: where it begins in the pool, the limit, its weight, a cost
# it cannot beat, its key, how many proposals are kept and how many it hands down, the best cost and
# who attains it, the least that the proposals given up may cost, the proposal at hand (or -1), how
# many verifiers can tell something about it, and the subcube whose belief is being looked at.
BEGIN, BOUND, TOTAL, FLOOR, KEY_1, KEY_2, KEPT, SOURCES = range(8)
BEST, CHOICE, GIVEN_UP, HAND, DIGITS, WAITING = range(8, 14)


@compiled
def pick_next(optimistic: Ints, count: int) -> int:
    """The first of the most promising proposals that have not been tried, or -1."""
    pick = -1
    for i in range(count):
        if optimistic[i] < INFINITE and (pick < 0 or optimistic[i] < optimistic[pick]):
            pick = i
    return pick


@compiled
def search(
    context: Context, belief: Ints, limit: int, proposal: int, asked: int, plan: Ints
) -> tuple[int, int, int]:
    """Lower bound, upper bound and chosen proposal for a belief whose target is not certain.

    The bounds are equal (the exact cost) or the lower one is at least ``limit``, unless the search
    was stopped.  ``proposal >= 0`` continues a round with that proposal in which the verifiers of
    the bit set ``asked`` have been asked.  On return ``plan[0]`` is the number of verifiers that
    can tell something, the next numbers are these verifiers, and from ``plan[PLAN_ACTIONS]`` on
    there is the action at each subcube, then the cost of leaving the round at each (exact wherever
    the plan leaves it, but for a plan that only follows the memo).

    Proposals are tried in order of their optimistic cost, then of their number, and the first one
    that attains the least cost is chosen.  At the top that does not depend on the memo.

    Called with the stop flag set it searches nothing and only *follows* the memo's choice for a new
    round, with the plan that looks best; the choice is -1 when there is none.

    The search goes depth first with a limit for each belief: its cost is exact or proven to reach
    the limit.  Beliefs at the end of a promising round are first looked at with hardly any slack,
    which costs little and often shows that the round is not so promising.  The search keeps its own
    stack, one row of every array per belief on the way down, because recursive functions cannot be
    kept on disk.
    """
    control, power = context.control, context.power
    scale = control[SCALE]
    proposals, verifiers = context.cells.shape[0], context.law.shape[1]
    cubes = power[verifiers]
    follow = control[STOP] != 0
    rows = 8
    stack = np.empty((rows + 1, WAITING + 1), np.int64)
    kept = np.empty((rows, proposals), np.int64)
    source = np.empty((rows, proposals), np.int64)
    optimistic = np.empty((rows, proposals), np.int64)
    alike = np.empty((rows, verifiers), np.int64)
    digits = np.empty((rows, verifiers), np.int64)
    cube = np.empty((rows * cubes, 4), np.int64)
    leave = np.empty((rows, cubes), np.int64)
    tries = np.empty((rows, cubes), np.int64)
    cost = np.empty(cubes, np.int64)
    action = np.empty(cubes, np.int64)
    pool = np.empty(4 * belief.size, np.int64)
    copy_to(pool, belief, belief.size)
    stack[0, BEGIN], stack[1, BEGIN], stack[0, BOUND] = 0, belief.size, limit
    level = 0
    entering = True
    low = high = 0

    while True:
        frame = stack[level]
        here = pool[frame[BEGIN] : stack[level + 1, BEGIN]]
        continuing = level == 0 and proposal >= 0
        depth = control[PER_ROUND] - (count_bits(asked) if continuing else 0)
        finished = False
        opened = True
        if entering:
            # meet a belief: remembered, hopeless, or to be opened
            entering = False
            frame[TOTAL], frame[FLOOR], _ = survey(context, here)
            frame[KEY_1], frame[KEY_2] = identify(context, here, alike[level])
            frame[BEST], frame[CHOICE], frame[GIVEN_UP], frame[HAND] = INFINITE, -1, INFINITE, -1
            frame[KEPT] = 0
            if continuing:
                frame[FLOOR] -= scale * frame[TOTAL]
                kept[0, 0], optimistic[0, 0], frame[KEPT] = proposal, frame[FLOOR], 1
            else:
                slot = recall(context, frame[KEY_1], frame[KEY_2])
                if level > 0:
                    low, high = frame[FLOOR], INFINITE
                    if slot >= 0:
                        low, high = context.memo[slot, 2], context.memo[slot, 3]
                    finished = low == high or low >= frame[BOUND] or control[STOP] != 0
                elif follow:
                    if slot < 0 or context.memo[slot, 4] < 0:
                        return frame[FLOOR], INFINITE, -1
                    kept[0, 0], optimistic[0, 0] = context.memo[slot, 4], frame[FLOOR]
                    frame[KEPT] = 1
            opened = not finished
            if opened:
                control[OPENED] += 1
                if control[OPENED] >= control[LIMIT]:
                    control[STOP] = 1
            if opened and frame[KEPT] == 0:
                # what is useless or dominated here is so in every part of this belief too
                count = proposals
                if level > (1 if proposal >= 0 else 0):
                    count = int(stack[level - 1, SOURCES])
                    copy_to(source[level], source[level - 1], count)
                else:
                    for i in range(count):
                        source[level, i] = i
                frame[KEPT], frame[GIVEN_UP] = weed(
                    context, here, source[level, :count], frame[BOUND], kept[level]
                )
                if frame[GIVEN_UP] == INFINITE:
                    count = int(frame[KEPT])
                    copy_to(source[level], kept[level], count)
                frame[SOURCES] = count
                table = cube[level * cubes : (level + 1) * cubes]
                rank(
                    context,
                    here,
                    kept[level, : frame[KEPT]],
                    alike[level],
                    digits[level],
                    table,
                    leave[level],
                    cost,
                    action,
                    optimistic[level],
                )
        while not finished:
            bound = min(frame[BEST], frame[BOUND])
            table = cube[level * cubes : (level + 1) * cubes]
            if frame[HAND] < 0:
                # take the next proposal in hand
                pick = pick_next(optimistic[level], frame[KEPT])
                value = INFINITE
                if pick >= 0:
                    value = optimistic[level, pick]
                    if level == 0 and not follow:
                        control[LOWER] = max(frame[FLOOR], min(frame[GIVEN_UP], value))
                        control[UPPER] = frame[BEST]
                if pick < 0 or value >= bound or (control[STOP] != 0 and not follow):
                    frame[GIVEN_UP] = min(frame[GIVEN_UP], value)
                    finished = True
                    break
                optimistic[level, pick] = INFINITE
                if level > 0 and value < scale * (frame[TOTAL] + 1):
                    # certain within this round, so the cost is exact, and all others cost as much
                    frame[BEST], frame[CHOICE] = value, kept[level, pick]
                    finished = True
                    break
                used = asked if continuing else 0
                frame[HAND] = kept[level, pick]
                frame[DIGITS] = tell(context, here, frame[HAND], used, digits[level])
                sort_out(
                    context, here, frame[HAND], digits[level], frame[DIGITS], table, leave[level]
                )
                if not continuing:
                    leave[level, power[frame[DIGITS]] - 1] = INFINITE
                for i in range(cubes):
                    tries[level, i] = 0
            value = play_round(
                context,
                digits[level],
                frame[DIGITS],
                depth,
                alike[level],
                table,
                leave[level],
                cost,
                action,
                True,
            )
            if not continuing:
                value += scale * frame[TOTAL]
            if value >= bound:
                frame[GIVEN_UP] = min(frame[GIVEN_UP], value)
                frame[HAND] = -1
                continue
            s = find_open(context, frame[DIGITS], action, table, tries[level])
            if s < 0:
                frame[BEST], frame[CHOICE] = value, frame[HAND]
                frame[HAND] = -1
                if level == 0:
                    plan[0] = frame[DIGITS]
                    copy_to(plan[1:], digits[0], verifiers)
                    copy_to(plan[PLAN_ACTIONS:], action, int(cubes))
                    copy_to(plan[PLAN_ACTIONS + cubes :], leave[0], int(cubes))
                    finished = follow
                continue
            if control[STOP] != 0 and not follow:
                frame[GIVEN_UP] = min(frame[GIVEN_UP], value)
                frame[HAND] = -1
                continue
            # go down to the belief of subcube s
            if level + 1 == rows:
                rows *= 2
                stack, cube = grow(stack, rows + 1), grow(cube, rows * int(cubes))
                kept, source = grow(kept, rows), grow(source, rows)
                optimistic, alike = grow(optimistic, rows), grow(alike, rows)
                digits, leave, tries = grow(digits, rows), grow(leave, rows), grow(tries, rows)
                frame = stack[level]
            end = stack[level + 1, BEGIN]
            if end + here.size > pool.size:
                larger = np.empty(2 * (end + here.size), np.int64)
                copy_to(larger, pool, end)
                pool = larger
                here = pool[frame[BEGIN] : end]
            stack[level + 2, BEGIN] = end + restrict(
                context, here, frame[HAND], digits[level], frame[DIGITS], s, pool[end:]
            )
            slack = bound - value
            if tries[level, s] == 0:
                slack = 1
            elif tries[level, s] == 1:
                slack = slack // 4 + 1
            tries[level, s] += 1
            frame[WAITING] = s
            stack[level + 1, BOUND] = leave[level, s] + slack
            entering = True
            break
        if entering:
            level += 1
            continue
        if opened:
            high = frame[BEST]
            if control[STOP] == 0 and high < INFINITE:
                low = high
            else:
                low = max(frame[FLOOR], min(frame[GIVEN_UP], high))
            if not continuing and not follow:
                remember(context, frame[KEY_1], frame[KEY_2], low, high, frame[CHOICE], here.size)
        if level == 0:
            return low, high, frame[CHOICE]
        level -= 1
        s = stack[level, WAITING]
        leave[level, s] = max(leave[level, s], low)
        if low == high or follow:
            tries[level, s] = -1
