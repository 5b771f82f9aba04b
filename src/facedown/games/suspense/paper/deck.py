"""Suspense's cards to be printed: the thirteen of a table, and aids for each player."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import phrase
from facedown.core.printing import Drawn, Line, PrintedCard, Written
from facedown.games.suspense.cards import Faces
from facedown.games.suspense.page import drawn_card
from facedown.games.suspense.rules import Setting

_AIDS: Final = 3
"""So many play, and each has an aid of either kind."""


def deck(setting: Setting, about: str) -> tuple[PrintedCard, ...]:
    """The cards with the stars and conditions of a table (S23), and what that says of itself."""
    faces = (drawn_card(card, face) for card, face in enumerate(setting.faces))
    return (
        *(
            PrintedCard("red" if one.name == "?" else one.name, Drawn("printed", (one,)))
            for one in faces
        ),
        PrintedCard("turn", _turn(setting), _AIDS),
        PrintedCard("conditions", _conditions(setting.faces, about), _AIDS),
    )


def _turn(setting: Setting) -> Written:
    lines = (
        phrase("On your turn play a card, pass or fold. On your first turn you must play a card."),
        phrase("Who passes may play later; who folds is out of the round."),
        phrase("The round ends when all who are in have passed since the last card,"),
        phrase("or when the numbers in play come to {limit} or more.", limit=setting.limit),
        phrase("A card that the secret condition asks for wins its own stars."),
        phrase("Who folded and would have lost scores 1."),
        phrase("With {goal} points you win.", goal=setting.goal),
    )
    return Written(phrase("A round"), tuple(map(Line, lines[: 7 if setting.goal else 6])))


def _conditions(faces: Faces, about: str) -> Written:
    lines = [Line(drawn_card(card, face).told) for card, face in enumerate(faces)]
    lines += [Line(about)] if about else []
    return Written(phrase("What can lie face down"), tuple(lines))
