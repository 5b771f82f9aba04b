"""When others see what was decided or found out from hidden things: by laws that all may know.

How long something takes to work out depends on what it is worked out from. What a bot plays, and
what a move has to find out, is therefore shown on a beat, whatever was to be chosen or found.

A seat that is asked a question that it could have answered in advance may be answering by hand, by
a standing answer or by a bot, and
may or may not hold what it takes to accept. What is played by itself is therefore played at a
moment drawn from one law, whatever the seat holds and answers, and whoever or whatever answers.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias

from facedown.core.seats import Seat
from facedown.table.clock import time_left
from facedown.table.state import TableState

Sleep: TypeAlias = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass."""

SHORTEST_MS: Final = 1000
"""No answer comes by itself sooner after the question."""
MEAN_MORE_MS: Final = 1500
"""The mean of what is added, exponentially distributed."""
LONGEST_MS: Final = 8000
"""No answer that comes by itself is put off for longer."""
SPARE_MS: Final = 1000
"""So much time is left to a seat whose clock runs out sooner than that."""


def monotonic() -> float:
    """Seconds of a clock that nobody sets."""
    return time.monotonic_ns() / 1e9


@dataclass(frozen=True, slots=True)
class Beat:
    """The beat of a site: ``seconds`` long, or 0 for none; ``sleep`` lets time pass."""

    seconds: float
    sleep: Sleep = asyncio.sleep
    clock: Callable[[], float] = monotonic

    def left(self, begun: float, planned: float = 0.0) -> float:
        """Seconds until what was begun at a moment of ``clock`` may be seen.

        That is a beat after the ``planned`` seconds that everybody knows it to take, and where that
        has passed already, the next beat. Without a beat it is now.

        >>> beat = Beat(0.5, clock=lambda: 100.0)
        >>> [beat.left(begun) for begun in (100.0, 99.75, 99.25)]
        [0.5, 0.25, 0.25]
        >>> beat.left(96.0, planned=4.0), Beat(0.0).left(99.0)
        (0.5, 0.0)
        """
        if self.seconds <= 0:
            return 0.0
        took = self.clock() - begun
        beats = max(1, ceil((took - planned) / self.seconds))
        return planned + beats * self.seconds - took


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
