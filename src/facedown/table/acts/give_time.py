"""The host gives more time, to one seat or to everybody."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import HostAct
from facedown.table.errors import NotYet, TableError
from facedown.table.state import MOST_SECONDS, TableEvent, TableState


class ClockExtended(TableEvent, kind="clock-extended"):
    """The host gave more time, in seconds, to one seat or (None) to everybody."""

    seat: Seat | None
    seconds: int

    def apply(self, state: TableState, at: int) -> None:
        """Adds the time."""
        for seat in state.seats if self.seat is None else [state.seats[self.seat]]:
            seat.extra += 1000 * self.seconds

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """To whom how much is given."""
        if self.seat is None:
            return phrase("The host gives everybody {n} seconds more.", n=self.seconds)
        return phrase(
            "The host gives {who} {n} seconds more.", who=names[self.seat], n=self.seconds
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTime(HostAct):
    """Give more time.

    Seconds more for one seat, or (null) for everybody.
    """

    path = "clock"

    seconds: int
    seat: int | None = None

    def decide(self, state: TableState) -> TableEvent:
        """Raises ``NotYet`` where there is no clock."""
        if self.seat is not None:
            state.seat(self.seat)
        if state.settings.clock is None:
            raise NotYet(phrase("This table has no clock."))
        if not 1 <= self.seconds <= MOST_SECONDS:
            raise TableError(
                phrase(
                    "A clock is extended by 1 to {most_seconds} seconds.",
                    most_seconds=MOST_SECONDS,
                )
            )
        return ClockExtended(self.seat, self.seconds)
