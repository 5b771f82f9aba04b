"""Solid's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.messages import joined, phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import Seat
from facedown.core.view import Event
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
    told = [_words(before, seat, move)]
    if isinstance(move, UseEvent):
        told.append(_what_follows(move, before, seat, after))
    if isinstance(move, LetHappen):
        hit = before.setting.moves[before.pending]
        assert isinstance(hit, UseEvent)
        told.append(_what_follows(hit, before, before.mover, after))
    if len(after.shuffled) > len(before.shuffled):
        told.append(phrase("The pile is empty: the discard pile is shuffled and becomes the pile."))
    text = joined(" ", told)
    # What one plays can be taken back; a drawn card, and an answer to an event, cannot.
    return Event(
        seat, move, text, reveals=isinstance(move, Add | First | Draw | Protect | LetHappen)
    )


def _words(state: SolidState, seat: Seat, move: Move) -> str:
    who = f"{{{seat}}}"
    match move:
        case Add(card=card):
            return phrase("{card} is shuffled in.", card=card)
        case First(player=player):
            return phrase("{who} is drawn to begin.", who=f"{{{player}}}")
        case Draw(player=player, card=card):
            drawn = card or phrase("a card")
            return phrase("{who} draws {card}.", who=f"{{{player}}}", card=drawn)
        case Play(card=card):
            return phrase("{who} plays the data card {card}.", who=who, card=card)
        case Share(card=card):
            points = state.setting.deck[state.setting.kinds[card]].points
            return phrase(
                "{who} shares {card} for {points}.",
                who=who,
                card=card,
                points=phrase_many("{n} point", "{n} points", points),
            )
        case UseEvent(card=card, owner=owner, target=target):
            by = state.setting.deck[state.setting.kinds[card]]
            effect = effect_words(by.effect, state.setting.limits)
            if owner is None:
                return phrase(
                    "{who} plays {card} to {effect}: {target}.",
                    who=who,
                    card=card,
                    effect=effect,
                    target=target,
                )
            return phrase(
                "{who} plays {card} to {effect}: {target} of {owner}.",
                who=who,
                card=card,
                effect=effect,
                target=target,
                owner=f"{{{owner}}}",
            )
        case Discard(card=card):
            return phrase("{who} discards {card}.", who=who, card=card)
        case EndTurn():
            return phrase("{who} ends the turn.", who=who)
        case Protect(card=card):
            return phrase("{who} plays {card}: the event is prevented.", who=who, card=card)
        case LetHappen():
            return phrase("{who} lets it happen.", who=who)
    raise AssertionError(move)


def _what_follows(move: UseEvent, before: SolidState, seat: Seat, after: SolidState) -> str:
    """What a played event does at once, or who may prevent it."""
    if move.owner is None:
        return phrase("{who} takes {card}.", who=f"{{{seat}}}", card=move.target)
    if after.phase == REACTION:
        return phrase("{who} may protect.", who=f"{{{after.waiting[0]}}}")
    return _hit(move, before, seat)


def _hit(move: UseEvent, state: SolidState, attacker: Seat) -> str:
    """What an event does that nobody prevents."""
    effect = state.setting.deck[state.setting.kinds[move.card]].effect
    if effect == "steal":
        return phrase("{card} goes to {who}.", card=move.target, who=f"{{{attacker}}}")
    owner = f"{{{move.owner}}}"
    return phrase("{card} of {owner} goes to the discard pile.", card=move.target, owner=owner)
