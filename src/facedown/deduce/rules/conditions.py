"""What a rule is made of: conditions on a card and on the timeline before it, as records.

Every condition is about one candidate card and the plays before it, and *holds*, *fails*, or is
*free*: it speaks of an earlier card that does not exist (R4). What is free holds, and so does its
negation. So there is no record for "not": ``normal.negation`` turns a condition into another one.
:func:`value_of` says what a condition means, step by step; ``machine`` finds out the same fast.

Values are positions in the printed order of an attribute, sets of them are sorted tuples.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from facedown.deduce.rules.deck import Deck

LONGEST: Final = 25
"""Plays in a timeline at most, on both tracks together."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which accepted card is meant.

    ``this`` is the candidate, ``back`` the ``depth``-th last accepted card, ``first`` the first;
    ``any`` and ``each`` range over the last ``depth`` cards, or over the whole track where it is 0.
    """

    kind: Literal["this", "back", "first", "any", "each"]
    depth: int = 0


THIS: Final = Place("this")
LAST: Final = Place("back", 1)


@dataclass(frozen=True, slots=True)
class Between:
    """A number from ``low`` to ``high`` (-1: without end), or with ``outside`` any other one."""

    low: int
    high: int
    outside: bool = False

    def holds(self, number: int) -> bool:
        """Whether the number is meant."""
        inside = number >= self.low and (self.high < 0 or number <= self.high)
        return inside != self.outside

    @property
    def cap(self) -> int:
        """The number from which on all numbers are treated alike."""
        return self.low if self.high < 0 else self.high + 1


@dataclass(frozen=True, slots=True)
class Modulo:
    """A number that leaves one of the ``residues`` when divided by ``modulus``."""

    modulus: int
    residues: tuple[int, ...]

    def holds(self, number: int) -> bool:
        """Whether the number is meant."""
        return number % self.modulus in self.residues


Amount: TypeAlias = Between | Modulo


@dataclass(frozen=True, slots=True)
class Constant:
    """Anything, or nothing."""

    value: bool


@dataclass(frozen=True, slots=True)
class HasValue:
    """The attribute of the card at a place has one of the values."""

    attribute: str
    values: tuple[int, ...]
    place: Place = THIS


@dataclass(frozen=True, slots=True)
class Compares:
    """How far the attribute of ``subject`` is from that of the card at ``place``.

    ``offsets`` are differences as :class:`~facedown.deduce.rules.deck.Attribute` counts them.
    """

    attribute: str
    offsets: tuple[int, ...]
    place: Place
    subject: Place = THIS


@dataclass(frozen=True, slots=True)
class Shares:
    """How many base attributes the card has in common with the one at ``place``."""

    counts: tuple[int, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Pattern:
    """The cards go through ``classes`` in turn, again and again.

    A class is an attribute with values, or None for any card. With ``anywhere`` it is open with
    which class the track began. ``negated`` says that the card does not go on like that.
    """

    classes: tuple[tuple[str, tuple[int, ...]] | None, ...]
    anywhere: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """The position at which the card would be accepted, from 1."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Count:
    """How many accepted cards so far have one of the values."""

    attribute: str
    values: tuple[int, ...]
    amount: Amount


@dataclass(frozen=True, slots=True)
class CountAlike:
    """How many accepted cards so far have the candidate's value of the attribute."""

    attribute: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class More:
    """So far more accepted cards have one of ``values`` than of ``than``; ``equal``: or as many."""

    attribute: str
    values: tuple[int, ...]
    than_attribute: str
    than: tuple[int, ...]
    equal: bool


@dataclass(frozen=True, slots=True)
class Run:
    """How many cards at the end of the track have one and the same value of the attribute."""

    attribute: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Total:
    """The sum or product of an attribute over the last ``depth`` accepted cards (0: all of them).

    ``with_this`` takes the candidate in. Free while there are fewer than ``depth`` cards.
    """

    operation: Literal["sum", "product"]
    attribute: str
    depth: int
    with_this: bool
    amount: Amount


@dataclass(frozen=True, slots=True)
class LastPlay:
    """Whether the last play was accepted; free on the empty timeline."""

    accepted: bool


WithAmount: TypeAlias = Position | Count | CountAlike | Run | Total
AMOUNTS: Final = (Position, Count, CountAlike, Run, Total)
"""The conditions that a number is in an amount."""

Leaf: TypeAlias = (
    Constant
    | HasValue
    | Compares
    | Shares
    | Pattern
    | Position
    | Count
    | CountAlike
    | More
    | Run
    | Total
    | LastPlay
)


