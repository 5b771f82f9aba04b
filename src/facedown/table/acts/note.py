"""A seat keeps a note for itself."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import MOST_TALK, SeatAct
from facedown.table.errors import TableError
from facedown.table.state import SeatsOwn, TableEvent, TableState
from facedown.table.words import LONGEST_TEXT, tidy


class Noted(SeatsOwn, kind="noted"):
    """A seat wrote a note for itself."""

    text: str

    def apply(self, state: TableState, at: int) -> None:
        """Keeps it."""
        state.playing().keep_note(self.seat, self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepNote(SeatAct):
    """Keep a note for yourself.

    The game may tidy it.
    """

    path = "notes"

    text: str
    name: str = ""
    """Read and left alone: programs send notes and talk in one form."""

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``TableError`` where there are too many."""
        match = state.playing()
        if len(match.notes(seat)) >= MOST_TALK:
            raise TableError(phrase("A seat keeps at most {most_talk} notes.", most_talk=MOST_TALK))
        kept = tidy(self.text, LONGEST_TEXT, "note")
        return Noted(seat, match.game.check_note(kept, match.view(seat)))
