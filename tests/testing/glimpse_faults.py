"""Glimpse with one fault planted in each: in its rules, copies, chance, facts and records."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources.abc import Traversable
from typing import ClassVar

from tests.testing.glimpse import (
    BID,
    BIDS,
    DEALS,
    GUESS,
    Bid,
    Glimpse,
    GlimpseState,
    Guess,
    Guesser,
)

from facedown.core.errors import Reason, Refusal
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.roster import Players
from facedown.core.seats import Seat
from facedown.core.view import View


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


class UncalledPage(Glimpse):
    """Its page has a function that no page calls."""

    @classmethod
    def folder(cls) -> Traversable:
        packed = zipfile.ZipFile(io.BytesIO(), "w")
        packed.writestr("__init__.py", "")
        packed.writestr("page.py", "def promt(view): ...")
        return zipfile.Path(packed)


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


class ForgottenVersion(Glimpse):
    """Does not say what logs of its first rules version are today."""

    facts: ClassVar[Facts] = replace(Glimpse.facts, rules_version=2)


class BracedWords(Glimpse):
    """Writes braces where names will be put in."""

    def show(self, view: View) -> str:
        return f"{super().show(view)} {{{view.actors}}}"


class TypedFromZero(Glimpse):
    """Lists its bids from 0 where it reads them from 1."""

    def read(self, text: str, view: View) -> Move:
        move = super().read(text, view)
        return Bid(move.amount - 1) if isinstance(move, Bid) and move.amount else move


class UnreadWords(Glimpse):
    """Lists a guess in words that it does not read."""

    def typed(self, move: Move) -> str:
        return f"{super().typed(move)} card" if isinstance(move, Guess) else super().typed(move)


class SilentAid(Glimpse):
    """Has an aid with nothing to say."""

    def aid(self, name: str, view: View, notes: Sequence[str]) -> str:
        return ""


class BotOfGlobalChance(Glimpse):
    """Has a bot that throws the shared dice."""

    class Gambler(Guesser):
        def act(self, view: View, rng: random.Random) -> Action:
            return random.choice(view.legal)


PLAYERS: dict[type[Game], Players] = {
    BotOfGlobalChance: Players({"gambler": BotOfGlobalChance.Gambler}),
}
"""Who plays a game in place of Glimpse's own players."""
