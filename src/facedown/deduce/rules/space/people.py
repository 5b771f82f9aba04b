"""Which rules people think of, and how readily: a space over any deck with a law of its own.

A condition costs bits, few where it is said in few plain words: a colour, "higher than the last
card", two kinds in turn. A form costs those of its parts and some for joining them, fewer where
both branches of an "if" speak of the same thing. A rule of so many bits is half as likely as one of
a bit less.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.core.workshop import Progress
from facedown.deduce.rules.conditions import (
    LAST,
    THIS,
    Between,
    Compares,
    CountAlike,
    HasValue,
    LastPlay,
    Leaf,
    Modulo,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
)
from facedown.deduce.rules.deck import Attribute, Deck
from facedown.deduce.rules.normal import negation, normal
from facedown.deduce.rules.space.forms import Branches, Grammar
from facedown.deduce.rules.space.kernels import AND, IF, OR, SINGLE, XOR
from facedown.deduce.rules.space.stored import Space, load

Ints = NDArray[np.int64]

FEW: Final = 5
"""Of an attribute with more values than this, fewer sets of them are thought of."""

STEPS: Final = 4
"""Classes of likelihood to a bit."""

OF_KIND: Final = {SINGLE: 0.0, AND: 3.0, OR: 3.0, XOR: 5.0, IF: 3.0}
"""Bits for putting parts together."""

ALIKE: Final = 2.5
"""So many bits less where both branches are about the same attribute, in the same way."""

AGAINST: Final = 5.5
"""So many where one is what the other is not, or lower where that is higher."""

TURNS: Final = 5.0
"""So many still less where the guard is one of the two, of the last card: they take turns."""

EITHER_OR: Final = 5
"""The sort of an "if" with such branches, beside the kinds of forms, which are sorts as well."""

SHARES: Final = {SINGLE: 0.53, AND: 0.06, OR: 0.07, XOR: 0.06, IF: 0.12, EITHER_OR: 0.16}
"""How often people think of each sort: half as in 30 rules to tune by, half as the bits say."""

SHARPER: Final = 1.2
"""Within a sort a rule of a bit more is as many times less likely as 2 to the power of this."""

NEVER: Final = 99.0
"""So many bits stand for what nobody thinks of."""

JOINABLE: Final = 7.5
"""Conditions that cost more bits stand alone."""
BRANCHING: Final = 6.5
"""Those that cost more stand under no guard."""
GUARDING: Final = 7.0
"""Those that cost more are no guards."""


def value_sets(attribute: Attribute, deck: Deck) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Sets of values with their bits.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> sorted(value_sets(SOLVER.by_name["parity"], SOLVER))
    [(3.5, (0,)), (3.5, (1,))]
    """
    everything = range(attribute.size)
    for grouping in deck.attributes:
        if grouping.of == attribute.name:
            for group in range(grouping.size):
                yield 3.5, tuple(v for v in everything if grouping.groups[v] == group)
    if attribute.size <= FEW:
        dear = {1: 3.5 if attribute.size == 2 else 4.5, 2: 5.5, 3: 6.0}
        for count in range(1, attribute.size):
            for values in itertools.combinations(everything, count):
                yield dear.get(count, 6.5), values
        return
    for low, high in itertools.combinations(range(attribute.size + 1), 2):
        inside = tuple(range(low, high))
        if 1 < len(inside) < attribute.size:
            yield (6.0 if len(inside) > 2 else 8.0) + (low > 0 and high < attribute.size), inside
        if len(inside) > 2 and low > 0 and high < attribute.size:
            yield 9.0, tuple(v for v in everything if v not in inside)
    for value in everything:
        yield 9.0, (value,)
        yield 9.0, tuple(v for v in everything if v != value)
    numbers = [attribute.lowest + value for value in everything]
    primes = [n for n in numbers if n > 1 and all(n % d for d in range(2, n))]
    for chosen in (primes, [n for n in numbers if n % 3 == 0], [n for n in numbers if n % 4 == 0]):
        yield 8.0, tuple(n - attribute.lowest for n in chosen)
        yield 9.0, tuple(v for v in everything if numbers[v] not in chosen)


