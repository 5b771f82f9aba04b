"""Solid in the laboratory: the designer's workbench."""

from facedown.lab.solid.workbench.command import LAB
from facedown.lab.tools import Tools

TOOLS = Tools((LAB,))
