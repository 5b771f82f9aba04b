"""Laws in words (T1)."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import Message, joined, phrase, phrase_in
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
)

SHAPE_WORDS: Final = {
    Shape.TRIANGLE: phrase("blue triangle"),
    Shape.SQUARE: phrase("yellow square"),
    Shape.CIRCLE: phrase("purple circle"),
}
COLOUR_WORDS: Final = {
    Shape.TRIANGLE: phrase("blue"),
    Shape.SQUARE: phrase("yellow"),
    Shape.CIRCLE: phrase("purple"),
}
_SUBJECT: Final = {
    Shape.TRIANGLE: phrase_in("subject", "blue triangle"),
    Shape.SQUARE: phrase_in("subject", "yellow square"),
    Shape.CIRCLE: phrase_in("subject", "purple circle"),
}
"""The shapes where a sentence begins with them: other languages have an article there."""

_WHOLE: Final[dict[Statement, Message]] = {
    EvenCount(0): phrase("no digit is even"),
    EvenCount(1): phrase("exactly one digit is even"),
    EvenCount(2): phrase("exactly two digits are even"),
    EvenCount(3): phrase("all three digits are even"),
    Majority(Parity.EVEN): phrase("more digits are even than odd"),
    Majority(Parity.ODD): phrase("more digits are odd than even"),
    SameDigits(3): phrase("all three digits are the same"),
    SameDigits(2): phrase("exactly two digits are the same"),
    SameDigits(1): phrase("no digit repeats"),
    OnePair(there=False): phrase("there is no pair (a triple is not a pair)"),
    OnePair(there=True): phrase("there is exactly one pair"),
    Order(Direction.UP): phrase("the digits ascend strictly"),
    Order(Direction.DOWN): phrase("the digits descend strictly"),
    Order(None): phrase("the digits neither ascend nor descend strictly"),
    Run(0, either_way=False): phrase("no two neighbouring digits count up by one"),
    Run(2, either_way=False): phrase("exactly two neighbouring digits count up by one"),
    Run(3, either_way=False): phrase("all three digits count up by one"),
    Run(0, either_way=True): phrase("no two neighbouring digits count up or down by one"),
    Run(2, either_way=True): phrase(
        "two neighbouring digits count up or down by one, but not all three the same way"
    ),
    Run(3, either_way=True): phrase("all three digits count up by one, or all three down by one"),
}
"""Laws of which there are few, each as a whole."""


def law_words(law: Statement) -> Message:
    """What a law says, as a sentence without its capital and full stop.

    >>> law_words(Comparison((Shape.SQUARE,), Relation.LESS, 4))
    'yellow square is less than 4'
    """
    match law:
        case Comparison(left, relation, right):
            return _compared(left, relation, right)
        case AgainstOthers(shape, relation):
            return _to_others(_SUBJECT[shape], relation)
        case EvenOrOdd(amount, parity):
            return _parity_words(amount, parity)
        case Multiple(amount, factor):
            said = _added(amount)
            return phrase("{amount} is a multiple of {factor}", amount=said, factor=factor)
        case DigitCount(digit, times):
            return _digit_count(digit, times)
        case EvenCount() | Majority() | SameDigits() | OnePair() | Order() | Run():
            return _WHOLE[law]


def _compared(left: Amount, relation: Relation, right: Amount | int) -> Message:
    if not isinstance(right, int):
        return _to_amount(_added(left), relation, _plain(right))
    if len(left) == len(Shape):
        return _sum_to_number(relation, right)
    return _to_number(_added(left), relation, right)


def _added(amount: Amount) -> Message:
    if len(amount) == len(Shape):
        return phrase("the sum of all three")
    return joined(phrase(" plus "), [_SUBJECT[shape] for shape in amount])


def _plain(amount: Amount) -> Message:
    return joined(phrase(" plus "), [SHAPE_WORDS[shape] for shape in amount])


def _to_number(left: Message, relation: Relation, number: int) -> Message:
    if relation is Relation.LESS:
        return phrase("{left} is less than {number}", left=left, number=number)
    if relation is Relation.EQUAL:
        return phrase("{left} is equal to {number}", left=left, number=number)
    return phrase("{left} is greater than {number}", left=left, number=number)


def _sum_to_number(relation: Relation, number: int) -> Message:
    if relation is Relation.LESS:
        return phrase("the sum of all three is less than {number}", number=number)
    if relation is Relation.EQUAL:
        return phrase("the sum of all three is equal to {number}", number=number)
    return phrase("the sum of all three is greater than {number}", number=number)


def _to_amount(left: Message, relation: Relation, right: Message) -> Message:
    if relation is Relation.LESS:
        return phrase("{left} is less than {right}", left=left, right=right)
    if relation is Relation.EQUAL:
        return phrase("{left} is equal to {right}", left=left, right=right)
    return phrase("{left} is greater than {right}", left=left, right=right)


def _to_others(shape: Message, relation: Relation) -> Message:
    if relation is Relation.LESS:
        return phrase("{shape} is smaller than both others", shape=shape)
    if relation is Relation.GREATER:
        return phrase("{shape} is larger than both others", shape=shape)
    if relation is Relation.AT_MOST:
        return phrase("{shape} is the smallest or tied for smallest", shape=shape)
    return phrase("{shape} is the largest or tied for largest", shape=shape)


def _parity_words(amount: Amount, parity: Parity) -> Message:
    if len(amount) == len(Shape):
        if parity is Parity.EVEN:
            return phrase("the sum of all three is even")
        return phrase("the sum of all three is odd")
    if parity is Parity.EVEN:
        return phrase("{amount} is even", amount=_added(amount))
    return phrase("{amount} is odd", amount=_added(amount))


def _digit_count(digit: int, times: int) -> Message:
    if times == 0:
        return phrase("there are no {digit}s", digit=digit)
    if times == 1:
        return phrase("there is exactly one {digit}", digit=digit)
    if times == 2:
        return phrase("there are exactly two {digit}s", digit=digit)
    return phrase("there are three {digit}s", digit=digit)
