"""Exact Bayesian inference over rules: which are possible after verdicts and answers.

Nothing here knows of a game: a timeline, guesses and their answers are all there is. A rule either
gives every verdict and answer or is out, so what is left keeps its weights by the law. A belief
never changes; each verdict and each answer makes another one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import merge
from math import comb, log2
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from facedown.deduce.rules.answer import Answer
from facedown.deduce.rules.decks import SOLVER
from facedown.deduce.rules.errors import RuleError
from facedown.deduce.rules.known import known_answer
from facedown.deduce.rules.meaning import Play
from facedown.deduce.rules.parts import answer
from facedown.deduce.rules.rule import Rule
from facedown.deduce.rules.space.kernels import accepting, keep
from facedown.deduce.rules.space.stored import Space

ASKED: Final = 24
"""Of at most so many rules, the likeliest, it is worked out what they answer to the guesses."""
FEW: Final = 8
"""Where so many are left, all are asked."""

Said = tuple[Rule, Answer]
"""A guess and its answer."""
Chances = NDArray[np.float64]


@lru_cache(maxsize=65536)
def answer_to(secret: Rule, guess: Rule) -> Answer:
    """A Master's answer, kept once it was worked out.

    >>> from facedown.deduce.rules.parser import parse
    >>> answer_to(parse("red and circle", SOLVER), parse("red and square", SOLVER))
    '1'
    """
    known = known_answer(secret.sentence, guess.sentence) if secret.deck is SOLVER else None
    return known or answer(secret, guess)


def gives(rule: Rule, answers: Sequence[Said]) -> bool:
    """Whether a rule gives all these answers.

    >>> from facedown.deduce.rules.parser import parse
    >>> red, blue = parse("red", SOLVER), parse("blue", SOLVER)
    >>> gives(red, [(blue, "0")]), gives(blue, [(blue, "0")])
    (True, False)
    """
    return all(answer_to(rule, guess) == said for guess, said in answers)


class Belief(ABC):
    """Which rules are possible, and how likely each of them is."""

    @abstractmethod
    def after(self, play: Play) -> Self:
        """What is possible after one more verdict."""

    @abstractmethod
    def told(self, guess: Rule, said: Answer) -> Self:
        """What is possible after a guess, whoever made it, has been answered."""

    @abstractmethod
    def count(self) -> int:
        """How many rules are possible; those of which no answer was worked out are taken to be."""

    @abstractmethod
    def accepting(self) -> tuple[float, Chances]:
        """The weight of all that is possible, and for each card of those that would accept it."""

    @abstractmethod
    def likeliest(self) -> Iterator[tuple[float, Rule]]:
        """Possible rules with their weights, the likeliest first, while answers are worked out."""

    def chances(self) -> Chances:
        """For each card the chance that it is accepted now; 0 where nothing is possible."""
        total, found = self.accepting()
        return found / total if total else found

    def best(self) -> tuple[Rule, float] | None:
        """The likeliest rule with its chance of being the secret one, or None."""
        first = next(self.likeliest(), None)
        if first is None:
            return None
        weight, rule = first
        return rule, min(1.0, weight / max(self.accepting()[0], weight))


@dataclass(frozen=True, slots=True, eq=False)
class InSpace(Belief):
    """A belief over a space, by its law.

    ``among`` are the numbers of the rules that give all verdicts, and when few are left all
    ``answers``; otherwise a rule is asked for its answers when it comes up as one of the likeliest.
    ``states`` are those of the memories.
    """

    space: Space
    among: NDArray[np.int32]
    states: NDArray[np.int64]
    answers: tuple[Said, ...] = ()

    @classmethod
    def start(cls, space: Space) -> InSpace:
        """Before the first card: everything is possible."""
        registers = len(space.memories.first_following)
        return cls(space, np.arange(len(space), dtype=np.int32), np.zeros(registers, np.int64))

    def masks(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """For each single condition the cards for which it holds now, and its negation."""
        memories = self.space.memories
        at = memories.first_mask + self.states[memories.reads]
        return memories.holds[at], memories.fails[at]

    def after(self, play: Play) -> InSpace:
        """What is possible after one more card."""
        memories = self.space.memories
        among = keep(self.space.forms, self.among, *self.masks(), play.card, play.accepted)
        if play.accepted:
            at = memories.first_following + self.states * memories.cards + play.card
            states = memories.following[at].astype(np.int64)
        else:
            states = np.where(memories.after_error >= 0, memories.after_error, self.states)
        return replace(self, among=among, states=states)._asked()

    def told(self, guess: Rule, said: Answer) -> InSpace:
        """What is possible after an answer."""
        return replace(self, answers=(*self.answers, (guess, said)))._asked()

    def _asked(self) -> InSpace:
        """The same, and where few are left without those that give other answers."""
        if not self.answers or len(self.among) > FEW:
            return self
        kept = [
            number
            for number in self.among
            if (rule := self._rule(int(number))) is not None and gives(rule, self.answers)
        ]
        return replace(self, among=np.array(kept, np.int32))

    def _rule(self, number: int) -> Rule | None:
        try:
            return self.space.rule(number)
        except RuleError:  # its normal form is too heavy
            return None

    def count(self) -> int:
        """How many are possible."""
        return len(self.among)

    def accepting(self) -> tuple[float, Chances]:
        """The weight of all, and for each card of those that would accept it."""
        return accepting(self.space.forms, self.space.weights, self.among, *self.masks())

    def likeliest(self) -> Iterator[tuple[float, Rule]]:
        """Possible rules with their weights, the likeliest first."""
        for number in self.among[:ASKED]:
            rule = self._rule(int(number))
            if rule is not None and gives(rule, self.answers):
                yield float(self.space.weights[self.space.forms[number, 0]]), rule


@dataclass(frozen=True, slots=True)
class InList(Belief):
    """A belief over some rules that are listed with their weights, the likeliest first."""

    rules: tuple[tuple[float, Rule], ...]
    track: tuple[Play, ...] = ()

    def after(self, play: Play) -> InList:
        """What is possible after one more card."""
        kept = [
            each for each in self.rules if each[1].judge(self.track, play.card) == play.accepted
        ]
        return InList(tuple(kept), (*self.track, play))

    def told(self, guess: Rule, said: Answer) -> InList:
        """What is possible after an answer."""
        kept = tuple(each for each in self.rules if answer_to(each[1], guess) == said)
        return InList(kept, self.track)

    def count(self) -> int:
        """How many are possible."""
        return len(self.rules)

    def accepting(self) -> tuple[float, Chances]:
        """The weight of all, and for each card of those that would accept it."""
        total, found = 0.0, np.zeros(64)
        plays = np.arange(64, dtype=np.uint64)
        for weight, rule in self.rules:
            total += weight
            found += weight * (np.uint64(rule.accepted(self.track)) >> plays & np.uint64(1))
        return total, found

    def likeliest(self) -> Iterator[tuple[float, Rule]]:
        """Possible rules with their weights, the likeliest first."""
        yield from self.rules


@dataclass(frozen=True, slots=True)
class Mixed(Belief):
    """Several beliefs at once, each with its weight; a rule may be in more than one."""

    parts: tuple[tuple[float, Belief], ...]

    def after(self, play: Play) -> Mixed:
        """What is possible after one more card."""
        return Mixed(tuple((share, part.after(play)) for share, part in self.parts))

    def told(self, guess: Rule, said: Answer) -> Mixed:
        """What is possible after an answer."""
        return Mixed(tuple((share, part.told(guess, said)) for share, part in self.parts))

    def count(self) -> int:
        """How many are possible."""
        return sum(part.count() for _, part in self.parts)

    def accepting(self) -> tuple[float, Chances]:
        """The weight of all, and for each card of those that would accept it."""
        total, found = 0.0, np.zeros(64)
        for share, part in self.parts:
            weight, accepted = part.accepting()
            total += share * weight
            found += share * accepted
        return total, found

    def likeliest(self) -> Iterator[tuple[float, Rule]]:
        """Possible rules with their weights, the likeliest first."""
        each = (
            ((share * weight, rule) for weight, rule in part.likeliest())
            for share, part in self.parts
        )
        yield from merge(*each, key=lambda found: -found[0])


def bits(chance: float) -> float:
    """How much a verdict tells that comes out one way with this chance, in bits.

    >>> bits(0.5), bits(1.0)
    (1.0, 0.0)
    """
    if not 0 < chance < 1:
        return 0.0
    return -chance * log2(chance) - (1 - chance) * log2(1 - chance)


def expected_best(values: Sequence[float], count: int) -> float:
    """The largest of ``count`` values drawn from these without putting back, on average.

    >>> expected_best([0.0, 1.0], 1), expected_best([0.0, 1.0], 2)
    (0.5, 1.0)
    """
    everything = sorted(values)
    count = min(count, len(everything))
    if not count:
        return 0.0
    ways = comb(len(everything), count)
    return sum(
        value * comb(index, count - 1) / ways
        for index, value in enumerate(everything)
        if index >= count - 1
    )
