"""Who plays SOLVER."""

from facedown.players.solver.bots import PLAYERS as PLAYERS
