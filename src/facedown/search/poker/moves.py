"""The moves of small poker games and their action numbers: 0 fold, 1 call, 2 raise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from facedown.core.moves import Move
from facedown.core.seats import Seat

FOLD: Final = 0
CALL: Final = 1
RAISE: Final = 2
WORDS: Final = ("fold", "call", "raise")


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """Nature deals one card face down; the other seat is not told which (P2)."""

    kind: ClassVar[str] = "deal"
    by_nature: ClassVar[bool] = True
    seat: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class TurnUp(Move):
    """Nature turns a card up for both (P8)."""

    kind: ClassVar[str] = "turn up"
    by_nature: ClassVar[bool] = True
    card: str


@dataclass(frozen=True, slots=True)
class Fold(Move):
    """Give up the stake (P6)."""

    kind: ClassVar[str] = "fold"


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Match the other's stake, or check when both are equal (P4)."""

    kind: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """Stake more than the other (P5)."""

    kind: ClassVar[str] = "raise"


SEAT_MOVES: Final[tuple[Move, ...]] = (Fold(), Call(), Raise())
"""The seats' moves by action number."""