def relations(attribute: Attribute) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Differences to another card with their bits.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> next(relations(SOLVER.by_name["colour"]))
    (4.0, (0,))
    """
    offsets, top = attribute.offsets, attribute.size - 1
    yield 4.0, (0,)
    yield 4.0, tuple(each for each in offsets if each)
    if attribute.ordered:
        signs = (1, -1)
        for sign in signs:
            yield 4.0, tuple(each for each in offsets if each * sign > 0)
            yield 5.0, tuple(each for each in offsets if each * sign >= 0)
            for step in range(1, min(top, 6) + 1):
                yield 7.0 + (step > 1), (sign * step,)
                yield 7.0, tuple(each for each in offsets if 0 < each * sign <= step)
                yield 8.0, tuple(each for each in offsets if each * sign >= step)
        for step in range(1, min(top, 7) + 1):
            yield 6.5, tuple(each for each in offsets if abs(each) <= step)
            yield 6.5, tuple(each for each in offsets if abs(each) >= step)
            yield 7.5, tuple(each for each in offsets if 0 < abs(each) <= step)
            yield 7.5, tuple(each for each in offsets if abs(each) == step)
    if attribute.cyclic and attribute.size > 2:
        around = range(attribute.size)
        for count in range(1, min(attribute.size, FEW)):
            for start in (1, attribute.size - count):
                steps = {*range(start, start + count)}
                yield 6.5, tuple(each for each in offsets if each % len(around) in steps)
        if attribute.size <= FEW:
            for steps in map(set, itertools.combinations(around, 2)):
                yield 8.0, tuple(each for each in offsets if each % len(around) in steps)


def _patterns(deck: Deck) -> Iterator[tuple[float, Leaf]]:
    """What comes in turn, with its bits."""
    for attribute in deck.attributes:
        if attribute.size == 2:
            yield from _two_in_turn(attribute.name)
        elif attribute.size <= FEW:
            yield from _values_in_turn(attribute)
        elif attribute.ordered:
            yield from _ranges_in_turn(attribute)
        for value in range(attribute.size if attribute.size <= FEW else 0):
            for every in (2, 3, 4):
                others = (None,) * (every - 1)
                yield 7.5, Pattern((*others, (attribute.name, (value,))))
                yield 8.5, Pattern(((attribute.name, (value,)), *others))


def _two_in_turn(name: str) -> Iterator[tuple[float, Leaf]]:
    for one, other in itertools.permutations(((name, (0,)), (name, (1,)))):
        yield 4.5, Pattern((one, other))
        yield 6.0, Pattern((one, one, other, other))
        yield 7.5, Pattern((one, other, other, one))
        yield 7.0, Pattern((one, one, other))
        yield 7.0, Pattern((one, other, other))
        yield 7.5, Pattern((one, one, one, other, other, other))


def _values_in_turn(attribute: Attribute) -> Iterator[tuple[float, Leaf]]:
    name, everything = attribute.name, range(attribute.size)
    for period in range(2, attribute.size + 1):
        for order in itertools.permutations(everything, period):
            dear = 7.0 if [*order] == sorted(order) else 9.0
            yield dear, Pattern(tuple((name, (value,)) for value in order))
            if order[0] == min(order):
                yield dear + 1, Pattern(tuple((name, (v,)) for v in order), anywhere=True)
    for pair in itertools.combinations(everything, 2):
        rest = tuple(v for v in everything if v not in pair)
        yield 7.0, Pattern(((name, pair), (name, rest)))
        if pair[0] == 0:
            yield 7.5, Pattern(((name, pair), (name, rest)), anywhere=True)


def _ranges_in_turn(attribute: Attribute) -> Iterator[tuple[float, Leaf]]:
    name, size = attribute.name, attribute.size
    for cut in range(3, size - 2):
        low, high = (name, tuple(range(cut))), (name, tuple(range(cut, size)))
        for one, other in ((low, high), (high, low)):
            yield 7.5, Pattern((one, other))
            yield 9.0, Pattern((one, one, other, other))
        for top in range(cut + 2, size - 1):
            thirds = low, (name, tuple(range(cut, top))), (name, tuple(range(top, size)))
            yield 10.0, Pattern(thirds)
            yield 10.5, Pattern(thirds[::-1])


def _alone(deck: Deck) -> Iterator[tuple[float, Leaf]]:
    """What is asked of a card, of the last one, or of several, with its bits."""
    for base in deck.bases:
        for dear, values in value_sets(base, deck):
            yield dear, HasValue(base.name, values)
    for attribute in deck.attributes:
        yield from _comparisons(attribute)
    yield from _patterns(deck)
    many = len(deck.bases)
    for low, high in itertools.combinations_with_replacement(range(many), 2):
        if (low, high) != (0, many - 1):
            yield 6.0, Shares(tuple(range(low, high + 1)), LAST)
    for attribute in deck.attributes:
        if attribute.ordered:
            yield from _sums(attribute)
        if attribute.size <= FEW:
            for number in (1, 2, 3):
                yield 8.5, CountAlike(attribute.name, Between(number, -1))
                yield 8.0, CountAlike(attribute.name, Between(0, number - 1))


def _comparisons(attribute: Attribute) -> Iterator[tuple[float, Leaf]]:
    """A card beside the last one, and where it is the same or another, beside earlier ones."""
    name = attribute.name
    for dear, offsets in relations(attribute):
        if not 0 < len(offsets) < len(attribute.offsets):
            continue
        yield dear, Compares(name, offsets, LAST)
        if offsets == (0,) or (0 not in offsets and len(offsets) == len(attribute.offsets) - 1):
            for place in (Place("back", 2), Place("first")):
                yield 6.5, Compares(name, offsets, place)
            for kind in ("any", "each"):
                for depth in (2, 3):
                    yield 7.0 + depth / 2, Compares(name, offsets, Place(kind, depth))
                yield 8.0 + (attribute.size == 2), Compares(name, offsets, Place(kind))


def _sums(attribute: Attribute) -> Iterator[tuple[float, Leaf]]:
    low, top = 2 * attribute.lowest, 2 * (attribute.lowest + attribute.size - 1)
    for number in range(low + 1, top + 1):
        for amount in (Between(number, -1), Between(0, number - 1)):
            yield 8.0, Total("sum", attribute.name, 1, True, amount)
    for number in range(low, top + 1):
        yield 9.0, Total("sum", attribute.name, 1, True, Between(number, number))
    for modulus in (2, 3, 4):
        for residue in range(modulus):
            remainder = Modulo(modulus, (residue,))
            yield 7.5, Total("sum", attribute.name, 1, True, remainder)
            yield 8.5, Total("sum", attribute.name, 2, True, remainder)
            yield 9.0, Total("sum", attribute.name, 0, True, remainder)


def _guards(deck: Deck) -> Iterator[tuple[float, Leaf]]:
    """Under what one condition or the other may apply, with its bits."""
    for base in deck.bases:
        for dear, values in value_sets(base, deck):
            yield dear - 0.5, HasValue(base.name, values, LAST)
            yield dear + 0.5, HasValue(base.name, values)
            if base.size <= FEW:
                for place in (Place("first"), Place("back", 2)):
                    yield dear + 3, HasValue(base.name, values, place)
    yield 4.0, Position(Modulo(2, (0,)))
    for residue in range(3):
        yield 6.0, Position(Modulo(3, (residue,)))
    for number in range(3, 9):
        yield 8.0, Position(Between(0, number - 1))
    yield 6.0, LastPlay(True)
    for attribute in deck.attributes:
        if attribute.size > FEW:
            continue
        for number in (2, 3):
            yield 3.0 + number, Run(attribute.name, Between(number, -1))
        for dear, offsets in relations(attribute):
            if 0 < len(offsets) < len(attribute.offsets):
                yield dear + 2, Compares(attribute.name, offsets, Place("back", 2), LAST)


def _cheapest(found: Iterator[tuple[float, Leaf]]) -> dict[Leaf, float]:
    costs: dict[Leaf, float] = {}
    for dear, leaf in found:
        costs[leaf] = min(dear, costs.get(leaf, dear))
    return costs


def people(deck: Deck) -> Grammar:
    """The grammar of the rules that people think of.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> people(SOLVER).name
    'people'
    """
    alone, guards = _cheapest(_alone(deck)), _cheapest(_guards(deck))
    joined = [leaf for leaf, dear in alone.items() if dear <= JOINABLE]
    simple = [leaf for leaf, dear in alone.items() if dear <= BRANCHING]
    near = [leaf for leaf, dear in guards.items() if dear <= GUARDING]
    return Grammar(
        "people",
        deck,
        tuple(dict.fromkeys((*alone, *near))),
        tuple(joined),
        (Branches(tuple(near), tuple(simple)),),
    )


class PeoplesSpace(Space):
    """The rules that people think of, the likeliest first."""

    def __init__(self, space: Space) -> None:
        bits = code_of(space)
        order = np.argsort(bits, kind="stable")
        steps = np.round(bits[order] * STEPS).astype(np.int64)
        super().__init__(space.grammar, np.ascontiguousarray(space.forms[order]))
        self._steps: NDArray[np.int16] = (steps - steps[0]).astype(np.int16)

    @cached_property
    def classes(self) -> NDArray[np.int16]:
        """For each rule its class, from the likeliest on."""
        return self._steps

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How likely one rule of each class is."""
        counts = np.bincount(self._steps)
        weights = 0.5 ** (np.arange(len(counts)) / STEPS)
        return np.asarray(weights / (counts * weights).sum(), np.float64)


