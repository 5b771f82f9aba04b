"""What comes to the mind of somebody who looks for a rule: plain thoughts, and two put together.

No list of rules is read here. A thought is about one property of the card, beside the last card or
in turn; an idea is a thought, two of them joined, or one that the last card turns round. The
plainer an idea, the more readily it comes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from facedown.deduce.rules import SOLVER, JudgedCard, Rule
from facedown.deduce.rules.conditions import (
    LAST,
    And,
    Compares,
    Condition,
    HasValue,
    If,
    Leaf,
    Or,
    Pattern,
    Place,
    Shares,
    Xor,
)
from facedown.deduce.rules.deck import Attribute
from facedown.deduce.rules.law import level_of
from facedown.deduce.rules.machine import RuleMachine, machine_of
from facedown.deduce.rules.normal import negation, normal

Joint = Literal["and", "or", "xor", "if"]

JOINTS: Final[dict[Joint, type[And | Or | Xor]]] = {"and": And, "or": Or, "xor": Xor}
JOINED: Final[dict[Joint, float]] = {"and": 1.0, "or": 1.0, "xor": 3.0}
"""Bits for joining two thoughts."""
TURNED: Final = 1.0
"""Bits for "if … then … else" the contrary."""
PLAIN: Final = 5.0
"""Thoughts of more bits are put together with no other."""
ABOVE: Final = 0.15
"""How readily an idea comes that is above the level of the table, beside those of the level."""
BELOW: Final = 0.3
"""How readily one comes that is below it."""

Both: TypeAlias = tuple[int, int]
"""For what a thought holds, and for what its contrary does: a bit for each play or card."""

MASKS: Final = 256
"""Timelines of which it is kept what the thoughts say."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A single condition, and what it costs in bits."""

    leaf: Leaf
    bits: float

    @property
    def about(self) -> str:
        """The attribute it speaks of; a number's parity is the number."""
        name: str = getattr(self.leaf, "attribute", "")
        return "number" if name == "parity" else name


@dataclass(frozen=True)
class Idea:
    """A rule somebody may think of: thoughts by their numbers, and what it costs in bits.

    ``joint`` is None for a single thought; of an "if" ``first`` and ``second`` are the branches.
    """

    joint: Joint | None
    first: int
    second: int = -1
    guard: int = -1
    bits: float = 0.0

    @cached_property
    def condition(self) -> Condition:
        """The idea as a condition."""
        known = thoughts()
        first = known[self.first].leaf
        if self.joint is None:
            return first
        second = known[self.second].leaf
        if self.joint == "if":
            return If(known[self.guard].leaf, first, second)
        return JOINTS[self.joint]((first, second))

    @cached_property
    def rule(self) -> Rule:
        """The idea as a rule."""
        return Rule(SOLVER, normal(self.condition, SOLVER))

    @cached_property
    def level(self) -> int:
        """The level of the rule, as anybody judges it by its form."""
        return level_of(Rule(SOLVER, self.condition))

    def holds(self, said: Sequence[Both]) -> int:
        """For what it holds, given the same of each thought and of its contrary: plays or cards.

        What is free, as before the first accepted card, holds and so does its contrary (R4).
        """
        holds, fails = said[self.first]
        if self.joint is None:
            return holds
        other, not_other = said[self.second]
        if self.joint == "and":
            return holds & other
        if self.joint == "or":
            return holds | other
        if self.joint == "xor":
            return (holds | other) & (fails | not_other)
        guard, beside = said[self.guard]
        return (beside | holds) & (guard | other)


def _values(attribute: Attribute) -> Iterator[tuple[float, tuple[int, ...]]]:
    everything = range(attribute.size)
    for value in everything:
        yield 3.0, (value,)
        yield 4.0, tuple(other for other in everything if other != value)
    for pair in itertools.combinations(everything, 2):
        parity = attribute.ordered and pair[1] - pair[0] == 2
        yield (3.0 if parity else 4.5), pair


def _thoughts() -> Iterator[Thought]:
    for base in SOLVER.bases:
        for bits, values in _values(base):
            yield Thought(HasValue(base.name, values), bits)
            if len(values) < base.size - 1:
                yield Thought(HasValue(base.name, values, LAST), bits + 2.5)
    for attribute in SOLVER.attributes:
        name, others = attribute.name, tuple(each for each in attribute.offsets if each)
        for offsets in ((0,), others):
            yield Thought(Compares(name, offsets, LAST), 4.0)
            yield Thought(Compares(name, offsets, Place("back", 2)), 7.5)
            yield Thought(Compares(name, offsets, Place("first")), 7.5)
        if attribute.ordered:
            for sign in (1, -1):
                yield Thought(Compares(name, _those(others, sign), LAST), 4.0)
                yield Thought(Compares(name, _those(attribute.offsets, sign), LAST), 5.0)
                yield Thought(Compares(name, (sign,), LAST), 6.0)
            yield Thought(Compares(name, (-1, 1), LAST), 6.0)
        elif attribute.cyclic:
            for step in (1, attribute.size - 1):
                yield Thought(Compares(name, (step,), LAST), 7.0)
    for many in ((0,), (1,), (2,), (1, 2)):
        yield Thought(Shares(many, LAST), 6.0)
    yield from (Thought(found, 6.5) for found in _turns())


def _those(offsets: Iterable[int], sign: int) -> tuple[int, ...]:
    return tuple(each for each in offsets if each * sign >= 0)


