"""Glimpse with one fault planted in each: what the battery is there to notice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar

from tests.testing.glimpse import (
    BID,
    BIDS,
    DEALS,
    GUESS,
    WEIGHTS,
    Bid,
    Glimpse,
    GlimpseState,
    GlimpseView,
    GlimpseWorld,
    GlimpseWorlds,
    Guesser,
)

from facedown.core.facts import Facts
from facedown.core.game import Game, State
from facedown.core.moves import Action, Move
from facedown.core.outcome import Outcome
from facedown.core.refusal import Reason, Refusal
from facedown.core.roster import NOBODY, Players
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.view import Event, View


def _view_as(kind: type[GlimpseView], view: GlimpseView) -> GlimpseView:
    return kind(**{field.name: getattr(view, field.name) for field in fields(view)})


# Views that hold too much


@dataclass(frozen=True, slots=True, kw_only=True)
class _LeakyView(GlimpseView):
    sum_of_hands: int


class LeakyView(Glimpse):
    facts: ClassVar[Facts] = replace(Glimpse.facts, view=_LeakyView)

    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Adds up both hands for everybody, which tells what the other holds."""

        __slots__ = ()

        def view(self, seat: Seat) -> GlimpseView:
            view = super().view(seat)
            parts = {field.name: getattr(view, field.name) for field in fields(view)}
            return _LeakyView(**parts, sum_of_hands=sum(self.deal[:2]))


