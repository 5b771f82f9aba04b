"""A seat takes its last move back: until something hidden was shown or somebody else has acted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.errors import IllegalMove
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.access import check_seen
from facedown.table.acting import SeatAct
from facedown.table.acts.play import check_no_bot
from facedown.table.errors import OutOfDate
from facedown.table.state import Played, TableEvent, TableState


class Undone(TableEvent, kind="undone"):
    """A seat took its last move back."""

    of_the_game = True

    seat: Seat

    def apply(self, state: TableState, at: int) -> None:
        """Takes the move back; the seat then makes it itself, whatever it has said in advance."""
        state.playing().undo(self.seat)
        state.seats[self.seat].by_hand = True
        state.new_decisions(at, undone=True)

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who takes a move back."""
        return phrase("{who} takes a move back.", who=names[self.seat])


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(SeatAct):
    """Take your last move back: until something hidden was shown or another acted."""

    path = "undo"

    expected: int | None = None

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``IllegalMove`` where it cannot be, ``OutOfDate`` where moves came since."""
        check_no_bot(state, seat)
        check_seen(state, self.expected)
        if self.expected is not None and any(
            isinstance(record.event, Played | Undone)
            for record in state.history[max(self.expected, 0) :]
        ):
            raise OutOfDate(state.head)
        refusal = state.playing().undo_refusal(seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        return Undone(seat)