def _turns() -> Iterator[Pattern]:
    """Two values in turn, or two halves of an attribute."""
    for base in SOLVER.bases:
        everything = range(base.size)
        for one, other in itertools.permutations(everything, 2):
            yield Pattern(((base.name, (one,)), (base.name, (other,))))
        for pair in itertools.combinations(everything, 2):
            rest = tuple(value for value in everything if value not in pair)
            yield Pattern(((base.name, pair), (base.name, rest)))
        yield Pattern(tuple((base.name, (value,)) for value in everything))


@lru_cache(maxsize=1)
def thoughts() -> tuple[Thought, ...]:
    """Everything that a card may be looked at for.

    >>> from facedown.deduce.rules import SOLVER, Rule
    >>> [Rule(SOLVER, each.leaf).sentence for each in thoughts()[:2]]
    ['blue', 'the last card is blue']
    """
    return tuple(dict.fromkeys(_thoughts()))


@lru_cache(maxsize=1)
def ideas() -> tuple[Idea, ...]:
    """Every idea, the plainest first.

    >>> ideas()[0].rule.sentence, ideas()[0].bits < ideas()[-1].bits
    ('blue', True)
    """
    found = [
        Idea(None, number, bits=each.bits)
        for number, each in enumerate(thoughts())
        if not _is_guard(each)  # the last card alone is no reason to accept one
    ]
    plain = [
        (number, each)
        for number, each in enumerate(thoughts())
        if each.bits <= PLAIN and not _is_guard(each)
    ]
    for (one, first), (other, second) in itertools.combinations(plain, 2):
        if first.about != second.about:
            for joint, dear in JOINED.items():
                found.append(Idea(joint, one, other, bits=first.bits + second.bits + dear))
    contrary = {one: other for one, other in _contraries() if thoughts()[one].bits <= PLAIN}
    for guard, under in enumerate(thoughts()):
        if _is_guard(under):
            for then, otherwise in contrary.items():
                bits = under.bits - 1 + thoughts()[then].bits + TURNED
                found.append(Idea("if", then, otherwise, guard, bits))
    return tuple(sorted(found, key=lambda each: each.bits))


def _is_guard(thought: Thought) -> bool:
    return isinstance(thought.leaf, HasValue) and thought.leaf.place == LAST


def _contraries() -> Iterator[tuple[int, int]]:
    """Thoughts with their contraries, and with the same turned round, such as higher and lower."""
    numbers = {each.leaf: number for number, each in enumerate(thoughts())}
    for leaf, number in numbers.items():
        if isinstance(leaf, HasValue | Compares) and not _is_guard(thoughts()[number]):
            turned = negation(leaf, SOLVER)
            if isinstance(leaf, Compares) and leaf.offsets != (0,) and 0 not in leaf.offsets:
                back = tuple(sorted(-each for each in leaf.offsets))
                if back != leaf.offsets and SOLVER.by_name[leaf.attribute].ordered:
                    turned = Compares(leaf.attribute, back, LAST)
            if turned in numbers:
                yield number, numbers[turned]


@lru_cache(maxsize=8)
def readily(level: int) -> tuple[float, ...]:
    """How readily each idea comes at a table of this level.

    >>> at_one, at_five = readily(1), readily(5)
    >>> at_one[0] / at_one[-1] > at_five[0] / at_five[-1]
    True
    """
    return tuple(
        2.0**-idea.bits * (1.0 if idea.level == level else ABOVE if idea.level > level else BELOW)
        for idea in ideas()
    )


@lru_cache(maxsize=1)
def _machines() -> tuple[RuleMachine, ...]:
    return tuple(machine_of(SOLVER, each.leaf) for each in thoughts())


class Walked(NamedTuple):
    """What the thoughts say along a timeline.

    ``states`` are those of their machines after it; ``said`` has for each the plays for which it
    held, and for which its contrary did.
    """

    states: tuple[int, ...]
    said: tuple[Both, ...]

    @property
    def cards(self) -> list[Both]:
        """For each thought the cards for which it holds now, and for which its contrary does."""
        known = zip(_machines(), self.states, strict=True)
        return [machine.masks[0][state] for machine, state in known]


@lru_cache(maxsize=MASKS)
def walked(track: tuple[JudgedCard, ...]) -> Walked:
    """What the thoughts say along a timeline, remembered for a while.

    >>> red = JudgedCard(SOLVER.read_card("red circle 1"), True)
    >>> ideas()[0].rule.sentence, ideas()[0].holds(walked((red,)).said)
    ('blue', 0)
    """
    machines = _machines()
    if not track:
        return Walked((0,) * len(machines), ((0, 0),) * len(machines))
    before, play, place = walked(track[:-1]), track[-1], len(track) - 1
    said = tuple(
        (held | (holds >> play.card & 1) << place, failed | (fails >> play.card & 1) << place)
        for (held, failed), (holds, fails) in zip(before.said, before.cards, strict=True)
    )
    if not play.accepted:
        return Walked(before.states, said)
    known = zip(machines, before.states, strict=True)
    states = tuple(machine.tables[0].following[state][play.card] for machine, state in known)
    return Walked(states, said)


@lru_cache(maxsize=MASKS)
def fitting(track: tuple[JudgedCard, ...]) -> tuple[int, ...]:
    """The numbers of the ideas that give every verdict, or of those that miss fewest.

    >>> red = JudgedCard(SOLVER.read_card("red circle 1"), False)
    >>> [number in fitting((red,)) for number in range(2)], ideas()[1].rule.sentence
    ([True, False], 'red')
    """
    said = walked(track).said
    wanted = sum(play.accepted << place for place, play in enumerate(track))
    missed = [(idea.holds(said) ^ wanted).bit_count() for idea in ideas()]
    least = min(missed)
    return tuple(number for number, times in enumerate(missed) if times == least)
