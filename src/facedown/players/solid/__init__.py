"""Who plays Solid."""

from functools import partial
from typing import Final

from facedown.core.roster import Adjusted, Knob, Players
from facedown.players.solid.bots import BLUNDERS, GreedyBot
from facedown.players.solid.careful import CarefulBot
from facedown.players.solid.strong import StrongBot

PLAYERS: Final = Players(
    {
        "beginner": partial(GreedyBot, blunders=BLUNDERS),
        "greedy": GreedyBot,
        "careful": CarefulBot,
        "strong": Adjusted(
            StrongBot,
            (Knob("seconds", 0.01, 5.0), Knob("rollouts", 1, 1_000_000)),
            offered=("seconds=1", "seconds=4"),
        ),
    }
)
