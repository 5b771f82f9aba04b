"""Mystery Machine's moves and the action numbers of the seats' moves.

0 and 1 take the left or the right low card, then 52 numbers dump a low card, 52 name a mystery
card, and 64 for each pile buy a question with a set of places of the hand.
"""

from __future__ import annotations

from typing import Final

from facedown.core.moves import Move

CARDS: Final = 52
HAND: Final = 6
"""No more low cards can be kept (M6)."""

DUMP: Final = 2
NAME: Final = DUMP + CARDS
BUY: Final = NAME + CARDS
WAYS: Final = 1 << HAND
"""Sets of places of a hand."""


class Layout(Move, kind="layout", by_nature=True):
    """Nature lays the grid: a rank for each row, a suit for each column. Nobody sees it."""

    ranks: tuple[str, ...] | None
    suits: tuple[str, ...] | None


class Shuffle(Move, kind="shuffle", by_nature=True):
    """Nature shuffles the cells of a twist (numbered from 1): to which of them each card goes."""

    twist: int
    order: tuple[int, ...] | None


class Removal(Move, kind="removal", by_nature=True):
    """Nature removes cards of a pile to the mystery. Nobody sees them."""

    pile: str
    cards: tuple[str, ...] | None


class Offer(Move, kind="offer", by_nature=True):
    """Nature turns up two low cards."""

    cards: tuple[str, ...] | None


class Answer(Move, kind="answer", by_nature=True):
    """Nature turns up the next card of a pile that was paid for, perhaps a joker."""

    pile: str
    card: str | None


class Take(Move, kind="take"):
    """A seat takes one of the two low cards; the other is dumped."""

    card: str | None


class Dump(Move, kind="dump"):
    """A seat dumps one of its six older cards, having taken a seventh."""

    card: str | None


class Buy(Move, kind="buy"):
    """A seat pays the price of a pile with cards of its hand."""

    pile: str
    cards: tuple[str, ...] | None


class Name(Move, kind="name"):
    """A seat names the next mystery card; with the last one its guess is complete."""

    card: str | None


MOVES: Final = (Layout, Shuffle, Removal, Offer, Answer, Take, Dump, Buy, Name)
