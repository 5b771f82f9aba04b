"""The clock: time to think, counted from the stored events."""

from __future__ import annotations

import time
from typing import Final

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
