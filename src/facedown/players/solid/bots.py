"""Two of Solid's players, beginner and greedy. Each decides from its view alone.

The greedy player takes the move that looks best by itself: it shares what it can, gathers the data
that its sharing cards lack, hits whoever is ahead, ends the game when ahead and never otherwise,
and throws away what is far from being of use. The beginner does so nine times in ten, and else
anything.
"""

from __future__ import annotations

import random
from typing import Final

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.games.solid.cards import Card
from facedown.games.solid.game import Solid
from facedown.games.solid.moves import Discard, Play, Protect, Share, UseEvent
from facedown.games.solid.rules import Setting, distances, missing
from facedown.games.solid.view import SolidView

BLUNDERS: Final = 0.1
"""How often the beginner makes any move."""

NEAR: Final = 2
"""A sharing card that lacks no more data than this is kept."""

KEPT: Final = ("protect", "steal", "take")


class MoveValues:
    """What each move is worth to the seat of one view, in points as far as they can be told."""

    def __init__(self, setting: Setting, view: SolidView) -> None:
        self.setting, self.view = setting, view
        self.pod = view.pods[view.seat]
        self.ahead = view.points[view.seat] - max(
            points for seat, points in enumerate(view.points) if seat != view.seat
        )
        held = dict.fromkeys(view.hand or ())
        self.wanted = [card for card in map(self._card, held) if card.shares]

    def _card(self, name: str) -> Card:
        return self.setting.deck[self.setting.kinds[name]]

    def worth(self, action: Action) -> float:
        """What the move is worth; ending the turn is worth nothing, and discarding a little."""
        assert isinstance(action, int)
        match self.setting.moves[action]:
            case Play(card=card):
                return self._gain(self._card(card).type)
            case Share(card=card):
                return 5.0 + 2 * self._card(card).points
            case UseEvent() as move:
                return self._event(move)
            case Discard(card=card):
                return 0.0 if self._keeps(card) else 0.1
            case Protect():
                return 1.0
        return 0.0

    def _gain(self, kind: int) -> float:
        """What one more of a type of data is worth: what it brings the cards in hand nearer."""
        pod = (*self.pod[:kind], self.pod[kind] + 1, *self.pod[kind + 1 :])
        if not min(distances(pod, self.view.limits)):
            return 100.0 if self.ahead > 0 else -100.0
        gain = 1.0
        for card in self.wanted:
            lacks = missing(card, self.pod)
            if lacks[kind]:
                gain += card.points / sum(lacks)
        return gain

    def _cost(self, card: Card) -> float:
        """What a card is worth by its sharing side, or a little if it has none."""
        return card.points / (1 + sum(missing(card, self.pod))) if card.shares else 0.5

    def _event(self, move: UseEvent) -> float:
        """What an event is worth, less what the card is worth by its sharing side."""
        view, card, target = self.view, self._card(move.card), self._card(move.target)
        cost = self._cost(card)
        if move.owner is None:
            fits = target.shares and not any(missing(target, self.pod))
            return (2.0 * target.points if fits else 0.5) - cost
        if card.effect == "steal":
            return self._gain(target.type) + 1.5 - cost
        if move.owner == view.seat:
            return -cost - 1.0
        if target.shares:
            return 1.5 * target.points - cost
        each, twice, total = distances(view.pods[move.owner], view.limits)
        close = min(each, twice, total) <= NEAR and self.ahead < 0
        return (6.0 if close else 1.2) - cost

    def _keeps(self, name: str) -> bool:
        """Whether a card is worth holding on to."""
        card = self._card(name)
        if card.effect in KEPT:
            return True
        if card.type >= 0:
            return self._gain(card.type) > 0
        return card.shares and sum(missing(card, self.pod)) <= NEAR


class GreedyBot:
    """Takes the best-looking move, or with a chance of ``blunders`` any."""

    def __init__(self, game: Game, blunders: float = 0.0) -> None:
        assert isinstance(game, Solid)
        self._setting = game.setting
        self._blunders = blunders

    def act(self, view: SolidView, rng: random.Random) -> Action:
        """Its move."""
        check_turn(view)
        if rng.random() < self._blunders:
            return rng.choice(view.legal)
        judge = MoveValues(self._setting, view)
        worths = {action: judge.worth(action) for action in view.legal}
        best = max(worths.values())
        good = [action for action, worth in worths.items() if worth == best]
        return self._setting.end if best <= 0 and self._setting.end in good else rng.choice(good)
