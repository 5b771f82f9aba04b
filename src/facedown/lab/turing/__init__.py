"""Turing Machine in the laboratory: making, solving, rating and counting problems; speeds."""

from facedown.lab.tools import Tools
from facedown.lab.turing.bench import BENCHES
from facedown.lab.turing.commands import COMMANDS

TOOLS = Tools(COMMANDS, BENCHES)
