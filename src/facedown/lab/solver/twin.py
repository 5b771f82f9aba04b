"""The game under other names and colours, for ``facedown agents --twin``."""

from __future__ import annotations

from typing import Final

TWIN: Final = {
    "Solver": "Finder",
    "blue": "amber",
    "red": "teal",
    "green": "violet",
    "yellow": "silver",
    "circle": "star",
    "circles": "stars",
    "square": "cross",
    "squares": "crosses",
    "triangle": "moon",
    "triangles": "moons",
    "diamond": "leaf",
    "diamonds": "leaves",
    "guess": "claim",
    "guesses": "claims",
    "guessed": "claimed",
}
"""What this game's words are in its twin."""
