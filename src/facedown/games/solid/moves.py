"""Solid's moves."""

from __future__ import annotations

from typing import Final

from facedown.core.moves import Move
from facedown.core.seats import Seat


class Add(Move, kind="add", by_nature=True):
    """Nature draws a card of a half set that is shuffled in."""

    card: str


class First(Move, kind="first", by_nature=True):
    """Nature draws who begins."""

    player: Seat


class Draw(Move, kind="draw", by_nature=True):
    """A seat draws a card, which is None for everybody else."""

    player: Seat
    card: str | None


class Play(Move, kind="play"):
    """Puts a data card into one's own pod."""

    card: str


class Share(Move, kind="share"):
    """Puts a sharing card before oneself, by its sharing side."""

    card: str


class UseEvent(Move, kind="event"):
    """Plays a card by its event side.

    ``target`` is the card that is hit, stolen or taken, ``owner`` the seat before which it lies;
    None for a card of the discard pile.
    """

    card: str
    owner: Seat | None
    target: str


class Discard(Move, kind="discard"):
    """Discards a card; after that nothing is played any more in this turn."""

    card: str


class EndTurn(Move, kind="end turn"):
    """Ends the turn; the hand is filled up."""


class Protect(Move, kind="protect"):
    """Prevents the event that was just played."""

    card: str


class LetHappen(Move, kind="let happen"):
    """Lets the event that was just played happen."""


MOVES: Final = (Add, First, Draw, Play, Share, UseEvent, Discard, EndTurn, Protect, LetHappen)
