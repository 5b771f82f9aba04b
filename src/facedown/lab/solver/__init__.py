"""SOLVER in the laboratory: how well agents find rules, and speeds of the rule language."""

from facedown.lab.solver.bench import BENCHES
from facedown.lab.solver.induce import INDUCE
from facedown.lab.solver.strength import STRENGTH
from facedown.lab.tools import Tools

TOOLS = Tools((INDUCE, STRENGTH), BENCHES)
