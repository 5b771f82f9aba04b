"""The expert's networks and the work space of its kernels, as plain arrays."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.moves import ACTIONS
from facedown.players.suspense.array_types import Floats
from facedown.players.suspense.expert.network_kernels import INPUTS
from facedown.players.suspense.round_kernels import WIDTH

HIDDEN: Final = (128, 64)
"""How many units each of the two hidden layers has, unless it is said."""

DEEPEST: Final = 64
"""No seat has more turns in a round than this."""


class Nets(NamedTuple):
    """The weights of the three places' networks; the last row of ``w2`` and ``w3`` is added."""

    w1: Floats
    w2: Floats
    w3: Floats

    @property
    def hidden(self) -> tuple[int, int]:
        """How many units each hidden layer has."""
        return self.w1.shape[2], self.w2.shape[2]


class NetworkWorkspace(NamedTuple):
    """Scratch arrays, made once."""

    rows: NDArray[np.int64]
    inputs: Floats
    h1: Floats
    h2: Floats
    logits: Floats
    policy: NDArray[np.float64]


def new_nets(hidden: tuple[int, int], seed: int) -> Nets:
    """Random first weights; the outputs begin at zero, so play begins uniformly random."""
    rng = np.random.default_rng(seed)
    n1, n2 = hidden
    w1 = rng.normal(0, np.sqrt(2 / 40), (3, INPUTS, n1)).astype(np.float32)
    w2 = rng.normal(0, np.sqrt(2 / n1), (3, n1 + 1, n2)).astype(np.float32)
    w2[:, -1] = 0
    return Nets(w1, w2, np.zeros((3, n2 + 1, ACTIONS), np.float32))


def zeros_like(nets: Nets) -> Nets:
    """Arrays of the same shapes, all zero."""
    return Nets(*(np.zeros_like(w) for w in nets))


def new_network_workspace(*nets: Nets) -> NetworkWorkspace:
    """Scratch arrays for any of these networks."""
    n1, n2 = (max(sizes) for sizes in zip(*(some.hidden for some in nets), strict=True))
    f: Any = np.float32
    return NetworkWorkspace(
        np.zeros((DEEPEST, WIDTH), np.int64),
        np.zeros(INPUTS, f),
        np.zeros(n1, f),
        np.zeros(n2, f),
        np.zeros(ACTIONS, f),
        np.zeros(ACTIONS),
    )
