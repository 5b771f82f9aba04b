"""Thousands of rounds at once, on arrays, with what the seat to move sees and may do.

The readable rules are ``rules.py``; a differential test holds this engine to them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from facedown.core.errors import FacedownError
from facedown.games.suspense.moves import ACTIONS
from facedown.games.suspense.rules import Setting, deal_count, deal_of
from facedown.players.suspense import round_kernels as kernels
from facedown.players.suspense.observation import observation_size
from facedown.players.suspense.tables import tables_of


class BadActions(FacedownError):
    """The actions do not fit the rounds; none was made."""


class Rounds:
    """Rounds played side by side.

    After ``deal`` and after each ``step`` these describe the rounds, one row each; they are the
    same arrays every time, filled anew:

    ``observations``  uint8 (rounds, 89 with three seats): what the seat to move sees, each round
                      for itself, as ``SuspenseEncoder.observation`` lays it out
    ``legal``         bool (rounds, 15): what it may do; nothing when the round is over
    ``over``          bool (rounds,): the round ended with the last step
    ``points``        int16 (rounds, seats): the points of the round that ended last

    >>> from facedown.games.suspense import Suspense
    >>> rounds = Rounds(Suspense().setting, 1000, seed=1)
    >>> while not rounds.finished:
    ...     rounds.step(rounds.random_actions())
    >>> rounds.points.shape
    (1000, 3)
    """

    def __init__(self, setting: Setting, count: int, seed: int = 0, *, again: bool = False) -> None:
        """Deals ``count`` rounds; with ``again`` a round that ends is followed by the next."""
        if count < 1:
            raise BadActions(f"At least one round is to be played, not {count}.")
        self.setting, self.again = setting, again
        self._tables = tables_of(setting)
        self._random_state = np.array([seed % (1 << 64)], np.uint64)
        self._rows = np.zeros((count, kernels.WIDTH), np.int64)
        self._actions = np.zeros(count, np.int64)
        observed = observation_size(setting.seats)
        self.observations: NDArray[np.uint8] = np.zeros((count, observed), np.uint8)
        self.legal: NDArray[np.bool_] = np.zeros((count, ACTIONS), np.bool_)
        self.over: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.points: NDArray[np.int16] = np.zeros((count, setting.seats), np.int16)
        rng = np.random.default_rng(seed)
        dealers = rng.integers(0, setting.seats, count)
        if setting.dealer >= 0:
            dealers[:] = setting.dealer
        self.deal(rng.integers(0, deal_count(setting.seats), count), dealers)

    @property
    def finished(self) -> bool:
        """Whether every round is over."""
        return bool(self._rows[:, kernels.OVER].all())

    @property
    def turns(self) -> NDArray[np.int64]:
        """Whose turn it is in each round."""
        return self._rows[:, kernels.TURN].copy()

    def deal(self, deals: NDArray[np.int64], dealers: NDArray[np.int64]) -> None:
        """Begins every round anew with these numbered deals (see ``deal_of``) and dealers."""
        seats = self.setting.seats
        for row, number, dealer in zip(self._rows, deals.tolist(), dealers.tolist(), strict=True):
            if not 0 <= number < deal_count(seats) or not 0 <= dealer < seats:
                raise BadActions(f"There is no deal {number} by seat {dealer + 1}.")
            hands, secret = deal_of(number, seats)
            kernels.start(row, np.array(hands), secret, dealer)
        self.over[:] = False
        kernels.show_all(self._rows, self.points, self.observations, self.legal)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Makes one move in every round that is not over.

        Raises :class:`BadActions`, with nothing changed, when one is not allowed.
        """
        if actions.shape != self._actions.shape:
            raise BadActions(f"{len(self._rows)} actions are needed, one for each round.")
        wrong = kernels.first_illegal(self._rows, actions)
        if wrong >= 0:
            raise BadActions(f"Action {actions[wrong]} is not allowed in round {wrong}.")
        kernels.step_all(
            self._rows,
            actions,
            self._tables,
            self.again,
            self._random_state,
            self.points,
            self.over,
            self.observations,
            self.legal,
        )

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What one seat sees of every round, whoever is to move."""
        out = np.zeros_like(self.observations)
        for row, points, into in zip(self._rows, self.points, out, strict=True):
            kernels.observe(row, seat, points, into)
        return out

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every round that is not over, all alike; the same array every time."""
        kernels.random_actions(self._rows, self._random_state, self._actions)
        return self._actions
