"""Who plays Mystery Machine."""

from typing import Final

from facedown.core.roster import Players
from facedown.players.mystery.bots import Beginner, Careful, Greedy
from facedown.players.mystery.strong import Strong

PLAYERS: Final = Players(
    {"beginner": Beginner, "greedy": Greedy, "careful": Careful, "strong": Strong}
)
