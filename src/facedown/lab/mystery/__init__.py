"""Mystery Machine in the laboratory: par, strength, the search for puzzles, speeds."""

from facedown.core.game import Game
from facedown.core.roster import Bot
from facedown.lab.mystery.bench import BENCHES
from facedown.lab.mystery.commands import PAR, STRENGTH
from facedown.lab.mystery.design_command import DESIGN
from facedown.lab.mystery.twin import TWIN
from facedown.lab.tools import Tools


def _newcomer(game: Game) -> Bot:
    from facedown.lab.mystery.newcomer import Overlooking

    return Overlooking(game)


TOOLS = Tools((PAR, STRENGTH, DESIGN), BENCHES, sticks={"newcomer": _newcomer}, twin=TWIN)
