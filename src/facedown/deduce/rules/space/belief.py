"""Exact Bayesian inference over rules: which are possible after verdicts and answers.

Nothing here knows of a game: a timeline, guesses and their answers are all there is. A rule either
gives every verdict and answer or is out, so what is left keeps its weights by the law. A belief
never changes; each verdict and each answer makes another one.

Where no rule of the space explains a timeline, two of its rules are joined by "and" or "or", or
stand under a guard, each right where it decides: what is found gives every verdict.
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

from facedown.deduce.rules.catalogue import Answer, known_answer
from facedown.deduce.rules.conditions import And, Condition, If, JudgedCard, Or, leaves
from facedown.deduce.rules.deck import SOLVER, Deck, RuleError
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.parts import answer
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.deduce.rules.space.forms import IF
from facedown.deduce.rules.space.kernels import accepting, keep, verdicts
from facedown.deduce.rules.space.people import peoples_space
from facedown.deduce.rules.space.stored import Space, large_space

ASKED: Final = 24
"""Of at most so many rules, the likeliest, it is worked out what they answer to the guesses."""
FEW: Final = 8
"""Where so many are left, all are asked."""

Said = tuple[Rule, Answer | None]
"""A guess and its answer; None where all that is known is that it was wrong."""
Chances = NDArray[np.float64]


@lru_cache(maxsize=65536)
def answer_to(secret: Rule, guess: Rule) -> Answer:
    """A Master's answer, kept once it was worked out.

    >>> from facedown.deduce.rules.speech import parse
    >>> answer_to(parse("red and circle", SOLVER), parse("red and square", SOLVER))
    '1'
    """
    known = known_answer(secret.sentence, guess.sentence) if secret.deck is SOLVER else None
    return known or answer(secret, guess)


def gives(rule: Rule, answers: Sequence[Said]) -> bool:
    """Whether a rule gives all these answers.

    >>> from facedown.deduce.rules.speech import parse
    >>> red, blue = parse("red", SOLVER), parse("blue", SOLVER)
    >>> gives(red, [(blue, "0")]), gives(blue, [(blue, "0")])
    (True, False)
    """
    return all(
        not same(rule, guess).same if said is None else answer_to(rule, guess) == said
        for guess, said in answers
    )


class Belief(ABC):
    """Which rules are possible, and how likely each of them is."""

    @abstractmethod
    def after(self, play: JudgedCard) -> Self:
        """What is possible after one more verdict."""

    @abstractmethod
    def told(self, guess: Rule, said: Answer | None) -> Self:
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

    def after(self, play: JudgedCard) -> InSpace:
        """What is possible after one more card."""
        memories = self.space.memories
        among = keep(self.space.forms, self.among, *self.masks(), play.card, play.accepted)
        if play.accepted:
            at = memories.first_following + self.states * memories.cards + play.card
            states = memories.following[at].astype(np.int64)
        else:
            states = np.where(memories.after_error >= 0, memories.after_error, self.states)
        return replace(self, among=among, states=states)._asked()

    def told(self, guess: Rule, said: Answer | None) -> InSpace:
        """What is possible after an answer."""
        if said is None:
            return self._without(guess)
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

    def _without(self, guess: Rule) -> InSpace:
        """The same without a wrong guess, which is one of the likeliest if it is there at all."""
        likely = [
            number
            for number in self.among[:ASKED]
            if (rule := self._rule(int(number))) is not None and gives(rule, ((guess, None),))
        ]
        among = np.concatenate((np.array(likely, np.int32), self.among[ASKED:]))
        return replace(self, among=among)

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
        space = self.space
        return accepting(space.forms, space.classes, space.weights, self.among, *self.masks())

    def likeliest(self) -> Iterator[tuple[float, Rule]]:
        """Possible rules with their weights, the likeliest first."""
        weights, classes = self.space.weights, self.space.classes
        for number in self.among[:ASKED]:
            rule = self._rule(int(number))
            if rule is not None and gives(rule, self.answers):
                yield float(weights[classes[number]]), rule


@dataclass(frozen=True, slots=True)
class InList(Belief):
    """A belief over some rules that are listed with their weights, the likeliest first."""

    rules: tuple[tuple[float, Rule], ...]
    track: tuple[JudgedCard, ...] = ()

    def after(self, play: JudgedCard) -> InList:
        """What is possible after one more card."""
        kept = [
            each for each in self.rules if each[1].judge(self.track, play.card) == play.accepted
        ]
        return InList(tuple(kept), (*self.track, play))

    def told(self, guess: Rule, said: Answer | None) -> InList:
        """What is possible after an answer."""
        kept = tuple(each for each in self.rules if gives(each[1], ((guess, said),)))
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

    def after(self, play: JudgedCard) -> Mixed:
        """What is possible after one more card."""
        return Mixed(tuple((share, part.after(play)) for share, part in self.parts))

    def told(self, guess: Rule, said: Answer | None) -> Mixed:
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


MOST: Final = 300
"""So many rules are proposed."""
BESIDE: Final = 200
"""Of the rules that may stand beside another one so many are tried, the simplest."""
UNDER: Final = 3
"""Under a guard so many are tried on each side."""

Bits = NDArray[np.uint32]


@lru_cache(maxsize=32)
def deeper(space: Space, track: tuple[JudgedCard, ...]) -> tuple[tuple[float, Rule], ...]:
    """Rules put together from those of the space that give every verdict, the likeliest first.

    Each with a weight that halves twice with every single condition. May be none.

    >>> from facedown.deduce.rules.conditions import HasValue
    >>> from facedown.deduce.rules.space.forms import Grammar, distinct
    >>> two = HasValue("colour", (1,)), HasValue("shape", (0,))
    >>> grammar = Grammar("two", SOLVER, two, two, ())
    >>> space = Space(grammar, distinct(grammar, lambda told: None))
    >>> cards = {"red circle 1": True, "red square 1": False, "blue circle 1": False}
    >>> track = tuple(JudgedCard(SOLVER.read_card(card), said) for card, said in cards.items())
    >>> deeper(space, track)[0][1].sentence
    'red and circle'
    """
    holding, failing, free = _leaf_verdicts(space, track)
    simple = space.forms[space.forms[:, 0] < IF]
    said = np.empty(len(simple), np.uint32)
    verdicts(np.ascontiguousarray(simple), holding, failing, said)
    wanted = np.uint32(sum(1 << index for index, play in enumerate(track) if play.accepted))
    every = np.uint32((1 << len(track)) - 1)
    found: dict[str, tuple[float, Rule]] = {}
    for form in _forms(space, (said, holding, failing, free), wanted, every):
        try:
            rule = rule_of(form, space.deck)
        except RuleError:
            continue
        if all(rule.judge(track[:index], p.card) == p.accepted for index, p in enumerate(track)):
            found[rule.sentence] = 0.25 ** len([*leaves(rule.condition)]), rule
        if len(found) == MOST:
            break
    return tuple(sorted(found.values(), key=lambda each: (-each[0], each[1].sentence)))


def _leaf_verdicts(space: Space, track: Sequence[JudgedCard]) -> tuple[Bits, Bits, Bits]:
    """For each single condition the plays for which it holds, its negation does, and both do."""
    belief = InSpace(space, np.empty(0, np.int32), InSpace.start(space).states)
    holding = np.zeros(len(space.leaves), np.uint32)
    failing = np.zeros_like(holding)
    for index, play in enumerate(track):
        holds, fails = (
            (masks >> np.uint64(play.card) & np.uint64(1)).astype(np.uint32) << np.uint32(index)
            for masks in belief.masks()
        )
        holding |= holds
        failing |= fails
        belief = belief.after(play)
    return holding, failing, holding & failing


def _forms(
    space: Space, known: tuple[Bits, Bits, Bits, Bits], wanted: np.uint32, every: np.uint32
) -> Iterator[Condition]:
    """Conditions put together so that they hold for just the plays that were accepted."""
    said, holding, failing, free = known

    def condition(number: int) -> Condition:
        return space.grammar.condition([int(part) for part in space.forms[number]])

    for joint, possible in (
        (And, np.flatnonzero((said & wanted) == wanted)),
        (Or, np.flatnonzero((said | wanted) == wanted)),
    ):
        # The simplest, and of the others those that are wrong least often.
        wrong = np.bitwise_count(said[possible] ^ wanted)
        near = possible[np.lexsort((possible, wrong))[:BESIDE]]
        for one in possible[:BESIDE]:
            together = said[one] & said[near] if joint is And else said[one] | said[near]
            for other in near[together == wanted][:UNDER]:
                yield joint((condition(int(one)), condition(int(other))))
    for guard, leaf in enumerate(space.leaves):
        if free[guard] & ~wanted & every:
            continue
        under, beside = holding[guard] & ~free[guard], failing[guard] & ~free[guard]
        then = np.flatnonzero(((said ^ wanted) & under) == 0)[:UNDER]
        otherwise = np.flatnonzero(((said ^ wanted) & beside) == 0)[:UNDER]
        for one in then:
            for other in otherwise:
                if one != other:
                    yield If(leaf, condition(int(one)), condition(int(other)))


Told = tuple[Said, ...]
"""Guesses with their answers."""


@lru_cache(maxsize=16)
def large_prior(deck: Deck) -> InSpace:
    """What is believed of a rule over a deck of which nothing else is known."""
    return InSpace.start(large_space(deck))


@lru_cache(maxsize=16)
def peoples_prior(deck: Deck) -> InSpace:
    """What is believed of a rule over a deck that people think of."""
    return InSpace.start(peoples_space(deck))


@lru_cache(maxsize=64)
def _after(start: Belief, track: tuple[JudgedCard, ...]) -> Belief:
    return _after(start, track[:-1]).after(track[-1]) if track else start


@lru_cache(maxsize=64)
def believed(start: Belief, track: tuple[JudgedCard, ...], told: Told) -> Belief:
    """What is believed after these verdicts and answers; deeper rules where nothing fits.

    >>> from facedown.deduce.rules.speech import parse
    >>> red, blue = parse("red", SOLVER), parse("blue", SOLVER)
    >>> start = InList(((2.0, red), (1.0, blue)))
    >>> believed(start, (), ((red, "0"),)).best()[0].sentence
    'blue'
    """
    belief = _after(start, track)
    for guess, said in told:
        belief = belief.told(guess, said)
    if belief.count():  # though the likeliest may all give other answers
        return belief
    space = _space_of(start)
    if space is not None:
        further = InList(deeper(space, track)[:ASKED], track)
        for guess, said in told:
            further = further.told(guess, said)
        if further.rules:
            return further
    return _after(start, track)


def _space_of(belief: Belief) -> Space | None:
    """The space that a belief is about, if it is about one."""
    if isinstance(belief, InSpace):
        return belief.space
    if isinstance(belief, Mixed):
        return next((found for _, part in belief.parts if (found := _space_of(part))), None)
    return None
