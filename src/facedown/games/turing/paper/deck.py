"""The 48 criteria cards to be printed, with the pictures of their laws."""

from __future__ import annotations

from functools import cache

from facedown.core.printing import Drawn, Line, PrintedCard, Written
from facedown.games.turing.cards import CARDS
from facedown.games.turing.page import card_face


@cache
def deck() -> tuple[PrintedCard, ...]:
    """All of them, by number.

    >>> len(deck()), deck()[3].name
    (48, 'criteria-04')
    """
    return tuple(PrintedCard(f"criteria-{number:02}", criteria(number)) for number in CARDS)


def criteria(number: int) -> Written:
    """A criteria card: its number, what it is about, and each of its laws."""
    card = card_face(number)
    lines = (Line(law.short, Drawn("law_alone", (law,))) for law in card.laws)
    return Written(card.title, tuple(lines), str(number))
