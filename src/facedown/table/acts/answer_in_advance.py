"""A seat answers a kind of question in advance, which nobody else is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.core.standing import Answer, Lasts, StandingAnswer, check_question
from facedown.table.acting import SeatAct
from facedown.table.errors import NotYet, TableError
from facedown.table.state import SeatsOwn, TableEvent, TableState

MOST_ANSWERS: Final = 1000
"""How often a seat may say something in advance at a table."""


class SaidInAdvance(SeatsOwn, kind="said-in-advance"):
    """A seat answered a kind of question in advance, which nobody else is told."""

    question: str
    answer: Answer
    lasts: Lasts

    def apply(self, state: TableState, at: int) -> None:
        """Keeps the answer, for the turn that is being played where it lasts no longer."""
        seat = state.seats[self.seat]
        turn = state.game.turn_of(state.playing().view(self.seat))
        seat.standing.keep(StandingAnswer(self.question, self.answer, self.lasts, turn))
        seat.said_at, seat.by_hand = at, False
        seat.sayings += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerInAdvance(SeatAct):
    """Answer a kind of question of the game in advance.

    For the table or for this turn alone.
    """

    path = "standing"

    question: str
    answer: Answer
    lasts: Lasts = "table"

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``UnknownName`` where the game has no such question.

        Raises ``NotYet`` before the game has begun and after its end.
        """
        if state.playing().outcome is not None:
            raise NotYet(phrase("The game is over; there is nothing to answer any more."))
        check_question(state.game.facts, self.question)
        if state.seats[seat].sayings >= MOST_ANSWERS:
            raise TableError(
                phrase(
                    "A seat answers in advance at most {most_answers} times.",
                    most_answers=MOST_ANSWERS,
                )
            )
        return SaidInAdvance(seat, self.question, self.answer, self.lasts)
