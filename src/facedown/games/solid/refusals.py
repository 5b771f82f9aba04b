"""Why a move of Solid is refused; paragraphs are those of ``rulebook.md``."""

from __future__ import annotations

from facedown.core.refusal import Reason, Refusal
from facedown.games.solid.cards import data_words

GAME_OVER = Reason("game-over", "L7", "The game is over.")
NATURES_TURN = Reason("natures-turn", "L6", "Cards are being drawn.")
SEATS_TURN = Reason("seats-turn", "L6", "No card is to be drawn now.")
NOT_YOUR_TURN = Reason("not-your-turn", "L6", "{turn} is to move.")
NO_SUCH_MOVE = Reason("no-such-move", "L6", "That is not a move of this game.")
NOTHING_TO_ANSWER = Reason(
    "nothing-to-answer", "L3", "Protect is played only when a destroy or steal hits."
)
ANSWER_FIRST = Reason("answer-first", "L3", "Answer first: protect, or let it happen.")
NOT_IN_HAND = Reason("not-in-hand", "L6", "You do not hold {card}.")
DISCARDING = Reason("discarding", "L6", "After discarding nothing is played any more this turn.")
NO_PLAYS_LEFT = Reason("no-plays-left", "L6", "You have made your {plays} plays of this turn.")
MISSING = Reason("missing", "L1", "To share {card} your pod lacks {data}.")
NO_TARGET = Reason("no-target", "L4", "{owner} has no {card} in play.")
OWN_DATA = Reason("own-data", "L4", "You steal from another pod, not from your own.")
NOT_DISCARDED = Reason("not-discarded", "L5", "There is no {card} in the discard pile.")


def missing(card: str, short: tuple[int, ...]) -> Refusal:
    """That so many data of each type are missing."""
    return MISSING(card=card, data=data_words(short))
