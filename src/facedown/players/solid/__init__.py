"""Who plays Solid."""

from functools import partial
from typing import Final

from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.roster import Adjusted, Knob, Players
from facedown.players.solid.bots import BLUNDERS, GreedyBot
from facedown.players.solid.strong import CarefulBot, StrongBot, planned_seconds


def _judge(game: Game) -> Judge:
    from facedown.players.solid.judge import SolidJudge  # which needs NumPy

    return SolidJudge(game)


PLAYERS: Final = Players(
    {
        "beginner": partial(GreedyBot, blunders=BLUNDERS),
        "greedy": GreedyBot,
        "careful": CarefulBot,
        "strong": Adjusted(
            StrongBot,
            (Knob("seconds", 0.01, 5.0), Knob("rollouts", 1, 1_000_000)),
            offered=("seconds=1", "seconds=4"),
            plan=planned_seconds,
        ),
    },
    judge=_judge,
)
