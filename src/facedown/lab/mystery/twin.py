"""The game under other names and colours, for ``facedown agents --twin``."""

from __future__ import annotations

from typing import Final

_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
TWIN: Final = {
    "mystery": "riddle",
    "Machine": "Engine",
    "pile": "stack",
    "piles": "stacks",
    "spades": "leaves",
    "hearts": "bells",
    "diamonds": "suns",
    "clubs": "waves",
    "suits are S, H, D, C": "suits are L, B, U, W",
    "welcome-mushy-heads": "the-sleepy-owls",
    "Welcome Mushy Heads": "The Sleepy Owls",
    "koodikulma.fi": "somebody",
    **{
        f"{rank}{suit}": f"{rank}{other}"
        for rank in _RANKS
        for suit, other in {"S": "L", "H": "B", "D": "U", "C": "W"}.items()
    },
}
"""What this game's words are in its twin."""
