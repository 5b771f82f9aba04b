"""Rounds between any of the players, without Python in between. The dealer is seat 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled
from facedown.core.codec import Json
from facedown.core.workshop import Progress
from facedown.lab.estimate import Gain, LineUp, comparisons, gains_of
from facedown.players.suspense import lookahead_kernels
from facedown.players.suspense.bots import BOTS, CAREFUL_SAMPLES, EXPERT_SAMPLES
from facedown.players.suspense.lookahead_kernels import OpponentPrior, look_ahead
from facedown.players.suspense.network_kernels import (
    Nets,
    NetworkWorkspace,
    find_policy,
    fingerprint,
    new_network_workspace,
)
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
    new_workspace,
    ordinary,
    secrets_for,
)
from facedown.players.suspense.tables import Ints, RandomState, ScoringTables
from facedown.processors import usable_processors

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


FAST_SAMPLES: Final = 6
"""The fast player's worlds: it need not be good but quick, as company in training."""

KINDS: Final = {
    "beginner": BEGINNER,
    "careful": CAREFUL,
    "expert": EXPERT,
    "networks": NETWORKS,
    "challenger": CHALLENGER,
    "ordinary": ORDINARY,
    "best responder": BEST_RESPONDER,
    "fast": FAST,
    "student": STUDENT,
}
"""The players by name; ``match_up_kernels`` says who they are."""


class MatchPlayers(NamedTuple):
    """The kind of player in each seat, experts' and challengers' networks, and scratch arrays.

    ``samples``, ``few`` and ``ahead`` are the worlds in which careful and fast players and who
    looks ahead try every move; then come the priors of experts, students and best responders.
    """

    kinds: NDArray[np.int64]
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


def seat_players(
    names: Sequence[str], networks: Nets, challenger: Nets | None = None
) -> MatchPlayers:
    """Seats three players by the names of ``KINDS``; two of these use the challenger's networks."""
    challenger = networks if challenger is None else challenger
    return MatchPlayers(
        np.array([KINDS[name] for name in names]),
        networks,
        challenger,
        new_network_workspace(networks, challenger),
        new_workspace(),
        CAREFUL_SAMPLES,
        FAST_SAMPLES,
        EXPERT_SAMPLES,
        lookahead_kernels.table_prior(),
        lookahead_kernels.training_prior(),
        lookahead_kernels.certain_prior(),
    )


def players_told(networks: Nets) -> dict[str, Json]:
    """What the bots are made of: what is measured is true of these alone."""
    return {
        "careful": {"worlds": CAREFUL_SAMPLES},
        "expert": {
            "networks": fingerprint(networks),
            "priors": list(lookahead_kernels.TABLE),
            "worlds": EXPERT_SAMPLES,
        },
    }


PART: Final = 50
"""Rounds that a thread plays before it can be stopped."""


@contextmanager
def all_processors() -> Iterator[Executor]:
    """Threads, one for each processor; an interrupt drops what they have not begun."""
    pool = ThreadPoolExecutor(usable_processors())
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def play_rounds(
    names: Sequence[str],
    tables: ScoringTables,
    rounds: int,
    seed: int,
    networks: Nets,
    challenger: Nets | None = None,
    pool: Executor | None = None,
) -> NDArray[np.int64]:
    """The points of so many rounds, by round and seat; seat 0 deals.

    The deals depend on the seed and the number of the round alone, not on the threads of the pool.
    """
    points = np.zeros((rounds, 3), np.int64)

    def play(first: int) -> None:
        players = seat_players(names, networks, challenger)
        part = points[first : first + PART]
        play_match_up(players, tables, seed + first * STRIDE, part)

    # list() waits for the parts and raises what went wrong in them
    list((map if pool is None else pool.map)(play, range(0, rounds, PART)))
    return points


PLACES: Final = ("dealer", "left of the dealer", "right of the dealer")
"""What a seat is called: in these rounds seat 0 deals."""


def gains(
    tables: ScoringTables,
    networks: Nets,
    rounds: int,
    seed: int,
    pool: Executor,
    progress: Progress,
) -> Iterator[Gain]:
    """Each bot against the next weaker one, in every place among every mix of weaker bots."""

    @cache
    def points(line_up: LineUp) -> NDArray[np.int64]:
        progress(f"{', '.join(line_up)}: {rounds:,} rounds.")
        return play_rounds(line_up, tables, rounds, seed, networks, pool=pool)

    return gains_of(
        comparisons(tuple(BOTS), len(PLACES), {}),
        lambda match_up, seat: points(match_up.line_up)[:, seat],
    )
