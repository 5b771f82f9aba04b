"""One belief on the way down of a search, which is a row of numbers: its frame."""

from __future__ import annotations

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.base import copy_to, count_bits
from facedown.deduce.questioning.kernels.beliefs import identify, recall, remember, survey
from facedown.deduce.questioning.kernels.proposals import weed
from facedown.deduce.questioning.kernels.rounds import find_open, find_telling, play_round, sort_out
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

# What a frame holds of its belief.  Given from above: where it begins in the pool, the limit, 1 if
# its round is under way, and the verifiers asked in it as bits.
BEGIN, BOUND, UNDER_WAY, ASKED = range(4)
# Found where it is met: its weight, a cost it cannot beat, its key, how many proposals are kept,
# and how many it hands down.
TOTAL, FLOOR, KEY_1, KEY_2, KEPT, SOURCES = range(4, 10)
# So far: the best cost and who attains it, and the least that proposals given up may cost.
BEST, CHOICE, GIVEN_UP = range(10, 13)
# At hand: a proposal (or -1), how many verifiers can tell something about it, and the subcube whose
# belief is being looked at.
HAND, DIGITS, WAITING = range(13, 16)
SLOTS = 16


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
def open_belief(context: Context, frame: Ints) -> None:
    """Count a belief as opened; nothing of it has been tried."""
    control = context.control
    control[OPENED] += 1
    if control[OPENED] >= control[LIMIT]:
        control[STOP] = 1
    frame[BEST], frame[CHOICE], frame[GIVEN_UP], frame[HAND] = INFINITE, -1, INFINITE, -1


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
def pick_next(optimistic: Ints, count: int) -> int:
    """The first of the most promising proposals that have not been tried, or -1."""
    pick = -1
    for i in range(count):
        if optimistic[i] < INFINITE and (pick < 0 or optimistic[i] < optimistic[pick]):
            pick = i
    return pick


@compiled
def take_next(context: Context, frame: Ints, top: bool, kept: Ints, optimistic: Ints) -> int:
    """The proposal to be tried next, or -1 where none can be, or need be."""
    control = context.control
    pick = pick_next(optimistic, frame[KEPT])
    value = INFINITE
    if pick >= 0:
        value = optimistic[pick]
        if top:
            control[LOWER] = max(frame[FLOOR], min(frame[GIVEN_UP], value))
            control[UPPER] = frame[BEST]
    if pick < 0 or value >= min(frame[BEST], frame[BOUND]) or control[STOP] != 0:
        frame[GIVEN_UP] = min(frame[GIVEN_UP], value)
        return -1
    optimistic[pick] = INFINITE
    if not top and value < control[SCALE] * (frame[TOTAL] + 1):
        # certain within this round, so the cost is exact, and all others cost as much
        frame[BEST], frame[CHOICE] = value, kept[pick]
        return -1
    return int(kept[pick])


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
def conclude(context: Context, frame: Ints, size: int) -> tuple[int, int]:
    """Bounds on the cost of a belief of so many worlds whose proposals were tried; remembered."""
    low = high = frame[BEST]
    if context.control[STOP] != 0 or high == INFINITE:
        low = max(frame[FLOOR], min(frame[GIVEN_UP], high))
    if not frame[UNDER_WAY]:
        remember(context, frame[KEY_1], frame[KEY_2], low, high, frame[CHOICE], size)
    return low, high
