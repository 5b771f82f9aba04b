"""Solid's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.moves import Action, Move
from facedown.core.seats import Seat
from facedown.core.view import Event
from facedown.core.words import counted
from facedown.games.solid.cards import effect_words
from facedown.games.solid.moves import (
    Add,
    Discard,
    Draw,
    EndTurn,
    First,
    LetHappen,
    Play,
    Protect,
    Share,
    UseEvent,
)
from facedown.games.solid.rules import REACTION, SolidState


def witness(
    before: SolidState, seat: Seat, action: Action, after: SolidState, viewer: Seat
) -> Event:
    """One move for one viewer: of a card that is drawn only its drawer sees which it is."""
    move = before.move_of(seat, action)
    if isinstance(move, Draw) and move.player != viewer:
        move = Draw(move.player, None)
    text = _words(before, seat, move)
    if isinstance(move, UseEvent):
        text += _what_follows(move, before, seat, after)
    if isinstance(move, LetHappen):
        hit = before.setting.moves[before.pending]
        assert isinstance(hit, UseEvent)
        text += _what_follows(hit, before, before.mover, after)
    if len(after.emptied) > len(before.emptied):
        text += " The pile is empty: the discard pile is shuffled and becomes the pile."
    # What one plays can be taken back; a drawn card, and an answer to an event, cannot.
    return Event(
        seat, move, text, reveals=isinstance(move, Add | First | Draw | Protect | LetHappen)
    )


def _words(state: SolidState, seat: Seat, move: Move) -> str:
    who = f"{{{seat}}}"
    match move:
        case Add(card=card):
            return f"{card} is shuffled in."
        case First(player=player):
            return f"{{{player}}} is drawn to begin."
        case Draw(player=player, card=card):
            return f"{{{player}}} draws {card or 'a card'}."
        case Play(card=card):
            return f"{who} plays the data card {card}."
        case Share(card=card):
            points = state.setting.deck[state.setting.kinds[card]].points
            return f"{who} shares {card} for {counted(points, 'point')}."
        case UseEvent(card=card, owner=owner, target=target):
            by = state.setting.deck[state.setting.kinds[card]]
            effect = effect_words(by.effect, state.setting.limits)
            of = "" if owner is None else f" of {{{owner}}}"
            return f"{who} plays {card} to {effect}: {target}{of}."
        case Discard(card=card):
            return f"{who} discards {card}."
        case EndTurn():
            return f"{who} ends the turn."
        case Protect(card=card):
            return f"{who} plays {card}: the event is prevented."
        case LetHappen():
            return f"{who} lets it happen."
    raise AssertionError(move)


def _what_follows(move: UseEvent, before: SolidState, seat: Seat, after: SolidState) -> str:
    """What a played event does at once, or who may prevent it."""
    if move.owner is None:
        return f" {{{seat}}} takes {move.target}."
    if after.phase == REACTION:
        return f" {{{after.waiting[0]}}} may protect."
    return _hit(move, before, seat)


def _hit(move: UseEvent, state: SolidState, attacker: Seat) -> str:
    """What an event does that nobody prevents."""
    effect = state.setting.deck[state.setting.kinds[move.card]].effect
    if effect == "steal":
        return f" {move.target} goes to {{{attacker}}}."
    return f" {move.target} of {{{move.owner}}} goes to the discard pile."
