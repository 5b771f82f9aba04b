"""Solid in the laboratory: a designer's workbench, training, strength, a stick, speeds."""

from facedown.core.game import Game
from facedown.core.roster import Adjusted, Bot, Knob
from facedown.lab.solid.bench import BENCHES
from facedown.lab.solid.strength import STRENGTH
from facedown.lab.solid.train import TRAIN
from facedown.lab.solid.twin import TWIN
from facedown.lab.solid.workbench import WORKBENCH
from facedown.lab.tools import Tools
from facedown.lab.workbench.report import lab_command


def _seeing(game: Game, **adjusted: int) -> Bot:
    from facedown.lab.solid.strength import SeeingBot

    return SeeingBot(game, **adjusted)


TOOLS = Tools(
    (TRAIN, lab_command(WORKBENCH), STRENGTH),
    BENCHES,
    sticks={"seeing": Adjusted(_seeing, (Knob("rollouts", 1, 1_000_000),))},
    twin=TWIN,
)
