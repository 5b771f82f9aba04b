"""The public lists of conditions that parts are taken from (R6), for any deck.

A rule's parts are taken from the first list in which it has any.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from facedown.deduce.rules.conditions import (
    LAST,
    Between,
    Compares,
    Count,
    CountAlike,
    HasValue,
    LastPlay,
    Leaf,
    Modulo,
    More,
    Place,
    Position,
    Run,
    Shares,
    Total,
)
from facedown.deduce.rules.deck import Attribute, Deck
from facedown.deduce.rules.wording import relations

FEW: Final = 5
"""Of an attribute with more values than this fewer sets and no memories are listed."""

MODULI: Final = (2, 3, 4)
PLACES: Final = (
    Place("back", 2),
    Place("back", 3),
    Place("first"),
    Place("any", 2),
    Place("each", 2),
    Place("each", 3),
    Place("any"),
    Place("each"),
)
"""The cards beside the last one with which a candidate is compared."""


def value_sets(attribute: Attribute, deck: Deck) -> Iterator[tuple[int, ...]]:
    """The listed sets of values: all of a few, else single ones, all but one, groups and ends."""
    everything = range(attribute.size)
    if attribute.size <= FEW:
        for count in range(1, attribute.size):
            yield from itertools.combinations(everything, count)
        return
    found: list[tuple[int, ...]] = [(value,) for value in everything]
    found += [tuple(v for v in everything if v != value) for value in everything]
    for end in range(2, attribute.size - 1):
        found += [tuple(everything[:end]), tuple(everything[end:])]
    for grouping in deck.attributes:
        if grouping.of == attribute.name:
            for group in range(grouping.size):
                found.append(tuple(v for v in everything if grouping.groups[v] == group))
    yield from dict.fromkeys(found)


def modulos() -> Iterator[Modulo]:
    """The listed remainders."""
    for modulus in MODULI:
        for residue in range(modulus):
            yield Modulo(modulus, (residue,))


@dataclass(frozen=True, slots=True)
class List:
    """Conditions that a card is to meet, and the conditions under which one of them may apply.

    ``both`` says that what is enough under a condition is listed too, not only what is needed.
    """

    name: str
    conditions: tuple[Leaf, ...]
    guards: tuple[Leaf, ...]
    both: bool = False


def lists(deck: Deck) -> tuple[List, ...]:
    """The public lists over a deck, in the order in which they are gone through."""
    near = tuple(_near(deck))
    values = tuple(_values(deck))
    positions, tracks, counts = tuple(_positions()), tuple(_tracks(deck)), tuple(_counts(deck))
    return (
        List("the card and the last one", near, values),
        List("the position", near, positions),
        List("other earlier cards", tuple(_far(deck)), values),
        List("the end of the track", near, tracks),
        List("counts and sums", (*near, *_numbers(deck)), counts),
        List("everything", (*near, *_numbers(deck)), (*values, *positions, *tracks, *counts), True),
    )


def _near(deck: Deck) -> Iterator[Leaf]:
    """What is asked of a card alone, or beside the last one."""
    for base in deck.bases:
        for values in value_sets(base, deck):
            yield HasValue(base.name, values)
    for attribute in deck.attributes:
        for offsets in relations(attribute):
            if attribute.size <= FEW or sum(map(abs, offsets)) <= 2 or len(offsets) > FEW:
                yield Compares(attribute.name, offsets, LAST)
    most = len(deck.bases) - 1  # two cards never share everything
    for low, high in itertools.combinations_with_replacement(range(most + 1), 2):
        if (low, high) != (0, most):
            yield Shares(tuple(range(low, high + 1)), LAST)
    for attribute in deck.attributes:
        if attribute.ordered:
            yield from _last_sums(attribute)


def _last_sums(attribute: Attribute) -> Iterator[Leaf]:
    low, top = 2 * attribute.lowest, 2 * (attribute.lowest + attribute.size - 1)
    for number in range(low + 1, top + 1):
        yield Total("sum", attribute.name, 1, True, Between(number, -1))
        yield Total("sum", attribute.name, 1, True, Between(0, number - 1))
    for number in range(low, top + 1):
        yield Total("sum", attribute.name, 1, True, Between(number, number))
    for amount in modulos():
        if amount.modulus > 2:
            yield Total("sum", attribute.name, 1, True, amount)
    for residues in ((0,), (1, 2)):
        yield Total("product", attribute.name, 1, True, Modulo(3, residues))


def _values(deck: Deck) -> Iterator[Leaf]:
    """The values of the card and of the last one."""
    for base in deck.bases:
        for values in value_sets(base, deck):
            yield HasValue(base.name, values)
            yield HasValue(base.name, values, LAST)


def _positions() -> Iterator[Leaf]:
    for amount in modulos():
        yield Position(amount)
        if amount.modulus > 2:
            others = tuple(r for r in range(amount.modulus) if r not in amount.residues)
            yield Position(Modulo(amount.modulus, others))
    for number in range(2, 13):
        yield Position(Between(0, number - 1))
        yield Position(Between(number, -1))


def _far(deck: Deck) -> Iterator[Leaf]:
    """A card beside others than the last one."""
    for attribute in deck.attributes:
        for place in PLACES if attribute.size <= FEW else ():
            everything = attribute.offsets
            yield Compares(attribute.name, (0,), place)
            yield Compares(attribute.name, tuple(each for each in everything if each), place)


def _tracks(deck: Deck) -> Iterator[Leaf]:
    """The cards at the end of the track, the first one, and the last verdict."""
    yield LastPlay(True)
    yield LastPlay(False)
    for base in deck.bases:
        for values in value_sets(base, deck) if base.size <= FEW else ():
            yield HasValue(base.name, values, Place("first"))
            yield HasValue(base.name, values, Place("back", 2))
    for attribute in deck.attributes:
        if attribute.size > FEW:
            continue
        for offsets in relations(attribute):
            yield Compares(attribute.name, offsets, Place("back", 2), LAST)
        for number in (2, 3):
            yield Run(attribute.name, Between(number, -1))
            yield Run(attribute.name, Between(0, number - 1))


def _numbers(deck: Deck) -> Iterator[Leaf]:
    """Sums over more than two cards, and how many cards are like this one."""
    for attribute in deck.attributes:
        if attribute.ordered:
            for depth in (2, 0) if attribute.size <= FEW else (0,):
                for amount in modulos():
                    yield Total("sum", attribute.name, depth, True, amount)
            for number in (10, 20, 30, 40):
                yield Total("sum", attribute.name, 0, True, Between(0, number))
        if attribute.size <= FEW:
            for number in range(1, 4):
                yield CountAlike(attribute.name, Between(number, -1))
                yield CountAlike(attribute.name, Between(0, number - 1))


def _counts(deck: Deck) -> Iterator[Leaf]:
    """How many cards on the track have a value, and sums over cards before this one."""
    for base in deck.bases:
        for values in value_sets(base, deck):
            if len(values) > 2 or base.size > FEW:
                continue
            yield Count(base.name, values, Modulo(2, (0,)))
            yield Count(base.name, values, Modulo(2, (1,)))
            for number in range(1, 6 if len(values) == 1 else 4):
                yield Count(base.name, values, Between(number, -1))
                yield Count(base.name, values, Between(0, number - 1))
        if base.size <= FEW:
            for one, other in itertools.permutations(range(base.size), 2):
                yield More(base.name, (one,), base.name, (other,), equal=False)
                yield More(base.name, (one,), base.name, (other,), equal=True)
    for attribute in deck.attributes:
        if attribute.ordered:
            for depth in (2, 0) if attribute.size <= FEW else (0,):
                for residue in range(2):
                    amount = Modulo(2, (residue,))
                    yield Total("sum", attribute.name, depth, False, amount)
