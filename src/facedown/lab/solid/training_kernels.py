"""Games that Solid's value is learned from, and the steps it learns by. Compiled; imports Numba."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled
from facedown.players.arrays import random_below
from facedown.players.solid.game_kernels import actor, apply, block, legal
from facedown.players.solid.policy_kernels import choose, share_of_win
from facedown.players.solid.rows import (
    ASKED,
    CARDS,
    ENDED,
    HAND,
    IN_REACTION,
    IN_TURN,
    IS_OVER,
    LEFT,
    LOWEST,
    MOVER,
    MOVES,
    PENDING,
    PHASE,
    SIZE,
    TURN,
)
from facedown.players.solid.value_kernels import (
    DECK,
    SEEN,
    choose_by_value,
    end_of_turn,
    expected,
    look,
)

MOST_SEEN: Final = 1_000
"""Positions of one seat in one game at most."""


class Lessons(NamedTuple):
    """What each seat saw in a game, position after position, and what it then thought of it."""

    seen: NDArray[np.float32]
    thought: NDArray[np.float32]
    kept: NDArray[np.int64]


def new_lessons() -> Lessons:
    """Room for a game."""
    return Lessons(
        np.zeros((2, MOST_SEEN, SEEN), np.float32),
        np.zeros((2, MOST_SEEN), np.float32),
        np.zeros(2, np.int64),
    )


@compiled
def deal(row, rules, whole, chance):  # type: ignore[no-untyped-def]
    """A new game of two."""
    row[:] = 0
    row[PHASE], row[PENDING], row[ASKED], row[TURN] = IN_TURN, -1, -1, 1
    pile, left = block(2), 0
    for kind in range(DECK):
        for _ in range(whole[kind]):
            row[pile + left] = kind
            left += 1
    for last in range(left - 1, 0, -1):
        other = random_below(chance, last + 1)
        kind = row[pile + last]
        row[pile + last] = row[pile + other]
        row[pile + other] = kind
    for seat in range(2):
        for index in range(rules[HAND]):
            left -= 1
            row[block(seat) + CARDS + index] = row[pile + left]
        row[block(seat) + SIZE] = rules[HAND]
    row[LOWEST], row[LEFT] = 0, left
    row[MOVER] = random_below(chance, 2)


@compiled
def keep(row, rules, whole, seat, net, room, lessons):  # type: ignore[no-untyped-def]
    """Keeps a position of a seat."""
    at = lessons.kept[seat]
    if at < MOST_SEEN and row[PHASE] != IS_OVER:
        look(row, rules, whole, seat, lessons.seen[seat, at])
        lessons.thought[seat, at] = expected(net, lessons.seen[seat, at], room.hidden)
        lessons.kept[seat] += 1


@compiled
def play_lesson(  # type: ignore[no-untyped-def]
    row, rules, whole, weights, gains, learns, dare, net, room, lessons, chance
):
    """Plays a game; seats that do not learn, or all before there is a net, play as careful does.

    A seat that ``learns`` (1) plays by the net, one that does (2) plays as careful does and is
    learned from; 0 is not learned from. One in ``dare`` moves is any. Returns the share of the win
    of the first seat.
    """
    deal(row, rules, whole, chance)
    lessons.kept[:] = 0
    while row[PHASE] != IS_OVER:
        seat = actor(row)
        asked = row[PHASE] == IN_REACTION
        if learns[seat] and not asked:
            keep(row, rules, whole, seat, net, room, lessons)
        if learns[seat] == 1:
            action = choose_by_value(row, rules, whole, seat, net, room, chance)
            if dare > 0 and random_below(chance, dare) == 0:
                action = room.found[random_below(chance, legal(row, rules, room.found))]
        else:
            action = choose(row, rules, weights, gains)
        if learns[seat] and rules[MOVES + 4 * action] == ENDED:
            room.row[:] = row
            end_of_turn(room.row, rules)
            keep(room.row, rules, whole, seat, net, room, lessons)
        apply(row, rules, action, chance)
        if learns[seat] and asked:
            keep(row, rules, whole, seat, net, room, lessons)
    return share_of_win(row, rules, 0)


@compiled
def look_back(lessons, seat, share, trace):  # type: ignore[no-untyped-def]
    """Sets what was thought to what should have been: later thoughts and the end, by TD(trace)."""
    target = share
    for at in range(lessons.kept[seat] - 1, -1, -1):
        thought = lessons.thought[seat, at]
        lessons.thought[seat, at] = target
        target = trace * target + (1.0 - trace) * thought


@compiled
def learn_from(net, room, lessons, seat, grads):  # type: ignore[no-untyped-def]
    """Adds up the way from what is expected to what should be."""
    hidden, units = room.hidden, len(room.hidden)
    back = np.zeros(units, np.float32)
    for at in range(lessons.kept[seat]):
        seen = lessons.seen[seat, at]
        gap = np.float32(lessons.thought[seat, at] - expected(net, seen, hidden))
        grads.second[units] += gap
        for unit in range(units):
            back[unit] = 0
            if hidden[unit] > 0:
                grads.second[unit] += gap * hidden[unit]
                back[unit] = gap * net.second[unit]
        for unit in range(units):
            grads.first[SEEN, unit] += back[unit]
        for number in range(SEEN):
            value = seen[number]
            if value != 0:
                for unit in range(units):
                    grads.first[number, unit] += value * back[unit]


@compiled
def lessons_in(  # type: ignore[no-untyped-def]
    games, row, rules, whole, weights, gains, learns, dare, trace, net, room, lessons, grads, chance
):
    """Plays so many games, and sums into ``grads``; returns how many positions those were.

    Where only one seat learns, that is either by turns.
    """
    grads.first[:] = 0
    grads.second[:] = 0
    kept = 0
    for _ in range(games):
        if learns[0] != learns[1]:
            learns[0], learns[1] = learns[1], learns[0]
        share = play_lesson(
            row, rules, whole, weights, gains, learns, dare, net, room, lessons, chance
        )
        for seat in range(2):
            if learns[seat]:
                look_back(lessons, seat, share if seat == 0 else 1.0 - share, trace)
                learn_from(net, room, lessons, seat, grads)
                kept += lessons.kept[seat]
    return kept


@compiled
def match_share(games, row, rules, whole, weights, gains, net, room, chance):  # type: ignore[no-untyped-def]
    """The share of the wins of the net against careful, either beginning by turns."""
    total = 0.0
    for game in range(games):
        deal(row, rules, whole, chance)
        me = game % 2
        while row[PHASE] != IS_OVER:
            seat = actor(row)
            if seat == me:
                action = choose_by_value(row, rules, whole, seat, net, room, chance)
            else:
                action = choose(row, rules, weights, gains)
            apply(row, rules, action, chance)
        total += share_of_win(row, rules, me)
    return total / games
