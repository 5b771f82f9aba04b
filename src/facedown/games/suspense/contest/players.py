"""Who plays in compiled rounds, and what they score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.bots import CAREFUL_SAMPLES, EXPERT_SAMPLES, NAIVE
from facedown.games.suspense.contest import kernels
from facedown.games.suspense.expert.network import Nets, Space, new_space
from facedown.games.suspense.simple.mind import Mind, new_mind
from facedown.games.suspense.tables import Tables

KINDS: Final = {
    "beginner": kernels.BEGINNER,
    "careful": kernels.CAREFUL,
    "expert": kernels.EXPERT,
    "networks": kernels.NETWORKS,
    "rival": kernels.RIVAL,
    "ordinary": kernels.ORDINARY,
    "reader": kernels.READER,
}
"""The players by name; ``contest.kernels`` says who they are."""


class Players(NamedTuple):
    """The kind of player in each seat, experts' and rivals' networks, and scratch arrays."""

    kinds: NDArray[np.int64]
    networks: Nets
    rival: Nets
    space: Space
    mind: Mind
    samples: int
    ahead: int
    naive: float


def seat_players(names: Sequence[str], networks: Nets, rival: Nets | None = None) -> Players:
    """Seats three players by the names of ``KINDS``; rivals have networks of their own."""
    return Players(
        np.array([KINDS[name] for name in names]),
        networks,
        networks if rival is None else rival,
        new_space(networks),
        new_mind(),
        CAREFUL_SAMPLES,
        EXPERT_SAMPLES,
        NAIVE,
    )


def play_rounds(players: Players, tables: Tables, rounds: int, seed: int) -> NDArray[np.int64]:
    """The points of so many rounds, by round and seat; seat 0 deals."""
    points = np.zeros((rounds, 3), np.int64)
    kernels.contest(players, tables, seed, points)
    return points
