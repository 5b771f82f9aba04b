"""What a seat has said in advance at a table: said, read again by itself alone, and found due."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.standing import Answer, Lasts, StandingAnswer, check_question, open_question
from facedown.table import events
from facedown.table.access import seat_of, sender_id
from facedown.table.commits import Acknowledged, Commits
from facedown.table.errors import NotYet, TableError
from facedown.table.state import TableState
from facedown.table.table_registry import TableRegistry

log = logging.getLogger("facedown.table")

MOST_ANSWERS: Final = 1000
"""How often a seat may say something in advance at a table."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Answering kinds of question in advance. Nobody else learns that there is an answer."""

    registry: TableRegistry
    commits: Commits

    async def say(
        self,
        table: str,
        secret: str,
        question: str,
        answer: Answer,
        lasts: Lasts = "table",
        client: str | None = None,
    ) -> Acknowledged:
        """Answers a kind of question from now on, or for the turn that is being played.

        Raises ``UnknownName`` where the game has no such question, ``NotYet`` before the game has
        begun and after its end, and ``NotAllowed``.
        """
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            seat = seat_of(state, secret)
            if state.playing().outcome is not None:
                raise NotYet(phrase("The game is over; there is nothing to answer any more."))
            check_question(state.game.facts, question)
            if state.seats[seat].sayings >= MOST_ANSWERS:
                raise TableError(
                    phrase(
                        "A seat answers in advance at most {most_answers} times.",
                        most_answers=MOST_ANSWERS,
                    )
                )
            return events.SaidInAdvance(seat, question, answer, lasts)

        return await self.commits.commit(table, sender, decide)

    async def said(self, table: str, secret: str) -> tuple[StandingAnswer, ...]:
        """What holds now for one's own seat, for each kind of question of the game."""
        live = await self.registry.live_table(table, fresh=True)
        live.state.playing()
        return holding(live.state, seat_of(live.state, secret))


def holding(state: TableState, seat: Seat) -> tuple[StandingAnswer, ...]:
    """What holds now for a seat; nothing for onlookers, and before the game has begun."""
    facts = state.game.facts
    if state.match is None or seat < 0 or not facts.standing:
        return ()
    turn = state.game.turn_of(state.match.view(seat))
    said = state.seats[seat].standing
    return tuple(said.holding(question.name, turn) for question in facts.standing)


def action_in_advance(state: TableState, seat: Seat) -> Action | None:
    """What a person's seat is to play by what it has said; None where the person is to answer.

    It is decided from the seat's view. A move that was taken back is made by hand.
    """
    seat_state, match = state.seats[seat], state.match
    if match is None or not seat_state.sayings or seat_state.by_hand or seat_state.bot is not None:
        return None
    try:
        action = seat_state.standing.action(state.game, match.view(seat))
    except Exception as problem:  # noqa: BLE001  # a game of somebody else can fail in any way
        log.warning("standing answer failed", extra={"why": type(problem).__name__})
        return None
    return action if action is not None and match.allows(seat, action) else None


def is_asked(state: TableState, seat: Seat) -> bool:
    """Whether a question is open to a seat that it could have answered in advance."""
    if state.match is None or not state.game.facts.standing:
        return False
    return open_question(state.game, state.match.view(seat)) is not None
