"""Who plays Solid."""

from functools import partial
from typing import Final

from facedown.core.roster import Players
from facedown.players.solid.bots import BLUNDERS, GreedyBot
from facedown.players.solid.careful import CarefulBot
from facedown.players.solid.strong import StrongBot

PLAYERS: Final = Players(
    {
        "beginner": partial(GreedyBot, blunders=BLUNDERS),
        "greedy": GreedyBot,
        "careful": CarefulBot,
        "strong": StrongBot,
    }
)
