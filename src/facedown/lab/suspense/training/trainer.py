"""The expert's first school: regret minimisation by external sampling, regrets learned by networks.

In every iteration each place at the table in turn explores some random deals. At each of its
decisions it follows every action, while the others draw theirs, and so learns what each action
gains over its policy; the logits move by these gains, as in Hedge, and are pulled back towards
equal play by an amount that shrinks as training goes on, as does the size of the steps. (A running
average of the weights was tried and played worse than the weights themselves. Pulling less in the
end, down to 0.015, was tried and plays no better, but is easier to gain from.)

One seed gives the same networks: there is one thread, one random generator, and sums are added up
in one order. To the byte that holds wherever ``exp`` and ``pow`` round alike, which is up to the C
library.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from facedown.lab.suspense.match_up.players import seat_players
from facedown.lab.suspense.training import training_kernels as kernels
from facedown.lab.suspense.training.learner import Learner
from facedown.lab.suspense.training.workspace import new_samples, new_stack
from facedown.players.suspense.expert.network import HIDDEN, Nets, new_nets
from facedown.players.suspense.tables import Tables

MOST_DECISIONS: Final = 300
"""Room for the decisions explored, per deal; they are about 30 on average."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train.

    In every iteration each place explores so many ``deals``; ``rate`` and ``regularisation`` go
    geometrically from their first to their last value. Logits are not pushed further from their
    mean than ``logit_clip``, and decisions weigh at least ``floor``, however rarely their player
    comes there.
    """

    seed: int = 1
    iterations: int = 4_000
    hidden: tuple[int, int] = HIDDEN
    deals: int = 64
    rate: tuple[float, float] = (2e-3, 5e-5)
    regularisation: tuple[float, float] = (0.2, 0.05)
    logit_clip: float = 10.0
    floor: float = 0.1
    places: tuple[int, ...] = (0, 1, 2)


class Trainer:
    """Networks being trained: ``nets``.

    Without ``others`` each place learns against the other two as they learn. With the ``others``
    by name (and with ``networks`` of their own where they have any) these stay as they are, and the
    networks of ``plan.places`` learn best replies to them.
    """

    def __init__(
        self,
        tables: Tables,
        plan: Plan,
        begin: Nets | None = None,
        others: str | None = None,
        networks: Nets | None = None,
    ) -> None:
        self.tables, self.plan, self.time = tables, plan, 0
        self._learner = Learner(new_nets(plan.hidden, plan.seed) if begin is None else begin)
        self.nets = self._learner.nets
        self.samples = new_samples(MOST_DECISIONS * plan.deals)
        self._stack = new_stack()
        self._random_state = np.array([plan.seed], np.uint64)
        equal = "challenger" if others is None else others
        fixed = self.nets if networks is None else networks
        self._players = []
        for place in range(3):
            names = [equal] * 3
            names[place] = "challenger"
            self._players.append(seat_players(names, fixed, self.nets))

    def run(self) -> Iterator[int]:
        """Trains, pausing after each iteration with its number."""
        while self.time < self.plan.iterations:
            self.time += 1
            self._iterate()
            yield self.time

    def _iterate(self) -> None:
        plan = self.plan
        done = (self.time - 1) / plan.iterations
        rate = plan.rate[0] * (plan.rate[1] / plan.rate[0]) ** done
        regularisation = (
            plan.regularisation[0] * (plan.regularisation[1] / plan.regularisation[0]) ** done
        )
        for place in plan.places:
            self.samples.kept[0] = 0
            players = self._players[place]
            kernels.collect(
                place,
                plan.deals,
                plan.floor,
                players,
                self.tables,
                self.samples,
                self._stack,
                self._random_state,
            )
            self._learner.step(
                place, self.samples, rate, regularisation, plan.logit_clip, players.network_space
            )
