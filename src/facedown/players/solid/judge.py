"""What a move of Solid was worth: estimated, by games that careful players play on.

The moves that were open are tried in worlds that the view leaves possible, as the strong player
does. The one that does best is then held against the move made in new worlds, the same for both, so
that choosing among many is no advantage.
"""

from __future__ import annotations

import random
from typing import Final

from facedown.core.game import Game
from facedown.core.judging import NONE_BETTER, Figure, Judge, Measure, Verdict
from facedown.core.messages import listed, phrase
from facedown.core.moves import Move
from facedown.games.solid.cards import TYPES
from facedown.games.solid.game import Solid
from facedown.games.solid.moves import Discard, EndTurn, LetHappen, Play, Protect, Share, UseEvent
from facedown.games.solid.view import SolidView
from facedown.games.solid.worlds import NoDrawsFound
from facedown.players.solid.trial import Playoff

LOOKING: Final = 64
"""Worlds in which every move is tried."""
COMPARING: Final = 192
"""New worlds in which the best of them is held against the move made."""


class SolidJudge(Judge):
    """Judges by the share of the win that is expected, in percent."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Solid)
        self.measure = Measure("", ("percent of a win",), "many", small=1.0, decides=False)
        self._setting = game.setting
        self._start = game.start()

    def left(self, view: SolidView) -> Figure | None:
        """Nothing is counted: the other hands only matter by what they do."""
        del view
        return None

    def verdict(self, view: SolidView, move: Move) -> Verdict | None:
        """A move beside the best of those that were open."""
        if len(view.legal) < 2:
            return None
        made = self._start.action_of(view.seat, move)
        assert isinstance(made, int)
        actions = [made, *(action for action in view.legal if action != made)]
        try:
            return self._compared(view, actions)
        except NoDrawsFound:
            return None

    def _compared(self, view: SolidView, actions: list[int]) -> Verdict:
        """The first of the actions beside the best of them."""
        rng = random.Random(0)  # the same every time
        looking = Playoff(self._setting, view, actions, rng)
        looking.play(LOOKING, at_once=LOOKING)
        better = int(looking.results.mean(axis=0).argmax())
        comparing = Playoff(self._setting, view, [actions[0], actions[better]], rng)
        comparing.play(COMPARING, at_once=COMPARING)
        shares = 100 * comparing.results
        worth = (Figure.estimated(shares[:, 0].tolist()),)
        if better == 0:
            return Verdict(worth, (NONE_BETTER,))
        cost = Figure.estimated((shares[:, 1] - shares[:, 0]).tolist())
        if cost.value <= 0:
            return Verdict(worth, (Figure(0.0, cost.interval),))
        return Verdict(worth, (cost,), (self._setting.moves[actions[better]],))

    def tell(self, moves: tuple[Move, ...]) -> str:
        """Moves in words."""
        return listed(map(self._told, moves))

    def _card(self, name: str) -> str:
        """A card in words: data by their type, others by what is printed on them."""
        card = self._setting.deck[self._setting.kinds[name]]
        return phrase("a {type} card", type=TYPES[card.type]) if card.type >= 0 else name

    def _told(self, move: Move) -> str:
        match move:
            case Play(card=card):
                return phrase("play {card}", card=self._card(card))
            case Share(card=card):
                return phrase("share by {card}", card=card)
            case UseEvent(card=card, target=target):
                if not target:
                    return phrase("use {card}", card=card)
                return phrase("use {card} on {target}", card=card, target=self._card(target))
            case Discard(card=card):
                return phrase("discard {card}", card=self._card(card))
            case Protect(card=card):
                return phrase("protect with {card}", card=card)
            case EndTurn():
                return phrase("end the turn")
            case LetHappen():
                return phrase("let it happen")
        return move.kind
