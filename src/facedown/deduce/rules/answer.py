"""What a Master answers to a guess (R6); ``parts.py`` decides which answer it is."""

from __future__ import annotations

from typing import Literal

Answer = Literal["Solver!", "0", "1", "2+"]
"""That the rules are the same, or how many parts they share."""