@dataclass(frozen=True, slots=True)
class And:
    """All parts."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Xor:
    """An odd number of the parts; free where one of them is."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class If:
    """``then`` where the guard holds, ``otherwise`` where it fails; free where the guard is."""

    guard: Condition
    then: Condition
    otherwise: Condition


Condition: TypeAlias = Leaf | And | Or | Xor | If

ANYTHING: Final = Constant(True)
NOTHING: Final = Constant(False)


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """What a condition is put together from; nothing for a single one.

    >>> red, second = HasValue("colour", (1,)), HasValue("number", (1,))
    >>> parts_of(And((red, second))) == (red, second), parts_of(red)
    (True, ())
    """
    if isinstance(condition, And | Or | Xor):
        return condition.parts
    if isinstance(condition, If):
        return (condition.guard, condition.then, condition.otherwise)
    return ()


def leaves(condition: Condition) -> Iterator[Leaf]:
    """The single conditions in a condition.

    >>> red, second = HasValue("colour", (1,)), HasValue("number", (1,))
    >>> list(leaves(If(red, And((red, second)), second))) == [red, red, second, second]
    True
    """
    if isinstance(condition, And | Or | Xor | If):
        for part in parts_of(condition):
            yield from leaves(part)
    else:
        yield condition


def opposite(amount: Amount) -> Amount:
    """The other numbers.

    >>> opposite(Between(3, -1)), opposite(Modulo(3, (0,)))
    (Between(low=0, high=2, outside=False), Modulo(modulus=3, residues=(1, 2)))
    """
    if isinstance(amount, Modulo):
        return Modulo(amount.modulus, _others(amount.residues, range(amount.modulus)))
    if amount.outside:
        return Between(amount.low, amount.high)
    if amount.high < 0:
        return Between(0, amount.low - 1)
    if amount.low == 0:
        return Between(amount.high + 1, -1)
    return Between(amount.low, amount.high, outside=True)


def _others(some: tuple[int, ...], everything: range | tuple[int, ...]) -> tuple[int, ...]:
    return tuple(each for each in everything if each not in some)


def other_place(place: Place) -> Place:
    """The place of a negated condition: not one of them is each of them not.

    >>> other_place(Place("any", 3)), other_place(LAST) == LAST
    (Place(kind='each', depth=3), True)
    """
    return Place({"any": "each", "each": "any"}.get(place.kind, place.kind), place.depth)  # type: ignore[arg-type]  # the values are kinds


def negated_amount(condition: WithAmount) -> Leaf:
    """The condition with all other numbers.

    >>> negated_amount(Position(Modulo(2, (0,))))
    Position(amount=Modulo(modulus=2, residues=(1,)))
    """
    return replace(condition, amount=opposite(condition.amount))


class JudgedCard(NamedTuple):
    """A card that was played, and whether it was accepted."""

    card: int
    accepted: bool


def value_of(
    condition: Condition, deck: Deck, plays: Sequence[JudgedCard], card: int
) -> bool | None:
    """Whether a condition holds for a card after these plays (None: it is free, R4).

    The reference for every faster way, read straight off the plays. A free guard frees an ``if``, a
    free part an ``either … or … but not both``; with ``and`` and ``or`` a free part counts as
    holding, and the whole is free where nothing that is not free decides it.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> from facedown.deduce.rules.speech import parse
    >>> condition = parse("same colour as the last card", SOLVER).condition
    >>> track = [JudgedCard(SOLVER.read_card("red circle 2"), accepted=True)]
    >>> red, blue = SOLVER.read_card("red square 1"), SOLVER.read_card("blue circle 2")
    >>> value_of(condition, SOLVER, track, red), value_of(condition, SOLVER, track, blue)
    (True, False)
    >>> value_of(condition, SOLVER, [], red) is None  # there is no last card yet
    True
    """
    if isinstance(condition, And | Or):
        values = [value_of(part, deck, plays, card) for part in condition.parts]
        decides = isinstance(condition, Or)
        if decides in values:
            return decides
        return None if None in values else not decides
    if isinstance(condition, Xor):
        values = [value_of(part, deck, plays, card) for part in condition.parts]
        return None if None in values else sum(map(bool, values)) % 2 == 1
    if isinstance(condition, If):
        guard = value_of(condition.guard, deck, plays, card)
        if guard is None:
            return None
        return value_of(condition.then if guard else condition.otherwise, deck, plays, card)
    return _leaf_value(condition, deck, plays, card)


