"""Hunch with one fault planted in each."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tests.testing.hunch import (
    AUTHOR,
    Hunch,
    HunchState,
    HunchView,
    HunchWorld,
    HunchWorlds,
    Try,
    Write,
    language,
    meaning,
)

from facedown.core.errors import NotListed
from facedown.core.moves import Action, Move
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.state import State
from facedown.core.view import Event, View


class LengthInEvent(Hunch):
    """Tells how long the secret rule is in the words of the event."""

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        event = super().witness(before, seat, action, after, viewer)
        if isinstance(action, Write) and action.rule is not None:
            return replace(event, text=f"{event.text} It has {len(action.rule)} letters.")
        return event


class LengthInView(Hunch):
    class state(HunchState):  # noqa: N801  # fills the place of an attribute
        """Shows everybody a try as long as the secret rule."""

        __slots__ = ()

        def view(self, seat: Seat) -> HunchView:
            view = super().view(seat)
            return replace(view, tries=(Try("x" * len(self.rule), None), *view.tries))


class EvenPrior(Hunch):
    """Takes the author to write every sentence alike, whatever the law of the language says."""

    def worlds(self, view: View) -> HunchWorlds:
        worlds = super().worlds(view)
        worlds.weights = dict.fromkeys(worlds.weights, 1)
        return worlds


class FavouringSampler(Hunch):
    """Samples rules that the 5 fits three times as often as it should."""

    class _Worlds(HunchWorlds):
        def sample(self, rng: random.Random) -> HunchWorld:
            weights = [
                weight * (3 if rule and 5 in meaning(rule) else 1)
                for rule, weight in self.weights.items()
            ]
            return rng.choices(list(self.weights), weights)[0]

    def worlds(self, view: View) -> HunchWorlds:
        assert isinstance(view, HunchView)
        return self._Worlds(view)


class RefusedSpeech(Hunch):
    """Draws a sentence now and then that is no rule."""

    def draw_open(self, view: View, rng: random.Random) -> Move | None:
        move = super().draw_open(view, rng)
        return Write("prime") if move == Write("at least 2") else move


class OtherLaw(Hunch):
    """Draws all sentences alike, against the law that it lists."""

    def draw_open(self, view: View, rng: random.Random) -> Move | None:
        kind = self._speech(view)
        return None if kind is None else kind(rng.choice(list(language(self.rules))))


class SpeaksOutOfTurn(Hunch):
    """Draws a guess for onlookers too."""

    def draw_open(self, view: View, rng: random.Random) -> Move | None:
        return Write("even") if view.seat == ONLOOKER else super().draw_open(view, rng)


class SilentLaw(Hunch):
    """Lists a law for the author but draws nothing by it."""

    def draw_open(self, view: View, rng: random.Random) -> Move | None:
        return None if view.seat == AUTHOR else super().draw_open(view, rng)


class Unlisted(Hunch):
    """Claims to know its worlds exactly, but does not list them."""

    class _Worlds(HunchWorlds):
        def __iter__(self) -> Iterator[tuple[HunchWorld, int]]:
            raise NotListed("They are too many.")

        def count(self) -> int | None:
            return None

    def worlds(self, view: View) -> HunchWorlds:
        assert isinstance(view, HunchView)
        return self._Worlds(view)


class Miscounted(Hunch):
    """Counts one world too many."""

    class _Worlds(HunchWorlds):
        def count(self) -> int | None:
            return len(self.weights) + 1

    def worlds(self, view: View) -> HunchWorlds:
        assert isinstance(view, HunchView)
        return self._Worlds(view)
