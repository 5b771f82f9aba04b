"""The game under other names and colours, for ``facedown agents --twin``."""

from __future__ import annotations

from typing import Final

TWIN: Final = {
    "Turing": "Vault",
    "Machine": "Warden",
    "verifier": "sentry",
    "verifiers": "sentries",
    "blue": "copper",
    "yellow": "iron",
    "purple": "jade",
    "triangle": "lever",
    "square": "wheel",
    "circle": "knob",
    "propose": "tune",
    "proposal": "tuning",
    "proposals": "tunings",
    "ask": "probe",
    "asked": "probed",
    "asks": "probes",
    "solve": "unlock",
    "stop": "halt",
}
"""What this game's words are in its twin."""
