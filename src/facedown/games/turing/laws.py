"""What a law says about a code, as records; masks, words and drawings are made from them (T1).

A *mask* is a set of codes as one integer: bit ``i`` stands for code number ``i``, in the order 111,
112, ..., 555. The words are in ``card_text.py``, the drawings in ``drawings.py``.

>>> law = Comparison((Shape.SQUARE,), Relation.LESS, 4)
>>> law.holds((5, 3, 1)), mask_of(law).bit_count()
(True, 75)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from itertools import pairwise, product
from operator import eq, ge, gt, le, lt
from typing import Final, Literal, TypeAlias

Digits: TypeAlias = tuple[int, int, int]

DIGITS: Final[tuple[Digits, ...]] = tuple((b, y, p) for b, y, p in product(range(1, 6), repeat=3))
"""Blue triangle, yellow square and purple circle of the 125 codes, in order."""


class Shape(IntEnum):
    """A shape; its number is the place of its digit in a code."""

    TRIANGLE = 0
    SQUARE = 1
    CIRCLE = 2


class Relation(Enum):
    """How one amount stands to another; the value is its sign."""

    LESS = "<"
    EQUAL = "="
    GREATER = ">"
    AT_MOST = "≤"
    AT_LEAST = "≥"


class Parity(Enum):
    """Even or odd."""

    EVEN = 0
    ODD = 1


class Direction(Enum):
    """Which way the digits go from blue to purple."""

    UP = 1
    DOWN = -1


Amount: TypeAlias = tuple[Shape, ...]
"""The digits of these shapes added up: of one shape, of two, or of all three."""

_COMPARE: Final[dict[Relation, Callable[[int, int], bool]]] = {
    Relation.LESS: lt,
    Relation.EQUAL: eq,
    Relation.GREATER: gt,
    Relation.AT_MOST: le,
    Relation.AT_LEAST: ge,
}


def amount(shapes: Amount, code: Digits) -> int:
    """How much the digits of these shapes make in a code.

    >>> amount((Shape.TRIANGLE, Shape.CIRCLE), (2, 5, 4))
    6
    """
    return sum([code[shape] for shape in shapes])


def evens(code: Digits) -> int:
    """How many digits are even."""
    return sum([digit % 2 == 0 for digit in code])


@dataclass(frozen=True, slots=True)
class Comparison:
    """An amount against a number, or against another amount."""

    left: Amount
    relation: Relation
    right: Amount | int

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        right = self.right if isinstance(self.right, int) else amount(self.right, code)
        return _COMPARE[self.relation](amount(self.left, code), right)


@dataclass(frozen=True, slots=True)
class AgainstOthers:
    """One shape's digit stands so to both others; with ``AT_MOST`` and ``AT_LEAST`` ties do."""

    shape: Shape
    relation: Relation

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        compare = _COMPARE[self.relation]
        return all(compare(code[self.shape], code[other]) for other in others(self.shape))


@dataclass(frozen=True, slots=True)
class EvenOrOdd:
    """An amount is even, or odd."""

    amount: Amount
    parity: Parity

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        return amount(self.amount, code) % 2 == self.parity.value


@dataclass(frozen=True, slots=True)
class Multiple:
    """An amount is a multiple of a number."""

    amount: Amount
    factor: int

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        return amount(self.amount, code) % self.factor == 0


@dataclass(frozen=True, slots=True)
class DigitCount:
    """A digit stands exactly so many times in the code."""

    digit: int
    times: int

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        return code.count(self.digit) == self.times


@dataclass(frozen=True, slots=True)
class EvenCount:
    """Exactly so many digits are even."""

    times: int

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        return evens(code) == self.times


@dataclass(frozen=True, slots=True)
class Majority:
    """Most digits are even, or odd."""

    parity: Parity

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        return (evens(code) >= 2) == (self.parity is Parity.EVEN)


@dataclass(frozen=True, slots=True)
class SameDigits:
    """Exactly so many digits are the same: 3, 2, or 1 where no digit repeats."""

    many: Literal[1, 2, 3]

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        return 4 - len(set(code)) == self.many


@dataclass(frozen=True, slots=True)
class OnePair:
    """Whether there is exactly one pair; a triple is not a pair."""

    there: bool

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        return (len(set(code)) == 2) == self.there


@dataclass(frozen=True, slots=True)
class Order:
    """The digits ascend strictly, descend strictly, or do neither (None)."""

    direction: Direction | None

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        b, y, p = code
        found = Direction.UP if b < y < p else Direction.DOWN if b > y > p else None
        return found is self.direction


@dataclass(frozen=True, slots=True)
class Run:
    """So many neighbouring digits count up by one; ``either_way``: or all of them down by one."""

    length: Literal[0, 2, 3]
    either_way: bool

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        steps = [after - before for before, after in pairwise(code)]
        longest = max(steps.count(1), steps.count(-1) if self.either_way else 0)
        return longest == max(self.length - 1, 0)


Statement: TypeAlias = (
    Comparison
    | AgainstOthers
    | EvenOrOdd
    | Multiple
    | DigitCount
    | EvenCount
    | Majority
    | SameDigits
    | OnePair
    | Order
    | Run
)
"""What a law says."""


def others(shape: Shape) -> tuple[Shape, ...]:
    """The two other shapes."""
    return tuple(other for other in Shape if other is not shape)


@cache
def mask_of(statement: Statement) -> int:
    """The codes that obey."""
    return sum(1 << index for index, code in enumerate(DIGITS) if statement.holds(code))
