"""Suspense in the laboratory: a designer's workbench, training, strength, exploits, speeds."""

from facedown.lab.suspense.bench import BENCHES
from facedown.lab.suspense.commands import COMMANDS
from facedown.lab.suspense.twin import TWIN
from facedown.lab.suspense.workbench import WORKBENCH
from facedown.lab.tools import Tools
from facedown.lab.workbench.report import lab_command

TOOLS = Tools((*COMMANDS, lab_command(WORKBENCH)), BENCHES, twin=TWIN)
