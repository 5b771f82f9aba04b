"""Which forms of rules the large space is enumerated from, which mean the same, by which law.

The single conditions are all of the public lists and patterns of single values. There are three
sizes, each as likely as the others, and within a size all meanings alike: one condition, two that
are joined, and "if … then … else …". So a simple rule is far more likely than one of the many long
ones.

Each form is played on published timelines and its verdicts on every card not played yet are mixed
into one number. Rules with different numbers differ on a timeline that can be played: that is
certain. Rules with the same number count as one, for which the simplest stands: that nearly all of
these mean the same is measured (``facedown bench space``), not proved.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.core.workshop import Progress
from facedown.deduce.rules.conditions import (
    ANYTHING,
    LAST,
    LONGEST,
    NOTHING,
    And,
    Between,
    Compares,
    Condition,
    HasValue,
    If,
    Leaf,
    Or,
    Pattern,
    Shares,
    Total,
    Xor,
)
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.machine import HEAVIEST
from facedown.deduce.rules.normal import negation, normal
from facedown.deduce.rules.public_lists import FEW, lists
from facedown.deduce.rules.registers import ERROR, LastVerdict, register_of
from facedown.deduce.rules.sample import SampledConditions
from facedown.deduce.rules.space.kernels import Memories, Timelines, fingerprints, light

Forms = NDArray[np.int16]
"""One row for each form: its kind, and the numbers of guard, first and second condition or 0."""

SINGLE, AND, OR, XOR, IF = range(5)
"""The kinds of forms."""

SIZES: Final = ("one condition", "two conditions", "if-then-else")
SIZE_OF_KIND: Final = (0, 1, 1, 1, 2)

LONGEST_PATTERN: Final = 4


@dataclass(frozen=True, eq=False)
class Branches:
    """Guards, and the conditions of which any two may follow each of them."""

    guards: tuple[Leaf, ...]
    conditions: tuple[Leaf, ...]


@dataclass(frozen=True, eq=False)
class Grammar:
    """What is enumerated over a deck.

    Every one of ``singles`` stands alone, is joined with every one of ``joined``, and each of the
    ``branches`` has its "if". ``name`` tells grammars of one deck apart.
    """

    name: str
    deck: Deck
    singles: tuple[Leaf, ...]
    joined: tuple[Leaf, ...]
    branches: tuple[Branches, ...]

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """All single conditions; forms go by their numbers here."""
        found = itertools.chain(
            self.singles, self.joined, *((*each.guards, *each.conditions) for each in self.branches)
        )
        return tuple(dict.fromkeys(found))

    @cached_property
    def numbers(self) -> dict[Leaf, int]:
        """The numbers of the single conditions."""
        return {leaf: number for number, leaf in enumerate(self.leaves)}

    def blocks(self) -> Iterator[Forms]:
        """All forms, the simplest first, in blocks."""
        singles = self._numbers_of(self.singles)
        yield self._rows(SINGLE, singles * 0, singles, singles * 0)
        joined = self._numbers_of(self.joined)
        known = np.zeros(len(self.leaves), bool)
        pairs = []
        for one in joined:
            known[one] = True
            others = singles[~known[singles]]
            pairs.append(np.stack((np.full_like(others, one), others)))
        first, second = np.hstack(pairs)
        for kind in (AND, OR, XOR):
            yield self._rows(kind, first * 0, first, second)
        for branch in self.branches:
            conditions = self._numbers_of(branch.conditions)
            first, second = (each.ravel() for each in np.meshgrid(conditions, conditions))
            differ = first != second
            first, second = first[differ], second[differ]
            for guard in self._numbers_of(branch.guards):
                yield self._rows(IF, np.full_like(first, guard), first, second)

    def _numbers_of(self, leaves: Sequence[Leaf]) -> NDArray[np.int64]:
        return np.array([self.numbers[leaf] for leaf in leaves], np.int64)

    def _rows(self, kind: int, *columns: NDArray[np.int64]) -> Forms:
        return np.stack((np.full_like(columns[0], kind), *columns), axis=1).astype(np.int16)

    def condition(self, form: Sequence[int]) -> Condition:
        """What a form says, not in normal form."""
        kind, guard, one, other = form
        first, second = self.leaves[one], self.leaves[other]
        if kind == SINGLE:
            return first
        if kind == IF:
            return If(self.leaves[guard], first, second)
        return (And, Or, Xor)[kind - AND]((first, second))


def patterns(deck: Deck) -> Iterator[Pattern]:
    """Single values of one attribute in turn, from the first position on or starting anywhere.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> from facedown.deduce.rules.rule import rule_of
    >>> rule_of(next(patterns(SOLVER)), SOLVER).sentence
    'in turn blue, red'
    """
    for attribute in deck.attributes:
        if attribute.size > FEW:
            continue
        for period in range(2, min(attribute.size, LONGEST_PATTERN) + 1):
            for order in itertools.permutations(range(attribute.size), period):
                classes = tuple((attribute.name, (value,)) for value in order)
                yield Pattern(classes)
                if order[0] == min(order):  # another start is the same pattern
                    yield Pattern(classes, anywhere=True)


def one_of_each(leaves: Sequence[Leaf], deck: Deck) -> tuple[Leaf, ...]:
    """Of conditions and their negations only one: as a guard the other turns an "if" around.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> red, others = HasValue("colour", (1,)), HasValue("colour", (0, 2, 3))
    >>> one_of_each([red, others], SOLVER) == (red,)
    True
    """
    found: dict[Leaf, None] = {}
    for leaf in leaves:
        if normal(negation(leaf, deck), deck) not in found:
            found[leaf] = None
    return tuple(found)


def large(deck: Deck) -> Grammar:
    """The grammar of the large space over a deck: more than a million meanings for SOLVER's.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> grammar = large(SOLVER)
    >>> grammar.name, len(grammar.singles) > 500
    ('large', True)
    """
    near, places, far, tracks, numbers, _ = lists(deck)
    own = (*near.conditions, *far.conditions, *numbers.conditions)
    values = tuple(leaf for leaf in near.conditions if isinstance(leaf, HasValue))
    few = len(near.conditions) <= MOST_BRANCHES
    simple = tuple(
        leaf
        for leaf in near.conditions
        if isinstance(leaf, HasValue) or (few and isinstance(leaf, Compares | Shares))
    )
    singles = (*own, *near.guards, *places.guards, *tracks.guards, *numbers.guards, *patterns(deck))
    return Grammar(
        "large",
        deck,
        tuple(dict.fromkeys(singles)),
        tuple(dict.fromkeys(own)),
        tuple(
            Branches(one_of_each(guards, deck), tuple(dict.fromkeys(conditions)))
            for guards, conditions in (
                (near.guards, (*simple, *far.conditions)),
                ((*places.guards, *tracks.guards), simple),
                (numbers.guards, values),
            )
        ),
    )


def last_card(deck: Deck) -> Grammar:
    """The grammar of the rules about the card and the last one, without open-ended sums.

    About 160,000 meanings for SOLVER's deck: a space like those on which exact players without
    counting or position were measured.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> len(last_card(SOLVER).singles) < len(large(SOLVER).singles)
    True
    """
    near = lists(deck)[0]
    conditions = tuple(
        leaf
        for leaf in near.conditions
        if not (
            isinstance(leaf, Total)
            and isinstance(leaf.amount, Between)
            and leaf.amount.low != leaf.amount.high
        )
    )
    last = [leaf for leaf in near.guards if isinstance(leaf, HasValue) and leaf.place == LAST]
    branches = Branches(one_of_each(last, deck), conditions)
    return Grammar("last-card", deck, conditions, conditions, (branches,))


MOST_BRANCHES: Final = 150
"""Of a deck with more conditions on two cards only values of the card are put into branches."""

WHOLE: Final = (2, 4, 8)
"""Whole timelines on which every form is played, and then those that agree with another one."""

SHORT: Final = 4
"""Plays after every first card, for those forms that still agree with another one."""

CONSTANTS: Final = 2
"""Before all other forms stand "anything" and "nothing"."""


def memories_of(conditions: SampledConditions) -> Memories:
    """What single conditions remember and say, for compiled code.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> red = HasValue("colour", (1,))
    >>> memories = memories_of(SampledConditions(SOLVER, (red,)))
    >>> memories.cards, int(memories.holds[0]).bit_count()
    (64, 16)
    """
    masks = [len(rows) for rows in conditions.holding]
    following = [each.size for each in conditions.following]
    deck = conditions.deck
    return Memories(
        len(deck.cards),
        np.uint64(deck.everything),
        np.cumsum([0, *following[:-1]], dtype=np.int64),
        np.concatenate([each.ravel() for each in conditions.following]).astype(np.int32),
        np.array(
            [ERROR if isinstance(each, LastVerdict) else -1 for each in conditions.registers],
            np.int64,
        ),
        np.array(conditions.reads, np.int64),
        np.cumsum([0, *masks[:-1]], dtype=np.int64),
        np.concatenate(conditions.holding),
        np.concatenate(conditions.failing),
    )


def _timelines(deck: Deck) -> tuple[Timelines, ...]:
    """The timelines on which rules are told apart, stage by stage.

    On every other whole one there is a card of any kind now and then, so that there are errors too.
    """
    rng = random.Random("space")
    cards = len(deck.cards)

    def some(rows: int, plays: int) -> Timelines:
        begins = [[rng.randrange(cards) for _ in range(plays)] for _ in range(rows)]
        any_card = [
            [row % 2 == 1 and rng.randrange(3) == 0 for _ in range(plays)] for row in range(rows)
        ]
        return Timelines(np.array(begins, np.int64), np.array(any_card, np.bool_))

    plays = min(LONGEST, cards)
    *whole, last = (some(rows, plays) for rows in WHOLE)
    short = some(cards, SHORT)
    short.begins[:, 0] = np.arange(cards)
    short.any_card[:, 0] = True
    return *whole, short, last


def distinct(grammar: Grammar, progress: Progress) -> Forms:
    """One form for each meaning, the simplest first; without what accepts anything or nothing.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> red, circle = HasValue("colour", (1,)), HasValue("shape", (0,))
    >>> grammar = Grammar("two", SOLVER, (red, circle), (red, circle), ())
    >>> kinds = distinct(grammar, lambda told: None)[:, 0].tolist()
    >>> kinds == [SINGLE, SINGLE, AND, OR, XOR]
    True
    """
    forms, marks = marked(grammar, progress)
    _, first = np.unique(marks, return_index=True)
    first.sort()
    kept: Forms = forms[first[first >= CONSTANTS]]
    return kept


def marked(grammar: Grammar, progress: Progress) -> tuple[Forms, NDArray[np.uint64]]:
    """All forms that are light enough, with their numbers: alike where verdicts are.

    The first ``CONSTANTS`` are "anything" and "nothing"; their numbers follow those of the leaves.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> red = HasValue("colour", (1,))
    >>> forms, marks = marked(Grammar("one", SOLVER, (red,), (red,), ()), lambda told: None)
    >>> len(forms), len(set(marks.tolist()))  # anything, nothing, red
    (3, 3)
    """
    deck = grammar.deck
    conditions = SampledConditions(deck, (*grammar.leaves, ANYTHING, NOTHING))
    memories = memories_of(conditions)
    families, sizes = _weights(conditions)
    count = len(grammar.leaves)
    constants = np.array([[SINGLE, 0, count, 0], [SINGLE, 0, count + 1, 0]], np.int16)
    blocks = [constants]
    told = 0
    for block in grammar.blocks():
        blocks.append(block[light(block, families, sizes, HEAVIEST)])
        told += len(block)
    forms = np.concatenate(blocks)
    progress(f"{told:,} forms of rules are compared.")
    marks = np.zeros(len(forms), np.uint64)
    undecided = np.arange(len(forms))
    for timelines in _timelines(deck):
        found = marks[undecided]
        fingerprints(memories, timelines, forms[undecided], found)
        marks[undecided] = found
        _, inverse, times = np.unique(found, return_inverse=True, return_counts=True)
        certain = np.count_nonzero(times == 1)
        progress(f"{len(forms) - len(found) + certain:,} forms are told apart from all others.")
        undecided = undecided[times[inverse] > 1]
    return forms, marks


def _weights(conditions: SampledConditions) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each condition the family of its register as a number, and how many states that has."""
    registers = [register_of(leaf) for leaf in conditions.leaves]
    families: dict[object, int] = {}
    numbers = [families.setdefault(each.family, len(families)) for each in registers]
    sizes = [each.size(conditions.deck) for each in registers]
    return np.array(numbers, np.int64), np.array(sizes, np.int64)
