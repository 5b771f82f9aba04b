"""What is printed on the 48 criteria cards: the laws of each in print order (T1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from facedown.games.turing.laws import (
    AgainstOthers,
    Amount,
    Comparison,
    DigitCount,
    Direction,
    EvenCount,
    EvenOrOdd,
    Majority,
    Multiple,
    OnePair,
    Order,
    Parity,
    Relation,
    Run,
    SameDigits,
    Shape,
    Statement,
    others,
)

Laws: TypeAlias = Sequence[Statement]

BLUE: Final[Amount] = (Shape.TRIANGLE,)
YELLOW: Final[Amount] = (Shape.SQUARE,)
PURPLE: Final[Amount] = (Shape.CIRCLE,)
TOTAL: Final[Amount] = tuple(Shape)
EACH: Final[tuple[Amount, ...]] = (BLUE, YELLOW, PURPLE)
_LESS, _EQUAL, _GREATER = Relation.LESS, Relation.EQUAL, Relation.GREATER


def _against(left: Amount, *rights: Amount | int) -> Laws:
    """Less than, equal to, greater than: each against everything on the right."""
    relations = (_LESS, _EQUAL, _GREATER)
    return [Comparison(left, relation, right) for relation in relations for right in rights]


def _parity(amount: Amount) -> Laws:
    return [EvenOrOdd(amount, parity) for parity in Parity]


def _each_is(relation: Relation, number: int) -> Laws:
    return [Comparison(shape, relation, number) for shape in EACH]


def _each_against(number: int) -> Laws:
    return [law for shape in EACH for law in _against(shape, number)]


def _to_others(*relations: Relation) -> Laws:
    return [AgainstOthers(shape, relation) for shape in Shape for relation in relations]


def _count(*digits: int, most: int = 2) -> Laws:
    return [DigitCount(digit, times) for times in range(most + 1) for digit in digits]


def _two_sum_to(number: int) -> Laws:
    return [Comparison(others(shape), _EQUAL, number) for shape in reversed(Shape)]


LAWS_OF_CARD: Final[dict[int, Laws]] = {
    1: [Comparison(BLUE, _EQUAL, 1), Comparison(BLUE, _GREATER, 1)],
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
    24: [Run(3, either_way=False), Run(2, either_way=False), Run(0, either_way=False)],
    25: [Run(0, either_way=True), Run(2, either_way=True), Run(3, either_way=True)],
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
    39: [Comparison(shape, relation, 1) for shape in EACH for relation in (_EQUAL, _GREATER)],
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
