"""Mystery Machine in the laboratory: par, how strong its players are, and speeds."""

from facedown.lab.mystery.bench import BENCHES
from facedown.lab.mystery.commands import COMMANDS
from facedown.lab.mystery.design_bench import DESIGN_BENCH
from facedown.lab.mystery.design_command import DESIGN
from facedown.lab.mystery.par import PAR
from facedown.lab.mystery.print_command import PRINT
from facedown.lab.tools import Tools

TOOLS = Tools((PAR, *COMMANDS, DESIGN, PRINT), (*BENCHES, DESIGN_BENCH))
