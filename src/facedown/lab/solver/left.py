"""Which rules of a pool are left, and what a card tells about them.

The pool is what an agent is measured against: half of its weight have the rules that are played,
all alike, the other half rules drawn by the language's own law (R13).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log2
from typing import Final, NamedTuple

from facedown.deduce.rules import SOLVER, Deck, Play, Rule
from facedown.deduce.rules.known import known_answer
from facedown.deduce.rules.law import draw_rule
from facedown.deduce.rules.machine import Machine, machine_of
from facedown.lab.solver.trial import SOLVED

DRAWN: Final = 2_000
"""Rules that are drawn by the law; many of them more than once."""


class Weighed(NamedTuple):
    """A rule of a pool; weights of a pool are whole numbers in proportion."""

    rule: Rule
    weight: int


Pool = tuple[Weighed, ...]


@lru_cache(maxsize=4)
def lawful(deck: Deck, count: int = DRAWN) -> Pool:
    """Rules drawn by the law of a deck, the same ones every time, with how often they came."""
    rng = random.Random("lawful")
    drawn = Counter(draw_rule(deck, rng) for _ in range(count))
    return tuple(Weighed(rule, times) for rule, times in drawn.items())


def pool_of(deck: Deck, played: Iterable[Rule]) -> Pool:
    """The pool where these rules are played.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> pool = pool_of(SOLVER, [parse("red", SOLVER)])
    >>> 2 * pool[0].weight == sum(each.weight for each in pool)
    True
    """
    rules = list(dict.fromkeys(played))
    drawn = lawful(deck)
    total = sum(each.weight for each in drawn)
    return (
        *(Weighed(rule, total) for rule in rules),
        *(Weighed(each.rule, each.weight * len(rules)) for each in drawn),
    )


def bits(chance: float) -> float:
    """The entropy of a verdict that is "accepted" with such a chance.

    >>> bits(0.5), bits(1.0)
    (1.0, 0.0)
    """
    return sum(-p * log2(p) for p in (chance, 1 - chance) if p > 0)


ASKED: Final = 24
"""Where so few rules are left it is worked out what each of them answers to the guesses."""


class Left:
    """The rules of a pool that give every verdict so far, and the answers to guesses.

    What rules of the catalogue answer each other is known at once. What others do takes long to
    work out, so they are asked once ``ASKED`` rules or fewer are left.
    """

    def __init__(self, pool: Pool) -> None:
        self._rows: list[tuple[Weighed, Machine, list[int]]] = []
        for each in pool:
            machine = machine_of(each.rule.deck, each.rule.condition)
            self._rows.append((each, machine, machine.start()))
        self._track: list[Play] = []
        self._told: list[tuple[Rule, str]] = []
        self._look()

    def copy(self) -> Left:
        """An independent copy."""
        made = Left(())
        made._track = self._track[:]
        made._told = self._told[:]
        made._rows = [(each, machine, states[:]) for each, machine, states in self._rows]
        made._look()
        return made

    def _look(self) -> None:
        """Which cards each rule accepts now."""
        self._masks = [machine.verdicts(states) for _, machine, states in self._rows]
        self.total = sum(each.weight for each, _, _ in self._rows)

    @property
    def rules(self) -> list[Weighed]:
        """What is left, in the order of the pool."""
        return [each for each, _, _ in self._rows]

    def take(self, play: Play) -> None:
        """Leaves out the rules that give another verdict."""
        self._track.append(play)
        rows = zip(self._rows, self._masks, strict=True)
        self._rows = [row for row, mask in rows if bool(mask >> play.card & 1) == play.accepted]
        for _, machine, states in self._rows:
            machine.step(states, play)
        self._ask()
        self._look()

    def told(self, guess: Rule, said: str) -> None:
        """Leaves out the rules that would have given another answer to a guess."""
        self._told.append((guess, said))
        self._ask()
        self._look()

    def _ask(self) -> None:
        if self._told:
            few = len(self._rows) <= ASKED
            self._rows = [
                row
                for row in self._rows
                if all(_can_answer(row[0].rule, *told, ask=few) for told in self._told)
            ]

    def chance(self, card: int) -> float:
        """How likely it is that a card is accepted; at least one rule has to be left."""
        said = sum(
            row[0].weight
            for row, mask in zip(self._rows, self._masks, strict=True)
            if mask >> card & 1
        )
        return said / self.total

    def best_card(self, hand: Sequence[int]) -> tuple[int, float]:
        """The card whose verdict tells most, and how many bits; the first of several."""
        told = [(bits(self.chance(card)), card) for card in hand]
        most = max(each for each, _ in told)
        return next((card, each) for each, card in told if each == most)

    def likeliest(self) -> Rule:
        """The rule that weighs most; the first of several."""
        return max(self.rules, key=lambda each: each.weight).rule

    def could_refute(self, guess: Rule, card: int) -> bool:
        """Whether some rule that is left judges a card otherwise than a guess does."""
        says = guess.judge(self._track, card)
        return any(bool(mask >> card & 1) != says for mask in self._masks)


def _can_answer(secret: Rule, guess: Rule, said: str, *, ask: bool) -> bool:
    """Whether a rule answers so, or may: one that is not known and not asked may."""
    if secret == guess:
        return said == SOLVED
    known = known_answer(secret.sentence, guess.sentence) if secret.deck is SOLVER else None
    if known is None and ask:
        from facedown.deduce.rules.space.belief import answer_to  # which needs NumPy

        known = answer_to(secret, guess)
    return known is None or known == said
