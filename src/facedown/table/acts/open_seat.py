"""The host opens a seat for anybody: a bot's own, or of a person who said goodbye."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import HostAct
from facedown.table.errors import NotAllowed, TableError
from facedown.table.state import TableEvent, TableState


class Vacated(TableEvent, kind="vacated"):
    """The host opened a seat for anybody to claim: a bot's, or of somebody who went away."""

    seat: Seat

    def apply(self, state: TableState, at: int) -> None:
        """Empties the seat; what it knows stays for whoever claims it."""
        seat = state.seats[self.seat]
        seat.name, seat.secret_hash, seat.rated = "", None, None
        seat.bot, seat.away, seat.resigned = None, False, False

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Which seat is open."""
        return phrase("Seat {n} is open.", n=self.seat + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSeat(HostAct):
    """Open a seat that a bot has or whose person has left.

    Once the game has begun only where the table was opened with handover: what the seat has seen,
    and a dealer's bot has seen everything, would be anybody's whom the host chooses.
    """

    path = "vacate"

    seat: int

    def decide(self, state: TableState) -> TableEvent:
        """Raises ``NotAllowed`` for the seat of a person who is there."""
        seat = state.seat(self.seat)
        if not seat.taken:
            raise TableError(phrase("Seat {seat} is open already.", seat=self.seat + 1))
        if seat.secret_hash is not None and not seat.gone:
            # The host must not get at what a person's seat knows.
            raise NotAllowed(phrase("A seat can be opened only when its person has left."))
        state.check_handover()
        return Vacated(self.seat)
