"""Problems of Facedown as a task of Inspect AI: `inspect eval facedown_inspect.py --model …`.

The solver asks a model for every move of a whole game; the scorer tells what the game was worth
beside exact play, from its log.
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, get_model
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from facedown.core.log import write_log
from facedown.core.registry import game_class
from facedown.core.roster import roster_of
from facedown.lab.agents_score import score as worth
from facedown.lab.problems import problems_of_seed
from facedown.lab.text_table import TextTable


@task
def facedown(game: str = "turing", games: int = 10, seed: str = "7", against: str = "") -> Task:
    """A sample for each problem of a seed; `against` has the other seats (the usual bot)."""
    options = dict(roster_of(game_class(game)).arena_options)
    samples = [
        Sample(
            input=problem.name,
            id=problem.name,
            metadata={
                "game": game,
                "seats": problem.seats,
                "seat": problem.seat,
                "seed": problem.seed,
                "options": options,
                "against": against,
            },
        )
        for problem in problems_of_seed(game, seed, games, options)
    ]
    return Task(dataset=MemoryDataset(samples), solver=play(), scorer=beside_exact_play())


@solver
def play() -> Solver:
    """Plays the game of a sample with the model, a conversation of its own for every move."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        asked = state.metadata
        made = TextTable(asked["game"], asked["seats"], **asked["options"]).game
        name = asked["against"] or roster_of(made).usual
        others = {seat: name for seat in range(made.seats) if seat != asked["seat"]}
        table, wrong, calls = TextTable(made, bots=others), {"illegal": 0, "unreadable": 0}, 0
        table.reset(asked["seed"])
        while not table.done:
            said = await get_model().generate(
                [ChatMessageSystem(content=table.rules), ChatMessageUser(content=table.position)]
            )
            calls += 1
            _, info = table.step(said.completion)
            if info["wrong"] is not None:
                wrong[info["wrong"]["kind"]] += 1
        state.metadata["record"] = {
            "log": write_log(table.log),
            "beliefs": [],
            "forfeit": table.close()[1]["forfeit"] is not None,
            "calls": calls,
            **wrong,
        }
        return state

    return solve


@scorer(metrics={"*": [mean(), stderr()]})
def beside_exact_play() -> Any:
    """The measures of `facedown agents`: solved, efficiency, bits lost and the others."""

    async def told(state: TaskState, target: Target) -> Score:
        found = worth(state.metadata["record"], state.metadata["seat"])
        return Score(value=dict(found))

    return told
