"""The work space of the kernels that weigh worlds and play on: careful players and experts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.kernels import WIDTH
from facedown.games.suspense.moves import ACTIONS

MOST_WORLDS = 650
"""No view of a round has more worlds: 630 for a player, 34,650 × 13 only for onlookers."""


class Mind(NamedTuple):
    """Scratch arrays, made once; ``chance`` is the state of a source of chance."""

    rows: NDArray[np.int64]
    secrets: NDArray[np.int64]
    hands: NDArray[np.int64]
    weights: NDArray[np.float64]
    known: NDArray[np.float64]
    simple: NDArray[np.float64]
    as_expert: NDArray[np.float64]
    naive: NDArray[np.float64]
    values: NDArray[np.float64]
    totals: NDArray[np.float64]
    chance: NDArray[np.uint64]


def new_mind() -> Mind:
    """Scratch arrays for one player."""
    return Mind(
        np.zeros((2, WIDTH), np.int64),
        np.zeros(MOST_WORLDS, np.int64),
        np.zeros((MOST_WORLDS, 2), np.int64),
        np.zeros(MOST_WORLDS),
        np.zeros(1 << 13),
        np.zeros(1 << 13),
        np.zeros((MOST_WORLDS, 2)),
        np.zeros((MOST_WORLDS, 2)),
        np.zeros(ACTIONS),
        np.zeros(ACTIONS),
        np.zeros(1, np.uint64),
    )
