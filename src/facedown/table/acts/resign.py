"""Somebody gives the game up: alone, or of two against each other, that ends it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from facedown.core.match import may_end_by_resigning
from facedown.core.messages import phrase
from facedown.core.seats import Seat, bot_words
from facedown.table.acting import SeatAct
from facedown.table.bots import usual_bot
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.state import TableEvent, TableState

RESIGNED: Final = phrase("You have resigned: a bot plays on for you to the end.")


class Resigned(TableEvent, kind="resigned"):
    """The person of a seat gave the game up; a bot plays it to the end, or (None) it is over."""

    seat: Seat
    bot: str | None

    def apply(self, state: TableState, at: int) -> None:
        """Has the bot play, or ends the game."""
        seat = state.seats[self.seat]
        seat.away, seat.resigned = False, True
        if self.bot is not None:
            seat.bot = self.bot
        elif not state.stopped:
            state.playing().resign(self.seat)
            state.new_decisions(at)

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who has resigned, and who plays on if anybody does."""
        who = names[self.seat]
        if len(names) == 1:
            return phrase("{who} has given up.", who=who)
        if self.bot is None:
            return phrase("{who} has resigned.", who=who)
        return phrase("{who} resigns; a bot ({bot}) plays on.", who=who, bot=bot_words(self.bot))

    @property
    def seated(self) -> bool:
        """It says who plays, or that nobody does any more."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(SeatAct):
    """Give the game up: one alone, or of two against each other, ends; else a bot plays you on."""

    path = "resign"

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``NotYet`` while there is no game to give up.

        Raises ``NotAllowed`` where the seat has resigned before.
        """
        if state.status != "playing":
            raise NotYet(phrase("One resigns while a game goes on."))
        check_not_resigned(state, seat)
        ends = may_end_by_resigning(state.game)
        return Resigned(seat, None if ends else usual_bot(state.game))


def check_not_resigned(state: TableState, seat: Seat) -> None:
    """Raises ``NotAllowed`` for a seat that has given the game up."""
    if not state.seats[seat].resigned:
        return
    if state.seats[seat].bot is None:
        raise NotAllowed(phrase("You have resigned: the game is over."))
    raise NotAllowed(RESIGNED)
