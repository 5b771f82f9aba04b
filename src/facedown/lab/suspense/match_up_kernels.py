"""Rounds between any of the players, without Python in between. The dealer is seat 0.

Compiled; imports Numba.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from facedown.compiling import compiled
from facedown.players.suspense.lookahead_kernels import OpponentPrior, look_ahead
from facedown.players.suspense.network_kernels import Nets, NetworkWorkspace, find_policy
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
from facedown.players.suspense.simple_kernels import (
    Workspace,
    beginner,
    careful,
    ordinary,
    secrets_for,
)
from facedown.players.suspense.tables import Ints, RandomState, ScoringTables

STRIDE: Final = 1_000_003
"""How far the seeds of one round and the next lie apart."""

BEGINNER: Final = 0
CAREFUL: Final = 1
EXPERT: Final = 2
NETWORKS: Final = 3
"""The expert's networks, without looking ahead."""
CHALLENGER: Final = 4
"""Other networks."""
ORDINARY: Final = 5
"""The careful player's idea of everybody else."""
BEST_RESPONDER: Final = 6
"""Looks ahead with the other networks, certain that they are how the others play."""
FAST: Final = 7
"""The careful player, only quicker: it tries every move in a few worlds."""
STUDENT: Final = 8
"""The expert while it is trained."""


class MatchPlayers(NamedTuple):
    """The kind of player in each seat, experts' and challengers' networks, and scratch arrays.

    ``samples``, ``few`` and ``ahead`` are the worlds in which careful and fast players and who
    looks ahead try every move; then come the priors of experts, students and best responders.
    """

    kinds: Ints
    networks: Nets
    challenger: Nets
    network_space: NetworkWorkspace
    workspace: Workspace
    samples: int
    few: int
    ahead: int
    table_prior: OpponentPrior
    training_prior: OpponentPrior
    certain_prior: OpponentPrior


@compiled
def decide(
    row: Ints, players: MatchPlayers, tables: ScoringTables, random_state: RandomState
) -> int:
    """The move of whoever has the turn."""
    seat = row[TURN]
    kind = players.kinds[seat]
    # Fields are not given names of their own: counting references to them costs quick players time.
    if kind == BEGINNER:
        return beginner(row, tables, players.workspace.values, random_state)
    if kind == CAREFUL:
        return careful(row, tables, players.workspace, players.samples, random_state)
    if kind == FAST:
        return careful(row, tables, players.workspace, players.few, random_state)
    if kind == ORDINARY:
        hand = row[HANDS + seat]
        ordinary(row, seat, hand, secrets_for(row, seat, hand, 3), tables, players.workspace.values)
        return choose(players.workspace.values, random_state)
    if kind == NETWORKS:
        find_policy(row, seat, tables, players.networks, players.network_space)
        return choose(players.network_space.policy, random_state)
    if kind == CHALLENGER:
        find_policy(row, seat, tables, players.challenger, players.network_space)
        return choose(players.network_space.policy, random_state)
    nets = players.challenger if kind == BEST_RESPONDER else players.networks
    prior = players.table_prior
    if kind == STUDENT:
        prior = players.training_prior
    elif kind == BEST_RESPONDER:
        prior = players.certain_prior
    return look_ahead(
        row,
        tables,
        nets,
        players.network_space,
        players.workspace,
        players.ahead,
        prior,
        random_state,
    )


@compiled
def play_match_up(players: MatchPlayers, tables: ScoringTables, seed: int, points: Ints) -> None:
    """Plays a round for each row of ``points`` and fills it.

    The deal and the players' draws of a round depend only on the seed and the round's number, so
    every line-up is given the same ones.
    """
    row = players.network_space.rows[0]
    random_state = players.workspace.random_state
    for number in range(points.shape[0]):
        random_state[0] = seed + number * STRIDE
        deal(row, 0, 3, random_state)
        while not row[OVER]:
            step(row, decide(row, players, tables, random_state), tables)
        for seat in range(3):
            points[number, seat] = points_of(row, seat, row[SECRET], tables)


@compiled
def record_rollouts(
    players: MatchPlayers,
    tables: ScoringTables,
    watched: int,
    seed: int,
    rounds: int,
    rows: Ints,
    actions: Ints,
) -> int:
    """Plays so many rounds and keeps what the seats in the set ``watched`` choose.

    Fills ``rows`` with the round before each of their choices and ``actions`` with what they chose,
    as far as there is room; returns how many these are.
    """
    row = players.network_space.rows[0]
    random_state = players.workspace.random_state
    kept = 0
    for number in range(rounds):
        random_state[0] = seed + number * STRIDE
        deal(row, 0, 3, random_state)
        while not row[OVER]:
            action = decide(row, players, tables, random_state)
            if watched >> row[TURN] & 1 and kept < actions.shape[0]:
                rows[kept] = row
                actions[kept] = action
                kept += 1
            step(row, action, tables)
    return kept
