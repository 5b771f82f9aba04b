"""Thousands of rounds at once, on arrays, with what the seat to move sees and may do.

The readable rules are ``rules.py``; a differential test holds this engine to them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from facedown.core.seats import Seat
from facedown.games.suspense.moves import ACTIONS
from facedown.games.suspense.rules import Setting, deal_count, deal_of
from facedown.players.arrays import Arrays, BadActions
from facedown.players.suspense import round_kernels as kernels
from facedown.players.suspense import simple_kernels
from facedown.players.suspense.observation import observation_size
from facedown.players.suspense.tables import tables_of


class Rounds(Arrays):
    """Rounds played side by side, each for itself.

    With three seats there are 89 numbers in an observation, laid out as by
    ``SuspenseEncoder.observation``, and 15 actions.

    >>> from facedown.games.suspense import Suspense
    >>> rounds = Rounds(Suspense().setting, 1000, seed=1)
    >>> while not rounds.finished:
    ...     rounds.step(rounds.random_actions())
    >>> rounds.points.shape
    (1000, 3)
    """

    def __init__(self, setting: Setting, count: int, seed: int = 0, *, again: bool = False) -> None:
        """Deals ``count`` rounds; with ``again`` a round that ends is followed by the next."""
        super().__init__(
            count, setting.seats, ACTIONS, observation_size(setting.seats), again=again
        )
        self.setting = setting
        self._tables = tables_of(setting)
        self._random_state = np.zeros(1, np.uint64)
        self._values = np.zeros(ACTIONS)
        self._rows = np.zeros((count, kernels.WIDTH), np.int64)
        self.reset(seed)

    @property
    def turns(self) -> NDArray[np.int64]:
        """Whose turn it is in each round."""
        return self._rows[:, kernels.TURN].copy()

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which rounds are over."""
        return self._rows[:, kernels.OVER].astype(np.bool_)

    def reset(self, seed: int) -> None:
        """Begins every round anew; the seed decides these and all deals from here on."""
        self._random_state[0] = seed % (1 << 64)
        rng = np.random.default_rng(seed)
        dealers = rng.integers(0, self.seats, len(self))
        if self.setting.dealer >= 0:
            dealers[:] = self.setting.dealer
        self.deal(rng.integers(0, deal_count(self.seats), len(self)), dealers)

    def deal(self, deals: NDArray[np.int64], dealers: NDArray[np.int64]) -> None:
        """Begins every round anew with these numbered deals (see ``deal_of``) and dealers."""
        seats = self.seats
        for row, number, dealer in zip(self._rows, deals.tolist(), dealers.tolist(), strict=True):
            if not 0 <= number < deal_count(seats) or not 0 <= dealer < seats:
                raise BadActions(f"There is no deal {number} by seat {dealer + 1}.")
            hands, secret = deal_of(number, seats)
            kernels.start(row, np.array(hands), secret, dealer)
        self.over[:] = False
        kernels.show_all(self._rows, self.points, self.observations, self.legal)

    def begin(self, where: NDArray[np.bool_]) -> None:
        """Deals the next round, by the next dealer, where this is true."""
        kernels.deal_next(
            self._rows,
            where,
            self._random_state,
            self.points,
            self.over,
            self.observations,
            self.legal,
        )

    def _step(self, actions: NDArray[np.int64], waiting: NDArray[np.bool_]) -> None:
        kernels.step_all(
            self._rows,
            actions,
            waiting,
            self._tables,
            self.again,
            self._random_state,
            self.points,
            self.over,
            self.observations,
            self.legal,
        )

    def observe(self, seat: Seat) -> NDArray[np.uint8]:
        """What one seat sees of every round, whoever is to move; a new array."""
        out = np.zeros_like(self.observations)
        kernels.observe_all(self._rows, seat, self.points, out)
        return out

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every round that is not over, all alike; the same array every time."""
        kernels.random_actions(self._rows, self._random_state, self._actions)
        return self._actions

    def beginner_actions(self) -> NDArray[np.int64]:
        """What beginners would do in every round; the same array every time."""
        simple_kernels.beginner_actions(
            self._rows, self._tables, self._values, self._random_state, self._actions
        )
        return self._actions
