"""Mystery Machine's moves and the action numbers of the seats' moves.

0 and 1 take the left or the right low card, then 52 numbers dump a low card, 52 name a mystery
card, and 64 for each pile buy a question with a set of places of the hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from facedown.core.moves import Move

CARDS: Final = 52
HAND: Final = 6
"""No more low cards can be kept (M6)."""

DUMP: Final = 2
NAME: Final = DUMP + CARDS
BUY: Final = NAME + CARDS
WAYS: Final = 1 << HAND
"""Sets of places of a hand."""


@dataclass(frozen=True, slots=True)
class Layout(Move):
    """Nature lays the grid: a rank for each row, a suit for each column. Nobody sees it."""

    kind: ClassVar[str] = "layout"
    by_nature: ClassVar[bool] = True
    ranks: tuple[str, ...] | None
    suits: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Shuffle(Move):
    """Nature shuffles the cells of a twist (numbered from 1): to which of them each card goes."""

    kind: ClassVar[str] = "shuffle"
    by_nature: ClassVar[bool] = True
    twist: int
    order: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Removal(Move):
    """Nature removes cards of a pile to the mystery. Nobody sees them."""

    kind: ClassVar[str] = "removal"
    by_nature: ClassVar[bool] = True
    pile: str
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Offer(Move):
    """Nature turns up two low cards."""

    kind: ClassVar[str] = "offer"
    by_nature: ClassVar[bool] = True
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Answer(Move):
    """Nature turns up the next card of a pile that was paid for, perhaps a joker."""

    kind: ClassVar[str] = "answer"
    by_nature: ClassVar[bool] = True
    pile: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Take(Move):
    """A seat takes one of the two low cards; the other is dumped."""

    kind: ClassVar[str] = "take"
    card: str | None


@dataclass(frozen=True, slots=True)
class Dump(Move):
    """A seat dumps one of its six older cards, having taken a seventh."""

    kind: ClassVar[str] = "dump"
    card: str | None


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """A seat pays the price of a pile with cards of its hand."""

    kind: ClassVar[str] = "buy"
    pile: str
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Name(Move):
    """A seat names the next mystery card; with the last one its guess is complete."""

    kind: ClassVar[str] = "name"
    card: str | None


MOVES: Final = (Layout, Shuffle, Removal, Offer, Answer, Take, Dump, Buy, Name)
