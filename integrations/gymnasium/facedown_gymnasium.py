"""One seat of a game as a Gymnasium environment; our bots have the others.

>>> env = FacedownEnv("suspense", seats=2, against="careful", goal=0)
>>> observation, info = env.reset(seed=7)
>>> terminated = False
>>> while not terminated:
...     action = env.action_space.sample(observation["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
>>> reward >= 0
True
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from facedown.core.roster import roster_of
from facedown.lab.encoding import encoder_of
from facedown.lab.text_table import TextTable

LONGEST = 200_000
LETTERS = frozenset(map(chr, [10, *range(32, 0x3000)]))


class FacedownEnv(gymnasium.Env[Any, Any]):
    """Observations are rows with a mask of actions, or the whole question as text.

    With rows an action is a number: of a move, and after those of a rule in SOLVER's open language.
    With text it is an answer as ``facedown agents`` reads one. What is wrong stands in
    ``info["wrong"]``, and has changed nothing; so many wrong answers in a row lose the game. The
    reward is the seat's points, at the end.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        against: str = "",
        observation: Literal["rows", "text"] = "rows",
        tries: int = 3,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        made = TextTable(game, seats, **options).game
        name = against or roster_of(made).usual or ""
        bots = {each: name for each in range(made.seats) if each != seat}
        self._table = TextTable(made, bots=bots, tries=tries)
        self._seat, self._text = seat, observation == "text"
        self.render_mode = render_mode
        self._encoder = encoder_of(made)
        self._actions = made.actions + made.open_numbers
        if self._text:
            self.observation_space = spaces.Text(LONGEST, min_length=0, charset=LETTERS)
            self.action_space = spaces.Text(LONGEST, min_length=0, charset=LETTERS)
        else:
            size = self._encoder.information_size
            self.observation_space = spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            self.action_space = spaces.Discrete(self._actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals a game and plays on to the seat's first decision."""
        super().reset(seed=seed, options=options)
        self._table.reset(int(self.np_random.integers(2**31)))
        return self._observed(), {"wrong": None}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move, and plays on to the next decision."""
        table = self._table
        if self._text:
            done, info = table.step(action)
        else:
            number, first = int(action), table.game.actions
            numbered = table.game.open_numbered(table.view) if number >= first else {}
            done, info = table.make(numbered.get(number - first, number))
        reward = float(table.close()[0][self._seat]) if done else 0.0
        return self._observed(), reward, done, False, info

    def render(self) -> str:
        """The seat's view in words."""
        return "" if self._table.done else str(self._table.game.show(self._table.view))

    def _observed(self) -> Any:
        table = self._table
        if self._text:
            return "" if table.done else table.get_observation()[1]
        mask = np.zeros(self._actions, np.int8)
        row = np.zeros(self._encoder.information_size, np.uint8)
        if not table.done:
            view = table.view
            mask[list(view.legal)] = 1
            if table.game.open_numbers:
                mask[[table.game.actions + n for n in table.game.open_numbered(view)]] = 1
            row[:] = np.frombuffer(self._encoder.information_state(view), np.uint8)
        return {"observation": row, "action_mask": mask}
