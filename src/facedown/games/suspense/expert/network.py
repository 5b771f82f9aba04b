"""The expert's networks and the work space of its kernels, as plain arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.expert.kernels import INPUTS
from facedown.games.suspense.kernels import WIDTH
from facedown.games.suspense.moves import ACTIONS

Floats = NDArray[np.float32]
DEEPEST = 64
"""No seat has more turns in a round than this."""


class Nets(NamedTuple):
    """The weights of the three places' networks; the last row of ``w2`` and ``w3`` is added."""

    w1: Floats
    w2: Floats
    w3: Floats


class Space(NamedTuple):
    """Scratch arrays, made once."""

    rows: NDArray[np.int64]
    policies: NDArray[np.float64]
    inputs: Floats
    h1: Floats
    h2: Floats
    logits: Floats
    policy: NDArray[np.float64]
    d1: Floats
    d2: Floats


class Samples(NamedTuple):
    """Decisions with what each action would have gained over the policy."""

    inputs: Floats
    masks: NDArray[np.int64]
    gains: Floats
    weights: Floats
    kept: NDArray[np.int64]


class Stack(NamedTuple):
    """The decisions above the one that training explores, by depth."""

    ats: NDArray[np.int64]
    masks: NDArray[np.int64]
    actions: NDArray[np.int64]
    lucks: NDArray[np.uint64]
    reaches: NDArray[np.float64]
    values: NDArray[np.float64]


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
    )


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


def new_space(*nets: Nets) -> Space:
    """Scratch arrays for any of these networks."""
    n1 = max(some.w1.shape[2] for some in nets)
    n2 = max(some.w2.shape[2] for some in nets)
    f: Any = np.float32
    return Space(
        np.zeros((DEEPEST, WIDTH), np.int64),
        np.zeros((DEEPEST, ACTIONS)),
        np.zeros(INPUTS, f),
        np.zeros(n1, f),
        np.zeros(n2, f),
        np.zeros(ACTIONS, f),
        np.zeros(ACTIONS),
        np.zeros(n1, f),
        np.zeros(n2, f),
    )


def new_samples(room: int) -> Samples:
    """Room for so many decisions."""
    return Samples(
        np.zeros((room, INPUTS), np.float32),
        np.zeros(room, np.int64),
        np.zeros((room, ACTIONS), np.float32),
        np.zeros(room, np.float32),
        np.zeros(1, np.int64),
    )
