"""A game on arrays as a parallel environment of PettingZoo: ``facedown[pettingzoo]``.

>>> from facedown.games.suspense import Suspense
>>> from facedown.players.suspense.arrays import Rounds
>>> table = ParallelTable(Rounds(Suspense().setting, 1))
>>> observations, infos = table.reset(seed=7)
>>> while table.agents:
...     actions = {
...         agent: table.action_space(agent).sample(observations[agent]["action_mask"])
...         for agent in table.agents
...     }
...     observations, rewards, terminations, truncations, infos = table.step(actions)
>>> [*rewards]
['seat_0', 'seat_1', 'seat_2']

All agents act in every step, but arrays ask one seat at a time: the others' masks have one action,
``wait``. Where several seats may move at once the first is asked first; what it chose in secret is
not in the others' views.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from facedown.core.errors import FacedownError
from facedown.lab.pettingzoo import Observation
from facedown.lab.vector import SEEDS
from facedown.players.arrays import Arrays, BadActions

Infos = dict[str, dict[str, Any]]
Stepped = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]
"""Observations, rewards, terminations, truncations, infos."""


class ParallelTable(ParallelEnv):  # type: ignore[misc]  # PettingZoo carries no type information
    """One game: agents ``seat_0``, ``seat_1``, … in the order of the seats.

    The actions are those of the game and after them ``wait``. Rewards are the points, at the end;
    masks are 0 then.
    """

    def __init__(self, arrays: Arrays) -> None:
        super().__init__()
        if len(arrays) != 1 or arrays.again:
            raise FacedownError("PettingZoo plays one game to its end: make arrays of one.")
        self.arrays = arrays
        self.wait: Final = arrays.legal.shape[1]
        self.metadata = {
            "name": f"facedown_{type(arrays).__name__.lower()}_parallel",
            "render_modes": [],
        }
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(arrays.seats)]
        self.agents: list[str] = []
        observed, actions = arrays.observations.shape[1:], self.wait + 1
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, observed, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of ``Observation``, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The game's action numbers, and ``wait``; the same object each time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begins a game; deals of this and later games come from ``seed``."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.arrays.reset(int(self._rng.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> Stepped:
        """Makes the move of the seat that is asked.

        Raises ``BadActions`` with one sentence when an action is not allowed or missing; nothing
        changed then.
        """
        arrays = self.arrays
        asked = self.possible_agents[int(arrays.turns[0])]
        for agent in self.agents:
            if agent not in actions:
                raise BadActions(f"An action of {agent} is missing.")
            if agent != asked and int(actions[agent]) != self.wait:
                raise BadActions(f"It is {asked}'s turn: {agent} waits, which is {self.wait}.")
        if not self.agents:
            raise BadActions("The game is over: reset begins the next.")
        arrays.step(np.array([int(actions[asked])]))
        over = bool(arrays.over[0])
        points = arrays.points[0].tolist() if over else [0] * arrays.seats
        rewards = dict(zip(self.possible_agents, map(float, points), strict=True))
        ended = dict.fromkeys(self.possible_agents, over)
        found = self._observations()
        if over:
            self.agents = []
        return found, rewards, ended, dict.fromkeys(self.possible_agents, False), self._infos()

    def _infos(self) -> Infos:
        return {agent: {} for agent in self.possible_agents}

    def _observations(self) -> dict[str, Observation]:
        arrays, found = self.arrays, {}
        over, turn = bool(arrays.ended[0]), int(arrays.turns[0])
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.wait + 1, np.int8)
            if seat == turn:
                mask[: self.wait] = arrays.legal[0]
            else:
                mask[self.wait] = not over
            found[agent] = {"observation": arrays.observe(seat)[0], "action_mask": mask}
        return found

    def close(self) -> None:
        """There is nothing to release."""
