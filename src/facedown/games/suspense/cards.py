"""The components of Suspense: thirteen cards, each with a number, stars and a condition.

Card numbers inside the program: 0–5 are white 1–6, 6–11 black 1–6, 12 is the red "?". Sets of
cards are bit masks over these.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from facedown.core.errors import BadOption

CARD_COUNT: Final = 13
ALL_CARDS: Final = (1 << CARD_COUNT) - 1
WHITE: Final = 0b000000_111111
BLACK: Final = 0b111111_000000
NUMBERED: Final = WHITE | BLACK

NAMES: Final = (*(f"W{n}" for n in range(1, 7)), *(f"B{n}" for n in range(1, 7)), "?")
"""Short names of the cards."""

WORDS: Final = (
    *(f"white {n}" for n in range(1, 7)),
    *(f"black {n}" for n in range(1, 7)),
    'the red "?"',
)
"""The cards in words."""

NUMBERS: Final = (*range(1, 7), *range(1, 7), 0)
"""What each card adds to a sum; "?" adds nothing (S8)."""

Extreme: TypeAlias = Literal["highest", "lowest"]
Kind: TypeAlias = Literal["number", "white", "black", "sum"]
Place: TypeAlias = Literal["in hand", "in play"]

KIND_MASKS: Final = {"number": NUMBERED, "white": WHITE, "black": BLACK}


@dataclass(frozen=True, slots=True)
class Condition:
    """A victory condition: the highest or lowest of a kind of card, in hand or in play.

    Kind ``"sum"`` is about players instead: the highest or lowest sum of numbers in play.
    """

    extreme: Extreme
    kind: Kind
    place: Place

    @property
    def words(self) -> str:
        """The condition in words.

        >>> Condition("lowest", "black", "in hand").words
        'lowest black in hand'
        """
        kind = "sum of numbers" if self.kind == "sum" else self.kind
        return f"{self.extreme} {kind} {self.place}"


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on one card. A card with a condition about sums scores ``stars`` flat."""

    stars: int
    condition: Condition


Table: TypeAlias = tuple[Face, ...]
"""The faces of all thirteen cards, by card number."""


def _face(stars: int, words: str) -> Face:
    return Face(stars, condition(words))


def condition(words: str) -> Condition:
    """Reads a condition from its words; raises ``BadOption`` when they are none.

    >>> condition("highest number in play")
    Condition(extreme='highest', kind='number', place='in play')
    """
    for extreme in _EXTREMES:
        for kind in _KINDS:
            for place in _PLACES:
                found = Condition(extreme, kind, place)
                if found.words == words and not (kind == "sum" and place == "in hand"):
                    return found
    raise BadOption(f"{words[:60]!r} is not a victory condition, such as 'lowest black in hand'.")


_EXTREMES: Final[tuple[Extreme, ...]] = ("highest", "lowest")
_KINDS: Final[tuple[Kind, ...]] = ("number", "white", "black", "sum")
_PLACES: Final[tuple[Place, ...]] = ("in hand", "in play")

STANDARD: Final[Table] = (
    _face(2, "highest number in play"),
    _face(3, "highest black in play"),
    _face(4, "highest white in play"),
    _face(4, "lowest white in play"),
    _face(3, "lowest black in play"),
    _face(2, "lowest number in play"),
    _face(2, "highest number in hand"),
    _face(3, "highest black in hand"),
    _face(4, "highest white in hand"),
    _face(4, "lowest white in hand"),
    _face(3, "lowest black in hand"),
    _face(2, "lowest number in hand"),
    _face(2, "lowest sum of numbers in play"),
)
"""Which condition and how many stars each card carries, unless a table says otherwise."""


def read_table(text: str) -> Table:
    """The card table of a JSON text such as ``{"W1": [2, "highest number in play"], …}``.

    Cards that are not named keep their standard face; the rulebook describes the form. Raises
    :class:`~facedown.core.errors.BadOption` with one sentence when it cannot be read.
    """
    try:
        given = json.loads(text, object_pairs_hook=_each_once) if text else {}
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise BadOption(f"The card table is not JSON: see {place}.") from None
    except (ValueError, RecursionError):
        raise BadOption("The card table is not JSON.") from None
    if not isinstance(given, dict):
        raise BadOption('The card table is an object such as {"W1": [2, "lowest black in play"]}.')
    table = list(STANDARD)
    for name, face in given.items():
        if name not in NAMES:
            raise BadOption(f"The card table names {name[:20]!r}; cards are {', '.join(NAMES)}.")
        match face:
            case [int(stars), str(words)] if type(stars) is int and 0 <= stars <= 9:
                table[NAMES.index(name)] = Face(stars, condition(words))
            case _:
                raise BadOption(f"In the card table {name} needs stars (0 to 9) and a condition.")
    return tuple(table)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadOption("The card table names a card twice.")
    return found


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending.

    >>> cards_of(0b1000000000101)
    (0, 2, 12)
    """
    return tuple(card for card in range(CARD_COUNT) if mask >> card & 1)


@cache
def names_of(mask: int) -> tuple[str, ...]:
    """The short names of a set of cards."""
    return tuple(NAMES[card] for card in cards_of(mask))
