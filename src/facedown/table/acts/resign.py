"""Somebody gives the game up: a bot plays their seat to the end, and nobody takes it back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from facedown.core.messages import phrase
from facedown.core.seats import Seat, bot_words
from facedown.table.acting import SeatAct
from facedown.table.bots import usual_bot
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.state import TableEvent, TableState

RESIGNED: Final = phrase("You have resigned: a bot plays on for you to the end.")


class Resigned(TableEvent, kind="resigned"):
    """The person of a seat gave the game up; the bot plays it to the end."""

    seat: Seat
    bot: str

    def apply(self, state: TableState, at: int) -> None:
        """Has the bot play."""
        seat = state.seats[self.seat]
        seat.bot, seat.away, seat.resigned = self.bot, False, True

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who has resigned, and who plays."""
        return phrase(
            "{who} resigns; a bot ({bot}) plays on.",
            who=names[self.seat],
            bot=bot_words(self.bot),
        )

    @property
    def seated(self) -> bool:
        """It says who plays."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(SeatAct):
    """Give the game up: the usual bot plays your seat to the end."""

    path = "resign"

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``NotYet`` while there is no game to give up.

        Raises ``NotAllowed`` where the seat is the only one or has resigned before.
        """
        if state.status != "playing":
            raise NotYet(phrase("One resigns while a game goes on."))
        if state.spec.seats == 1:
            raise NotAllowed(phrase("Who plays alone has nobody to resign to."))
        check_not_resigned(state, seat)
        return Resigned(seat, usual_bot(state.game))


def check_not_resigned(state: TableState, seat: Seat) -> None:
    """Raises ``NotAllowed`` for a seat that has given the game up."""
    if state.seats[seat].resigned:
        raise NotAllowed(RESIGNED)
