"""The components of Turing Machine: 125 codes and 48 criteria cards with their 183 laws (T1).

A code is three digits from 1 to 5: first the blue triangle ``b``, then the yellow square ``y``,
then the purple circle ``p``. A law is a yes-or-no question about a code. Its words are in
``card_words.py``, its drawing in ``page.py``.

>>> law("4a").says
AmountTest(left=(<Shape.SQUARE: 1>,), relation=<Relation.LESS: '<'>, right=4)
>>> law("4a").holds(code_index("531"))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from itertools import pairwise, product
from operator import eq, ge, gt, le, lt
from typing import Final, Literal, TypeAlias

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase

# What a law can say of a code

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
class AmountTest:
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
class RisingRun:
    """So many neighbouring digits count up by one; ``either_way``: or all of them down by one."""

    length: Literal[0, 2, 3]
    either_way: bool

    def holds(self, code: Digits) -> bool:
        """Whether a code obeys."""
        steps = [after - before for before, after in pairwise(code)]
        longest = max(steps.count(1), steps.count(-1) if self.either_way else 0)
        return longest == max(self.length - 1, 0)


Statement: TypeAlias = (
    AmountTest
    | AgainstOthers
    | EvenOrOdd
    | Multiple
    | DigitCount
    | EvenCount
    | Majority
    | SameDigits
    | OnePair
    | Order
    | RisingRun
)
"""What a law says."""


def others(shape: Shape) -> tuple[Shape, ...]:
    """The two other shapes."""
    return tuple(other for other in Shape if other is not shape)


@cache
def mask_of(statement: Statement) -> int:
    """The codes that obey."""
    return sum(1 << index for index, code in enumerate(DIGITS) if statement.holds(code))


# What is printed on the cards, in print order

Statements: TypeAlias = Sequence[Statement]

BLUE: Final[Amount] = (Shape.TRIANGLE,)
YELLOW: Final[Amount] = (Shape.SQUARE,)
PURPLE: Final[Amount] = (Shape.CIRCLE,)
TOTAL: Final[Amount] = tuple(Shape)
EACH: Final[tuple[Amount, ...]] = (BLUE, YELLOW, PURPLE)
_LESS, _EQUAL, _GREATER = Relation.LESS, Relation.EQUAL, Relation.GREATER


def _against(left: Amount, *rights: Amount | int) -> Statements:
    """Less than, equal to, greater than: each against everything on the right."""
    relations = (_LESS, _EQUAL, _GREATER)
    return [AmountTest(left, relation, right) for relation in relations for right in rights]


def _parity(amount: Amount) -> Statements:
    return [EvenOrOdd(amount, parity) for parity in Parity]


def _each_is(relation: Relation, number: int) -> Statements:
    return [AmountTest(shape, relation, number) for shape in EACH]


def _each_against(number: int) -> Statements:
    return [law for shape in EACH for law in _against(shape, number)]


def _to_others(*relations: Relation) -> Statements:
    return [AgainstOthers(shape, relation) for shape in Shape for relation in relations]


def _count(*digits: int, most: int = 2) -> Statements:
    return [DigitCount(digit, times) for times in range(most + 1) for digit in digits]


def _two_sum_to(number: int) -> Statements:
    return [AmountTest(others(shape), _EQUAL, number) for shape in reversed(Shape)]


LAWS_OF_CARD: Final[dict[int, Statements]] = {
    1: [AmountTest(BLUE, _EQUAL, 1), AmountTest(BLUE, _GREATER, 1)],
    2: _against(BLUE, 3),
    3: _against(YELLOW, 3),
    4: _against(YELLOW, 4),
    5: _parity(BLUE),
    6: _parity(YELLOW),
    7: _parity(PURPLE),
    8: _count(1, most=3),
    9: _count(3, most=3),
    10: _count(4, most=3),
    11: _against(BLUE, YELLOW),
    12: _against(BLUE, PURPLE),
    13: _against(YELLOW, PURPLE),
    14: _to_others(_LESS),
    15: _to_others(_GREATER),
    16: [Majority(parity) for parity in Parity],
    17: [EvenCount(times) for times in range(4)],
    18: _parity(TOTAL),
    19: _against((*BLUE, *YELLOW), 6),
    20: [SameDigits(3), SameDigits(2), SameDigits(1)],
    21: [OnePair(there=False), OnePair(there=True)],
    22: [Order(Direction.UP), Order(Direction.DOWN), Order(None)],
    23: _against(TOTAL, 6),
    24: [
        RisingRun(3, either_way=False),
        RisingRun(2, either_way=False),
        RisingRun(0, either_way=False),
    ],
    25: [
        RisingRun(0, either_way=True),
        RisingRun(2, either_way=True),
        RisingRun(3, either_way=True),
    ],
    26: _each_is(_LESS, 3),
    27: _each_is(_LESS, 4),
    28: _each_is(_EQUAL, 1),
    29: _each_is(_EQUAL, 3),
    30: _each_is(_EQUAL, 4),
    31: _each_is(_GREATER, 1),
    32: _each_is(_GREATER, 3),
    33: [law for shape in EACH for law in _parity(shape)],
    34: _to_others(Relation.AT_MOST),
    35: _to_others(Relation.AT_LEAST),
    36: [Multiple(TOTAL, factor) for factor in (3, 4, 5)],
    37: _two_sum_to(4),
    38: _two_sum_to(6),
    39: [AmountTest(shape, relation, 1) for shape in EACH for relation in (_EQUAL, _GREATER)],
    40: _each_against(3),
    41: _each_against(4),
    42: _to_others(_LESS, _GREATER),
    43: _against(BLUE, YELLOW, PURPLE),
    44: _against(YELLOW, BLUE, PURPLE),
    45: _count(1, 3),
    46: _count(3, 4),
    47: _count(1, 4),
    48: [*_against(BLUE, YELLOW), *_against(BLUE, PURPLE), *_against(YELLOW, PURPLE)],
}
"""For each card number its laws in print order."""


# Codes, laws and cards by number and name

CODES: tuple[str, ...] = tuple("".join(map(str, digits)) for digits in DIGITS)
"""The 125 codes in order; the index of a code is ``25 * (b - 1) + 5 * (y - 1) + (p - 1)``."""

_CODE_INDEX = {code: index for index, code in enumerate(CODES)}


class CardError(FacedownError):
    """A code, card or law that does not exist."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law of one criteria card, and what it says.

    ``mask`` has bit ``i`` set when code number ``i`` obeys the law; ``index`` is the law's place
    among all 183 laws in print order.
    """

    name: str
    card: int
    says: Statement
    mask: int
    index: int

    def holds(self, code: int) -> bool:
        """Whether code number ``code`` (0 to 124) obeys this law."""
        return bool(self.mask >> code & 1)


@dataclass(frozen=True, slots=True)
class Card:
    """One criteria card: its printed number, and its laws in print order."""

    number: int
    laws: tuple[Law, ...]


def _all_laws() -> Iterator[Law]:
    index = 0
    for number, statements in LAWS_OF_CARD.items():
        for letter, says in zip("abcdefghi", statements, strict=False):
            yield Law(f"{number}{letter}", number, says, mask_of(says), index)
            index += 1


LAWS: tuple[Law, ...] = tuple(_all_laws())
"""All 183 laws in print order; ``LAWS[law.index] is law``."""

CARDS: dict[int, Card] = {
    number: Card(number, tuple(law for law in LAWS if law.card == number))
    for number in LAWS_OF_CARD
}
"""The 48 criteria cards by their printed number."""

_LAW_BY_NAME = {law.name: law for law in LAWS}


def code_index(code: str) -> int:
    """The number, 0 to 124, of a code written as three digits from 1 to 5.

    Raises :class:`CardError` for anything else.

    >>> code_index("111"), code_index("241"), code_index("555")
    (0, 40, 124)
    """
    index = _CODE_INDEX.get(code)
    if index is None:
        raise CardError(
            phrase(
                "{code!r} is not a code: a code is three digits from 1 to 5, such as 241.",
                code=code[:20],
            )
        )
    return index


def law(name: str) -> Law:
    """The law with this name: a card number and a letter.

    Raises :class:`CardError` when no card bears it.

    >>> law("11c").card, law("11c").index
    (11, 31)
    """
    found = _LAW_BY_NAME.get(name)
    if found is None:
        raise CardError(
            phrase(
                "{name!r} is not a law: a law is a card number and a letter on it, such as 4a.",
                name=str(name)[:20],
            )
        )
    return found
