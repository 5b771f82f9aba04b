"""Solid in the laboratory: the designer's workbench, speeds."""

from facedown.lab.solid.bench import BENCHES
from facedown.lab.solid.workbench.command import LAB
from facedown.lab.tools import Tools

TOOLS = Tools((LAB,), BENCHES)
