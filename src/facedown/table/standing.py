"""What a seat has said in advance at a table: what of it holds, and what is due."""

from __future__ import annotations

import logging

from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.standing import StandingAnswer, open_question
from facedown.table.state import TableState

log = logging.getLogger("facedown.table")


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
