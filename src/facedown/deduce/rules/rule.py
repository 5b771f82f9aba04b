"""A rule: a condition in normal form over a deck, judged on a timeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facedown.deduce.rules.conditions import Condition, JudgedCard
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.machine import RuleMachine, check_weight, machine_of
from facedown.deduce.rules.normal import normal
from facedown.deduce.rules.wording import sentence


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule over a deck. Two rules are equal here when their sentences are; see ``equality``.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> rule = parse("circle or red", SOLVER)
    >>> rule.sentence, rule.judge([], SOLVER.read_card("red square 1"))
    ('red or circle', True)
    """

    deck: Deck
    condition: Condition

    @property
    def sentence(self) -> str:
        """The one normal sentence of this rule: its form in moves, logs and links."""
        return sentence(self.condition, self.deck)

    @property
    def machine(self) -> RuleMachine:
        """The rule compiled, to be walked along a track."""
        return machine_of(self.deck, self.condition)

    def accepted(self, track: Sequence[JudgedCard]) -> int:
        """The mask of the cards that would be accepted after these plays (bit c for card c)."""
        return self.machine.accepted(track)

    def judge(self, track: Sequence[JudgedCard], card: int) -> bool:
        """Whether a card is accepted after these plays."""
        return bool(self.accepted(track) >> card & 1)


def rule_of(condition: Condition, deck: Deck) -> Rule:
    """The rule of any condition.

    Raises :class:`~facedown.deduce.rules.deck.RuleError` for one that is too heavy to decide
    exactly whether it equals another.

    >>> from facedown.deduce.rules.conditions import HasValue
    >>> from facedown.deduce.rules.deck import SOLVER
    >>> rule_of(HasValue("colour", (1,)), SOLVER).sentence
    'red'
    """
    rule = Rule(deck, normal(condition, deck))
    check_weight(rule.condition, deck)
    return rule
