"""The careful player of Solid: it weighs moves as the greedy one does, and a few of them otherwise.

It throws away sharing cards unless they lack one card of data at most, so that new cards come; it
hits the others' data whenever it can, most of all where that keeps one who is ahead from ending the
game; and when it is ahead it hurries to end the game itself.

Of 300 games of two, seats swapped, it scores 61 (± 6) % against the greedy player, who scores 95
(± 3) % against the beginner (``facedown arena solid --games 150 --seed 7 --json``).
"""

from __future__ import annotations

from typing import ClassVar, Final

from facedown.games.solid.cards import Card
from facedown.games.solid.ending import distances
from facedown.games.solid.moves import UseEvent
from facedown.games.solid.text import missing
from facedown.players.solid.bots import KEPT, GreedyBot, Judge

KEPT_WITHIN: Final = 1
"""A sharing card that lacks no more data than this is kept."""
HURRY: Final = 1.5
"""What it is worth to be one card of data nearer to the end, when ahead."""
HIT: Final = 5.0
"""What it is worth to destroy another's data."""
HELD_UP: Final = 8.0
"""The same where it keeps whoever is ahead, and near the end, from it."""
SOON: Final = 4
"""Somebody who lacks no more data than this is near the end."""


class CarefulJudge(Judge):
    """What moves are worth to the careful player."""

    def _gain(self, kind: int) -> float:
        pod = (*self.pod[:kind], self.pod[kind] + 1, *self.pod[kind + 1 :])
        limits = self.view.limits
        nearer = min(distances(self.pod, limits)) - min(distances(pod, limits))
        return super()._gain(kind) + (HURRY * nearer if self.ahead > 0 else 0.0)

    def _event(self, move: UseEvent) -> float:
        card, target = self._card(move.card), self._card(move.target)
        if not card.effect.startswith("destroy") or target.type < 0 or move.owner is None:
            return super()._event(move)
        cost = self._cost(card)
        if move.owner == self.view.seat:
            return -cost - 1.0
        held_up = self.ahead < 0 and self._holds_up(move.owner, target)
        return (HELD_UP if held_up else HIT) - cost

    def _holds_up(self, owner: int, target: Card) -> bool:
        """Whether a pod near the end is farther from it without this card."""
        pod, limits = self.view.pods[owner], self.view.limits
        far = min(distances(pod, limits))
        less = (*pod[: target.type], pod[target.type] - 1, *pod[target.type + 1 :])
        return far <= SOON and min(distances(less, limits)) > far

    def _keeps(self, name: str) -> bool:
        card = self._card(name)
        if card.effect in KEPT or card.type >= 0:
            return super()._keeps(name)
        return card.shares and sum(missing(card, self.pod)) <= KEPT_WITHIN


class CarefulBot(GreedyBot):
    """Takes the move that is worth most to the careful player."""

    judge: ClassVar[type[Judge]] = CarefulJudge
