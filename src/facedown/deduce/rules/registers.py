"""What conditions read: memories, small machines that take one accepted card at a time.

Of two registers of one ``family`` the one with more ``detail`` can stand in for the other.
:func:`holds` says whether a condition holds in a state of its register.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from facedown.deduce.rules.conditions import (
    LONGEST,
    Amount,
    Compares,
    Constant,
    Count,
    CountAlike,
    HasValue,
    LastPlay,
    Leaf,
    Modulo,
    More,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
    shared,
)
from facedown.deduce.rules.deck import Deck

State: TypeAlias = Any
"""What a register remembers: a number or a tuple of numbers."""

NO_PLAY: Final = 0
ACCEPTED: Final = 1
ERROR: Final = 2
"""The states of :class:`LastVerdict`."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Up to where numbers are told apart: all from ``number`` on are alike, or equal remainders."""

    kind: Literal["cap", "modulus"]
    number: int

    def __call__(self, number: int) -> int:
        """The number that stands for all that are like this one."""
        return min(number, self.number) if self.kind == "cap" else number % self.number

    @property
    def states(self) -> int:
        """How many numbers are told apart."""
        return self.number + (self.kind == "cap")

    @property
    def family(self) -> tuple[object, ...]:
        """Caps can stand in for lower caps, remainders only for themselves."""
        return ("cap",) if self.kind == "cap" else ("modulus", self.number)


def limit_for(amount: Amount) -> Limit:
    """What has to be told apart to know whether numbers are in an amount."""
    if isinstance(amount, Modulo):
        return Limit("modulus", amount.modulus)
    return Limit("cap", amount.cap)


class Register(ABC):
    """A memory of the accepted cards."""

    __slots__ = ()

    @property
    def family(self) -> tuple[object, ...]:
        """What registers that can stand in for each other have in common."""
        return (self,)

    @property
    def detail(self) -> int:
        """How much is remembered, within the family."""
        return 0

    @abstractmethod
    def size(self, deck: Deck) -> int:
        """How many states there are at most."""

    @abstractmethod
    def start(self, deck: Deck) -> State:
        """The state before the first card."""

    @abstractmethod
    def after(self, deck: Deck, state: State, card: int) -> State:
        """The state after an accepted card."""


@dataclass(frozen=True, slots=True)
class Nothing(Register):
    """Remembers nothing: for conditions on the candidate alone."""

    def size(self, deck: Deck) -> int:  # noqa: D102  # as in the base class, here and below
        return 1

    def start(self, deck: Deck) -> State:  # noqa: D102
        return 0

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        return state


@dataclass(frozen=True, slots=True)
class LastCards(Register):
    """The last ``detail`` cards, oldest first; their values of an attribute if one is named."""

    attribute: str
    depth: int

    @property
    def family(self) -> tuple[object, ...]:  # noqa: D102
        return (LastCards, self.attribute)

    @property
    def detail(self) -> int:  # noqa: D102
        return self.depth

    def size(self, deck: Deck) -> int:  # noqa: D102
        values = deck.by_name[self.attribute].size if self.attribute else len(deck.cards)
        return sum(values**length for length in range(self.depth + 1))

    def start(self, deck: Deck) -> State:  # noqa: D102
        return ()

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        value = deck.values[self.attribute][card] if self.attribute else card
        return (*state, value)[-self.depth :]


@dataclass(frozen=True, slots=True)
class FirstCard(Register):
    """The first card, or its value of an attribute if one is named."""

    attribute: str

    def size(self, deck: Deck) -> int:  # noqa: D102
        return 1 + (deck.by_name[self.attribute].size if self.attribute else len(deck.cards))

    def start(self, deck: Deck) -> State:  # noqa: D102
        return ()

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        value = deck.values[self.attribute][card] if self.attribute else card
        return state or (value,)


@dataclass(frozen=True, slots=True)
class Seen(Register):
    """Which values of an attribute there were (without one: which cards), as a mask."""

    attribute: str

    def size(self, deck: Deck) -> int:  # noqa: D102
        return 1 << (deck.by_name[self.attribute].size if self.attribute else len(deck.cards))

    def start(self, deck: Deck) -> State:  # noqa: D102
        return 0

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        return state | 1 << (deck.values[self.attribute][card] if self.attribute else card)


