"""Mystery Machine in the laboratory: how strong its players are."""

from facedown.lab.mystery.commands import COMMANDS
from facedown.lab.tools import Tools

TOOLS = Tools(COMMANDS)
