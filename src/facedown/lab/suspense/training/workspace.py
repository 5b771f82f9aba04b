"""The work space of training's kernels, as plain arrays made once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.moves import ACTIONS
from facedown.players.suspense.array_types import Floats
from facedown.players.suspense.expert.network import DEEPEST
from facedown.players.suspense.expert.network_kernels import INPUTS


class Samples(NamedTuple):
    """Decisions with what each action would have gained over the policy."""

    inputs: Floats
    masks: NDArray[np.int64]
    advantages: Floats
    weights: Floats
    kept: NDArray[np.int64]


class Stack(NamedTuple):
    """The decisions above the one that training explores, by depth."""

    ats: NDArray[np.int64]
    masks: NDArray[np.int64]
    actions: NDArray[np.int64]
    random_states: NDArray[np.uint64]
    reaches: NDArray[np.float64]
    values: NDArray[np.float64]
    policies: NDArray[np.float64]


def new_samples(room: int) -> Samples:
    """Room for so many decisions."""
    return Samples(
        np.zeros((room, INPUTS), np.float32),
        np.zeros(room, np.int64),
        np.zeros((room, ACTIONS), np.float32),
        np.zeros(room, np.float32),
        np.zeros(1, np.int64),
    )


def new_stack() -> Stack:
    """An empty stack."""
    whole, real = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST)
    return Stack(
        whole,
        whole.copy(),
        whole.copy(),
        np.zeros(DEEPEST, np.uint64),
        real,
        real.copy(),
        np.zeros((DEEPEST, ACTIONS)),
    )
