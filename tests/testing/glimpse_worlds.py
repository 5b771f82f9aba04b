"""Glimpse with one fault planted in each in its worlds, which know or forget too much."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from tests.testing.glimpse import (
    BID,
    DEALS,
    GUESS,
    WEIGHTS,
    Glimpse,
    GlimpseState,
    GlimpseView,
    GlimpseWorld,
    GlimpseWorlds,
)

from facedown.core.seats import Seat
from facedown.core.view import View


class FixedWorlds(GlimpseWorlds):
    def __init__(self, view: GlimpseView, truth: GlimpseWorld) -> None:
        super().__init__(view)
        self._truth = truth

    def sample(self, rng: random.Random) -> GlimpseWorld:
        return self._truth


class CheatingSampler(Glimpse):
    """Remembers the truth behind every view it ever made, and samples that."""

    _truths: ClassVar[dict[GlimpseView, GlimpseWorld]] = {}

    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        __slots__ = ()

        def view(self, seat: Seat) -> GlimpseView:
            view = super().view(seat)
            CheatingSampler._truths[view] = Glimpse().true_world(self, seat)
            return view

    def worlds(self, view: View) -> GlimpseWorlds:
        assert isinstance(view, GlimpseView)
        return FixedWorlds(view, self._truths[view])


class OnlyWorld(FixedWorlds):
    def __iter__(self) -> Iterator[tuple[GlimpseWorld, int]]:
        yield self._truth, 1

    def count(self) -> int:
        return 1


class CheatingWorlds(CheatingSampler):
    """Cheats in the enumeration too, so that both agree."""

    def worlds(self, view: View) -> GlimpseWorlds:
        assert isinstance(view, GlimpseView)
        return OnlyWorld(view, self._truths[view])


class ForgetsGuesses(Glimpse):
    """Forgets a negative fact: nobody guesses the card in the own hand."""

    def worlds(self, view: View) -> GlimpseWorlds:
        assert isinstance(view, GlimpseView)
        worlds = super().worlds(view)
        if view.phase != GUESS or not view.guesses:
            return worlds
        for number, deal in enumerate(DEALS):
            own = view.own is None or deal[view.seat] == view.own
            if deal[0] == view.guesses[0] and own and deal[3] == view.up:
                worlds._weights[GlimpseWorld(number, -1, -1)] = WEIGHTS[number]
        return worlds


class EvenWeights(Glimpse):
    """Takes every deal for equally likely, though a 3 face down is not."""

    def worlds(self, view: View) -> GlimpseWorlds:
        worlds = super().worlds(view)
        worlds._weights = dict.fromkeys(worlds._weights, 1)
        return worlds


class MissesWorlds(Glimpse):
    """Leaves out the worlds in which the 0 lies face down."""

    def worlds(self, view: View) -> GlimpseWorlds:
        worlds = super().worlds(view)
        kept = {w: n for w, n in worlds._weights.items() if w.deal < 0 or DEALS[w.deal][2] != 0}
        worlds._weights = kept or worlds._weights
        return worlds


class SkewedSampler(Glimpse):
    """Enumerates rightly but samples every world alike."""

    class _Worlds(GlimpseWorlds):
        def sample(self, rng: random.Random) -> GlimpseWorld:
            return rng.choice(list(self._weights))

    def worlds(self, view: View) -> GlimpseWorlds:
        assert isinstance(view, GlimpseView)
        return self._Worlds(view)


class PlacesOther(Glimpse):
    """Places the looker's bid as if it had been 0."""

    def state_from_world(self, view: View, world: GlimpseWorld) -> GlimpseState:
        state = super().state_from_world(view, world)
        if state.phase > BID and state.looker >= 0:
            state.bids[state.looker] = 0
        return state
