"""Glimpse with one leak planted in each: views, words and bots that hold too much."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar

from tests.testing.glimpse import BIDS, GUESS, Bid, Glimpse, GlimpseState, GlimpseView, Guesser

from facedown.core.errors import Reason, Refusal
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.roster import NOBODY, Players
from facedown.core.seats import ONLOOKER, Outcome, Seat
from facedown.core.state import State
from facedown.core.view import Event, View


def _view_as(kind: type[GlimpseView], view: GlimpseView) -> GlimpseView:
    return kind(**{field.name: getattr(view, field.name) for field in fields(view)})


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


PLAYERS: dict[type[Game], Players] = {
    PeekingBot: Players({"peeker": PeekingBot.Peeker}),
    PeekingAid: NOBODY,
}
"""Who plays a game in place of Glimpse's own players."""
