"""Cards to be printed, as data: the picture or the text on each side, and how many there are.

A game's ``deck`` gives them; ``facedown.paper`` draws them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture: ``macro`` of the game's ``cards.html``, called with ``about`` and the bleed.

    It gives SVG in millimetres about the card's upper left corner, and fills the bleed around the
    63 by 88 of the card as well.
    """

    macro: str
    about: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text, with a ``picture`` before it: a macro that gives a whole ``<svg>``."""

    text: str
    picture: Drawn | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A text: a title, a few words in the corner such as a number, and lines."""

    title: str
    lines: Sequence[Line]
    corner: str = ""


Side: TypeAlias = Drawn | Written

BACK: Final = Drawn("back")
"""The side that all cards of a game have in common."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One kind of card: a name in letters, digits and hyphens, its two sides, and how many."""

    name: str
    face: Side
    copies: int = 1
    back: Side = BACK


def spread(cards: Sequence[PrintedCard]) -> list[PrintedCard]:
    """Every card by itself, copies one after the other.

    >>> [card.name for card in spread([PrintedCard("a", BACK, 2), PrintedCard("b", BACK)])]
    ['a', 'a', 'b']
    """
    return [card for card in cards for _ in range(card.copies)]
