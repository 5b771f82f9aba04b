"""Mystery Machine in the laboratory: par, strength, the search for puzzles, paper, speeds."""

from facedown.lab.mystery.bench import BENCHES
from facedown.lab.mystery.commands import PAR, PRINT, STRENGTH
from facedown.lab.mystery.design_command import DESIGN
from facedown.lab.tools import Tools

TOOLS = Tools((PAR, STRENGTH, DESIGN, PRINT), BENCHES)
