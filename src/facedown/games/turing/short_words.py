"""What stands on a criteria card beside its drawings: its title, and its laws in short (T1)."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import Message, phrase
from facedown.games.turing.card_words import COLOUR_WORDS
from facedown.games.turing.cards import (
    AgainstOthers,
    Amount,
    AmountTest,
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
    RisingRun,
    SameDigits,
    Statement,
)

_COUNTED: Final = (
    phrase("none"),
    phrase("exactly one"),
    phrase("exactly two"),
    phrase("all three"),
)

_SHORT: Final[dict[Statement, Message]] = {
    Majority(Parity.EVEN): phrase("more even"),
    Majority(Parity.ODD): phrase("more odd"),
    SameDigits(3): _COUNTED[3],
    SameDigits(2): _COUNTED[2],
    SameDigits(1): _COUNTED[0],
    OnePair(there=False): phrase("no pair"),
    OnePair(there=True): phrase("one pair"),
    Order(Direction.UP): phrase("rising"),
    Order(Direction.DOWN): phrase("falling"),
    Order(None): phrase("neither"),
}


def law_in_short(law: Statement) -> Message:
    """A law as it stands on its card, where the drawing and the title say the rest.

    >>> from facedown.games.turing.cards import Shape
    >>> law_in_short(AmountTest((Shape.SQUARE,), Relation.LESS, 4))
    'yellow is less'
    >>> law_in_short(DigitCount(3, 0))
    'none'
    """
    match law:
        case AmountTest(left, relation, right):
            return _compared(left, relation, right)
        case AgainstOthers(shape, relation):
            colour = COLOUR_WORDS[shape]
            if relation is Relation.LESS:
                return phrase("{colour} is smallest", colour=colour)
            if relation is Relation.GREATER:
                return phrase("{colour} is largest", colour=colour)
            return phrase("{colour}, or a tie", colour=colour)
        case EvenOrOdd(amount, parity):
            return _parity(amount, parity)
        case Multiple(_, factor):
            return phrase("a multiple of {factor}", factor=factor)
        case DigitCount(_, times) | EvenCount(times):
            return _COUNTED[times]
        case RisingRun(length):
            return _COUNTED[length]
        case Majority() | SameDigits() | OnePair() | Order():
            return _SHORT[law]


def _compared(left: Amount, relation: Relation, right: Amount | int) -> Message:
    if len(left) > 1:
        if relation is Relation.LESS:
            return phrase("the sum is less")
        if relation is Relation.GREATER:
            return phrase("the sum is greater")
        return phrase("the sum is {number}", number=right)
    colour = COLOUR_WORDS[left[0]]
    if relation is Relation.LESS:
        return phrase("{colour} is less", colour=colour)
    if relation is Relation.GREATER:
        return phrase("{colour} is greater", colour=colour)
    if isinstance(right, int):
        return phrase("{colour} is {number}", colour=colour, number=right)
    return phrase("equal")


def _parity(amount: Amount, parity: Parity) -> Message:
    even = parity is Parity.EVEN
    if len(amount) > 1:
        return phrase("the sum is even") if even else phrase("the sum is odd")
    colour = COLOUR_WORDS[amount[0]]
    if even:
        return phrase("{colour} is even", colour=colour)
    return phrase("{colour} is odd", colour=colour)


_BLUE, _YELLOW, _PURPLE = COLOUR_WORDS.values()


def _against(one: Message, other: Message | int) -> Message:
    return phrase("{one} and {other}", one=one, other=other)


def _even_or_odd(colour: Message) -> Message:
    return phrase("{colour} even or odd", colour=colour)


def _how_many(digit: int) -> Message:
    return phrase("how many {digit}s", digit=digit)


def _how_many_of(one: int, other: int) -> Message:
    return phrase("how many {one}s, or {other}s", one=one, other=other)


def _one_is_less(number: int) -> Message:
    return phrase("one is less than {number}", number=number)


def _one_is(number: int) -> Message:
    return phrase("one is {number}", number=number)


def _one_is_greater(number: int) -> Message:
    return phrase("one is greater than {number}", number=number)


def _one_against(number: int) -> Message:
    return phrase("one against {number}", number=number)


def _two_make(number: int) -> Message:
    return phrase("two make {number}", number=number)


TITLES: Final[dict[int, Message]] = {
    1: _against(_BLUE, 1),
    2: _against(_BLUE, 3),
    3: _against(_YELLOW, 3),
    4: _against(_YELLOW, 4),
    5: _even_or_odd(_BLUE),
    6: _even_or_odd(_YELLOW),
    7: _even_or_odd(_PURPLE),
    8: _how_many(1),
    9: _how_many(3),
    10: _how_many(4),
    11: _against(_BLUE, _YELLOW),
    12: _against(_BLUE, _PURPLE),
    13: _against(_YELLOW, _PURPLE),
    14: phrase("the smallest"),
    15: phrase("the largest"),
    16: phrase("more even or more odd"),
    17: phrase("how many are even"),
    18: phrase("the sum, even or odd"),
    19: phrase("blue plus yellow, and 6"),
    20: phrase("how many are the same"),
    21: phrase("a pair or none"),
    22: phrase("rising or falling"),
    23: phrase("the sum and 6"),
    24: phrase("how many count up"),
    25: phrase("how many count up or down"),
    26: _one_is_less(3),
    27: _one_is_less(4),
    28: _one_is(1),
    29: _one_is(3),
    30: _one_is(4),
    31: _one_is_greater(1),
    32: _one_is_greater(3),
    33: phrase("one even or odd"),
    34: phrase("the smallest, or a tie"),
    35: phrase("the largest, or a tie"),
    36: phrase("the sum, a multiple"),
    37: _two_make(4),
    38: _two_make(6),
    39: _one_against(1),
    40: _one_against(3),
    41: _one_against(4),
    42: phrase("the smallest or the largest"),
    43: phrase("blue and another"),
    44: phrase("yellow and another"),
    45: _how_many_of(1, 3),
    46: _how_many_of(3, 4),
    47: _how_many_of(1, 4),
    48: phrase("one and another"),
}
"""The title of each card."""
