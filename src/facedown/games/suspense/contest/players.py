"""Who plays in compiled rounds, and what they score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.bots import CAREFUL_SAMPLES
from facedown.games.suspense.contest import kernels
from facedown.games.suspense.expert.network import Nets, Space, new_space
from facedown.games.suspense.simple.mind import Mind, new_mind
from facedown.games.suspense.tables import Tables

LOOK_AHEAD_SAMPLES: Final = 64
"""Worlds in which a searcher tries every move."""

LOOK_AHEAD_NAIVE: Final = 0.5
"""The chance of each of the others to be an ordinary player before it has moved."""

KINDS: Final = {
    "beginner": kernels.BEGINNER,
    "careful": kernels.CAREFUL,
    "expert": kernels.EXPERT,
    "rival": kernels.RIVAL,
    "ordinary": kernels.ORDINARY,
    "searcher": kernels.SEARCHER,
}


class Players(NamedTuple):
    """The kind of player in each seat, experts' and rivals' networks, and scratch arrays."""

    kinds: NDArray[np.int64]
    expert: Nets
    rival: Nets
    space: Space
    mind: Mind
    samples: int
    ahead: int
    naive: float


def seat_players(names: Sequence[str], expert: Nets, rival: Nets | None = None) -> Players:
    """Seats three players by the names of ``KINDS``; rivals have networks of their own."""
    return Players(
        np.array([KINDS[name] for name in names]),
        expert,
        expert if rival is None else rival,
        new_space(expert),
        new_mind(),
        CAREFUL_SAMPLES,
        LOOK_AHEAD_SAMPLES,
        LOOK_AHEAD_NAIVE,
    )


def play_rounds(players: Players, tables: Tables, rounds: int, seed: int) -> NDArray[np.int64]:
    """The points of so many rounds, by round and seat; seat 0 deals."""
    points = np.zeros((rounds, 3), np.int64)
    kernels.contest(players, tables, seed, points)
    return points
