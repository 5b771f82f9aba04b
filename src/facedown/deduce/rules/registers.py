"""The memories that conditions read: small machines that take one accepted card at a time.

Of two registers of one ``family`` the one with more ``detail`` can stand in for the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from facedown.deduce.rules.conditions import LONGEST, Amount, Modulo
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