def code_of(space: Space) -> NDArray[np.float64]:
    """How unlikely each rule is, in bits: a sort has its share, of which plain rules have most.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> from facedown.deduce.rules.space.forms import distinct
    >>> red, circle = HasValue("colour", (1,)), HasValue("shape", (0,))
    >>> grammar = Grammar("two", SOLVER, (red, circle), (red, circle), ())
    >>> code_of(Space(grammar, distinct(grammar, lambda told: None))).round(1).tolist()
    [1.4, 1.4, 3.6, 3.4, 3.6]
    """
    costs = _costs(space)
    sorts = np.where(costs.either_or, EITHER_OR, space.forms[:, 0])
    shares = {sort: share for sort, share in SHARES.items() if (sorts == sort).any()}
    found = SHARPER * costs.bits
    for sort, share in shares.items():
        of_it = sorts == sort
        among = np.exp2(-found[of_it]).sum()
        found[of_it] += np.log2(among) - np.log2(share / sum(shares.values()))
    return found


class _Costs(NamedTuple):
    """What rules cost in bits, and which of them are an "if" whose branches are contraries."""

    bits: NDArray[np.float64]
    either_or: NDArray[np.bool_]


def bits_of(space: Space) -> NDArray[np.float64]:
    """What each rule of a space costs, by the plainer of two ways to say "either … or …".

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> from facedown.deduce.rules.space.forms import distinct
    >>> red, circle = HasValue("colour", (1,)), HasValue("shape", (0,))
    >>> grammar = Grammar("two", SOLVER, (red, circle), (red, circle), ())
    >>> bits_of(Space(grammar, distinct(grammar, lambda told: None))).tolist()
    [4.5, 4.5, 12.0, 12.0, 14.0]
    """
    return _costs(space).bits


