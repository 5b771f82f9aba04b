"""The pace of answers that could have been given in advance: a law that everybody may know.

A seat that is asked such a question may be answering by hand, by a standing answer or by a bot, and
may or may not hold what it takes to accept. What is played by itself is therefore played at a
moment drawn from one law, whatever the seat holds and answers, and whoever or whatever answers.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from facedown.core.seats import Seat
from facedown.table.clock import time_left
from facedown.table.state import TableState

SHORTEST_MS: Final = 1000
"""No answer comes by itself sooner after the question."""
MEAN_MORE_MS: Final = 1500
"""The mean of what is added, exponentially distributed."""
LONGEST_MS: Final = 8000
"""No answer that comes by itself is put off for longer."""
SPARE_MS: Final = 1000
"""So much time is left to a seat whose clock runs out sooner than that."""


@dataclass(frozen=True, slots=True)
class Pace:
    """When what answers a question by itself does so.

    ``key`` is a secret of the site, so that all processes draw the same moment and nobody else
    can. It is told to nobody, not even when a game is over and its seed is.
    """

    key: str

    def due(self, table: str, state: TableState, seat: Seat) -> int:
        """The moment (ms since 1970) for a seat that is to move.

        It follows from when the question was asked, or when the seat has said something in advance
        since, and from how much time the seat has on the clock, which everybody sees.
        """
        seat_state = state.seats[seat]
        since = max(seat_state.since or 0, seat_state.said_at)
        rng = random.Random(f"{self.key}/{table}/{seat}/{since}")
        more = SHORTEST_MS + rng.expovariate(1 / MEAN_MORE_MS)
        left = time_left(state, seat, since)
        most = LONGEST_MS if left is None else min(LONGEST_MS, max(0, left - SPARE_MS))
        return since + min(round(more), most)
