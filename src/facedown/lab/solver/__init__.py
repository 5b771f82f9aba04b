"""SOLVER in the laboratory: how fast its rules are judged, compared and answered."""

from facedown.lab.solver.bench import BENCHES
from facedown.lab.tools import Tools

TOOLS = Tools(benches=BENCHES)
