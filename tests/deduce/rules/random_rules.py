"""Conditions of every kind drawn at random, for any deck, and equal forms of them."""

from __future__ import annotations

import random

from facedown.deduce.rules import Deck
from facedown.deduce.rules.conditions import (
    LAST,
    And,
    Between,
    Compares,
    Condition,
    Count,
    CountAlike,
    HasValue,
    If,
    LastPlay,
    Leaf,
    Modulo,
    More,
    Or,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
    Xor,
)
from facedown.deduce.rules.deck import Attribute
from facedown.deduce.rules.normal import negation


def some(rng: random.Random, everything: range | tuple[int, ...]) -> tuple[int, ...]:
    """A set that is neither empty nor everything."""
    count = rng.randint(1, len(everything) - 1)
    return tuple(sorted(rng.sample(everything, count)))


def place(rng: random.Random) -> Place:
    kind = rng.choice(["back", "back", "first", "any", "each", "earlier"])
    if kind == "back":
        return Place("back", rng.choice([1, 1, 2, 3]))
    if kind == "first":
        return Place("first")
    if kind == "earlier":
        return Place(rng.choice(["any", "each"]))
    return Place("any" if kind == "any" else "each", rng.randint(2, 3))


def amount(rng: random.Random, low: int = 0, high: int = 6) -> Between | Modulo:
    kind = rng.randrange(4)
    if kind == 0:
        modulus = rng.randint(2, 4)
        return Modulo(modulus, some(rng, range(modulus)))
    number = rng.randint(low + 1, high)
    if kind == 1:
        return Between(number, -1)
    if kind == 2:
        return Between(0, number)
    return Between(number, number + rng.randint(0, 2), outside=rng.random() < 0.3)


def values(rng: random.Random, attribute: Attribute) -> tuple[str, tuple[int, ...]]:
    return attribute.name, some(rng, range(attribute.size))


def leaf(rng: random.Random, deck: Deck) -> Leaf:  # noqa: C901  # one branch for each kind
    attribute = rng.choice(deck.attributes)
    ordered = [each for each in deck.attributes if each.ordered]
    kind = rng.randrange(14)
    if kind < 3:
        return HasValue(*values(rng, rng.choice(deck.bases)))
    if kind == 3:
        return HasValue(*values(rng, rng.choice(deck.bases)), place(rng))
    if kind in {4, 5}:
        offsets = some(rng, attribute.offsets)
        if rng.random() < 0.2:
            return Compares(attribute.name, offsets, Place("back", 2), LAST)
        return Compares(attribute.name, offsets, place(rng))
    if kind == 6:
        return Shares(some(rng, range(len(deck.bases) + 1)), rng.choice([LAST, Place("first")]))
    if kind == 7:
        classes = [
            None if rng.random() < 0.2 else values(rng, rng.choice(deck.bases)) for _ in range(2)
        ]
        classes.append(values(rng, rng.choice(deck.bases)))
        return Pattern(tuple(classes), rng.random() < 0.5, rng.random() < 0.5)
    if kind == 8:
        return Position(amount(rng, 1))
    if kind == 9:
        return Count(*values(rng, rng.choice(deck.bases)), amount(rng))
    if kind == 10:
        return CountAlike(attribute.name, amount(rng, high=3))
    if kind == 11:
        one, two = values(rng, rng.choice(deck.bases)), values(rng, rng.choice(deck.bases))
        return More(*one, *two, equal=rng.random() < 0.5)
    if kind == 12:
        return (
            Run(attribute.name, amount(rng, high=3))
            if rng.random() < 0.7
            else LastPlay(rng.random() < 0.5)
        )
    if not ordered:
        return Position(amount(rng, 1))
    return Total(
        rng.choice(["sum", "product"]),
        rng.choice(ordered).name,
        rng.randint(0, 2),
        rng.random() < 0.7,
        amount(rng, 1, 12),
    )


def condition(rng: random.Random, deck: Deck, size: int) -> Condition:
    """A condition made of at most ``size`` single ones."""
    if size == 1:
        return leaf(rng, deck)
    kind = rng.randrange(5 if size > 2 else 4)
    if kind == 3:
        return negation(condition(rng, deck, size - 1), deck)
    if kind == 4:
        guard, otherwise = condition(rng, deck, 1), condition(rng, deck, 1)
        return If(guard, condition(rng, deck, size - 2), otherwise)
    first = rng.randint(1, size - 1)
    parts = (condition(rng, deck, first), condition(rng, deck, size - first))
    return (And, Or, Xor)[kind](parts)
