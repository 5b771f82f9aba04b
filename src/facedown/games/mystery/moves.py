"""Mystery Machine's moves and the action numbers of the seats' moves.

0 and 1 take the left or the right low card, then 52 numbers dump a low card, 52 name a mystery
card, and 64 for each pile buy a question with a set of places of the hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.games.mystery.cards import JOKER, NAMES, CardError, card_number
from facedown.games.mystery.puzzle import PILE_NAMES

CARDS: Final = len(NAMES)
HAND: Final = 6
"""No more low cards can be kept (M6)."""

DUMP: Final = 2
NAME: Final = DUMP + CARDS
BUY: Final = NAME + CARDS
WAYS: Final = 1 << HAND
"""Sets of places of a hand."""


class Layout(Move, kind="layout", by_nature=True):
    """Nature lays the grid: a rank for each row, a suit for each column. Nobody sees it."""

    ranks: tuple[str, ...] | None
    suits: tuple[str, ...] | None


class Shuffle(Move, kind="shuffle", by_nature=True):
    """Nature shuffles the cells of a twist (numbered from 1): to which of them each card goes."""

    twist: int
    order: tuple[int, ...] | None


class Removal(Move, kind="removal", by_nature=True):
    """Nature removes cards of a pile to the mystery. Nobody sees them."""

    pile: str
    cards: tuple[str, ...] | None


class Offer(Move, kind="offer", by_nature=True):
    """Nature turns up two low cards."""

    cards: tuple[str, ...] | None


class Answer(Move, kind="answer", by_nature=True):
    """Nature turns up the next card of a pile that was paid for, perhaps a joker."""

    pile: str
    card: str | None


class Take(Move, kind="take"):
    """A seat takes one of the two low cards; the other is dumped."""

    card: str | None


class Dump(Move, kind="dump"):
    """A seat dumps one of its six older cards, having taken a seventh."""

    card: str | None


class Buy(Move, kind="buy"):
    """A seat pays the price of a pile with cards of its hand."""

    pile: str
    cards: tuple[str, ...] | None


class Name(Move, kind="name"):
    """A seat names the next mystery card; with the last one its guess is complete."""

    card: str | None


MOVES: Final = (Layout, Shuffle, Removal, Offer, Answer, Take, Dump, Buy, Name)

# A seat's moves and their numbers, which depend on the low cards that lie before it: ``hand`` is
# what it holds, oldest card first, and ``offer`` the two that it can take.


def paid_with(hand: tuple[int, ...], way: int) -> tuple[int, ...]:
    """The cards in a set of places of a hand, ascending.

    >>> paid_with((20, 4, 8), 0b011)
    (4, 20)
    """
    return tuple(sorted(card for place, card in enumerate(hand) if way >> place & 1))


@lru_cache(4096)
def _names_paid_with(hand: tuple[int, ...], way: int) -> tuple[str, ...]:
    """The same by name; a hand is paid with in the same ways at every pile."""
    return tuple(NAMES[card] for card in paid_with(hand, way))


def move_of(action: int, hand: tuple[int, ...], offer: tuple[int, int] | None) -> Move:
    """The record of a seat's action number.

    >>> move_of(1, (), (0, 4)), move_of(BUY + 0b011, (20, 4, 8), None)
    (Take(card='3S'), Buy(pile='Q1', cards=('3S', '7S')))
    """
    if action >= BUY:
        pile, way = divmod(action - BUY, WAYS)
        return Buy(PILE_NAMES[pile], _names_paid_with(hand, way))
    if action >= NAME:
        return Name(NAMES[action - NAME])
    if action >= DUMP:
        return Dump(NAMES[action - DUMP])
    return Take(None if offer is None else NAMES[offer[action]])


def action_of(
    move: Move, hand: tuple[int, ...], offer: tuple[int, int] | None, piles: tuple[str, ...]
) -> int:
    """The action number of a seat's move; raises ``MalformedMove`` when it has none.

    >>> action_of(Take("3S"), (), (0, 4), ("Q1",))
    1
    """
    match move:
        case Take(card=str(card)):
            number = _number_of(card)
            if offer is None or number not in offer:
                raise MalformedMove(phrase("No {card} lies there to be taken.", card=card))
            return offer.index(number)
        case Dump(card=str(card)):
            return DUMP + _number_of(card)
        case Name(card=str(card)):
            return NAME + _number_of(card)
        case Buy(pile=pile, cards=tuple(cards)):
            return _number_of_purchase(pile, cards, hand[:HAND], piles)
    raise MalformedMove(phrase("That move is not for a seat to make."))


def _number_of_purchase(
    pile: str, cards: tuple[str, ...], hand: tuple[int, ...], piles: tuple[str, ...]
) -> int:
    if pile not in piles:
        raise MalformedMove(
            phrase(
                "There is no pile {pile!r}; there are {piles}.",
                pile=pile[:20],
                piles=", ".join(piles),
            )
        )
    way = 0
    for name in cards:
        card = _number_of(name)
        if card not in hand:
            raise MalformedMove(
                phrase("You cannot pay with {card}: you do not hold it.", card=name)
            )
        if way >> hand.index(card) & 1:
            raise MalformedMove(phrase("You cannot pay with {card} twice.", card=name))
        way |= 1 << hand.index(card)
    return BUY + piles.index(pile) * WAYS + way


def _number_of(name: str) -> int:
    """The number of a card of the grid or of the low deck."""
    try:
        number = card_number(name)
    except CardError as problem:
        raise MalformedMove(problem.message) from None
    if number == JOKER:
        raise MalformedMove(phrase("A joker is not a card that a seat can name or hold."))
    return number


def normal_form(move: Move) -> Move:
    """A record in its one form: cards that pay stand in the order of their numbers.

    >>> normal_form(Buy("Q1", ("7D", "7S")))
    Buy(pile='Q1', cards=('7S', '7D'))
    """
    if not isinstance(move, Buy) or move.cards is None:
        return move
    return Buy(move.pile, tuple(sorted(move.cards, key=_number_of)))
