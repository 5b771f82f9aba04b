"""Somebody says goodbye; the host may seat a bot, and they can come back with the same secret."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import SeatAct
from facedown.table.acts.resign import check_not_resigned
from facedown.table.state import TableEvent, TableState


class WentAway(TableEvent, kind="went-away"):
    """The person of a seat said goodbye; the seat stays theirs until it is vacated."""

    seat: Seat

    def apply(self, state: TableState, at: int) -> None:
        """Marks them as away."""
        state.seats[self.seat].away = True

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who has left."""
        return phrase("{who} says goodbye.", who=names[self.seat])

    @property
    def seated(self) -> bool:
        """It says who plays no more."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(SeatAct):
    """Say goodbye."""

    path = "leave"

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``NotAllowed`` for whoever has resigned."""
        check_not_resigned(state, seat)
        return WentAway(seat)
