"""Who plays Mystery Machine."""

from facedown.players.mystery.bots import PLAYERS as PLAYERS
