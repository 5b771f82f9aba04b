"""Rules of every kind drawn at random for any deck, and pairs of them: for tests and benches.

Nobody plays these; :mod:`facedown.deduce.rules.law` draws rules that are to be played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from facedown.deduce.rules.conditions import (
    LAST,
    Amount,
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
    parts_of,
)
from facedown.deduce.rules.deck import Attribute, Deck, RuleError
from facedown.deduce.rules.normal import negation
from facedown.deduce.rules.rule import Rule, rule_of


def some(rng: random.Random, everything: range | tuple[int, ...]) -> tuple[int, ...]:
    """A set that is neither empty nor everything."""
    count = rng.randint(1, len(everything) - 1)
    return tuple(sorted(rng.sample(everything, count)))


def place(rng: random.Random) -> Place:
    """Some accepted cards."""
    kind = rng.choice(["back", "back", "first", "any", "each", "earlier"])
    if kind == "back":
        return Place("back", rng.choice([1, 1, 2, 3]))
    if kind == "first":
        return Place("first")
    if kind == "earlier":
        return Place(rng.choice(["any", "each"]))
    return Place("any" if kind == "any" else "each", rng.randint(2, 3))


def amount(rng: random.Random, low: int = 0, high: int = 6) -> Amount:
    """An amount of numbers up to about ``high``."""
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
    """A set of values of an attribute."""
    return attribute.name, some(rng, range(attribute.size))


def leaf(rng: random.Random, deck: Deck) -> Leaf:  # noqa: C901  # one branch for each kind
    """A single condition of any kind."""
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


def rewritten(found: Condition, rng: random.Random, deck: Deck) -> Condition:
    """Another form of a condition that means the same."""
    if isinstance(found, If):
        guard, then, otherwise = (rewritten(part, rng, deck) for part in parts_of(found))
        return And((Or((negation(guard, deck), then)), Or((guard, otherwise))))
    if isinstance(found, Xor):
        one, *rest = found.parts
        other = rest[0] if len(rest) == 1 else Xor(tuple(rest))
        return And((Or((one, other)), Or((negation(one, deck), negation(other, deck)))))
    if isinstance(found, And | Or):
        extra = leaf(rng, deck)
        dual = Or if isinstance(found, And) else And
        absorbed = dual((found, type(found)((found, extra))))  # absorption
        parts = tuple(rewritten(part, rng, deck) for part in found.parts)
        return rng.choice([absorbed, type(found)(parts)])
    return found


def pairs(rng: random.Random, deck: Deck, count: int) -> Iterator[tuple[Rule, Rule]]:
    """Pairs of rules: two of their own, equal forms, and one with something joined to it."""
    while count:
        one = condition(rng, deck, rng.randint(1, 4))
        kind = rng.randrange(4)
        if kind == 0:
            other = condition(rng, deck, rng.randint(1, 3))
        elif kind == 1:
            other = rewritten(one, rng, deck)
        elif kind == 2:
            extra = tuple(leaf(rng, deck) for _ in range(rng.randint(2, 4)))
            other = Or((one, And(extra)))
        else:
            extra = tuple(leaf(rng, deck) for _ in range(rng.randint(2, 4)))
            other = And((one, Or(extra)))
        try:
            yield rule_of(one, deck), rule_of(other, deck)
        except RuleError:
            continue
        count -= 1
