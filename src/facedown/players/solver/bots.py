"""Who plays SOLVER; what a player needs to know of a game is in its view."""

from __future__ import annotations

from typing import Final

from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.roster import Bot, Players
from facedown.games.solver import Solver
from facedown.players.solver.observation import SolverEncoder
from facedown.players.solver.simple import Beginner, Careful


def _investigator(game: Game) -> Bot:
    from facedown.players.solver.investigator import Investigator  # which needs NumPy

    del game
    return Investigator()


def _encoder(game: Game) -> SolverEncoder:
    assert isinstance(game, Solver)
    return SolverEncoder(game.setting)


def _judge(game: Game) -> Judge:
    from facedown.players.solver.judge import SolverJudge  # which needs NumPy

    return SolverJudge(game)


PLAYERS: Final = Players(
    {
        "beginner": lambda game: Beginner(),  # the roster names what it passes
        "careful": lambda game: Careful(),
        "investigator": _investigator,
    },
    encoder=_encoder,
    judge=_judge,
)
