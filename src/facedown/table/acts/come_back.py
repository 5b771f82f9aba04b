"""Somebody takes their seat back from the bot that stood in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import SeatAct
from facedown.table.acts.resign import check_not_resigned
from facedown.table.clock import now_ms, time_left
from facedown.table.errors import NotYet
from facedown.table.state import TableEvent, TableState


class CameBack(TableEvent, kind="came-back"):
    """The person of a seat plays again."""

    seat: Seat

    def apply(self, state: TableState, at: int) -> None:
        """Sends the bot away."""
        state.seats[self.seat].bot, state.seats[self.seat].away = None, False

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who is back."""
        return phrase("{who} is back.", who=names[self.seat])

    @property
    def seated(self) -> bool:
        """It says who plays."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack(SeatAct):
    """Take your seat back from a bot."""

    path = "return"

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``NotAllowed`` for whoever has resigned, ``NotYet`` for who has no time left."""
        check_not_resigned(state, seat)
        left = time_left(state, seat, now_ms())
        if left is not None and left <= 0:
            raise NotYet(phrase("Your time is over; the host can give you more."))
        return CameBack(seat)