class Limited(Register):
    """A memory of numbers up to a limit."""

    __slots__ = ()
    limit: Limit

    @property
    def family(self) -> tuple[object, ...]:
        """All that is remembered, but for the cap."""
        kept = tuple(f for f in fields(self) if f.name != "limit")  # type: ignore[arg-type]  # all are
        return (type(self), *(getattr(self, f.name) for f in kept), *self.limit.family)

    @property
    def detail(self) -> int:
        """The cap."""
        return self.limit.number


@dataclass(frozen=True, slots=True)
class Length(Limited):
    """How many cards there are."""

    limit: Limit

    def size(self, deck: Deck) -> int:  # noqa: D102
        return self.limit.states

    def start(self, deck: Deck) -> State:  # noqa: D102
        return 0

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        return self.limit(state + 1)


@dataclass(frozen=True, slots=True)
class Having(Limited):
    """How many cards have one of the values."""

    attribute: str
    values: tuple[int, ...]
    limit: Limit

    def size(self, deck: Deck) -> int:  # noqa: D102
        return self.limit.states

    def start(self, deck: Deck) -> State:  # noqa: D102
        return 0

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        return self.limit(state + (deck.values[self.attribute][card] in self.values))


@dataclass(frozen=True, slots=True)
class HavingEach(Limited):
    """How many cards have each value of an attribute."""

    attribute: str
    limit: Limit

    def size(self, deck: Deck) -> int:  # noqa: D102
        states: int = self.limit.states ** deck.by_name[self.attribute].size
        return states

    def start(self, deck: Deck) -> State:  # noqa: D102
        return (0,) * deck.by_name[self.attribute].size

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        value = deck.values[self.attribute][card]
        return tuple(self.limit(n + (index == value)) for index, n in enumerate(state))


@dataclass(frozen=True, slots=True)
class Balance(Register):
    """How many more cards have one of ``values`` than one of ``than``."""

    attribute: str
    values: tuple[int, ...]
    than_attribute: str
    than: tuple[int, ...]

    def size(self, deck: Deck) -> int:  # noqa: D102
        return 2 * LONGEST - 1

    def start(self, deck: Deck) -> State:  # noqa: D102
        return 0

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        more = deck.values[self.attribute][card] in self.values
        fewer = deck.values[self.than_attribute][card] in self.than
        return max(1 - LONGEST, min(LONGEST - 1, state + more - fewer))


@dataclass(frozen=True, slots=True)
class RunLength(Limited):
    """The last card's value of an attribute, and how many cards up to it in a row have it."""

    attribute: str
    limit: Limit

    def size(self, deck: Deck) -> int:  # noqa: D102
        return 1 + deck.by_name[self.attribute].size * self.limit.states

    def start(self, deck: Deck) -> State:  # noqa: D102
        return (-1, 0)

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        value = deck.values[self.attribute][card]
        return (value, self.limit(state[1] + 1 if value == state[0] else 1))


@dataclass(frozen=True, slots=True)
class RunningTotal(Limited):
    """The sum or product of an attribute over all cards."""

    operation: Literal["sum", "product"]
    attribute: str
    limit: Limit

    def size(self, deck: Deck) -> int:  # noqa: D102
        return self.limit.states

    def start(self, deck: Deck) -> State:  # noqa: D102
        return self.limit(0 if self.operation == "sum" else 1)

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        number = deck.by_name[self.attribute].lowest + deck.values[self.attribute][card]
        return self.limit(state + number if self.operation == "sum" else state * number)


@dataclass(frozen=True, slots=True)
class Turns(Register):
    """Which class of a pattern the next card may be in, as a mask, if it began anywhere."""

    classes: tuple[tuple[str, tuple[int, ...]] | None, ...]

    def size(self, deck: Deck) -> int:  # noqa: D102
        return 1 << len(self.classes)

    def start(self, deck: Deck) -> State:  # noqa: D102
        return (1 << len(self.classes)) - 1

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        turns = len(self.classes)
        return sum(
            1 << (turn + 1) % turns
            for turn in range(turns)
            if state >> turn & 1 and self.fits(deck, turn, card)
        )

    def fits(self, deck: Deck, turn: int, card: int) -> bool:
        """Whether a card is in the class of a turn."""
        chosen = self.classes[turn]
        return chosen is None or deck.values[chosen[0]][card] in chosen[1]


@dataclass(frozen=True, slots=True)
class LastVerdict(Register):
    """Whether the last play was accepted: the only register that an error changes."""

    def size(self, deck: Deck) -> int:  # noqa: D102
        return 3

    def start(self, deck: Deck) -> State:  # noqa: D102
        return NO_PLAY

    def after(self, deck: Deck, state: State, card: int) -> State:  # noqa: D102
        return ACCEPTED


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
