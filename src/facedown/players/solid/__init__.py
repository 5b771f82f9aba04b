"""Who plays Solid."""

from facedown.players.solid.bots import PLAYERS as PLAYERS
