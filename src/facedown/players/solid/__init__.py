"""Who plays Solid."""

from functools import partial
from typing import Final

from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.roster import Adjusted, Knob, Players
from facedown.games.solid import Solid
from facedown.players.solid.bots import BLUNDERS, GreedyBot
from facedown.players.solid.observation import SolidEncoder
from facedown.players.solid.strong import CarefulBot, ExperiencedBot, StrongBot, planned_seconds


def _judge(game: Game) -> Judge:
    from facedown.players.solid.judge import SolidJudge  # which needs NumPy

    return SolidJudge(game)


def _encoder(game: Game) -> SolidEncoder:
    assert isinstance(game, Solid)
    return SolidEncoder(game.setting)


PLAYERS: Final = Players(
    {
        "beginner": partial(GreedyBot, blunders=BLUNDERS),
        "greedy": GreedyBot,
        "careful": CarefulBot,
        "experienced": ExperiencedBot,
        "strong": Adjusted(
            StrongBot,
            (
                Knob("seconds", 0.01, 5.0),
                Knob("rollouts", 1, 1_000_000),
                Knob("cut", 0, 4),
            ),
            offered=("seconds=1", "seconds=4"),
            plan=planned_seconds,
        ),
    },
    encoder=_encoder,
    judge=_judge,
)
