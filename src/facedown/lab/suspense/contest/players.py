"""Who plays in compiled rounds, on all processors, and what they score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.core.codec import Json
from facedown.lab.suspense.contest import kernels
from facedown.players.suspense.bots import CAREFUL_SAMPLES, EXPERT_SAMPLES
from facedown.players.suspense.expert.network import Nets, Space, new_space
from facedown.players.suspense.expert.shipped import fingerprint
from facedown.players.suspense.lookahead import outlook
from facedown.players.suspense.lookahead.outlook import Outlook
from facedown.players.suspense.simple.mind import Mind, new_mind
from facedown.players.suspense.tables import Tables
from facedown.processors import usable_processors

HASTY_SAMPLES: Final = 6
"""The hasty player's worlds: it need not be good but quick, as company in training."""

KINDS: Final = {
    "beginner": kernels.BEGINNER,
    "careful": kernels.CAREFUL,
    "expert": kernels.EXPERT,
    "networks": kernels.NETWORKS,
    "rival": kernels.RIVAL,
    "ordinary": kernels.ORDINARY,
    "reader": kernels.READER,
    "hasty": kernels.HASTY,
    "student": kernels.STUDENT,
}
"""The players by name; ``contest.kernels`` says who they are."""


class Players(NamedTuple):
    """The kind of player in each seat, experts' and rivals' networks, and scratch arrays.

    ``samples``, ``few`` and ``ahead`` are the worlds in which careful and hasty players and who
    looks ahead try every move; then come the outlooks of experts, students and readers.
    """

    kinds: NDArray[np.int64]
    networks: Nets
    rival: Nets
    space: Space
    mind: Mind
    samples: int
    few: int
    ahead: int
    at_table: Outlook
    at_school: Outlook
    certain: Outlook


def seat_players(names: Sequence[str], networks: Nets, rival: Nets | None = None) -> Players:
    """Seats three players by the names of ``KINDS``; rivals and readers use the ``rival`` ones."""
    rival = networks if rival is None else rival
    return Players(
        np.array([KINDS[name] for name in names]),
        networks,
        rival,
        new_space(networks, rival),
        new_mind(),
        CAREFUL_SAMPLES,
        HASTY_SAMPLES,
        EXPERT_SAMPLES,
        outlook.at_table(),
        outlook.at_school(),
        outlook.certain(),
    )


def players_told(networks: Nets) -> dict[str, Json]:
    """What the bots are made of: what is measured is true of these alone."""
    return {
        "careful": {"worlds": CAREFUL_SAMPLES},
        "expert": {
            "networks": fingerprint(networks),
            "priors": list(outlook.TABLE),
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
    rival: Nets | None = None,
    pool: Executor | None = None,
) -> NDArray[np.int64]:
    """The points of so many rounds, by round and seat; seat 0 deals.

    The deals depend on the seed and the number of the round alone, not on the threads of the pool.
    """
    points = np.zeros((rounds, 3), np.int64)

    def play(first: int) -> None:
        players = seat_players(names, networks, rival)
        part = points[first : first + PART]
        kernels.contest(players, tables, seed + first * kernels.STRIDE, part)

    # list() waits for the parts and raises what went wrong in them
    list((map if pool is None else pool.map)(play, range(0, rounds, PART)))
    return points
