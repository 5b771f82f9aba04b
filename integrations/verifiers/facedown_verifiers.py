"""Problems of Facedown as a task set of verifiers, and the environment that plays them.

``vf-eval facedown-verifiers --env.taskset.game turing -n 3 --no-push``: ``player`` has the
problem's seat, and our bots have the others; with ``--env.self-play`` ``other`` has them, in a
conversation of its own for each. Each seat's trace has what its game was worth beside exact play.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AsyncExitStack
from typing import Any

import verifiers.v1 as vf

from facedown.core.log import write_log
from facedown.core.registry import game_class
from facedown.core.roster import roster_of
from facedown.lab.agents_score import score
from facedown.lab.problems import problems_of_seed
from facedown.lab.text_table import TextTable

__all__ = ["FacedownEnv", "FacedownTaskset"]


class FacedownConfig(vf.TasksetConfig):
    """Which game, how many problems of which seed, and at how many seats (as usual)."""

    game: str = "turing"
    games: int = 10
    seed: str = "7"
    seats: int | None = None


class FacedownData(vf.TaskData):
    """A problem; the deal follows from its seed."""

    game: str
    seats: int
    seat: int
    seed: str
    options: dict[str, bool | int | str]


class FacedownTask(vf.Task[FacedownData, vf.State, vf.TaskConfig]):
    """A problem; what it was worth is recorded by the environment."""


class FacedownTaskset(vf.Taskset[FacedownTask, FacedownConfig]):
    """The problems of a seed: the same every time."""

    def load(self) -> Iterable[FacedownTask]:
        """A task for each problem."""
        asked = self.config
        options = dict(roster_of(game_class(asked.game)).arena_options)
        for problem in problems_of_seed(asked.game, asked.seed, asked.games, options, asked.seats):
            data = FacedownData(
                name=problem.name,
                prompt=None,  # the table opens the conversation of each seat
                game=asked.game,
                seats=problem.seats,
                seat=problem.seat,
                seed=problem.seed,
                options=dict(problem.options),
            )
            yield FacedownTask(data, asked.task)


def _chatting() -> vf.AgentConfig:
    """A model that only talks, on this machine."""
    return vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class FacedownEnvConfig(vf.EnvConfig):
    """Who plays: ``against`` names the bot of the other seats (the usual one)."""

    player: vf.AgentConfig = _chatting()
    other: vf.AgentConfig = _chatting()
    self_play: bool = False
    against: str = ""


class FacedownEnv(vf.Env[FacedownEnvConfig]):
    """A game for an episode, and in it a conversation for each seat that is no bot's."""

    async def run(self, task: FacedownTask, agents: Any) -> None:
        """Plays the game of a task to its end, or until a seat loses by wrong answers."""
        data, bots = task.data, dict[int, str]()
        game = TextTable(data.game, data.seats, **data.options).game
        if not self.config.self_play:
            bot = self.config.against or roster_of(game).usual or ""
            bots = {seat: bot for seat in range(game.seats) if seat != data.seat}
        table = TextTable(game, bots=bots)
        table.reset(data.seed)
        seats = [seat for seat in range(game.seats) if seat not in bots]
        counts = {seat: {"calls": 0, "illegal": 0, "unreadable": 0} for seat in seats}
        told = task.with_system_prompt(table.rules)
        async with AsyncExitStack() as opened:
            talks = {
                seat: await opened.enter_async_context(
                    (agents.player if seat == data.seat else agents.other).interaction(told)
                )
                for seat in seats
            }
            while not table.done:
                seat = table.seat
                said = await talks[seat].turn(table.position)
                if said.terminated:  # by a limit of verifiers' own
                    break
                counts[seat]["calls"] += 1
                _, info = table.step(said.last_reply)
                if info["wrong"] is not None:
                    counts[seat][info["wrong"]["kind"]] += 1
            for seat in seats:
                _record(talks[seat].trace, table, seat, counts[seat])


def _record(trace: vf.Trace, table: TextTable, seat: int, counts: dict[str, int]) -> None:
    """The reward of a seat, its share in the win, and the measures of `facedown agents`."""
    _, end = table.close()
    winners = end["winners"]
    shared = 1 if table.game.together else len(winners)
    trace.record_reward("won", 1 / shared if seat in winners else 0.0, 1.0)
    record = {"log": write_log(table.log), "beliefs": [], "forfeit": end["forfeit"] == seat}
    for name, value in score({**record, **counts}, seat).items():
        if name != "won":
            trace.record_metric(name, value)
    trace.info["log"] = record["log"]
