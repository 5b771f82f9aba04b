"""Actions as records and back: the moves of the seats and of nature, in a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.games.mystery.cards import (
    JOKER,
    NAMES,
    RANKS,
    SUITS,
    CardError,
    card_number,
    name_of,
)
from facedown.games.mystery.dealing import (
    nth_combination,
    nth_permutation,
    number_of_combination,
    number_of_permutation,
)
from facedown.games.mystery.moves import (
    BUY,
    DUMP,
    HAND,
    NAME,
    WAYS,
    Answer,
    Buy,
    Dump,
    Layout,
    Name,
    Offer,
    Removal,
    Shuffle,
    Take,
)
from facedown.games.mystery.puzzle import pile_name

if TYPE_CHECKING:
    from facedown.games.mystery.rules import MysteryState


def seat_move(state: MysteryState, seat: Seat, action: int) -> Move:
    """The record of a seat's action."""
    sheet = state.sheet_of(seat)
    assert sheet is not None
    if action >= BUY:
        pile, way = divmod(action - BUY, WAYS)
        hand = state.hands[sheet]
        paid = sorted(card for at, card in enumerate(hand) if way >> at & 1)
        return Buy(pile_name(pile), tuple(NAMES[card] for card in paid))
    if action >= NAME:
        return Name(NAMES[action - NAME])
    if action >= DUMP:
        return Dump(NAMES[action - DUMP])
    offer = state.offer_of(sheet)
    return Take(None if offer is None else NAMES[offer[action]])


def seat_action(state: MysteryState, seat: Seat, move: Move) -> int:
    """The action of a seat's record; raises ``MalformedMove`` when it has none."""
    sheet = state.sheet_of(seat)
    if sheet is None or not 0 <= sheet < len(state.hands):
        raise MalformedMove(phrase("Only who has a seat can move."))
    match move:
        case Take(card=str(card)):
            offer = state.offer_of(sheet)
            number = _low_or_grid_card(card)
            if offer is None or number not in offer:
                raise MalformedMove(phrase("No {card} lies there to be taken.", card=card))
            return offer.index(number)
        case Dump(card=str(card)):
            return DUMP + _low_or_grid_card(card)
        case Name(card=str(card)):
            return NAME + _low_or_grid_card(card)
        case Buy(pile=pile, cards=tuple(cards)):
            return _buy_action(state, sheet, pile, cards)
    raise MalformedMove(phrase("That move is not for a seat to make."))


def _buy_action(state: MysteryState, sheet: int, pile: str, cards: tuple[str, ...]) -> int:
    piles = [pile_name(number) for number in range(len(state.orders))]
    if pile not in piles:
        raise MalformedMove(
            phrase(
                "There is no pile {pile!r}; there are {piles}.",
                pile=pile[:20],
                piles=", ".join(piles),
            )
        )
    hand, way = state.hands[sheet][:HAND], 0
    for name in cards:
        card = _low_or_grid_card(name)
        if card not in hand:
            raise MalformedMove(
                phrase("You cannot pay with {card}: you do not hold it.", card=name)
            )
        if way >> hand.index(card) & 1:
            raise MalformedMove(phrase("You cannot pay with {card} twice.", card=name))
        way |= 1 << hand.index(card)
    return BUY + piles.index(pile) * WAYS + way


def _low_or_grid_card(name: str) -> int:
    try:
        number = card_number(name)
    except CardError as problem:
        raise MalformedMove(problem.message) from None
    if number == JOKER:
        raise MalformedMove(phrase("A joker is not a card that a seat can name or hold."))
    return number


def normal_form(move: Move) -> Move:
    """A record in its one form: cards that pay stand in the order of their numbers."""
    if not isinstance(move, Buy) or move.cards is None:
        return move
    return Buy(move.pile, tuple(sorted(move.cards, key=_low_or_grid_card)))


def nature_move(state: MysteryState, action: int) -> Move:
    """The record of nature's action."""
    what, dealing = state.draws_next(), state.setting.dealing
    if what == -1:
        return Offer(tuple(NAMES[card] for card in nth_combination(action, state.undrawn(), 2)))
    if what != -2:
        assert what is not None
        return Answer(pile_name(what), name_of(action))
    step = dealing.steps[state.dealt]
    if step.kind == "layout":
        ranks, suits = dealing.layout(action)
        return Layout(tuple(RANKS[rank] for rank in ranks), tuple(SUITS[suit] for suit in suits))
    if step.kind == "shuffle":
        size = len(dealing.puzzle.twists[step.number].cells)
        return Shuffle(step.number + 1, nth_permutation(action, size))
    cards = dealing.pile_cards(state.deal, step.number)
    gone = nth_combination(action, cards, dealing.puzzle.piles[step.number].remove)
    return Removal(pile_name(step.number), tuple(NAMES[card] for card in gone))


def nature_action(state: MysteryState, move: Move) -> int:
    """The action of nature's record; raises ``MalformedMove`` when it has none now."""
    what, dealing = state.draws_next(), state.setting.dealing
    step = dealing.steps[state.dealt] if what == -2 else None
    try:
        match move:
            case Offer(cards=tuple(cards)) if what == -1 and len(cards) == 2:
                return number_of_combination([*map(card_number, cards)], state.undrawn())
            case Answer(pile=pile, card=str(card)) if what is not None and what >= 0:
                if pile == pile_name(what):
                    return card_number(card)
            case Layout(ranks=tuple(ranks), suits=tuple(suits)) if step and step.kind == "layout":
                return dealing.layout_number([*map(RANKS.index, ranks)], [*map(SUITS.index, suits)])
            case Shuffle(twist=twist, order=tuple(order)) if step and step.kind == "shuffle":
                if twist == step.number + 1:
                    size = len(dealing.puzzle.twists[step.number].cells)
                    return number_of_permutation(order, size)
            case Removal(pile=pile, cards=tuple(cards)) if step and step.kind == "removal":
                many = dealing.puzzle.piles[step.number].remove
                if pile == pile_name(step.number) and len(cards) == many:
                    gone = [*map(card_number, cards)]
                    return number_of_combination(gone, dealing.pile_cards(state.deal, step.number))
    except (ValueError, CardError):
        pass
    raise MalformedMove(phrase("That is not a move for nature to make now."))
