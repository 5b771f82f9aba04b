"""SOLVER in the laboratory: how well agents find rules, and speeds of the rule language."""

from facedown.core.game import Game
from facedown.core.roster import Bot
from facedown.lab.solver.bench import BENCHES
from facedown.lab.solver.induce import INDUCE
from facedown.lab.solver.strength import STRENGTH
from facedown.lab.solver.twin import TWIN
from facedown.lab.solver.written import problems
from facedown.lab.tools import Tools


def _newcomer(game: Game) -> Bot:
    from facedown.players.solver.simple import Beginner

    del game
    return Beginner(ideas=5, patience=8, forgets=0.1, misreads=0.02)


TOOLS = Tools(
    (INDUCE, STRENGTH), BENCHES, sticks={"newcomer": _newcomer}, importer=problems, twin=TWIN
)
