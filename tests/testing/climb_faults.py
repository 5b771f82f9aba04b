"""Climb with one fault planted in each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tests.testing.climb import Climb, ClimbView, ClimbWorld, ClimbWorlds, Draw

from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.view import Event, View


class CountsMoves(Climb):
    """Weighs hands by how many cards the seat could have played instead of its last one."""

    class _Worlds(ClimbWorlds):
        def __iter__(self) -> Iterator[tuple[ClimbWorld, int]]:
            return ((world, self.weight(world)) for world in self.hands())

        def weight(self, world: ClimbWorld) -> int:
            weight = 1
            pile = sorted(card for cards in self.view.played for card in cards)
            for seat in self.hidden:
                if self.view.played[seat]:
                    own = self.view.played[seat][-1]
                    before = max((card for card in pile if card < own), default=0)
                    weight *= 6 // (1 + sum(card > before for card in world[seat]))
            return weight

        def sample(self, rng: random.Random) -> ClimbWorld:
            while True:
                world = super().sample(rng)
                if rng.random() * 36 < self.weight(world):
                    return world

    def worlds(self, view: View) -> ClimbWorlds:
        assert isinstance(view, ClimbView)
        return self._Worlds(view, self.deck)


class ForgetsPasses(Climb):
    """Forgets that a seat which passed had no higher card."""

    def worlds(self, view: View) -> ClimbWorlds:
        assert isinstance(view, ClimbView)
        return ClimbWorlds(replace(view, ceilings=(0, 0)), self.deck)


class FavouringSampler(Climb):
    """Samples hands with the highest card three times as often as it should."""

    class _Worlds(ClimbWorlds):
        def sample(self, rng: random.Random) -> ClimbWorld:
            while True:
                world = super().sample(rng)
                highest = any(self.deck in world[seat] for seat in self.hidden)
                if highest or rng.random() * 3 < 1:
                    return world

    def worlds(self, view: View) -> ClimbWorlds:
        assert isinstance(view, ClimbView)
        return self._Worlds(view, self.deck)


class DrawsInSight(Climb):
    """Tells everybody which card was drawn."""

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        event = super().witness(before, seat, action, after, viewer)
        move = before.move_of(seat, action)
        return replace(event, move=move) if isinstance(move, Draw) else event
