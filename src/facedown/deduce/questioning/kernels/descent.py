"""The search itself: depth first over beliefs, with a limit for each.

A belief is an array of world numbers.  A cost is one integer, ``scale * rounds + questions`` summed
over the weights of the worlds, so that comparing costs compares rounds first and questions second.

The search keeps its own stack, one row of every array per belief on the way down, because recursive
functions cannot be kept on disk.  Written as a recursion it would read::

    cost of a belief, given a limit:
        look it up: what the memo knows, or a bound that reaches the limit, is enough
        while a proposal promises less than the best so far and than the limit:
            take it in hand
            while its round, as good as it may still be, stays below both:
                if it is certain what leaving it costs, it is the best so far
                else go down to a belief where it is left, and come back with its cost
        conclude: remember the best, or what it costs at least
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.frames import (
    ASKED,
    BEGIN,
    BEST,
    BOUND,
    CHOICE,
    DIGITS,
    FLOOR,
    GIVEN_UP,
    HAND,
    KEPT,
    KEY_1,
    KEY_2,
    SLOTS,
    SOURCES,
    TOTAL,
    UNDER_WAY,
    WAITING,
    conclude,
    open_belief,
    take_next,
)
from facedown.deduce.questioning.kernels.rounds import (
    copy_to,
    count_bits,
    find_open,
    find_telling,
    grow,
    identify,
    play_round,
    rank,
    recall,
    restrict,
    sort_out,
    survey,
    weed,
)
from facedown.deduce.questioning.problem import (
    INFINITE,
    PER_ROUND,
    PLAN_ACTIONS,
    SCALE,
    STOP,
    Context,
    Ints,
)


@compiled
def look_up(context: Context, belief: Ints, frame: Ints, alike: Ints) -> tuple[int, int, int]:
    """What is known of a belief: bounds on its cost, and a proposal or -1."""
    frame[TOTAL], frame[FLOOR], _ = survey(context, belief)
    frame[KEY_1], frame[KEY_2] = identify(context, belief, alike)
    slot = recall(context, frame[KEY_1], frame[KEY_2])
    if slot < 0:
        return frame[FLOOR], INFINITE, -1
    return context.memo[slot, 2], context.memo[slot, 3], context.memo[slot, 4]


@compiled
def choose_from(context: Context, belief: Ints, frame: Ints, source: Ints, kept: Ints) -> None:
    """Find the proposals worth a thought among those handed down from above.

    What is useless or dominated here is so in every part of this belief too.
    """
    sources = source[: frame[SOURCES]]
    frame[KEPT], frame[GIVEN_UP] = weed(context, belief, sources, frame[BOUND], kept)
    if frame[GIVEN_UP] == INFINITE:
        frame[SOURCES] = frame[KEPT]
        copy_to(source, kept, frame[KEPT])


@compiled
def take_in_hand(
    context: Context,
    belief: Ints,
    frame: Ints,
    proposal: int,
    digits: Ints,
    cube: Ints,
    leave: Ints,
    tries: Ints,
) -> None:
    """Begin a round with this proposal, or continue the one under way."""
    frame[HAND] = proposal
    frame[DIGITS] = find_telling(context, belief, proposal, frame[ASKED], digits)
    sort_out(context, belief, proposal, digits, frame[DIGITS], cube, leave)
    if not frame[UNDER_WAY]:
        leave[context.power[frame[DIGITS]] - 1] = INFINITE
    for s in range(tries.size):
        tries[s] = 0


@compiled
def try_proposals(
    context: Context,
    belief: Ints,
    frame: Ints,
    top: bool,
    kept: Ints,
    optimistic: Ints,
    alike: Ints,
    digits: Ints,
    cube: Ints,
    leave: Ints,
    tries: Ints,
    cost: Ints,
    action: Ints,
    plan: Ints,
) -> tuple[int, int]:
    """A subcube that has to be looked into, and how far; -1 where no more need be tried.

    At the top the plan of the best proposal is written to ``plan``.
    """
    scale, depth = context.control[SCALE], context.control[PER_ROUND] - count_bits(frame[ASKED])
    while True:
        if frame[HAND] < 0:
            proposal = take_next(context, frame, top, kept, optimistic)
            if proposal < 0:
                return -1, 0
            take_in_hand(context, belief, frame, proposal, digits, cube, leave, tries)
        value = play_round(
            context, digits, frame[DIGITS], depth, alike, cube, leave, cost, action, True
        )
        if not frame[UNDER_WAY]:
            value += scale * frame[TOTAL]
        bound = min(frame[BEST], frame[BOUND])
        if value < bound:
            s = find_open(context, frame[DIGITS], action, cube, tries)
            if s < 0:
                frame[BEST], frame[CHOICE] = value, frame[HAND]
                if top:
                    write_plan(plan, frame[DIGITS], digits, action, leave)
            elif context.control[STOP] == 0:
                return s, leave[s] + take_slack(bound - value, tries, s)
            else:
                frame[GIVEN_UP] = min(frame[GIVEN_UP], value)
        else:
            frame[GIVEN_UP] = min(frame[GIVEN_UP], value)
        frame[HAND] = -1


@compiled
def take_slack(slack: int, tries: Ints, s: int) -> int:
    """How much more than is known the belief of subcube ``s`` may cost while it is looked at.

    At first hardly anything: that costs little and often shows that the round is not so promising.
    """
    tries[s] += 1
    if tries[s] == 1:
        return 1
    return slack // 4 + 1 if tries[s] == 2 else slack


@compiled
def write_plan(plan: Ints, size: int, digits: Ints, action: Ints, leave: Ints) -> None:
    """The round that was played last; see ``search``."""
    plan[0] = size
    copy_to(plan[1:], digits, digits.size)
    copy_to(plan[PLAN_ACTIONS:], action, action.size)
    copy_to(plan[PLAN_ACTIONS + action.size :], leave, leave.size)


@compiled
def with_room(pool: Ints, used: int, more: int) -> Ints:
    """The pool, or a larger one, with room for so many worlds after those used."""
    if used + more <= pool.size:
        return pool
    larger = np.empty(2 * (used + more), np.int64)
    copy_to(larger, pool, used)
    return larger


@compiled
def go_down(
    context: Context,
    belief: Ints,
    frames: Ints,
    level: int,
    digits: Ints,
    s: int,
    limit: int,
    pool: Ints,
) -> None:
    """Set the frame below to the belief of subcube ``s``."""
    frame, below = frames[level], frames[level + 1]
    frame[WAITING] = s
    below[BOUND], below[UNDER_WAY], below[ASKED] = limit, 0, 0
    frames[level + 2, BEGIN] = below[BEGIN] + restrict(
        context, belief, frame[HAND], digits, frame[DIGITS], s, pool[below[BEGIN] :]
    )


@compiled
def search(
    context: Context, belief: Ints, limit: int, proposal: int, asked: int, plan: Ints
) -> tuple[int, int, int]:
    """Lower bound, upper bound and chosen proposal for a belief whose target is not certain.

    The bounds are equal (the exact cost) or the lower one is at least ``limit``, unless the search
    was stopped.  ``proposal >= 0`` continues a round with that proposal in which the verifiers of
    the bit set ``asked`` have been asked.  On return ``plan[0]`` is the number of verifiers that
    can tell something, the next numbers are these verifiers, and from ``plan[PLAN_ACTIONS]`` on
    there is the action at each subcube, then the cost of leaving the round at each, exact wherever
    the plan leaves it.

    Proposals are tried in order of their optimistic cost, then of their number, and the first one
    that attains the least cost is chosen.  At the top that does not depend on the memo.
    """
    proposals, verifiers = context.cells.shape[0], context.law.shape[1]
    cubes = context.power[verifiers]
    rows = 8
    frames = np.zeros((rows + 1, SLOTS), np.int64)
    pool = np.empty(4 * belief.size, np.int64)  # the worlds of the beliefs, one after the other
    source = np.empty((rows, proposals), np.int64)  # proposals handed down
    kept = np.empty((rows, proposals), np.int64)  # proposals to be tried
    optimistic = np.empty((rows, proposals), np.int64)  # their costs at best, infinite once tried
    alike = np.empty((rows, verifiers), np.int64)
    digits = np.empty((rows, verifiers), np.int64)
    cube = np.empty((rows * cubes, 4), np.int64)
    leave = np.empty((rows, cubes), np.int64)
    tries = np.empty((rows, cubes), np.int64)
    cost = np.empty(cubes, np.int64)
    action = np.empty(cubes, np.int64)

    copy_to(pool, belief, belief.size)
    frames[1, BEGIN], frames[0, BOUND], frames[0, SOURCES] = belief.size, limit, proposals
    for i in range(proposals):
        source[0, i] = i
    if proposal >= 0:
        frames[0, UNDER_WAY], frames[0, ASKED] = 1, asked
    level = low = high = bound = 0
    arrived = True
    while True:
        frame = frames[level]
        here = pool[frame[BEGIN] : frames[level + 1, BEGIN]]
        table = cube[level * cubes : (level + 1) * cubes]
        opened = True
        if arrived:
            low, high, _ = look_up(context, here, frame, alike[level])
            opened = level == 0 or (low < min(high, frame[BOUND]) and context.control[STOP] == 0)
            if opened:
                open_belief(context, frame)
                if frame[UNDER_WAY]:
                    frame[FLOOR] -= context.control[SCALE] * frame[TOTAL]
                    kept[0, 0], optimistic[0, 0], frame[KEPT] = proposal, frame[FLOOR], 1
                else:
                    frame[FLOOR] = max(frame[FLOOR], low)
                    if level > 0:
                        frame[SOURCES] = frames[level - 1, SOURCES]
                        copy_to(source[level], source[level - 1], frame[SOURCES])
                    choose_from(context, here, frame, source[level], kept[level])
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
        s = -1
        if opened:
            s, bound = try_proposals(
                context,
                here,
                frame,
                level == 0,
                kept[level],
                optimistic[level],
                alike[level],
                digits[level],
                table,
                leave[level],
                tries[level],
                cost,
                action,
                plan,
            )
            if s < 0:
                low, high = conclude(context, frame, here.size)
        arrived = s >= 0
        if arrived:
            # go down to the belief of subcube s
            if level + 1 == rows:
                rows *= 2
                frames, cube = grow(frames, rows + 1), grow(cube, rows * int(cubes))
                kept, source = grow(kept, rows), grow(source, rows)
                optimistic, alike = grow(optimistic, rows), grow(alike, rows)
                digits, leave, tries = grow(digits, rows), grow(leave, rows), grow(tries, rows)
            pool = with_room(pool, frames[level + 1, BEGIN], here.size)
            go_down(context, here, frames, level, digits[level], s, bound, pool)
            level += 1
        elif level == 0:
            return low, high, frame[CHOICE]
        else:
            # come back with what it costs
            level -= 1
            s = frames[level, WAITING]
            leave[level, s] = max(leave[level, s], low)
            if low == high:
                tries[level, s] = -1


@compiled
def follow(context: Context, belief: Ints, proposal: int, asked: int, plan: Ints) -> int:
    """The memo's choice for a new round with the plan that looks best by the memo, or -1.

    Nothing is searched.  ``proposal``, ``asked`` and ``plan`` are as in ``search``, but the costs
    of leaving the round are bounds.
    """
    verifiers = context.law.shape[1]
    cubes = context.power[verifiers]
    frame, below = np.zeros(SLOTS, np.int64), np.empty(SLOTS, np.int64)
    part = np.empty(belief.size, np.int64)
    alike = np.empty(verifiers, np.int64)
    digits = np.empty(verifiers, np.int64)
    cube = np.empty((cubes, 4), np.int64)
    leave = np.empty(cubes, np.int64)
    tries = np.empty(cubes, np.int64)
    cost = np.empty(cubes, np.int64)
    action = np.empty(cubes, np.int64)
    others = np.empty(verifiers, np.int64)

    _, _, choice = look_up(context, belief, frame, alike)
    if proposal >= 0:
        choice, frame[UNDER_WAY], frame[ASKED] = proposal, 1, asked
    if choice < 0:
        return -1
    take_in_hand(context, belief, frame, choice, digits, cube, leave, tries)
    size, depth = frame[DIGITS], context.control[PER_ROUND] - count_bits(frame[ASKED])
    while True:
        play_round(context, digits, size, depth, alike, cube, leave, cost, action, True)
        s = find_open(context, size, action, cube, tries)
        if s < 0:
            write_plan(plan, size, digits, action, leave)
            return int(choice)
        count = restrict(context, belief, choice, digits, size, s, part)
        low, _, _ = look_up(context, part[:count], below, others)
        leave[s] = max(leave[s], low)
        tries[s] = -1
