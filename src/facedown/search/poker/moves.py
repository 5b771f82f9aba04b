"""The moves of small poker games and their action numbers: 0 fold, 1 call, 2 raise."""

from __future__ import annotations

from typing import Final

from facedown.core.moves import Move
from facedown.core.seats import Seat

FOLD: Final = 0
CALL: Final = 1
RAISE: Final = 2
WORDS: Final = ("fold", "call", "raise")


class Deal(Move, kind="deal", by_nature=True):
    """Nature deals one card face down; the other seat is not told which (P2)."""

    seat: Seat
    card: str | None


class TurnUp(Move, kind="turn up", by_nature=True):
    """Nature turns a card up for both (P8)."""

    card: str


class Fold(Move, kind="fold"):
    """Give up the stake (P6)."""


class Call(Move, kind="call"):
    """Match the other's stake, or check when both are equal (P4)."""


class Raise(Move, kind="raise"):
    """Stake more than the other (P5)."""


SEAT_MOVES: Final[tuple[Move, ...]] = (Fold(), Call(), Raise())
"""The seats' moves by action number."""
