"""Who plays Suspense."""

from facedown.players.suspense.bots import PLAYERS as PLAYERS
