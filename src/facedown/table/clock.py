"""The clock: time to think, counted from the stored events."""

from __future__ import annotations

from facedown.core.seats import Seat
from facedown.table.fold import Fold


def used_now(fold: Fold, seat: Seat, now: int) -> int:
    """Milliseconds that a seat has taken for its present decision.

    Time before ``fold.running_from`` does not count: the server was down, and nobody could move.
    """
    since = fold.places[seat].since
    return 0 if since is None else max(0, now - max(since, fold.running_from))


def time_left(fold: Fold, seat: Seat, now: int) -> int | None:
    """Milliseconds that a seat has left, or None where time is not limited."""
    clock = fold.settings.clock
    if clock is None:
        return None
    place = fold.places[seat]
    given = 1000 * (clock.bank + clock.increment * place.moves) + place.extra
    return given - place.used - used_now(fold, seat, now)


def time_is_over(fold: Fold, seat: Seat, now: int) -> bool:
    """Whether a person who is to move has no time left."""
    if seat not in fold.actors or fold.places[seat].bot is not None:
        return False
    left = time_left(fold, seat, now)
    return left is not None and left <= 0
