"""Suspense in the laboratory: training, strength, exploitability, speeds."""

from facedown.lab.suspense.bench import BENCHES
from facedown.lab.suspense.commands import COMMANDS
from facedown.lab.suspense.twin import TWIN
from facedown.lab.tools import Tools

TOOLS = Tools(COMMANDS, BENCHES, twin=TWIN)