def _costs(space: Space) -> _Costs:
    deck, leaves = space.deck, space.leaves
    alone, guards = _cheapest(_alone(deck)), _cheapest(_guards(deck))
    own = np.array([alone.get(leaf, guards.get(leaf, NEVER) + 2) for leaf in leaves])
    before = np.array([guards.get(leaf, NEVER) for leaf in leaves])
    sorts: dict[tuple[type, str], int] = {}
    sort = np.array(
        [sorts.setdefault((type(x), getattr(x, "attribute", "")), len(sorts)) for x in leaves]
    )
    kind, guard, first, second = space.forms.T
    joined = np.array([OF_KIND[each] for each in range(len(OF_KIND))])[kind]
    found = joined + own[first] + np.where(kind == SINGLE, 0.0, own[second])
    other, turned, here = _others(deck, leaves)

    def contrary(first: Ints, second: Ints) -> NDArray[np.bool_]:
        against = (other[first] == second) | (turned[first] == second)
        return np.asarray(against & (second >= 0))

    def branches(guard: Ints, first: Ints, second: Ints) -> NDArray[np.float64]:
        against = contrary(first, second)
        alike = ALIKE * (sort[first] == sort[second])
        turns = TURNS * (against & ((here[guard] == first) | (here[guard] == second)))
        either = own[first] + np.where(second < 0, NEVER, own[second])
        return np.asarray(
            OF_KIND[IF] + before[guard] + either - np.where(against, AGAINST, alike) - turns
        )

    found = np.where(kind == IF, branches(guard, first, second), found)
    for one, two in ((first, second), (second, first)):  # either of them: if one then not the other
        turned_round = np.where(kind == XOR, branches(one, two, other[two]), NEVER)
        found = np.minimum(found, turned_round)
    return _Costs(found, (kind == IF) & contrary(first, second))


def _others(deck: Deck, leaves: Sequence[Leaf]) -> NDArray[np.int64]:
    """For each condition three others by their numbers, -1 where none is.

    They are its negation, the same turned round, and what it says of the last card said of this.
    """
    numbers = {leaf: number for number, leaf in enumerate(leaves)}
    found = np.full((3, len(leaves)), -1)
    other, turned, here = found
    for number, leaf in enumerate(leaves):
        if isinstance(leaf, HasValue | Compares):
            contrary = normal(negation(leaf, deck), deck)
            if contrary in numbers:
                other[number] = numbers[contrary]
        if isinstance(leaf, Compares) and deck.by_name[leaf.attribute].ordered:
            back = replace(leaf, offsets=tuple(sorted(-each for each in leaf.offsets)))
            turned[number] = -1 if back == leaf else numbers.get(back, -1)
        if isinstance(leaf, HasValue) and leaf.place == LAST:
            here[number] = numbers.get(replace(leaf, place=THIS), -1)
    return found


def _silent(told: str) -> None:
    del told


@cache
def peoples_space(deck: Deck, progress: Progress = _silent) -> PeoplesSpace:
    """The space over a deck, built if it is not kept yet, which takes some seconds."""
    return PeoplesSpace(load(people(deck), progress))
