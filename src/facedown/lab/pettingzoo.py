"""Any game as a PettingZoo environment: ``facedown[pettingzoo]``.

>>> from facedown.lab.pettingzoo import env
>>> table = env("suspense", seats=3, goal=0)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     done = termination or truncation
...     mask = observation["action_mask"]
...     table.step(None if done else table.action_space(agent).sample(mask))
>>> table.agents
[]

The environment is of the kind where one agent acts at a time (AEC). Where a game lets several
seats move at once, the first of them that may move is asked first; what it chose in secret is not
in the others' views, so the order tells nothing. Nature plays by herself, from the seed. What
can be said in an open language follows the game's own actions, by number (``Game.open_numbered``);
of a game that numbers nothing one action more stands for something drawn by the language's law.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from facedown.core.errors import FacedownError, IllegalMove
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import fill
from facedown.core.moves import Action, Move
from facedown.core.registry import new_game
from facedown.core.seats import NATURE, NATURE_ONLY, ONLOOKER, Seat, seat_words
from facedown.core.state import State
from facedown.lab.encoding import encoder_of

Observation = dict[str, NDArray[Any]]
"""``observation``: uint8, the row of :class:`facedown.core.roster.Encoder`; ``action_mask``: int8,
1 for each action open to this agent now, all 0 while others are to move and at the end."""

MOST_MASKS: Final = 10_000


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo carries no type information
    """One game at a time: agents ``seat_0``, ``seat_1``, … in the order of the seats.

    Observations are made from the agent's own view alone: with ``recall`` everything it was ever
    told (the information state), without it only what lies on the table now. Rewards are the
    points of the outcome, given at the end. ``render`` with ``render_mode="ansi"`` returns, in
    words, what an onlooker may know.
    """

    def __init__(self, game: Game, *, recall: bool = True, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise FacedownError(f"The render mode is ansi or None, not {render_mode[:40]!r}.")
        self.game = game
        self._talks = game.facts.open_moves
        self._actions = game.actions + (game.open_numbers or self._talks)
        self.render_mode = render_mode
        facts = game.facts
        self.metadata = {
            "name": f"facedown_{facts.name}_v{facts.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        encoder = encoder_of(game)
        self._encode = encoder.information_state_in if recall else encoder.observation_in
        size = encoder.information_size if recall else encoder.observation_size
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._actions) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._no_rewards = dict.fromkeys(self.possible_agents, 0.0)
        self._nobody = dict.fromkeys(self.possible_agents, False)
        self._masks: dict[int, tuple[Sequence[int], NDArray[np.int8]]] = {}
        self._rng = random.Random()
        self._state: State = game.start()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of :data:`Observation`, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The game's action numbers, and speech where it has any; the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game; nature's draws of this and later games come from ``seed``."""
        if seed is not None:
            self._rng = random.Random(seed)
        self._state = self.game.start()
        self.agents = self.possible_agents[:]
        self.rewards = self._no_rewards.copy()
        self._cumulative_rewards = self._no_rewards.copy()
        self.terminations = self._nobody.copy()
        self.truncations = self._nobody.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._settle()

    def _settle(self) -> None:
        """Lets nature move; then it is somebody's turn, or the game is over and is paid out."""
        state = self._state
        while (actors := state.actors()) == NATURE_ONLY:
            state.apply(NATURE, state.draw(self._rng))
        if actors:
            self.agent_selection = self.possible_agents[actors[0]]
            return
        outcome = state.outcome()
        assert outcome is not None
        for agent, points in zip(self.possible_agents, outcome.points, strict=True):
            self.rewards[agent] = float(points)
            self._cumulative_rewards[agent] += points
            self.terminations[agent] = True
        self.agent_selection = self.possible_agents[0]

    def observe(self, agent: str) -> Observation:
        """What the agent may know now, and which actions are open to it."""
        state, seat = self._state, self._seat_of[agent]
        mask = self._mask(state.legal(seat)).copy()
        if self._talks and seat in state.actors() and (speech := self._speech(seat)):
            mask[self.game.actions :][[*speech]] = 1
        return {
            "observation": np.frombuffer(bytearray(self._encode(state, seat)), np.uint8),
            "action_mask": mask,
        }

    def _speech(self, seat: Seat, rng: random.Random | None = None) -> Mapping[int, Move]:
        """What the seat can say in an open language, by action less the game's own."""
        if not self._talks:
            return {}
        view = self._state.view(seat)
        if self.game.open_numbers:
            return self.game.open_numbered(view)
        drawn = self.game.draw_open(view, rng or random.Random(0))
        return {} if drawn is None else {0: drawn}

    def _mask(self, legal: Sequence[int]) -> NDArray[np.int8]:
        """The mask of a legal list; games keep few of them, so tuples are known by identity."""
        known = self._masks.get(id(legal))
        if known is not None and known[0] is legal:
            return known[1]
        mask = np.zeros(self._actions, np.int8)
        mask[list(legal)] = 1
        if type(legal) is not tuple:  # a list may be another the next time
            return mask
        if len(self._masks) >= MOST_MASKS:
            self._masks.clear()
        self._masks[id(legal)] = legal, mask
        return mask

    def step(self, action: int | None) -> None:
        """Makes a move of the agent selected; None when its game is over.

        Raises ``IllegalMove`` with one sentence when the move is not allowed; nothing changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat: Seat = self._seat_of[agent]
        state, number = self._state, -1 if action is None else int(action)
        chosen: Action = number
        if self.game.actions <= number < self._actions:
            speech = self._speech(seat, self._rng).get(number - self.game.actions)
            chosen = number if speech is None else state.action_of(seat, speech)
        refusal = state.verify(seat, chosen)
        if refusal is not None:
            raise IllegalMove(refusal)
        self._cumulative_rewards[agent] = 0.0
        state.apply(seat, chosen)
        self._settle()

    def render(self) -> str | None:
        """What an onlooker may know, in words; None without ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        words = self.game.show(self._state.view(ONLOOKER))
        return fill(words, tuple(map(seat_words, range(self.game.seats))))

    def close(self) -> None:
        """There is nothing to release."""


def env(
    name: str,
    seats: int | None = None,
    *,
    recall: bool = True,
    render_mode: str | None = None,
    **options: OptionValue,
) -> TableEnv:
    """The environment of a game by its name, with its seats and options chosen.

    Raises ``UnknownName`` or ``BadOption`` with one sentence when they do not fit.

    >>> table = env("suspense", 2, goal=0, dealer=1)
    >>> table.reset(seed=7)
    >>> table.possible_agents, table.agent_selection
    (['seat_0', 'seat_1'], 'seat_0')
    """
    return TableEnv(new_game(name, seats, **options), recall=recall, render_mode=render_mode)
