"""Why a move of Solid is refused; paragraphs are those of ``rulebook.md``."""

from __future__ import annotations

from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.refusal import Reason, Refusal
from facedown.games.solid.cards import CardList, data_words, effect_words
from facedown.games.solid.moves import UseEvent

GAME_OVER = Reason("game-over", "L7", "The game is over.")
NATURES_TURN = Reason("natures-turn", "L6", "Cards are being drawn.")
SEATS_TURN = Reason("seats-turn", "L6", "No card is to be drawn now.")
NOT_YOUR_TURN = Reason("not-your-turn", "L6", "{turn} is to move.")
NO_SUCH_MOVE = Reason("no-such-move", "L6", "That is not a move of this game.")
NOTHING_TO_ANSWER = Reason(
    "nothing-to-answer", "L3", "Protect is an answer, played only when one is asked."
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


def impossible(move: Move, card_list: CardList) -> str:
    """Why no card of a list makes such a move, whatever lies on the table.

    >>> from facedown.games.solid.cards import DECKS
    >>> impossible(UseEvent("H7", 1, "H2"), DECKS["two-sided"])
    'H7 can destroy a data card, and H2 is none that it can hit.'
    """
    cards = {card.name: card for card in card_list.cards}
    names = [name for name in (getattr(move, "card", ""), getattr(move, "target", "")) if name]
    for name in names:
        if name not in cards:
            return phrase("There is no card {card!r} in this deck.", card=name[:20])
    if not names:
        return phrase("There is no such move.")
    card = cards[names[0]]
    if not isinstance(move, UseEvent):
        return phrase("{card} is no card to {move}.", card=card.name, move=move.kind)
    if not card.effect:
        return phrase("{card} has no event side.", card=card.name)
    if card.effect == "protect":
        return phrase("{card} is an answer, played only when one is asked.", card=card.name)
    does = effect_words(card.effect, card_list.limits)
    if card.effect == "take" and move.owner is not None:
        return phrase("{card} can {does}, not from a seat.", card=card.name, does=does)
    if card.effect != "take" and move.owner is None:
        return phrase("{card} can {does}: say of which seat.", card=card.name, does=does)
    return phrase(
        "{card} can {does}, and {target} is none that it can hit.",
        card=card.name,
        does=does,
        target=move.target,
    )
