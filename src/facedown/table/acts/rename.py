"""Somebody gives their seat another name or colour."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import SeatAct
from facedown.table.acts.claim import own_colour, unique_name
from facedown.table.state import TableEvent, TableState
from facedown.table.words import tidy_name


class Renamed(TableEvent, kind="renamed"):
    """A seat has another name or colour."""

    seat: Seat
    name: str
    colour: str

    def apply(self, state: TableState, at: int) -> None:
        """Keeps both."""
        state.seats[self.seat].name, state.seats[self.seat].colour = self.name, self.colour

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """What the seat is called now."""
        return phrase("Seat {n} is {name} now.", n=self.seat + 1, name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(SeatAct):
    """Another name or colour for your seat; what is empty stays."""

    path = "rename"

    name: str = ""
    colour: str = ""

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``TableError`` where somebody else has them."""
        mine = state.seats[seat]
        name = unique_name(state, seat, tidy_name(self.name)) if self.name.strip() else mine.name
        return Renamed(seat, name, own_colour(state, seat, self.colour or mine.colour))
