"""Steps of Adam, by which what is learned moves. Compiled; imports Numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled

Floats = NDArray[np.float32]


@compiled
def adam(
    weights: Floats,
    gradient: Floats,
    scale: float,
    first: Floats,
    second: Floats,
    rate: float,
    time: int,
) -> None:
    """One step of Adam up the gradient (times ``scale``), in place, over flat arrays."""
    b1, b2 = 0.9, 0.999
    c1 = 1.0 / (1.0 - b1**time)
    c2 = 1.0 / (1.0 - b2**time)
    for i in range(weights.size):
        g = gradient[i] * scale
        first[i] = b1 * first[i] + (1 - b1) * g
        second[i] = b2 * second[i] + (1 - b2) * g * g
        weights[i] += rate * first[i] * c1 / (np.sqrt(second[i] * c2) + 1e-8)
