"""Which register a single condition reads, and what it says there."""

from __future__ import annotations

import math
from collections.abc import Callable

from facedown.deduce.rules.conditions import (
    Compares,
    Constant,
    Count,
    CountAlike,
    HasValue,
    LastPlay,
    Leaf,
    More,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
)
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.meaning import shared
from facedown.deduce.rules.registers import (
    ACCEPTED,
    NO_PLAY,
    Balance,
    FirstCard,
    Having,
    HavingEach,
    LastCards,
    LastVerdict,
    Length,
    Limit,
    Nothing,
    Register,
    RunLength,
    RunningTotal,
    Seen,
    State,
    Turns,
    limit_for,
)


def register_of(leaf: Leaf) -> Register:
    """The register that a condition reads."""
    if isinstance(leaf, HasValue):
        return _place_register(leaf.attribute, leaf.place)
    if isinstance(leaf, Compares):
        return _place_register(leaf.attribute, leaf.place)
    if isinstance(leaf, Shares):
        return _place_register("", leaf.place)
    if isinstance(leaf, Pattern):
        turns = len(leaf.classes)
        return Turns(leaf.classes) if leaf.anywhere else Length(Limit("modulus", turns))
    if isinstance(leaf, Position):
        return Length(limit_for(leaf.amount))
    if isinstance(leaf, Count):
        return Having(leaf.attribute, leaf.values, limit_for(leaf.amount))
    if isinstance(leaf, CountAlike):
        return HavingEach(leaf.attribute, limit_for(leaf.amount))
    if isinstance(leaf, More):
        return Balance(leaf.attribute, leaf.values, leaf.than_attribute, leaf.than)
    if isinstance(leaf, Run):
        return RunLength(leaf.attribute, limit_for(leaf.amount))
    if isinstance(leaf, Total):
        if leaf.depth:
            return LastCards(leaf.attribute, leaf.depth)
        return RunningTotal(leaf.operation, leaf.attribute, limit_for(leaf.amount))
    return LastVerdict() if isinstance(leaf, LastPlay) else Nothing()


def _place_register(attribute: str, place: Place) -> Register:
    if place.kind == "this":
        return Nothing()
    if place.kind == "first":
        return FirstCard(attribute)
    return LastCards(attribute, place.depth) if place.depth else Seen(attribute)


def cards_alike(leaf: Leaf, deck: Deck) -> tuple[int, ...]:
    """The masks of candidates that a condition does not tell apart."""
    if isinstance(leaf, Shares | Pattern):
        return tuple(1 << card for card in range(len(deck.cards)))
    looks = (
        isinstance(leaf, CountAlike)
        or (isinstance(leaf, HasValue) and leaf.place.kind == "this")
        or (isinstance(leaf, Compares) and leaf.subject.kind == "this")
        or (isinstance(leaf, Total) and leaf.with_this)
    )
    return deck.masks[leaf.attribute] if looks else (deck.everything,)  # type: ignore[union-attr]  # of those that look


def holds(leaf: Leaf, deck: Deck, state: State, card: int) -> bool | None:
    """Whether a condition holds for a candidate in a state of its register (None: it is free).

    The register may be the condition's own or one of its family that remembers more.
    """
    if isinstance(leaf, Constant):
        return leaf.value
    if isinstance(leaf, LastPlay):
        return None if state == NO_PLAY else (state == ACCEPTED) == leaf.accepted
    if isinstance(leaf, HasValue):
        if leaf.place.kind == "this":
            return deck.values[leaf.attribute][card] in leaf.values
        return _ask(leaf.place, state, lambda value: value in leaf.values)
    if isinstance(leaf, Compares):
        return _compares(leaf, deck, state, card)
    if isinstance(leaf, Shares):
        return _ask(leaf.place, state, lambda other: shared(deck, other, card) in leaf.counts)
    if isinstance(leaf, Total):
        return _total(leaf, deck, state, card)
    if isinstance(leaf, Pattern):
        turns = Turns(leaf.classes)
        if leaf.anywhere:
            on = any(state >> t & 1 and turns.fits(deck, t, card) for t in range(len(leaf.classes)))
        else:
            on = turns.fits(deck, state, card)
        return on != leaf.negated
    return _number(leaf, deck, state, card)


def _ask(place: Place, state: State, asked: Callable[[int], bool]) -> bool | None:
    """What holds at a place, asked of each value there."""
    if place.kind == "back":
        return asked(state[-place.depth]) if len(state) >= place.depth else None
    if isinstance(state, int):
        window = [asked(value) for value in range(state.bit_length()) if state >> value & 1]
    else:
        window = [asked(value) for value in state[-place.depth :]]
    if not window:
        return None
    return any(window) if place.kind == "any" else all(window)


def _compares(leaf: Compares, deck: Deck, state: State, card: int) -> bool | None:
    attribute = deck.by_name[leaf.attribute]
    value = deck.values[leaf.attribute][card]
    if leaf.subject.kind == "back":
        if len(state) < leaf.subject.depth:
            return None
        value = state[-leaf.subject.depth]
    return _ask(leaf.place, state, lambda v: attribute.offset(value, v) in leaf.offsets)


def _total(leaf: Total, deck: Deck, state: State, card: int) -> bool | None:
    lowest = deck.by_name[leaf.attribute].lowest
    numbers = [lowest + deck.values[leaf.attribute][card]] if leaf.with_this else []
    if leaf.depth:
        if len(state) < leaf.depth:
            return None
        numbers += [lowest + value for value in state[-leaf.depth :]]
    else:
        numbers.append(state)
    return leaf.amount.holds(sum(numbers) if leaf.operation == "sum" else math.prod(numbers))


def _number(
    leaf: Position | Count | CountAlike | More | Run, deck: Deck, state: State, card: int
) -> bool:
    if isinstance(leaf, More):
        more: bool = state >= (0 if leaf.equal else 1)
        return more
    if isinstance(leaf, Position):
        return leaf.amount.holds(state + 1)
    if isinstance(leaf, CountAlike):
        return leaf.amount.holds(state[deck.values[leaf.attribute][card]])
    return leaf.amount.holds(state[1] if isinstance(leaf, Run) else state)
