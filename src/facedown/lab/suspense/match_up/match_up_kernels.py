"""Rounds between any of the players, without Python in between. The dealer is seat 0."""

from __future__ import annotations

from typing import Final

from facedown.compiling import compiled
from facedown.players.suspense.expert.network_kernels import find_policy
from facedown.players.suspense.lookahead.lookahead_kernels import look_ahead
from facedown.players.suspense.round_kernels import (
    HANDS,
    OVER,
    SECRET,
    TURN,
    choose,
    deal,
    points_of,
    step,
)
from facedown.players.suspense.simple.simple_kernels import beginner, careful, ordinary, secrets_for

STRIDE: Final = 1_000_003
"""How far the seeds of one round and the next lie apart."""

BEGINNER: Final = 0
CAREFUL: Final = 1
EXPERT: Final = 2
NETWORKS: Final = 3
"""The expert's networks, without looking ahead."""
RIVAL: Final = 4
"""Other networks."""
ORDINARY: Final = 5
"""The careful player's idea of everybody else."""
READER: Final = 6
"""Looks ahead with the other networks, certain that they are how the others play."""
HASTY: Final = 7
"""The careful player, only quicker: it tries every move in a few worlds."""
STUDENT: Final = 8
"""The expert while it is trained."""


@compiled
def decide(row, players, tables, chance):  # type: ignore[no-untyped-def]
    """The move of whoever has the turn."""
    seat = row[TURN]
    kind = players.kinds[seat]
    # Fields are not given names of their own: counting references to them costs quick players time.
    if kind == BEGINNER:
        return beginner(row, tables, players.workspace.values, chance)
    if kind == CAREFUL:
        return careful(row, tables, players.workspace, players.samples, chance)
    if kind == HASTY:
        return careful(row, tables, players.workspace, players.few, chance)
    if kind == ORDINARY:
        hand = row[HANDS + seat]
        ordinary(row, seat, hand, secrets_for(row, seat, hand, 3), tables, players.workspace.values)
        return choose(players.workspace.values, chance)
    if kind == NETWORKS:
        find_policy(row, seat, tables, players.networks, players.network_space)
        return choose(players.network_space.policy, chance)
    if kind == RIVAL:
        find_policy(row, seat, tables, players.rival, players.network_space)
        return choose(players.network_space.policy, chance)
    nets = players.rival if kind == READER else players.networks
    prior = players.table_prior
    if kind == STUDENT:
        prior = players.training_prior
    elif kind == READER:
        prior = players.certain_prior
    return look_ahead(
        row, tables, nets, players.network_space, players.workspace, players.ahead, prior, chance
    )


@compiled
def play_match_up(players, tables, seed, points):  # type: ignore[no-untyped-def]
    """Plays a round for each row of ``points`` and fills it.

    The deal and the players' luck of a round depend only on the seed and the round's number, so
    every line-up is given the same ones.
    """
    row = players.network_space.rows[0]
    chance = players.workspace.chance
    for number in range(points.shape[0]):
        chance[0] = seed + number * STRIDE
        deal(row, 0, 3, chance)
        while not row[OVER]:
            step(row, decide(row, players, tables, chance), tables)
        for seat in range(3):
            points[number, seat] = points_of(row, seat, row[SECRET], tables)


@compiled
def record_rollouts(players, tables, watched, seed, rounds, rows, actions):  # type: ignore[no-untyped-def]
    """Plays so many rounds and keeps what the seats in the set ``watched`` choose.

    Fills ``rows`` with the round before each of their choices and ``actions`` with what they chose,
    as far as there is room; returns how many these are.
    """
    row = players.network_space.rows[0]
    chance = players.workspace.chance
    kept = 0
    for number in range(rounds):
        chance[0] = seed + number * STRIDE
        deal(row, 0, 3, chance)
        while not row[OVER]:
            action = decide(row, players, tables, chance)
            if watched >> row[TURN] & 1 and kept < actions.shape[0]:
                rows[kept] = row
                actions[kept] = action
                kept += 1
            step(row, action, tables)
    return kept
