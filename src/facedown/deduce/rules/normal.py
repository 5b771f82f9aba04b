"""The normal form: negation at the single conditions, sets merged, operands sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from facedown.deduce.rules.conditions import (
    AMOUNTS,
    ANYTHING,
    And,
    Compares,
    Condition,
    Constant,
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
    Position,
    Run,
    Shares,
    Total,
    WithAmount,
    Xor,
    negated_amount,
    other_place,
)
from facedown.deduce.rules.deck import Deck

_ORDER: Final = (
    Constant,
    HasValue,
    Compares,
    Shares,
    Pattern,
    Position,
    Count,
    CountAlike,
    More,
    Run,
    Total,
    LastPlay,
    And,
    Or,
    Xor,
    If,
)
_PLACES: Final = ("this", "back", "first", "any", "each")


def normal(condition: Condition, deck: Deck) -> Condition:
    """The normal form of a condition; it means the same, and is its own normal form."""
    if isinstance(condition, And | Or):
        return _joined(type(condition), [normal(part, deck) for part in condition.parts], deck)
    if isinstance(condition, Xor):
        return _xor([normal(part, deck) for part in condition.parts], deck)
    if isinstance(condition, If):
        guard, then, otherwise = (
            normal(part, deck) for part in (condition.guard, condition.then, condition.otherwise)
        )
        return _if(guard, then, otherwise, deck)
    return _leaf(condition, deck)


def negation(condition: Condition, deck: Deck) -> Condition:
    """What holds where the condition fails; free where it is free (R4)."""
    if isinstance(condition, And | Or):
        other = Or if isinstance(condition, And) else And
        return other(tuple(negation(part, deck) for part in condition.parts))
    if isinstance(condition, Xor):
        first, *rest = condition.parts
        return Xor((negation(first, deck), *rest))
    if isinstance(condition, If):
        return If(
            condition.guard, negation(condition.then, deck), negation(condition.otherwise, deck)
        )
    return _negated_leaf(condition, deck)


def _negated_leaf(leaf: Leaf, deck: Deck) -> Leaf:
    if isinstance(leaf, Constant):
        return Constant(not leaf.value)
    if isinstance(leaf, HasValue):
        values = _without(range(deck.by_name[leaf.attribute].size), leaf.values)
        return replace(leaf, values=values, place=other_place(leaf.place))
    if isinstance(leaf, Compares):
        offsets = _without(deck.by_name[leaf.attribute].offsets, leaf.offsets)
        return replace(leaf, offsets=offsets, place=other_place(leaf.place))
    if isinstance(leaf, Shares):
        counts = _without(range(len(deck.bases) + 1), leaf.counts)
        return Shares(counts, other_place(leaf.place))
    if isinstance(leaf, Pattern):
        return replace(leaf, negated=not leaf.negated)
    if isinstance(leaf, More):
        return More(
            leaf.than_attribute, leaf.than, leaf.attribute, leaf.values, equal=not leaf.equal
        )
    if isinstance(leaf, LastPlay):
        return LastPlay(not leaf.accepted)
    return negated_amount(leaf)


def _without(everything: Iterable[int], some: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(each for each in everything if each not in some)


def _leaf(leaf: Leaf, deck: Deck) -> Leaf:
    """A single condition in the words of base attributes, or a constant where it is one.

    Only what is never free may become a constant.
    """
    if isinstance(leaf, HasValue):
        attribute, values = based(leaf.attribute, leaf.values, deck)
        if leaf.place.kind == "this" and len(values) in {0, deck.by_name[attribute].size}:
            return Constant(bool(values))
        return HasValue(attribute, values, leaf.place)
    if isinstance(leaf, Pattern):
        classes = tuple(None if each is None else based(*each, deck) for each in leaf.classes)
        return replace(leaf, classes=classes)
    if isinstance(leaf, Count):
        attribute, values = based(leaf.attribute, leaf.values, deck)
        leaf = Count(attribute, values, leaf.amount)
    if isinstance(leaf, More):
        attribute, values = based(leaf.attribute, leaf.values, deck)
        than_attribute, than = based(leaf.than_attribute, leaf.than, deck)
        return More(attribute, values, than_attribute, than, equal=leaf.equal)
    if isinstance(leaf, Position | Count | CountAlike | Run) and isinstance(leaf.amount, Modulo):
        residues = leaf.amount.residues
        if len(residues) in {0, leaf.amount.modulus}:
            return Constant(bool(residues))
    return leaf


def based(attribute: str, values: tuple[int, ...], deck: Deck) -> tuple[str, tuple[int, ...]]:
    """The same set of values as one of the attribute that is grouped, if it is a grouping."""
    found = deck.by_name[attribute]
    if found.of:
        values = tuple(v for v, group in enumerate(found.groups) if group in values)
        return found.of, values
    return attribute, tuple(sorted(set(values)))


def _joined(kind: type[And | Or], parts: Sequence[Condition], deck: Deck) -> Condition:
    """``and`` or ``or`` of normal conditions."""
    ends = Constant(kind is Or)
    flat: list[Condition] = []
    for part in parts:
        if part == ends:
            return ends
        inner = part.parts if isinstance(part, kind) else (part,)
        flat += [each for each in inner if each != Constant(kind is And)]
    merged: list[Condition] = []
    for part in flat:
        for index, other in enumerate(merged):
            if part == other:
                break
            if (both := _merged(kind, other, part, deck)) is not None:
                merged[index] = _leaf(both, deck)
                break
        else:
            merged.append(part)
    if len(merged) < len(flat):  # what was merged may be a constant now, or merge further
        return _joined(kind, merged, deck)
    if not merged:
        return Constant(kind is And)
    return merged[0] if len(merged) == 1 else kind(tuple(sorted(merged, key=order)))


def _merged(kind: type[And | Or], one: Condition, two: Condition, deck: Deck) -> Leaf | None:
    """One condition for two of the same sort, where their sets can be put together.

    Not where the set would become empty or everything of what is free without its card.
    """
    if isinstance(one, HasValue) and isinstance(two, HasValue):
        values = _sets(kind, one.values, two.values)
        whole = one.place.kind == "this" or 0 < len(values) < deck.by_name[one.attribute].size
        if whole and replace(one, values=()) == replace(two, values=()) and _asks_once(kind, one):
            return replace(one, values=values)
    elif isinstance(one, Compares) and isinstance(two, Compares):
        offsets = _sets(kind, one.offsets, two.offsets)
        whole = 0 < len(offsets) < len(deck.by_name[one.attribute].offsets)
        if whole and replace(one, offsets=()) == replace(two, offsets=()) and _asks_once(kind, one):
            return replace(one, offsets=offsets)
    elif isinstance(one, Shares) and isinstance(two, Shares):
        counts = _sets(kind, one.counts, two.counts)
        whole = 0 < len(counts) <= len(deck.bases)
        if whole and one.place == two.place and _asks_once(kind, one):
            return Shares(counts, one.place)
    elif isinstance(one, AMOUNTS) and isinstance(two, AMOUNTS):
        return _merged_amounts(kind, one, two)
    return None


def _merged_amounts(kind: type[And | Or], one: WithAmount, two: WithAmount) -> Leaf | None:
    first, second = one.amount, two.amount
    if not (isinstance(first, Modulo) and isinstance(second, Modulo)):
        return None
    if first.modulus != second.modulus or replace(two, amount=first) != one:
        return None
    residues = _sets(kind, first.residues, second.residues)
    if isinstance(one, Total) and len(residues) in {0, first.modulus}:
        return None
    return replace(one, amount=Modulo(first.modulus, residues))


def _asks_once(kind: type[And | Or], leaf: HasValue | Compares | Shares) -> bool:
    """Whether two conditions on the cards at a place can be asked in one."""
    return leaf.place.kind != ("any" if kind is And else "each")


def _sets(kind: type[And | Or], one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    join: Callable[[set[int], set[int]], set[int]] = set.__and__ if kind is And else set.__or__
    return tuple(sorted(join(set(one), set(two))))


def _xor(parts: Sequence[Condition], deck: Deck) -> Condition:
    flat: list[Condition] = []
    odd = False
    values: dict[str, set[int]] = {}
    for part in parts:
        for each in part.parts if isinstance(part, Xor) else (part,):
            if isinstance(each, Constant):
                odd ^= each.value
            elif isinstance(each, HasValue) and each.place.kind == "this":
                values.setdefault(each.attribute, set()).symmetric_difference_update(each.values)
            else:
                flat.append(each)
    for attribute, found in values.items():
        merged = _leaf(HasValue(attribute, tuple(sorted(found))), deck)
        if isinstance(merged, Constant):
            odd ^= merged.value
        else:
            flat.append(merged)
    flat.sort(key=order)
    if not flat:
        return Constant(odd)
    if odd:
        flat[0] = normal(negation(flat[0], deck), deck)
        return _xor(flat, deck)
    return flat[0] if len(flat) == 1 else Xor(tuple(flat))


def _if(guard: Condition, then: Condition, otherwise: Condition, deck: Deck) -> Condition:
    if isinstance(guard, Constant):
        return then if guard.value else otherwise
    if then == otherwise and isinstance(then, Constant) and then.value:
        return then
    if then == ANYTHING:
        return _if(normal(negation(guard, deck), deck), otherwise, then, deck)
    return If(guard, then, otherwise)


def order(condition: Condition) -> tuple[object, ...]:
    """Where a condition stands among its neighbours: simple ones first, this card before others."""
    kind = _ORDER.index(type(condition))
    place = getattr(condition, "place", None)
    where = (0, 0) if place is None else (_PLACES.index(place.kind), place.depth)
    return (kind, *where, repr(condition))


def size(condition: Condition) -> int:
    """How many single conditions there are in a condition."""
    if isinstance(condition, And | Or | Xor):
        return sum(size(part) for part in condition.parts)
    if isinstance(condition, If):
        return size(condition.guard) + size(condition.then) + size(condition.otherwise)
    return 1