def _leaf_value(leaf: Leaf, deck: Deck, plays: Sequence[JudgedCard], card: int) -> bool | None:
    if isinstance(leaf, Constant):
        return leaf.value
    if isinstance(leaf, LastPlay):
        return plays[-1].accepted == leaf.accepted if plays else None
    track = [play.card for play in plays if play.accepted]
    if isinstance(leaf, HasValue):
        values = deck.values[leaf.attribute]
        return _at(
            leaf.place,
            [values[each] in leaf.values for each in track],
            this=values[card] in leaf.values,
        )
    if isinstance(leaf, Compares):
        return _compares(leaf, deck, track, card)
    if isinstance(leaf, Shares):
        return _at(leaf.place, [shared(deck, each, card) in leaf.counts for each in track])
    if isinstance(leaf, Pattern):
        return _goes_on(leaf, deck, [*track, card]) != leaf.negated
    if isinstance(leaf, Total):
        return _total(leaf, deck, track, card)
    return _number(leaf, deck, track, card)


def _at(place: Place, found: Sequence[bool], *, this: bool = False) -> bool | None:
    """What holds at a place, given what holds for each accepted card (and for this one)."""
    if place.kind == "this":
        return this
    if place.kind == "back":
        return found[-place.depth] if len(found) >= place.depth else None
    if not found:
        return None
    if place.kind == "first":
        return found[0]
    window = found[-place.depth :]
    return any(window) if place.kind == "any" else all(window)


def _compares(leaf: Compares, deck: Deck, track: Sequence[int], card: int) -> bool | None:
    attribute, values = deck.by_name[leaf.attribute], deck.values[leaf.attribute]
    if leaf.subject.kind == "back":
        if len(track) < leaf.subject.depth:
            return None
        card = track[-leaf.subject.depth]
    return _at(
        leaf.place,
        [attribute.offset(values[card], values[each]) in leaf.offsets for each in track],
    )


def shared(deck: Deck, one: int, two: int) -> int:
    """How many base attributes two cards have in common.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> shared(SOLVER, SOLVER.read_card("red circle 2"), SOLVER.read_card("red circle 3"))
    2
    """
    return sum(a == b for a, b in zip(deck.cards[one], deck.cards[two], strict=True))


def _goes_on(leaf: Pattern, deck: Deck, track: Sequence[int]) -> bool:
    """Whether the whole track, the candidate its last card, goes through the classes.

    From the first class on only the candidate is looked at: the others are where they are.
    """
    turns = len(leaf.classes)

    def fits(card: int, turn: int) -> bool:
        chosen = leaf.classes[turn % turns]
        return chosen is None or deck.values[chosen[0]][card] in chosen[1]

    if not leaf.anywhere:
        return fits(track[-1], len(track) - 1)
    return any(
        all(fits(card, start + index) for index, card in enumerate(track)) for start in range(turns)
    )


def _total(leaf: Total, deck: Deck, track: Sequence[int], card: int) -> bool | None:
    if len(track) < leaf.depth:
        return None
    values, lowest = deck.values[leaf.attribute], deck.by_name[leaf.attribute].lowest
    window = [*track[-leaf.depth :], card] if leaf.with_this else track[-leaf.depth :]
    numbers = [lowest + values[each] for each in window]
    return leaf.amount.holds(sum(numbers) if leaf.operation == "sum" else math.prod(numbers))


def _number(
    leaf: Position | Count | CountAlike | More | Run, deck: Deck, track: Sequence[int], card: int
) -> bool:
    """What is asked about a number that every track has."""
    if isinstance(leaf, Position):
        return leaf.amount.holds(len(track) + 1)
    if isinstance(leaf, More):
        ahead = _having(deck, track, leaf.attribute, leaf.values) - _having(
            deck, track, leaf.than_attribute, leaf.than
        )
        return ahead >= (0 if leaf.equal else 1)
    values = deck.values[leaf.attribute]
    if isinstance(leaf, Count):
        return leaf.amount.holds(_having(deck, track, leaf.attribute, leaf.values))
    if isinstance(leaf, CountAlike):
        return leaf.amount.holds(_having(deck, track, leaf.attribute, (values[card],)))
    run = 0
    while run < len(track) and values[track[-1 - run]] == values[track[-1]]:
        run += 1
    return leaf.amount.holds(run)


def _having(deck: Deck, track: Sequence[int], attribute: str, values: tuple[int, ...]) -> int:
    return sum(deck.values[attribute][card] in values for card in track)
