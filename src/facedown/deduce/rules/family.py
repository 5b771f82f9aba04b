"""Which kind of rule a rule is: the furthest that it looks."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from facedown.deduce.rules.conditions import (
    LAST,
    THIS,
    Compares,
    Constant,
    HasValue,
    LastPlay,
    Leaf,
    Pattern,
    Position,
    Shares,
    Total,
    leaves,
)
from facedown.deduce.rules.rule import Rule

Family: TypeAlias = Literal["card", "last card", "position", "earlier cards", "whole track"]

FAMILIES: Final[tuple[Family, ...]] = (
    "card",
    "last card",
    "position",
    "earlier cards",
    "whole track",
)
"""From near to far."""


def family_of(rule: Rule) -> Family:
    """The furthest that a rule looks.

    Only at the card itself, at the last card too, at the position, at other cards before, or at
    the whole track.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> [family_of(parse(text, SOLVER)) for text in ("red", "same colour as the last card")]
    ['card', 'last card']
    """
    found = (leaf_family(leaf) for leaf in leaves(rule.condition))
    return max(found, key=FAMILIES.index)


def leaf_family(leaf: Leaf) -> Family:
    """How far a single condition looks."""
    match leaf:
        case Constant():
            return "card"
        case HasValue(place=place) if place == THIS:
            return "card"
        case HasValue(place=place) | Shares(place=place) | Compares(place=place):
            far = isinstance(leaf, Compares) and leaf.subject not in (THIS, LAST)
            return "last card" if place == LAST and not far else "earlier cards"
        case Pattern() | Position():
            return "position"
        case LastPlay():
            return "last card"
        case Total(depth=depth) if depth == 1:
            return "last card"
        case Total(depth=depth) if depth > 1:
            return "earlier cards"
    return "whole track"
