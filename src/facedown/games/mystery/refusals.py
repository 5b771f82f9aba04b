"""Why a move of Mystery Machine is refused, with the paragraph of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from facedown.core.errors import Reason, Refusal
from facedown.core.messages import phrase
from facedown.games.mystery.cards import WORDS
from facedown.games.mystery.moves import BUY, DUMP, NAME, WAYS
from facedown.games.mystery.prices import payments
from facedown.games.mystery.puzzle import pile_name

if TYPE_CHECKING:
    from facedown.games.mystery.rules import MysteryState

GAME_OVER: Final = Reason("game-over", "M8", "The game is over.")
NATURES_TURN: Final = Reason("natures-turn", "M6", "A card is being turned up.")
SEATS_TURN: Final = Reason("seats-turn", "M6", "No card is to be turned up now.")
GUESSED: Final = Reason("guessed", "M8", "You have guessed; wait for the others.")
MUST_DUMP: Final = Reason(
    "must-dump", "M6", "You hold seven low cards: first dump one of the six older ones."
)
MUST_NAME: Final = Reason(
    "must-name", "M8", "You have begun to guess: name the other mystery cards too."
)
NO_CARDS_LEFT: Final = Reason("no-cards-left", "M6", "The low deck is out: no card can be taken.")
NOT_DUMPING: Final = Reason(
    "not-dumping", "M6", "An older card is dumped only when a seventh has been taken."
)
NOT_OLDER: Final = Reason(
    "not-older", "M6", "The {card} is not one of the six older cards that can be dumped."
)
NOT_IN_GRID: Final = Reason("not-in-grid", "M1", "The {card} is not a card of the grid.")
NAMED_ALREADY: Final = Reason("named-already", "M5", "You have named the {card} already.")
PILE_EMPTY: Final = Reason("pile-empty", "M2", "Pile {pile} has no card left to turn up.")
NOT_THE_PRICE: Final = Reason("not-the-price", "M7", "Pile {pile} costs {price}: {why}.")
NO_SUCH_MOVE: Final = Reason("no-such-move", "M6", "That is not a move of this game.")


def why_not(state: MysteryState, sheet: int, action: int) -> Refusal:
    """Why an action that is not legal is refused, from what its sheet may know."""
    piles = state.setting.puzzle.piles
    if not 0 <= action < BUY + len(piles) * WAYS:
        return NO_SUCH_MOVE()
    if state.has_guessed(sheet):
        return GUESSED()
    if action < DUMP:
        if state.must_dump(sheet):
            return MUST_DUMP()
        return MUST_NAME() if state.named[sheet] else NO_CARDS_LEFT()
    if action < NAME:
        if not state.must_dump(sheet):
            return NOT_DUMPING()
        return NOT_OLDER(card=WORDS[action - DUMP])
    if state.must_dump(sheet):
        return MUST_DUMP()
    if action < BUY:
        card = action - NAME
        known = card in state.setting.puzzle.cards
        return (NAMED_ALREADY if known else NOT_IN_GRID)(card=WORDS[card])
    if state.named[sheet]:
        return MUST_NAME()
    pile, way = divmod(action - BUY, WAYS)
    if state.asked(sheet)[pile] >= piles[pile].size:
        return PILE_EMPTY(pile=pile_name(pile))
    hand = state.hands[sheet]
    if not payments(state.setting.dealing.prices[pile], hand):
        why = _CANNOT_PAY
    else:
        why = _OTHER_CARDS if way else _CHOOSE
    return NOT_THE_PRICE(pile=pile_name(pile), price=price_words(piles[pile].price), why=why)


_CANNOT_PAY: Final = phrase("your low cards do not pay it")
_OTHER_CARDS: Final = phrase("those cards do not pay it")
_CHOOSE: Final = phrase("choose the cards to pay with")
_PRICE_WORDS: Final = {
    "pair": phrase("a pair"),
    "2 pairs": phrase("two pairs"),
    "full house": phrase("a full house"),
}


def price_words(price: str) -> str:
    """A price in a sentence.

    >>> price_words("pair"), price_words("3 same suit"), price_words("3 straight flush")
    ('a pair', '3 of the same suit', 'a straight flush of 3')
    """
    if price in _PRICE_WORDS:
        return _PRICE_WORDS[price]
    many, _, kind = price.partition(" ")
    if kind == "straight flush":
        return phrase("a straight flush of {many}", many=many)
    if kind == "same suit":
        return phrase("{many} of the same suit", many=many)
    return phrase("{many} of the same number", many=many)
