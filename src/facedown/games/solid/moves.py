"""Solid's moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from facedown.core.moves import Move
from facedown.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Add(Move):
    """Nature draws a card of a half set that is shuffled in."""

    kind: ClassVar[str] = "add"
    by_nature: ClassVar[bool] = True
    card: str


@dataclass(frozen=True, slots=True)
class First(Move):
    """Nature draws who begins."""

    kind: ClassVar[str] = "first"
    by_nature: ClassVar[bool] = True
    player: Seat


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """A seat draws a card, which is None for everybody else."""

    kind: ClassVar[str] = "draw"
    by_nature: ClassVar[bool] = True
    player: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Puts a data card into one's own pod."""

    kind: ClassVar[str] = "play"
    card: str


@dataclass(frozen=True, slots=True)
class Share(Move):
    """Puts a sharing card before oneself, by its sharing side."""

    kind: ClassVar[str] = "share"
    card: str


@dataclass(frozen=True, slots=True)
class UseEvent(Move):
    """Plays a card by its event side.

    ``target`` is the card that is hit, stolen or taken, ``owner`` the seat before which it lies;
    None for a card of the discard pile.
    """

    kind: ClassVar[str] = "event"
    card: str
    owner: Seat | None
    target: str


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discards a card; after that nothing is played any more in this turn."""

    kind: ClassVar[str] = "discard"
    card: str


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """Ends the turn; the hand is filled up."""

    kind: ClassVar[str] = "end turn"


@dataclass(frozen=True, slots=True)
class Protect(Move):
    """Prevents the event that was just played."""

    kind: ClassVar[str] = "protect"
    card: str


@dataclass(frozen=True, slots=True)
class LetHappen(Move):
    """Lets the event that was just played happen."""

    kind: ClassVar[str] = "let happen"


MOVES: Final = (Add, First, Draw, Play, Share, UseEvent, Discard, EndTurn, Protect, LetHappen)
