"""One seat of a game as an OpenEnv environment: `uvicorn facedown_openenv:app`.

A client resets with ``game``, ``seats`` and ``seed``, and steps with the text of an answer. Our
bots have the other seats; the reward is the seat's points, at the end.
"""

from __future__ import annotations

from typing import Any

from openenv.core.env_server import (
    Action,
    ConcurrencyConfig,
    Environment,
    Observation,
    State,
    create_fastapi_app,
)

from facedown.core.roster import roster_of
from facedown.lab.text_table import TextTable


class SpokenAnswer(Action):
    """An answer as ``facedown agents`` reads one: the last fenced block, one JSON object."""

    text: str


class Question(Observation):
    """The whole question, empty at the end, and the sentence about what was wrong."""

    text: str = ""
    wrong: str = ""


class FacedownEnvironment(Environment[SpokenAnswer, Question, State]):
    """One game at a time."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str = "turing", seats: int | None = 1) -> None:
        super().__init__()
        self._usual = (game, seats)
        self._table = TextTable(game, seats)
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **asked: Any
    ) -> Question:
        """Deals a game; the same seed deals the same."""
        game, seats = self._usual
        if "game" in asked:
            game, seats = asked.pop("game"), None
        seats = asked.pop("seats", seats)
        made = TextTable(game, seats, **asked).game
        bots = dict.fromkeys(range(1, made.seats), roster_of(made).usual or "")
        self._table = TextTable(made, bots=bots)
        self._table.reset(seed or 0)
        self._state = State(episode_id=episode_id, step_count=0)
        return self._asked()

    def step(self, action: SpokenAnswer, timeout_s: float | None = None, **_: Any) -> Question:
        """Makes the move of an answer, and plays on to the seat's next decision."""
        _, info = self._table.step(action.text)
        self._state.step_count += 1
        return self._asked(info["wrong"]["sentence"] if info["wrong"] else "")

    def _asked(self, wrong: str = "") -> Question:
        table = self._table
        if table.done:
            return Question(done=True, reward=table.close()[0][0], wrong=wrong)
        return Question(text=table.get_observation()[1], wrong=wrong)

    @property
    def state(self) -> State:
        """How many answers the game has taken: nothing of what is hidden."""
        return self._state


app = create_fastapi_app(
    FacedownEnvironment,
    SpokenAnswer,
    Question,
    concurrency_config=ConcurrencyConfig(max_concurrent_envs=16),
)
