"""Mystery Machine's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.messages import Message, joined, listed, phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import Seat
from facedown.core.view import Event
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
        last = phrase("{done}.", done=_done(move, before, seat))
        told = joined(" ", (last, _told_at_the_end(after)))
        return Event(seat, move, told, reveals=True)
    shared = before.setting.shared
    if shared or viewer == seat:
        text = _done(move, before, seat)
        reveals = _shows_at_once(seat, move, after)
        if reveals and not shared:
            text = _with_what_it_shows(text, seat, move, after)
        return Event(seat, move, phrase("{done}.", done=text), reveals=reveals)
    reveals = _shows_at_once(seat, move, after)
    return Event(seat, _hidden(move), phrase("{done}.", done=_seen(move, seat)), reveals=reveals)


def _dealt(move: Move, state: MysteryState, seat: Seat) -> Event:
    """What is dealt face down before play."""
    match move:
        case Layout():
            rows = state.setting.puzzle.rows
            text = phrase("The grid is laid face down: {rows} ranks in 4 suits.", rows=rows)
            if state.setting.redo is not None:
                text = phrase(
                    "The grid is laid again face down: {rows} ranks in 4 suits.", rows=rows
                )
            return Event(seat, Layout(None, None), text, reveals=False)
        case Shuffle(twist=twist):
            cells = listed(state.setting.puzzle.twists[twist - 1].cells)
            text = phrase("The cards of {cells} are shuffled.", cells=cells)
            return Event(seat, Shuffle(twist, None), text, reveals=False)
        case Removal(pile=pile, cards=cards):
            text = phrase_many(
                "From pile {pile} {n} card goes unseen to the mystery.",
                "From pile {pile} {n} cards go unseen to the mystery.",
                len(cards or ()),
                pile=pile,
            )
            return Event(seat, Removal(pile, None), text, reveals=False)
    raise AssertionError(move)


def _turned_up(
    move: Move, before: MysteryState, seat: Seat, after: MysteryState, viewer: Seat
) -> Event:
    """Two low cards or an answer, for those who may see them."""
    sheet = after.sheet_of(viewer)
    if isinstance(move, Offer):
        if sheet is None or after.offer_of(sheet) != after.offers[-1]:
            return Event(seat, Offer(None), phrase("Two low cards are turned up."), reveals=True)
        cards = listed(map(words_of, move.cards or ()), "or")
        text = phrase("Two low cards: {cards}.", cards=cards)
        return Event(seat, move, text, reveals=True)
    assert isinstance(move, Answer)
    pile = before.draws_next()
    assert pile is not None
    if sheet is None or after.asked(sheet)[pile] <= len(before.orders[pile]):
        text = phrase("Pile {pile} turns up a card.", pile=move.pile)
        return Event(seat, Answer(move.pile, None), text, reveals=True)
    card = _a_card(str(move.card))
    text = phrase("Pile {pile} turns up {card}.", pile=move.pile, card=card)
    return Event(seat, move, text, reveals=True)


def _a_card(name: str) -> str:
    return phrase("a joker") if name == "joker" else phrase("the {card}", card=words_of(name))


def _done(move: Move, state: MysteryState, seat: Seat) -> str:
    """A seat's move for who may see it, without the full stop."""
    who = f"{{{seat}}}"
    match move:
        case Take(card=str(card)):
            sheet = state.sheet_of(seat)
            offer = state.offer_of(sheet) if sheet is not None else None
            others = [WORDS[c] for c in offer or () if WORDS[c] != words_of(card)]
            return phrase(
                "{who} takes the {card} and dumps the {other}",
                who=who,
                card=words_of(card),
                other=others[0],
            )
        case Dump(card=str(card)):
            return phrase("{who} dumps the {card}", who=who, card=words_of(card))
        case Buy(pile=pile, cards=tuple(cards)):
            paid = listed(words_of(card) for card in cards)
            return phrase(
                "{who} buys a question of pile {pile} for {paid}", who=who, pile=pile, paid=paid
            )
        case Name(card=str(card)):
            sheet = state.sheet_of(seat)
            assert sheet is not None
            slots = state.setting.dealing.slots
            if state.setting.puzzle.any_order and len(slots) > 1:
                return phrase("{who} names the {card}", who=who, card=words_of(card))
            slot = slots[len(state.named[sheet])]
            return phrase(
                "{who} names the {card} for {slot}", who=who, card=words_of(card), slot=slot
            )
    raise AssertionError(move)


def _seen(move: Move, seat: Seat) -> str:
    """Another seat's move in a race: without its cards."""
    who = f"{{{seat}}}"
    match move:
        case Take():
            return phrase("{who} takes a low card", who=who)
        case Dump():
            return phrase("{who} dumps a low card", who=who)
        case Buy(pile=pile):
            return phrase("{who} buys a question of pile {pile}", who=who, pile=pile)
        case Name():
            return phrase("{who} names a card", who=who)
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


def _with_what_it_shows(done: str, seat: Seat, move: Move, after: MysteryState) -> str:
    """A move of a race with what it shows its seat at once."""
    sheet = after.sheet_of(seat)
    assert sheet is not None
    if isinstance(move, Buy):
        pile = [pile_name(number) for number in range(len(after.orders))].index(move.pile)
        card = name_of(after.orders[pile][after.asked(sheet)[pile] - 1])
        return phrase("{done}; it turns up {card}", done=done, card=_a_card(card))
    offer = after.offer_of(sheet)
    if isinstance(move, Take | Dump) and offer is not None:
        cards = listed((WORDS[card] for card in offer), "or")
        return phrase("{done}; next are {cards}", done=done, cards=cards)
    return done


def _told_at_the_end(state: MysteryState) -> Message:
    dealing = state.setting.dealing
    told = listed(
        phrase("{slot} is the {card}", slot=slot, card=WORDS[card])
        for slot, card in zip(dealing.slots, dealing.mystery(state.deal), strict=True)
    )
    return phrase("The mystery is turned over: {told}.", told=told)
