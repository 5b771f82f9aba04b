"""The game under other names and colours, for ``facedown agents --twin``."""

from __future__ import annotations

from typing import Final

TWIN: Final = {
    "Suspense": "Ledger",
    "white": "green",
    "black": "violet",
    "red": "golden",
    "secret": "seal",
    "star": "coin",
    "stars": "coins",
    "fold": "drop",
    "folds": "drops",
    "folded": "dropped",
    "pass": "wait",
    "passes": "waits",
    "passed": "waited",
    **{f"W{number}": f"G{number}" for number in range(1, 7)},
    **{f"B{number}": f"V{number}" for number in range(1, 7)},
}
"""What this game's words are in its twin."""
