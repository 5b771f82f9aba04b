"""Mystery Machine in the laboratory: par, how strong its players are, and speeds."""

from facedown.lab.mystery.bench import BENCHES, DESIGN_BENCH
from facedown.lab.mystery.commands import COMMANDS, PAR, PRINT
from facedown.lab.mystery.design_command import DESIGN
from facedown.lab.tools import Tools

TOOLS = Tools((PAR, *COMMANDS, DESIGN, PRINT), (*BENCHES, DESIGN_BENCH))
