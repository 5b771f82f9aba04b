"""What conditions mean, read straight off the plays: the reference for every faster way.

A value is True (holds), False (fails) or None (free, R4). A free guard frees an ``if``, a free part
an ``either … or … but not both``; with ``and`` and ``or`` a free part counts as holding, and the
whole is free where nothing that is not free decides it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from facedown.deduce.rules.conditions import (
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
from facedown.deduce.rules.deck import Deck


@dataclass(frozen=True, slots=True)
class Play:
    """A card that was played, and whether it was accepted."""

    card: int
    accepted: bool


def value_of(condition: Condition, deck: Deck, plays: Sequence[Play], card: int) -> bool | None:
    """Whether a condition holds for a card after these plays (None: it is free).

    >>> from facedown.deduce.rules.decks import SOLVER
    >>> from facedown.deduce.rules.parser import parse
    >>> condition = parse("same colour as the last card", SOLVER).condition
    >>> track = [Play(SOLVER.read_card("red circle 2"), accepted=True)]
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


def _leaf_value(leaf: Leaf, deck: Deck, plays: Sequence[Play], card: int) -> bool | None:
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

    >>> from facedown.deduce.rules.decks import SOLVER
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
