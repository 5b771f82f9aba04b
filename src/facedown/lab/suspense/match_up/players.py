"""Who plays in compiled rounds, on all processors, and what they score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.core.codec import Json
from facedown.lab.suspense.match_up import match_up_kernels as kernels
from facedown.players.suspense.bots import CAREFUL_SAMPLES, EXPERT_SAMPLES
from facedown.players.suspense.expert.network import Nets, NetworkWorkspace, new_network_workspace
from facedown.players.suspense.expert.shipped import fingerprint
from facedown.players.suspense.lookahead import opponent_prior
from facedown.players.suspense.lookahead.opponent_prior import OpponentPrior
from facedown.players.suspense.simple.workspace import Workspace, new_workspace
from facedown.players.suspense.tables import Tables
from facedown.processors import usable_processors

FAST_SAMPLES: Final = 6
"""The fast player's worlds: it need not be good but quick, as company in training."""

KINDS: Final = {
    "beginner": kernels.BEGINNER,
    "careful": kernels.CAREFUL,
    "expert": kernels.EXPERT,
    "networks": kernels.NETWORKS,
    "challenger": kernels.CHALLENGER,
    "ordinary": kernels.ORDINARY,
    "best responder": kernels.BEST_RESPONDER,
    "fast": kernels.FAST,
    "student": kernels.STUDENT,
}
"""The players by name; ``match_up_kernels`` says who they are."""


class Players(NamedTuple):
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


def seat_players(names: Sequence[str], networks: Nets, challenger: Nets | None = None) -> Players:
    """Seats three players by the names of ``KINDS``; two of these use the challenger's networks."""
    challenger = networks if challenger is None else challenger
    return Players(
        np.array([KINDS[name] for name in names]),
        networks,
        challenger,
        new_network_workspace(networks, challenger),
        new_workspace(),
        CAREFUL_SAMPLES,
        FAST_SAMPLES,
        EXPERT_SAMPLES,
        opponent_prior.table_prior(),
        opponent_prior.training_prior(),
        opponent_prior.certain_prior(),
    )


def players_told(networks: Nets) -> dict[str, Json]:
    """What the bots are made of: what is measured is true of these alone."""
    return {
        "careful": {"worlds": CAREFUL_SAMPLES},
        "expert": {
            "networks": fingerprint(networks),
            "priors": list(opponent_prior.TABLE),
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
    tables: Tables,
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
        kernels.play_match_up(players, tables, seed + first * kernels.STRIDE, part)

    # list() waits for the parts and raises what went wrong in them
    list((map if pool is None else pool.map)(play, range(0, rounds, PART)))
    return points
