"""The decks that come with the language: SOLVER's 64 cards (R1) and the ordinary 52."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import phrase
from facedown.deduce.rules.deck import Attribute, Deck
from facedown.deduce.rules.errors import RuleError

SOLVER: Final = Deck(
    "solver",
    (
        Attribute(
            "colour",
            "colours",
            ("blue", "red", "green", "yellow"),
            cyclic=True,
            other_names=("color",),
        ),
        Attribute(
            "shape",
            "shapes",
            ("circle", "square", "triangle", "diamond"),
            cyclic=True,
            aliases={"circles": 0, "squares": 1, "triangles": 2, "diamonds": 3},
        ),
        Attribute("number", "numbers", ("1", "2", "3", "4"), ordered=True, cyclic=True, named=True),
        Attribute("parity", "parities", ("odd", "even"), of="number", groups=(0, 1, 0, 1)),
    ),
    "{colour} {shape} {number}",
)
"""Four colours, four shapes, the numbers 1 to 4: one card of each."""

STANDARD: Final = Deck(
    "standard",
    (
        Attribute(
            "rank",
            "ranks",
            ("ace", *map(str, range(2, 11)), "jack", "queen", "king"),
            ordered=True,
            cyclic=True,
            named=True,
            aliases={"1": 0, "11": 10, "12": 11, "13": 12},
        ),
        Attribute(
            "suit",
            "suits",
            ("clubs", "diamonds", "hearts", "spades"),
            cyclic=True,
            aliases={"club": 0, "diamond": 1, "heart": 2, "spade": 3},
        ),
        Attribute(
            "colour",
            "colours",
            ("black", "red"),
            of="suit",
            groups=(0, 1, 1, 0),
            other_names=("color",),
        ),
        Attribute("parity", "parities", ("odd", "even"), of="rank", groups=(0, 1) * 6 + (0,)),
        Attribute("kind", "kinds", ("pip", "face"), of="rank", groups=(0,) * 10 + (1,) * 3),
    ),
    "{rank} of {suit}",
)
"""Ace (1) to king (13) in four suits; face cards are jack, queen and king."""

DECKS: Final = {deck.name: deck for deck in (SOLVER, STANDARD)}


def deck_called(name: str) -> Deck:
    """The deck of that name; raises :class:`~facedown.deduce.rules.errors.RuleError`.

    >>> deck_called("standard").read_card("ace of spades") < 52
    True
    """
    if name not in DECKS:
        raise RuleError(
            phrase(
                "There is no deck {name!r}; the decks are: {decks}.",
                name=name[:40],
                decks=", ".join(DECKS),
            )
        )
    return DECKS[name]
