"""What a search holds of each belief on the way down, and what it does with any of them."""

from __future__ import annotations

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.rounds import remember
from facedown.deduce.questioning.problem import (
    INFINITE,
    LIMIT,
    LOWER,
    OPENED,
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
def open_belief(context: Context, frame: Ints) -> None:
    """Count a belief as opened; nothing of it has been tried."""
    control = context.control
    control[OPENED] += 1
    if control[OPENED] >= control[LIMIT]:
        control[STOP] = 1
    frame[BEST], frame[CHOICE], frame[GIVEN_UP], frame[HAND] = INFINITE, -1, INFINITE, -1


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
    done = value >= min(frame[BEST], frame[BOUND]) or frame[BEST] <= frame[FLOOR]
    if pick < 0 or done or control[STOP] != 0:
        frame[GIVEN_UP] = min(frame[GIVEN_UP], value)
        return -1
    optimistic[pick] = INFINITE
    if not top and value < control[SCALE] * (frame[TOTAL] + 1):
        # certain within this round, so the cost is exact, and all others cost as much
        frame[BEST], frame[CHOICE] = value, kept[pick]
        return -1
    return int(kept[pick])


@compiled
def conclude(context: Context, frame: Ints, size: int) -> tuple[int, int]:
    """Bounds on the cost of a belief of so many worlds whose proposals were tried; remembered."""
    low = high = frame[BEST]
    if context.control[STOP] != 0 or high == INFINITE:
        low = max(frame[FLOOR], min(frame[GIVEN_UP], high))
    if not frame[UNDER_WAY]:
        remember(context, frame[KEY_1], frame[KEY_2], low, high, frame[CHOICE], size)
    return low, high
