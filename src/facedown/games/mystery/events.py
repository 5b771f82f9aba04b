"""Mystery Machine's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.moves import Action, Move
from facedown.core.seats import Seat
from facedown.core.view import Event
from facedown.core.words import counted, listed
from facedown.games.mystery.cards import WORDS, name_of, words_of
from facedown.games.mystery.moves import (
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
from facedown.games.mystery.rules import MysteryState


def witness(
    before: MysteryState, seat: Seat, action: Action, after: MysteryState, viewer: Seat
) -> Event:
    """One move for one viewer; in a race the others' cards stay hidden."""
    move = before.move_of(seat, action)
    match move:
        case Layout() | Shuffle() | Removal():
            return _dealt(move, before, seat)
        case Offer() | Answer():
            return _turned_up(move, before, seat, after, viewer)
    if after.is_over:
        text = f"{_done(move, before, seat)}. {_told_at_the_end(after)}"
        return Event(seat, move, text, reveals=True)
    shared = before.setting.shared
    if shared or viewer == seat:
        text = _done(move, before, seat)
        reveals = _shows_at_once(seat, move, after)
        if reveals and not shared:
            text += _at_once(seat, move, after)
        return Event(seat, move, f"{text}.", reveals=reveals)
    reveals = _shows_at_once(seat, move, after)
    return Event(seat, _hidden(move), f"{_seen(move, seat)}.", reveals=reveals)


def _dealt(move: Move, state: MysteryState, seat: Seat) -> Event:
    """What is dealt face down before play."""
    match move:
        case Layout():
            again = " again" if state.setting.redo is not None else ""
            rows = state.setting.puzzle.rows
            text = f"The grid is laid{again} face down: {rows} ranks in 4 suits."
            return Event(seat, Layout(None, None), text, reveals=False)
        case Shuffle(twist=twist):
            cells = listed(state.setting.puzzle.twists[twist - 1].cells)
            text = f"The cards of {cells} are shuffled."
            return Event(seat, Shuffle(twist, None), text, reveals=False)
        case Removal(pile=pile, cards=cards):
            some = counted(len(cards or ()), "card")
            text = f"From pile {pile} {some} unseen to the mystery."
            text = text.replace("unseen", "goes unseen" if len(cards or ()) == 1 else "go unseen")
            return Event(seat, Removal(pile, None), text, reveals=False)
    raise AssertionError(move)


def _turned_up(
    move: Move, before: MysteryState, seat: Seat, after: MysteryState, viewer: Seat
) -> Event:
    """Two low cards or an answer, for those who may see them."""
    sheet = after.sheet_of(viewer)
    if isinstance(move, Offer):
        if sheet is None or after.offer_of(sheet) != after.offers[-1]:
            return Event(seat, Offer(None), "Two low cards are turned up.", reveals=True)
        text = f"Two low cards: {listed(map(words_of, move.cards or ()), 'or')}."
        return Event(seat, move, text, reveals=True)
    assert isinstance(move, Answer)
    pile = before.draws_next()
    assert pile is not None
    if sheet is None or after.asked(sheet)[pile] <= len(before.orders[pile]):
        text = f"Pile {move.pile} turns up a card."
        return Event(seat, Answer(move.pile, None), text, reveals=True)
    text = f"Pile {move.pile} turns up {_a_card(str(move.card))}."
    return Event(seat, move, text, reveals=True)


def _a_card(name: str) -> str:
    return "a joker" if name == "joker" else f"the {words_of(name)}"


def _done(move: Move, state: MysteryState, seat: Seat) -> str:
    """A seat's move for who may see it, without the full stop."""
    match move:
        case Take(card=str(card)):
            sheet = state.sheet_of(seat)
            offer = state.offer_of(sheet) if sheet is not None else None
            others = [WORDS[c] for c in offer or () if WORDS[c] != words_of(card)]
            return f"{{{seat}}} takes the {words_of(card)} and dumps the {others[0]}"
        case Dump(card=str(card)):
            return f"{{{seat}}} dumps the {words_of(card)}"
        case Buy(pile=pile, cards=tuple(cards)):
            paid = listed(words_of(card) for card in cards)
            return f"{{{seat}}} buys a question of pile {pile} for {paid}"
        case Name(card=str(card)):
            sheet = state.sheet_of(seat)
            assert sheet is not None
            slot = state.setting.dealing.slots[len(state.named[sheet])]
            return f"{{{seat}}} names the {words_of(card)} for {slot}"
    raise AssertionError(move)


def _seen(move: Move, seat: Seat) -> str:
    """Another seat's move in a race: without its cards."""
    match move:
        case Take():
            return f"{{{seat}}} takes a low card"
        case Dump():
            return f"{{{seat}}} dumps a low card"
        case Buy(pile=pile):
            return f"{{{seat}}} buys a question of pile {pile}"
        case Name():
            return f"{{{seat}}} names a card"
    raise AssertionError(move)


def _hidden(move: Move) -> Move:
    match move:
        case Take():
            return Take(None)
        case Dump():
            return Dump(None)
        case Buy(pile=pile):
            return Buy(pile, None)
    assert isinstance(move, Name)
    return Name(None)


def _shows_at_once(seat: Seat, move: Move, after: MysteryState) -> bool:
    """Whether a move shows its seat something that has been turned up for another already.

    Also true of a guess: what is named is said aloud.
    """
    sheet = after.sheet_of(seat)
    assert sheet is not None
    if isinstance(move, Buy):
        pile = [pile_name(number) for number in range(len(after.orders))].index(move.pile)
        return after.asked(sheet)[pile] <= len(after.orders[pile])
    if isinstance(move, Take | Dump):
        return after.offer_of(sheet) is not None
    return after.has_guessed(sheet)


def _at_once(seat: Seat, move: Move, after: MysteryState) -> str:
    """What a move of a race shows its seat at once."""
    sheet = after.sheet_of(seat)
    assert sheet is not None
    if isinstance(move, Buy):
        pile = [pile_name(number) for number in range(len(after.orders))].index(move.pile)
        card = name_of(after.orders[pile][after.asked(sheet)[pile] - 1])
        return f"; it turns up {_a_card(card)}"
    offer = after.offer_of(sheet)
    if isinstance(move, Take | Dump) and offer is not None:
        return f"; next are {listed((WORDS[card] for card in offer), 'or')}"
    return ""


def _told_at_the_end(state: MysteryState) -> str:
    dealing = state.setting.dealing
    told = listed(
        f"{slot} is the {WORDS[card]}"
        for slot, card in zip(dealing.slots, dealing.mystery(state.deal), strict=True)
    )
    return f"The mystery is turned over: {told}."
