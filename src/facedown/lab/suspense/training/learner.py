"""Networks on the way: one step of Adam after another."""

from __future__ import annotations

import numpy as np

from facedown.lab.suspense.training import training_kernels as kernels
from facedown.lab.suspense.training.workspace import Samples
from facedown.players.suspense.expert.network import Nets, NetworkWorkspace, zeros_like


class Learner:
    """A copy of some networks, ``nets``, that learns from samples."""

    def __init__(self, begin: Nets) -> None:
        self.nets = Nets(*(w.copy() for w in begin))
        self._first, self._second = zeros_like(begin), zeros_like(begin)
        self._gradients = zeros_like(begin)
        self._slopes = np.zeros(sum(begin.hidden), np.float32)
        self._steps = [0, 0, 0]

    def step(
        self,
        place: int,
        samples: Samples,
        rate: float,
        regularisation: float,
        logit_clip: float,
        network_space: NetworkWorkspace,
    ) -> None:
        """Moves the network of a place towards what gains, as ``kernels.gradients`` says."""
        self._steps[place] += 1
        weights = kernels.gradients(
            self.nets,
            place,
            samples,
            regularisation,
            logit_clip,
            network_space,
            self._slopes,
            self._gradients,
        )
        parts = zip(self.nets, self._gradients, self._first, self._second, strict=True)
        for part in parts:
            network, gradient, first, second = (array[place].reshape(-1) for array in part)
            scale = 1 / max(weights, 1e-9)
            kernels.adam(network, gradient, scale, first, second, rate, self._steps[place])
