"""Many games side by side on arrays: what the fast engines of all games have in common.

Imports Numba: import on demand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from facedown.compiling import uncounted
from facedown.core.errors import FacedownError
from facedown.core.seats import Seat


class BadActions(FacedownError):
    """The actions do not fit the games; none was made."""


class Arrays(ABC):
    """Games of one setting played side by side.

    Anew after each deal and each ``step`` these describe the games, one row each; they are the same
    arrays every time:

    ``observations``  uint8: what the seat to move sees, as its game's encoder lays it out
    ``legal``         bool (games, actions): what it may do; nothing when the game is over
    ``over``          bool (games,): the game ended with the last step
    ``points``        int16 (games, seats): the points of the game that ended last
    """

    def __init__(self, count: int, seats: int, actions: int, observed: int, *, again: bool) -> None:
        """With ``again`` a game that ends is followed by the next within the same step."""
        if count < 1:
            raise BadActions(f"At least one game is to be played, not {count}.")
        self.seats, self.again = seats, again
        self.observations: NDArray[np.uint8] = np.zeros((count, observed), np.uint8)
        self.legal: NDArray[np.bool_] = np.zeros((count, actions), np.bool_)
        self.over: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.points: NDArray[np.int16] = np.zeros((count, seats), np.int16)
        self._actions = np.zeros(count, np.int64)
        self._nowhere = np.zeros(count, np.bool_)

    def __len__(self) -> int:
        return len(self.over)

    @property
    @abstractmethod
    def turns(self) -> NDArray[np.int64]:
        """Whose turn it is in each game."""

    @property
    @abstractmethod
    def ended(self) -> NDArray[np.bool_]:
        """Which games are over."""

    @property
    def finished(self) -> bool:
        """Whether every game is over."""
        return bool(self.ended.all())

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Begins every game anew; the seed decides these and all deals from here on."""

    @abstractmethod
    def begin(self, where: NDArray[np.bool_]) -> None:
        """Deals the next game where this is true."""

    def step(self, actions: NDArray[np.int64], waiting: NDArray[np.bool_] | None = None) -> None:
        """Makes one move in every game that is not over, and not ``waiting``.

        Raises :class:`BadActions`, with nothing changed, when one is not allowed.
        """
        if actions.shape != self.over.shape:
            raise BadActions(f"{len(self)} actions are needed, one for each game.")
        if waiting is None:
            waiting = self._nowhere
        wrong = first_illegal(self.legal, actions, waiting | self.ended)
        if wrong >= 0:
            raise BadActions(f"Action {actions[wrong]} is not allowed in game {wrong}.")
        self._step(actions, waiting)

    @abstractmethod
    def _step(self, actions: NDArray[np.int64], waiting: NDArray[np.bool_]) -> None:
        """Makes legal moves."""

    @abstractmethod
    def observe(self, seat: Seat) -> NDArray[np.uint8]:
        """What one seat sees of every game, whoever is to move; a new array."""

    @abstractmethod
    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game that is not over, all alike; the same array every time."""


@uncounted
def first_illegal(
    legal: NDArray[np.bool_], actions: NDArray[np.int64], unasked: NDArray[np.bool_]
) -> int:
    """The first game whose action is not allowed, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if not unasked[i] and not (0 <= action < legal.shape[1] and legal[i, action]):
            return i
    return -1


@uncounted
def random_below(chance, count):  # type: ignore[no-untyped-def]
    """A whole number from 0 to ``count`` - 1 (SplitMix64; the bias is below 2**-24)."""
    chance[0] += uint64(0x9E3779B97F4A7C15)
    word = chance[0]
    word = (word ^ (word >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB)
    word = (word ^ (word >> uint64(31))) >> uint64(32)
    return np.int64((word * uint64(count)) >> uint64(32))
