"""Games on arrays as one vector environment of Gymnasium: ``facedown[pettingzoo]``.

>>> from facedown.games.suspense import Suspense
>>> from facedown.players.suspense.arrays import Rounds
>>> tables = VectorTable(Rounds(Suspense().setting, 100), others=Rounds.beginner_actions)
>>> observations, infos = tables.reset(seed=7)
>>> for _ in range(50):
...     actions = tables.action_space.sample(tuple(observations["action_mask"]))
...     observations, rewards, terminations, truncations, infos = tables.step(actions)
>>> observations["observation"].shape, observations["action_mask"].shape
((100, 89), (100, 15))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from facedown.core.errors import FacedownError
from facedown.core.seats import Seat
from facedown.players.arrays import Arrays

Observations = dict[str, NDArray[Any]]
"""``observation``: uint8, what the agent's seat sees; ``action_mask``: int8, what it may do."""

OnArrays = TypeVar("OnArrays", bound=Arrays)

SEEDS: Final = 1 << 63


class VectorTable(VectorEnv[Any, Any, Any], Generic[OnArrays]):
    """In every game the agent has one ``seat``; ``others`` gives the moves of the rest.

    By default these are random. For play against itself ``others`` asks the agent: of the arrays it
    is given, ``observations`` and ``legal`` are those of the seat to move, be it which it may.

    The reward is the seat's points, at the end of a game. As is usual with Gymnasium the next step
    begins the game's next deal, whatever its action (``AutoresetMode.NEXT_STEP``). A game that ends
    before the agent's first turn is dealt anew.
    """

    def __init__(
        self,
        arrays: OnArrays,
        seat: Seat = 0,
        *,
        others: Callable[[OnArrays], NDArray[np.int64]] | None = None,
    ) -> None:
        if not 0 <= seat < arrays.seats:
            raise FacedownError(f"The seats are 0 to {arrays.seats - 1}, not {seat}.")
        if arrays.again:
            raise FacedownError("Games that go on by themselves have no end to show.")
        self.arrays, self.seat = arrays, seat
        self._others = others
        self.num_envs = len(arrays)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        actions = arrays.legal.shape[1]
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, arrays.observations.shape[1:], np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins every game anew; deals of this and later games come from ``seed``."""
        super().reset(seed=seed)
        self.arrays.reset(int(self.np_random.integers(SEEDS)))
        self._go_on(self.arrays.ended)  # none has
        self._go_on(self.arrays.ended)  # those that ended before the agent's turn
        return self._observations(), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes the agent's move in every game, and then those of the others.

        Raises ``BadActions`` when one is not allowed; nothing changed then.
        """
        arrays = self.arrays
        dealt = arrays.ended
        arrays.step(np.asarray(actions, np.int64), dealt)
        self._go_on(dealt)
        ended = arrays.ended
        rewards = np.where(ended, arrays.points[:, self.seat], 0.0)
        return self._observations(), rewards, ended, np.zeros_like(ended), {}

    def _go_on(self, dealt: NDArray[np.bool_]) -> None:
        """Deals anew where it is said, and lets the others move until it is the agent's turn."""
        arrays = self.arrays
        while True:
            arrays.begin(dealt)
            while not (waiting := (arrays.turns == self.seat) | arrays.ended).all():
                actions = arrays.random_actions() if self._others is None else self._others(arrays)
                arrays.step(np.asarray(actions, np.int64), waiting)
            dealt = dealt & arrays.ended
            if not dealt.any():
                return

    def _observations(self) -> Observations:
        return {
            "observation": self.arrays.observe(self.seat),
            "action_mask": self.arrays.legal.astype(np.int8),
        }
