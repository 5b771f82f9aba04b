"""The game under other names and colours, for ``facedown agents --twin``."""

from __future__ import annotations

from typing import Final

_TYPES: Final = {"H": "W", "B": "F", "M": "E", "C": "L", "S": "V"}
TWIN: Final = {
    "Solid": "Harvest",
    "pod": "field",
    "pods": "fields",
    "health": "water",
    "buying": "fire",
    "mobility": "earth",
    "competences": "light",
    "social media": "void",
    "steal": "grab",
    "destroy": "burn",
    "protect": "guard",
    **{
        f"{ours}{size}": f"{theirs}{size}"
        for ours, theirs in _TYPES.items()
        for size in ("", "2", "4", "3+3", "7", "5+3+3")
    },
}
"""What this game's words are in its twin."""
