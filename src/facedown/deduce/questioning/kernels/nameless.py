"""The search where verifiers have no names; of equals it chooses those that ``descent`` does.

The first round is played with worlds, and the beliefs after it are settled by their laws.  Where
verifiers have names nothing of that is compiled.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.deduce.questioning.kernels.descent import choose_from, look_up, try_proposals
from facedown.deduce.questioning.kernels.frames import (
    ASKED,
    BOUND,
    CHOICE,
    DIGITS,
    FLOOR,
    HAND,
    KEPT,
    SLOTS,
    SOURCES,
    TOTAL,
    UNDER_WAY,
    conclude,
    open_belief,
)
from facedown.deduce.questioning.kernels.orbits import settle
from facedown.deduce.questioning.kernels.rounds import law_sets, rank, restrict
from facedown.deduce.questioning.problem import SCALE, Context, Ints


@compiled
def search_nameless(
    context: Context, belief: Ints, limit: int, proposal: int, asked: int, plan: Ints
) -> tuple[int, int, int]:
    """What ``descent.search`` returns, and writes to ``plan``."""
    proposals, verifiers = context.cells.shape[0], context.law.shape[1]
    cubes = context.power[verifiers]
    frame, below = np.zeros(SLOTS, np.int64), np.zeros(SLOTS, np.int64)
    part = np.empty(belief.size, np.int64)
    source = np.arange(proposals)
    kept = np.empty(proposals, np.int64)
    optimistic = np.empty(proposals, np.int64)
    alike = np.empty(verifiers, np.int64)
    others = np.empty(verifiers, np.int64)
    digits = np.empty(verifiers, np.int64)
    cube = np.empty((cubes, 4), np.int64)
    leave = np.empty(cubes, np.int64)
    tries = np.empty(cubes, np.int64)
    cost = np.empty(cubes, np.int64)
    action = np.empty(cubes, np.int64)

    frame[BOUND], frame[SOURCES] = limit, proposals
    low, high, _ = look_up(context, belief, frame, alike)
    open_belief(context, frame)
    if proposal >= 0:
        frame[UNDER_WAY], frame[ASKED] = 1, asked
        frame[FLOOR] -= context.control[SCALE] * frame[TOTAL]
        kept[0], optimistic[0], frame[KEPT] = proposal, frame[FLOOR], 1
    else:
        frame[FLOOR] = max(frame[FLOOR], low)
        choose_from(context, belief, frame, source, kept)
        found = kept[: frame[KEPT]]
        rank(context, belief, found, alike, digits, cube, leave, cost, action, optimistic)
    while True:
        s, bound = try_proposals(
            context,
            belief,
            frame,
            True,
            kept,
            optimistic,
            alike,
            digits,
            cube,
            leave,
            tries,
            cost,
            action,
            plan,
        )
        if s < 0:
            low, high = conclude(context, frame, belief.size)
            return low, high, frame[CHOICE]
        count = restrict(context, belief, frame[HAND], digits, frame[DIGITS], s, part)
        low, high, _ = look_up(context, part[:count], below, others)
        if low < min(high, bound):
            low, high = settle(context, law_sets(context, part[:count]), bound, False)
        leave[s] = max(leave[s], low)
        if low == high:
            tries[s] = -1
