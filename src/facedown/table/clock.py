"""The clock: time to think, counted from the stored events.

How long something takes to work out depends on what it is worked out from. What a bot plays, and
what a move has to find out, is therefore shown on a beat, whatever was to be chosen or found.

A seat that is asked a question that it could have answered in advance may be answering by hand,
by a standing answer or by a bot, and may or may not hold what it takes to accept. What is played
by itself is therefore played at a moment drawn from one law, whatever the seat holds and answers,
and whoever or whatever answers.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias, TypeVar

from facedown.core.seats import Seat
from facedown.table.state import TableState

STEP_MS: Final = 1000
"""Beyond so much the computer's clock was put forward or back, or it slept; less is steering."""


class WallClock:
    """The moment in milliseconds since 1970, watched for steps of the computer's clock.

    ``stepped`` is the moment, as the clock tells it since, of its last step; 0 if there was none.
    """

    def __init__(self) -> None:
        self.stepped = 0
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        """The moment; notices what has happened to the clock since it was last asked."""
        wall = time.time_ns()
        offset = wall - time.monotonic_ns()
        if abs(offset - self._offset) > STEP_MS * 1_000_000:
            self.stepped = wall // 1_000_000
        self._offset = offset
        return wall // 1_000_000


WALL: Final = WallClock()
"""This process's clock."""


def now_ms() -> int:
    """The moment, in milliseconds since 1970."""
    return WALL.now()


def used_now(state: TableState, seat: Seat, now: int) -> int:
    """Milliseconds that a seat has taken for its present decision.

    Time before ``state.running_from`` does not count: the server was down, and nobody could move.
    Nor does time before a step of the computer's clock, of which nobody knows how long it was.
    """
    since = state.seats[seat].since
    return 0 if since is None else max(0, now - max(since, state.running_from, WALL.stepped))


def time_left(state: TableState, seat: Seat, now: int) -> int | None:
    """Milliseconds that a seat has left, or None where time is not limited."""
    clock = state.settings.clock
    if clock is None:
        return None
    seat_state = state.seats[seat]
    given = 1000 * (clock.bank + clock.increment * seat_state.moves) + seat_state.extra
    return given - seat_state.used - used_now(state, seat, now)


def time_is_over(state: TableState, seat: Seat, now: int) -> bool:
    """Whether a person who is to move has no time left."""
    if seat not in state.actors or state.seats[seat].bot is not None:
        return False
    left = time_left(state, seat, now)
    return left is not None and left <= 0


T = TypeVar("T")

Sleep: TypeAlias = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass."""

FOUND_OUT_BEATS: Final = 1
"""So many beats, and one more, are given to what a move has to find out: few take longer."""

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

    async def found_out(self, work: Callable[[], T], begun: float | None = None) -> T:
        """What a move has to find out, which may be about something hidden: told on the beat.

        It is found in a thread. ``begun`` is when the move was asked for; None: now.
        """
        begun = self.clock() if begun is None else begun
        found = await asyncio.to_thread(work)
        await self.sleep(self.left(begun, FOUND_OUT_BEATS * self.seconds))
        return found


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
