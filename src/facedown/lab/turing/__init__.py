"""Turing Machine in the laboratory: making, solving, rating and counting problems; speeds."""

from facedown.core.game import Game
from facedown.core.roster import Bot
from facedown.lab.tools import Tools
from facedown.lab.turing.bench import BENCHES
from facedown.lab.turing.commands import COMMANDS
from facedown.lab.turing.turnbench import problems
from facedown.lab.turing.twin import TWIN


def _newcomer(game: Game) -> Bot:
    from facedown.lab.turing.newcomer import Unaware

    return Unaware(game)


TOOLS = Tools(COMMANDS, BENCHES, sticks={"newcomer": _newcomer}, importer=problems, twin=TWIN)
