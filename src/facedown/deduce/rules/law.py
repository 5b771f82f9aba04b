"""How far a rule looks, how hard it is, and the language's own law, by which the laboratory draws.

One throw of six says what is drawn: a single condition (three of six), two of them joined by "and",
"or" or "either … or … but not both" (two of six), or "if … then … else …" (one of six). The
conditions come from the public lists, all alike. What turns out to be anything or nothing, or too
heavy, is drawn again. So simpler rules are more likely, and the weight of every rule is known.

How far a rule looks is its *family*, how hard it is its *level*, from 1 to 5.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache, cached_property
from typing import Final, Literal, TypeAlias

from facedown.deduce.rules.conditions import (
    LAST,
    THIS,
    And,
    Between,
    Compares,
    Condition,
    Constant,
    Count,
    CountAlike,
    HasValue,
    If,
    LastPlay,
    Leaf,
    More,
    Or,
    Pattern,
    Position,
    Run,
    Shares,
    Total,
    Xor,
    leaves,
)
from facedown.deduce.rules.deck import Deck, RuleError
from facedown.deduce.rules.normal import normal
from facedown.deduce.rules.public_lists import lists
from facedown.deduce.rules.rule import Rule, rule_of

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
    """How far a single condition looks.

    >>> leaf_family(HasValue("colour", (1,))), leaf_family(HasValue("colour", (1,), LAST))
    ('card', 'last card')
    """
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


SINGLE, JOINED, CONDITIONAL = 3, 2, 1
"""How many of six throws lead to each form."""

JOINTS: Final = (And, Or, Xor)


class RuleLaw:
    """The law over one deck.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> law = law_of(SOLVER)
    >>> law.weight(parse("red", SOLVER)) > law.weight(parse("red or circle", SOLVER)) > 0
    True
    >>> law.weight(parse("the last play was an error", SOLVER))
    0
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        near, _, far, *_ = lists(deck)
        self.conditions: tuple[Leaf, ...] = (*near.conditions, *far.conditions)
        self.guards: tuple[Leaf, ...] = near.guards

    def draw(self, rng: random.Random) -> Rule:
        """A rule by the law."""
        while True:
            throw = rng.randrange(SINGLE + JOINED + CONDITIONAL)
            if throw < SINGLE:
                form: Condition = rng.choice(self.conditions)
            elif throw < SINGLE + JOINED:
                form = rng.choice(JOINTS)(tuple(rng.sample(self.conditions, 2)))
            else:
                form = If(rng.choice(self.guards), *rng.sample(self.conditions, 2))
            try:
                rule = rule_of(form, self.deck)
            except RuleError:
                continue
            if not isinstance(rule.condition, Constant):
                return rule

    def weight(self, rule: Rule) -> int:
        """How likely a rule is, as a whole number in proportion; 0 for what is never drawn.

        This is the weight of its sentence; another sentence of the same meaning has its own.
        """
        singles = len(self.conditions)
        ordered = singles * (singles - 1)
        joined, conditional = ordered * len(JOINTS) // 2, ordered * len(self.guards)
        return (
            SINGLE * joined * conditional * (rule.condition in self._known)
            + JOINED * singles * conditional * self._forms[rule.condition]
            + CONDITIONAL * singles * joined * self._conditionals(rule.condition)
        )

    @cached_property
    def _known(self) -> frozenset[Leaf]:
        return frozenset(self.conditions)

    @cached_property
    def _forms(self) -> Counter[Condition]:
        """In how many ways two joined conditions lead to each normal form."""
        return Counter(
            normal(joint(pair), self.deck)
            for pair in itertools.combinations(self.conditions, 2)
            for joint in JOINTS
        )

    def _conditionals(self, condition: Condition) -> int:
        """In how many ways an "if" leads to a condition: it has one normal form."""
        return int(
            isinstance(condition, If)
            and condition.guard in self.guards
            and condition.then in self._known
            and condition.otherwise in self._known
            and condition.then != condition.otherwise
        )


@cache
def law_of(deck: Deck) -> RuleLaw:
    """The law over a deck.

    >>> from facedown.deduce.rules import SOLVER
    >>> law_of(SOLVER).deck.name
    'solver'
    """
    return RuleLaw(deck)


def draw_rule(deck: Deck, rng: random.Random) -> Rule:
    """A rule by the language's own law.

    >>> from facedown.deduce.rules import SOLVER
    >>> rule = draw_rule(SOLVER, random.Random(7))
    >>> rule == draw_rule(SOLVER, random.Random(7)), law_weight(rule) > 0
    (True, True)
    """
    return law_of(deck).draw(rng)


def law_weight(rule: Rule) -> int:
    """How likely a rule is by the language's own law, as a whole number in proportion.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> law_weight(parse("red", SOLVER)) > law_weight(parse("red or circle", SOLVER)) > 0
    True
    """
    return law_of(rule.deck).weight(rule)
