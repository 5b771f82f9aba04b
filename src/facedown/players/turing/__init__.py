"""Who plays Turing Machine."""

from facedown.players.turing.bots import PLAYERS as PLAYERS
