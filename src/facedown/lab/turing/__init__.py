"""Turing Machine in the laboratory: problems made, solved, rated and counted; races; speeds."""

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


def _racer(game: Game) -> Bot:
    from facedown.lab.turing.racer import Racer

    return Racer(game)


TOOLS = Tools(
    COMMANDS,
    BENCHES,
    sticks={"newcomer": _newcomer, "racer": _racer},
    importer=problems,
    twin=TWIN,
)
