"""The work space of the kernels that weigh worlds and play on: careful players and experts."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.moves import ACTIONS
from facedown.players.suspense.round_kernels import WIDTH

MOST_WORLDS = 650
"""No view of a round has more worlds: 630 for a player, 34,650 × 13 only for onlookers."""

KINDS: Final = 3
"""How many kinds of player there are for who looks ahead."""

AS_EXPERT, AS_ORDINARY, AS_BEGINNER = range(KINDS)
"""What another player may be taken for."""


class Workspace(NamedTuple):
    """Scratch arrays, made once; ``random_state`` is the state of the random generator."""

    rows: NDArray[np.int64]
    secrets: NDArray[np.int64]
    hands: NDArray[np.int64]
    weights: NDArray[np.float64]
    likely: NDArray[np.float64]
    kinds: NDArray[np.float64]
    values: NDArray[np.float64]
    totals: NDArray[np.float64]
    open_ways: NDArray[np.int64]
    random_state: NDArray[np.uint64]


def new_workspace() -> Workspace:
    """Scratch arrays for one player."""
    return Workspace(
        np.zeros((2, WIDTH), np.int64),
        np.zeros(MOST_WORLDS, np.int64),
        np.zeros((MOST_WORLDS, 2), np.int64),
        np.zeros(MOST_WORLDS),
        np.zeros((KINDS, 1 << 13)),
        np.zeros((MOST_WORLDS, 2, KINDS)),
        np.zeros(ACTIONS),
        np.zeros((KINDS, ACTIONS)),
        np.zeros(KINDS, np.int64),
        np.zeros(1, np.uint64),
    )