class KnowingView(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Shows everybody the card face down, which its worlds take for known."""

        __slots__ = ()

        def view(self, seat: Seat) -> GlimpseView:
            return replace(super().view(seat), down=self.deal[2] if self.deal else None)


@dataclass(frozen=True, kw_only=True)
class _RoomyView(GlimpseView):
    """Lacks slots, so anything can be hung on it."""


class RoomyState(GlimpseState):
    """Hangs itself on the view, in a place that neither JSON nor equality shows."""

    __slots__ = ()

    def view(self, seat: Seat) -> GlimpseView:
        view = _view_as(_RoomyView, super().view(seat))
        object.__setattr__(view, "truth", self)
        return view


class HidingView(Glimpse):
    state = RoomyState
    facts: ClassVar[Facts] = replace(Glimpse.facts, view=_RoomyView)


class ChattyEndState(GlimpseState):
    """The views are fine, but the waiting seat is told its legal moves, which tell its card."""

    __slots__ = ()

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat >= 0 and self.phase == GUESS and seat != self.turn:
            return [BIDS + self.deal[2]]
        return super().legal(seat)

    def view(self, seat: Seat) -> GlimpseView:
        return replace(super().view(seat), legal=tuple(GlimpseState.legal(self, seat)))


class WaitingLegalList(Glimpse):
    state = ChattyEndState


class BlabbingRefusal(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Says in a refusal what lies face down."""

        __slots__ = ()

        def verify(self, seat: Seat, action: Action) -> Refusal | None:
            refusal = super().verify(seat, action)
            if refusal is not None and refusal.code == "own-card":
                reason = Reason("own-card", "H5", "It is not that one but the {down}.")
                return reason(down=self.deal[2])
            return refusal


class BlabbingEvent(Glimpse):
    """Names a secret bid in the words of the event."""

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        event = super().witness(before, seat, action, after, viewer)
        if event.move == Bid(None):
            return replace(event, text=f"{event.text[:-1]}, it is {action}.")
        return event


class OnlookerSeesBids(Glimpse):
    """Hides a secret bid from the other seat, but not from onlookers."""

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        same = seat if viewer == ONLOOKER else viewer
        return super().witness(before, seat, action, after, same)


class ListeningOutcome(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Ends with an outcome whose points are outside the facts."""

        __slots__ = ()

        def outcome(self) -> Outcome | None:
            found = super().outcome()
            return None if found is None else replace(found, points=(9, *found.points[1:]))


# Worlds that know or forget too much


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


# Rules that let pass, copies that hang together, chance out of turn


class LenientRules(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Lets a seat guess the card that is face up."""

        __slots__ = ()

        def verify(self, seat: Seat, action: Action) -> Refusal | None:
            refusal = super().verify(seat, action)
            return None if refusal is not None and refusal.code == "face-up" else refusal


class StrictRules(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Refuses the highest bid although it is listed."""

        __slots__ = ()

        def verify(self, seat: Seat, action: Action) -> Refusal | None:
            if seat >= 0 and self.phase == BID and action == BIDS - 1:
                return Reason("too-high", "H2", "That is too much.")()
            return super().verify(seat, action)


class JudgesTheWaiting(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Tells a seat that waits more of some moves than that it is to wait."""

        __slots__ = ()

        def verify(self, seat: Seat, action: Action) -> Refusal | None:
            refusal = super().verify(seat, action)
            if refusal is not None and refusal.code == "wait" and action == BIDS:
                return Reason("later", "H2", "That is for later.")()
            return refusal


class NoParagraph(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Refuses without naming the rulebook's paragraph."""

        __slots__ = ()

        def verify(self, seat: Seat, action: Action) -> Refusal | None:
            refusal = super().verify(seat, action)
            return None if refusal is None else replace(refusal, paragraph="")


class CountingRules(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Changes something when it is only asked."""

        __slots__ = ("asked",)

        def verify(self, seat: Seat, action: Action) -> Refusal | None:
            self.asked = getattr(self, "asked", 0) + 1
            return super().verify(seat, action)


class ShallowCopy(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Shares the list of bids with its clone."""

        __slots__ = ()

        def clone(self) -> GlimpseState:
            copy = super().clone()
            copy.bids = self.bids
            return copy


class ForgetfulCopy(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Forgets what was said."""

        __slots__ = ()

        def clone(self) -> GlimpseState:
            copy = super().clone()
            copy.said = ["", ""]
            return copy


class HiddenChance(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Lets the shared random generator decide who looks."""

        __slots__ = ()

        def apply(self, seat: Seat, action: Action) -> None:
            super().apply(seat, action)
            if seat >= 0 and self.phase == GUESS and not self.guesses:
                self.looker = random.randrange(2)


class FewerActors(Glimpse):
    """Claims that seats never move at once."""

    facts: ClassVar[Facts] = replace(Glimpse.facts, simultaneous=False)


class ShorterGame(Glimpse):
    """Claims to be over after five moves."""

    longest = 5


class LossyMove(Glimpse):
    """Reads every guess from JSON as one of the next card."""

    def move_from_json(self, value: object) -> Move:
        move = super().move_from_json(value)
        return Bid(0) if isinstance(move, Bid) and move.amount == 1 else move


class AnySeat(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Lets anybody make a move that is somebody's."""

        __slots__ = ()

        def verify(self, seat: Seat, action: Action) -> Refusal | None:
            found = [super(AnySeat.state, self).verify(who, action) for who in self.actors()]
            return None if None in found else super().verify(seat, action)


class DrawsByItself(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Draws in turn instead of from the generator it is given."""

        __slots__ = ()
        drawn: ClassVar[int] = 0

        def draw(self, rng: random.Random) -> Action:
            type(self).drawn += 1
            return self.drawn % (len(DEALS) if not self.deal else 2)


class OneDrawName(Glimpse):
    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        """Calls all it draws the same, so that one draw decides another."""

        __slots__ = ()

        def draw_name(self) -> str:
            return "card"


class BracedWords(Glimpse):
    """Writes braces where names will be put in."""

    def show(self, view: View) -> str:
        return f"{super().show(view)} {{{view.actors}}}"


class SilentAid(Glimpse):
    """Has an aid with nothing to say."""

    def aid(self, name: str, view: View, notes: Sequence[str]) -> str:
        return ""


class PeekingBot(Glimpse):
    """Has a bot that looks up the truth behind its view."""

    _truths: ClassVar[dict[int, int]] = {}

    class state(GlimpseState):  # noqa: N801  # fills the place of an attribute
        __slots__ = ()

        def view(self, seat: Seat) -> GlimpseView:
            PeekingBot._truths[seat] = self.deal[2] if self.deal else 0
            return super().view(seat)

    class Peeker(Guesser):
        def act(self, view: View, rng: random.Random) -> Action:
            down = BIDS + PeekingBot._truths[view.seat]
            return down if down in view.legal else view.legal[0]


class PeekingAid(PeekingBot):
    """Has an aid that looks up the truth behind its view."""

    def aid(self, name: str, view: View, notes: Sequence[str]) -> str:
        return f"It is the {self._truths[view.seat]}."


class BotOfGlobalChance(Glimpse):
    """Has a bot that throws the shared dice."""

    class Gambler(Guesser):
        def act(self, view: View, rng: random.Random) -> Action:
            return random.choice(view.legal)


PLAYERS: dict[type[Game], Players] = {
    PeekingBot: Players({"peeker": PeekingBot.Peeker}),
    PeekingAid: NOBODY,
    BotOfGlobalChance: Players({"gambler": BotOfGlobalChance.Gambler}),
}
"""Who plays a game in place of Glimpse's own players."""
