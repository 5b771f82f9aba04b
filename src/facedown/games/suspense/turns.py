"""The order of turns, worked out once for every way a round can stand."""

from __future__ import annotations

from functools import cache
from typing import Final

from facedown.core.seats import Seat

NOBODY_NEXT: Final = -1


@cache
def turn_order(seats: int) -> tuple[Seat, ...]:
    """Who moves next, at ``folded << 6 | passed << 3 | seat``, sets of seats being masks.

    ``NOBODY_NEXT`` where the round ends: all but one have folded, or everyone still in has passed
    in a row (S13).

    >>> turn_order(3)[0b010 << 6 | 0b000 << 3 | 0]
    2
    >>> turn_order(3)[0b010 << 6 | 0b101 << 3 | 2]
    -1
    """
    return tuple(
        _next(seats, index >> 6, index >> 3 & 7, index & 7) for index in range(1 << (6 + seats))
    )


def _next(seats: int, folded: int, passed: int, seat: Seat) -> Seat:
    still_in = [other for other in range(seats) if not folded >> other & 1]
    if len(still_in) < 2 or all(passed >> other & 1 for other in still_in):
        return NOBODY_NEXT
    return min(still_in, key=lambda other: (other - seat - 1) % seats)
