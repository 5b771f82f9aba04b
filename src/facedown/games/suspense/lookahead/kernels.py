"""Looking ahead from exact beliefs about the cards and about the others, compiled.

Each of the others is taken for another expert or for an ordinary player, with a prior chance of
each. Every world is weighed by how likely such players would have made the moves that were made in
it. Then every action is tried in worlds drawn by weight, and the round played on: by the seat
itself with the expert's networks, by each of the others as what its moves make it look like.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from facedown.compiling import compiled
from facedown.games.suspense.expert.kernels import think
from facedown.games.suspense.kernels import (
    DEALER,
    HANDS,
    MADE,
    OVER,
    PLAYED,
    SECRET,
    TURN,
    choose,
    legal_mask,
    move_made,
    points_of,
    step,
    uniform,
)
from facedown.games.suspense.moves import ACTIONS
from facedown.games.suspense.simple.kernels import (
    best_of,
    list_worlds,
    ordinary,
    secrets_for,
)

GOLDEN: Final = 0.6180339887498949
BEHIND: Final = 2.5
"""An action is given up when it is behind by so many points times the square root of the worlds
tried: about two standard errors of the difference."""


@compiled
def weigh(row, tables, nets, space, mind, naive):  # type: ignore[no-untyped-def]
    """Every world of the seat to move with its probability; ``naive`` is the prior chance of each.

    Fills ``mind`` as ``list_worlds`` does, with weights that sum to 1, and ``mind.naive`` with the
    probability, in each world, that each of the next two seats is an ordinary player.
    """
    count = list_worlds(row, tables, mind)
    seat, dealer = row[TURN], row[DEALER]
    past, values, known, simple = mind.rows[0], mind.values, mind.known, mind.simple
    as_expert, as_naive = mind.as_expert, mind.naive
    as_expert[:count] = 1.0 - naive
    as_naive[:count] = naive
    past[:] = 0
    past[DEALER] = dealer
    past[TURN] = dealer
    for number in range(row[MADE]):
        action = move_made(row, number)
        mover = past[TURN]
        if mover != seat:
            which = 0 if mover == (seat + 1) % 3 else 1
            known[:] = -1.0
            later = row[PLAYED + mover] & ~past[PLAYED + mover]
            for world in range(count):
                now = mind.hands[world, which]
                if mover == dealer or known[now] < 0:
                    hand = now | later
                    past[SECRET] = mind.secrets[world]
                    past[HANDS + mover] = hand
                    if naive < 1:
                        think(past, mover, tables, nets, space)
                        known[now] = space.policy[action]
                    if naive > 0:
                        secrets = secrets_for(past, mover, hand, 3)
                        ordinary(past, mover, hand, secrets, tables, values)
                        simple[now] = values[action]
                as_expert[world, which] *= known[now] + 1e-9
                as_naive[world, which] *= simple[now] + 1e-9
            past[HANDS + mover] = 0
        if action < 13:
            past[HANDS + mover] |= 1 << action
        step(past, action, tables)
    total = 0.0
    for world in range(count):
        for which in range(2):
            both = as_expert[world, which] + as_naive[world, which]
            as_naive[world, which] /= both
            mind.weights[world] *= both
        total += mind.weights[world]
    for world in range(count):
        mind.weights[world] /= total
    return count


@compiled
def play_on(row, seat, naive_left, naive_right, tables, nets, space, values, chance):  # type: ignore[no-untyped-def]
    """Plays a round to its end; two flags say which of the others are ordinary players."""
    left = (seat + 1) % 3
    while not row[OVER]:
        turn = row[TURN]
        if turn != seat and (naive_left if turn == left else naive_right):
            hand = row[HANDS + turn]
            ordinary(row, turn, hand, secrets_for(row, turn, hand, 3), tables, values)
            step(row, choose(values, chance), tables)
        else:
            think(row, turn, tables, nets, space)
            step(row, choose(space.policy, chance), tables)


@compiled
def look_ahead(row, tables, nets, space, mind, samples, naive, chance):  # type: ignore[no-untyped-def]
    """The action that scores most on average over worlds drawn by weight, at most ``samples``.

    Actions that have clearly fallen behind are given up on the way, and with a single one left the
    search ends.
    """
    mask = legal_mask(row)
    seat = row[TURN]
    count = weigh(row, tables, nets, space, mind, naive)
    totals, below = mind.totals, mind.weights
    totals[:] = 0
    for world in range(1, count):
        below[world] += below[world - 1]
    at = uniform(chance)
    for sample in range(1, samples + 1):
        at += GOLDEN  # any run of these points lies evenly between 0 and 1
        if at >= 1:
            at -= 1
        world = min(np.searchsorted(below[:count], at, side="right"), count - 1)
        naive_left = uniform(chance) < mind.naive[world, 0]
        naive_right = uniform(chance) < mind.naive[world, 1]
        luck = chance[0]
        for action in range(ACTIONS):
            if not mask >> action & 1:
                continue
            chance[0] = luck
            future = mind.rows[1]
            future[:] = row
            future[SECRET] = mind.secrets[world]
            future[HANDS + (seat + 1) % 3] = mind.hands[world, 0]
            future[HANDS + (seat + 2) % 3] = mind.hands[world, 1]
            step(future, action, tables)
            play_on(
                future,
                seat,
                naive_left,
                naive_right,
                tables,
                nets,
                space,
                mind.values,
                chance,
            )
            totals[action] += points_of(future, seat, future[SECRET], tables)
        if sample % 16 == 0:
            best = -1.0
            for action in range(ACTIONS):
                if mask >> action & 1 and totals[action] > best:
                    best = totals[action]
            for action in range(ACTIONS):
                if mask >> action & 1 and totals[action] < best - BEHIND * np.sqrt(sample):
                    mask ^= 1 << action
            if mask & (mask - 1) == 0:
                break
    return best_of(totals, mask, chance)
