"""The language's own law: by which chances a rule is drawn where nobody chose it (R13).

One throw of six says what is drawn: a single condition (three of six), two of them joined by "and",
"or" or "either … or … but not both" (two of six), or "if … then … else …" (one of six). The
conditions come from the public lists, all alike. What turns out to be anything or nothing, or too
heavy, is drawn again. So simpler rules are more likely, and the weight of every rule is known.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache, cached_property
from typing import Final

from facedown.deduce.rules.conditions import And, Condition, Constant, If, Leaf, Or, Xor
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.errors import RuleError
from facedown.deduce.rules.listed import lists
from facedown.deduce.rules.normal import normal
from facedown.deduce.rules.rule import Rule, rule_of

SINGLE, JOINED, CONDITIONAL = 3, 2, 1
"""How many of six throws lead to each form."""

JOINTS: Final = (And, Or, Xor)


class Law:
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
def law_of(deck: Deck) -> Law:
    """The law over a deck.

    >>> from facedown.deduce.rules import SOLVER
    >>> law_of(SOLVER).deck.name
    'solver'
    """
    return Law(deck)


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
