"""Views that somebody else has sent, played again from the start under the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from facedown.core.errors import BadRecord, FacedownError, IllegalMove
from facedown.core.game import IMPOSSIBLE, check_view
from facedown.core.moves import Move
from facedown.core.seats import NATURE, Seat
from facedown.games.mystery.cards import NAMES, RANKS, SUITS
from facedown.games.mystery.dealing import DealtSoFar
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
from facedown.games.mystery.rules import MysteryState, Setting
from facedown.games.mystery.view import MysteryView
from facedown.games.mystery.worlds import MysteryWorlds

if TYPE_CHECKING:
    from facedown.games.mystery.game import MysteryMachine


def play_again(setting: Setting, view: MysteryView, world: DealtSoFar) -> MysteryState:
    """The state in which a world is true, reached by the moves that the view tells of.

    Raises ``FacedownError``, ``ValueError`` or ``StopIteration`` for a view to which no play leads.
    """
    state = MysteryState(setting)
    movers = iter(view.moved)
    for move in _moves(setting, view, world):
        seat: Seat = NATURE if isinstance(move, _NATURES) else next(movers)
        action = state.action_of(seat, move)
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        state.apply(seat, action)
    return state


_NATURES = (Layout, Shuffle, Removal, Offer, Answer)


def _moves(setting: Setting, view: MysteryView, world: DealtSoFar) -> Iterator[Move]:
    """Every move of one sheet, nature's too, in an order in which they were made."""
    dealing = setting.dealing
    if view.dealt:
        ranks = tuple(RANKS[rank] for rank in world.ranks)
        yield Layout(ranks, tuple(SUITS[suit] for suit in world.suits))
    for number, order in zip(dealing.shuffles, world.shuffles, strict=False):
        yield Shuffle(number + 1, order)
    for number, cards in zip(dealing.removing, world.removed, strict=False):
        yield Removal(pile_name(number), tuple(NAMES[card] for card in cards))
    questions = list(view.questions or ())
    picks = list(view.picks or ())
    for done in range(len(picks) + 1):
        if done < len(picks):
            yield Offer(picks[done].offer)
        elif view.offer is not None:
            yield Offer(view.offer)
        while questions and questions[0].picks == done:
            question = questions.pop(0)
            yield Buy(question.pile, question.paid)
            if question.answer is not None:
                yield Answer(question.pile, question.answer)
        if done < len(picks):
            yield Take(picks[done].taken)
            dumped = picks[done].dumped
            if dumped is not None:
                yield Dump(dumped)
    for card in view.named or ():
        yield Name(card)


def check_race(game: MysteryMachine, view: MysteryView) -> None:
    """Raises ``BadRecord`` unless a seat of a race can have seen this.

    Its own sheet is played again by itself; of the others only what it can be told is looked at.
    """
    check_view(game, view)
    problem = BadRecord(IMPOSSIBLE.format("no play leads to it"))
    own = view.questions is not None
    if own != (view.seat >= 0) or view.puzzle != game.setting.puzzle or view.team:
        raise problem
    if not own or view.truth is not None or view.phase in ("dealing", "waiting"):
        return
    alone = replace(game.setting, seats=1, shared=True)
    try:
        seen = replace(view, moved=(0,) * len(view.moved))
        world = MysteryWorlds(view).sample(random.Random(0))
        again = play_again(alone, seen, world).view(0)
    except (FacedownError, ValueError, LookupError, StopIteration, AssertionError):
        raise problem from None
    for part in ("hand", "picks", "questions", "named", "left", "picks_left", "low_left", "offer"):
        if getattr(again, part) != getattr(view, part):
            raise problem
    if view.seat in view.actors and again.legal != view.legal:
        raise problem
