"""The cards of Suspense and their conditions in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from facedown.core.messages import joined, phrase_in
from facedown.games.suspense.cards import NAMES, Category, Condition, Extreme, Place

WORDS: Final = (
    phrase_in("card", "white 1"),
    phrase_in("card", "white 2"),
    phrase_in("card", "white 3"),
    phrase_in("card", "white 4"),
    phrase_in("card", "white 5"),
    phrase_in("card", "white 6"),
    phrase_in("card", "black 1"),
    phrase_in("card", "black 2"),
    phrase_in("card", "black 3"),
    phrase_in("card", "black 4"),
    phrase_in("card", "black 5"),
    phrase_in("card", "black 6"),
    phrase_in("card", 'the red "?"'),
)
"""The cards in words."""

PLACE_WORDS: Final[dict[Place, str]] = {
    "hand": phrase_in("condition", "in hand"),
    "play": phrase_in("condition", "in play"),
}

_ASKED: Final[dict[tuple[Extreme, Category], str]] = {
    ("highest", "number"): phrase_in("condition", "highest number"),
    ("highest", "white"): phrase_in("condition", "highest white"),
    ("highest", "black"): phrase_in("condition", "highest black"),
    ("highest", "sum"): phrase_in("condition", "highest sum of"),
    ("lowest", "number"): phrase_in("condition", "lowest number"),
    ("lowest", "white"): phrase_in("condition", "lowest white"),
    ("lowest", "black"): phrase_in("condition", "lowest black"),
    ("lowest", "sum"): phrase_in("condition", "lowest sum of"),
}
_NUMBERS_IN_PLAY: Final = phrase_in("condition", "numbers in play")


class ConditionLines(NamedTuple):
    """A condition as it stands on a card: what it asks for, and where."""

    first: str
    second: str


def condition_lines(condition: Condition) -> ConditionLines:
    """A condition in two lines.

    >>> condition_lines(Condition("highest", "sum", "play"))
    ConditionLines(first='highest sum of', second='numbers in play')
    """
    where = _NUMBERS_IN_PLAY if condition.category == "sum" else PLACE_WORDS[condition.place]
    return ConditionLines(_ASKED[condition.extreme, condition.category], where)


def condition_words(condition: Condition) -> str:
    """A condition in words.

    >>> condition_words(Condition("lowest", "black", "hand"))
    'lowest black in hand'
    """
    return joined(" ", condition_lines(condition))


def card_words(name: str) -> str:
    """A card in words, from its short name.

    >>> card_words("B6")
    'black 6'
    """
    return WORDS[NAMES.index(name)]


def cards_listed(names: Iterable[str]) -> str:
    """Several cards in words.

    >>> cards_listed(("W1", "?")), cards_listed(())
    ('white 1, the red "?"', 'nothing')
    """
    return joined(", ", map(card_words, names)) or phrase_in("cards", "nothing")
