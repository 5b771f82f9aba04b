"""How hard a rule is, by what it is made of: the levels of the catalogue for any rule."""

from __future__ import annotations

from facedown.deduce.rules.conditions import (
    LAST,
    THIS,
    Between,
    Compares,
    Constant,
    Count,
    CountAlike,
    HasValue,
    If,
    LastPlay,
    Leaf,
    More,
    Pattern,
    Position,
    Run,
    Shares,
    Total,
    Xor,
    leaves,
)
from facedown.deduce.rules.rule import Rule


def level_of(rule: Rule) -> int:
    """The level of a rule, from 1 to 5.

    1: one set of values. 2: one comparison with the last card, or two sets. 3: two conditions,
    a share, a sum, or a change at every other position. 4: three conditions, a longer pattern,
    other cards than the last one. 5: more, or a memory of the whole track.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> [level_of(parse(text, SOLVER)) for text in ("red", "red or circle", "in turn red, blue")]
    [1, 2, 3]
    """
    condition = rule.condition
    found = [leaf for leaf in leaves(condition) if not isinstance(leaf, Constant)]
    by_position = isinstance(condition, If) and isinstance(condition.guard, Position)
    count = len(found) - by_position
    if count > 3 or any(_remembers(leaf) for leaf in found):
        return 5
    if count == 3 or (isinstance(condition, If) and not by_position):
        return 4
    if any(_looks_back(leaf) for leaf in found):
        return 4
    plain = all(isinstance(leaf, HasValue) for leaf in found)
    if count <= 1 and not by_position:
        return 1 if plain else 2 if isinstance(found[0], Compares) else 3
    return 2 if plain and not by_position and not isinstance(condition, Xor) else 3


def _remembers(leaf: Leaf) -> bool:
    """Whether a condition is about more of the track than a few cards."""
    if isinstance(leaf, HasValue):
        return leaf.place not in {THIS, LAST}
    if isinstance(leaf, Compares):
        return leaf.subject != THIS
    if isinstance(leaf, Position):
        return isinstance(leaf.amount, Between)
    if isinstance(leaf, Total):
        return leaf.depth == 0 or not leaf.with_this
    return isinstance(leaf, Count | CountAlike | More | Run | LastPlay)


def _looks_back(leaf: Leaf) -> bool:
    """Whether a condition is about other cards than the last one."""
    if isinstance(leaf, Pattern):
        return len(leaf.classes) > 2 or leaf.anywhere
    if isinstance(leaf, Total):
        return leaf.depth > 1
    return isinstance(leaf, Compares | Shares) and leaf.place != LAST
