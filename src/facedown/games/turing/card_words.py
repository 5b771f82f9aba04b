"""Laws and criteria cards in words: what a law says, what a card is about, what people ask (T1)."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import Message, joined, phrase, phrase_in
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
    RisingRun(0, either_way=False): phrase("no two neighbouring digits count up by one"),
    RisingRun(2, either_way=False): phrase("exactly two neighbouring digits count up by one"),
    RisingRun(3, either_way=False): phrase("all three digits count up by one"),
    RisingRun(0, either_way=True): phrase("no two neighbouring digits count up or down by one"),
    RisingRun(2, either_way=True): phrase(
        "two neighbouring digits count up or down by one, but not all three the same way"
    ),
    RisingRun(3, either_way=True): phrase(
        "all three digits count up by one, or all three down by one"
    ),
}
"""Laws of which there are few, each as a whole."""


def law_words(law: Statement) -> Message:
    """What a law says, as a sentence without its capital and full stop.

    >>> law_words(AmountTest((Shape.SQUARE,), Relation.LESS, 4))
    'yellow square is less than 4'
    """
    match law:
        case AmountTest(left, relation, right):
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
        case EvenCount() | Majority() | SameDigits() | OnePair() | Order() | RisingRun():
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


_BLUE, _YELLOW, _PURPLE = SHAPE_WORDS.values()

ABOUT: Final[dict[int, Message]] = {
    1: phrase("blue triangle compared with 1"),
    2: phrase("blue triangle compared with 3"),
    3: phrase("yellow square compared with 3"),
    4: phrase("yellow square compared with 4"),
    5: phrase("blue triangle even or odd"),
    6: phrase("yellow square even or odd"),
    7: phrase("purple circle even or odd"),
    8: phrase("how many 1s there are"),
    9: phrase("how many 3s there are"),
    10: phrase("how many 4s there are"),
    11: phrase("blue triangle compared with yellow square"),
    12: phrase("blue triangle compared with purple circle"),
    13: phrase("yellow square compared with purple circle"),
    14: phrase("which colour is smaller than both others"),
    15: phrase("which colour is larger than both others"),
    16: phrase("more even digits or more odd digits"),
    17: phrase("how many digits are even"),
    18: phrase("sum of all three even or odd"),
    19: phrase("blue triangle plus yellow square compared with 6"),
    20: phrase("whether a digit repeats: triple, pair or none"),
    21: phrase("whether there is exactly one pair"),
    22: phrase("digits ascending, descending or neither"),
    23: phrase("sum of all three compared with 6"),
    24: phrase("neighbouring digits counting up: three, two or none"),
    25: phrase("neighbouring digits counting up or down: none, two or three"),
    26: phrase("a certain colour is less than 3"),
    27: phrase("a certain colour is less than 4"),
    28: phrase("a certain colour is 1"),
    29: phrase("a certain colour is 3"),
    30: phrase("a certain colour is 4"),
    31: phrase("a certain colour is greater than 1"),
    32: phrase("a certain colour is greater than 3"),
    33: phrase("a certain colour is even or odd"),
    34: phrase("which colour is smallest or tied for smallest"),
    35: phrase("which colour is largest or tied for largest"),
    36: phrase("sum of all three a multiple of 3, 4 or 5"),
    37: phrase("sum of two certain colours is 4"),
    38: phrase("sum of two certain colours is 6"),
    39: phrase("a certain colour compared with 1"),
    40: phrase("a certain colour compared with 3"),
    41: phrase("a certain colour compared with 4"),
    42: phrase("which colour is smallest or which is largest"),
    43: phrase("blue triangle compared with a certain other colour"),
    44: phrase("yellow square compared with a certain other colour"),
    45: phrase("how many 1s, or how many 3s there are"),
    46: phrase("how many 3s, or how many 4s there are"),
    47: phrase("how many 1s, or how many 4s there are"),
    48: phrase("one colour compared with another"),
}
"""What each card is about."""


def _against(shape: Message, number: int) -> Message:
    return phrase(
        "The number on the card is all that the digit is compared with: a yes about a proposal "
        "whose {shape} is 2 says that it is less than {number} in the code, not that it is 2.",
        shape=shape,
        number=number,
    )


def _parity(shape: Message) -> Message:
    return phrase(
        "Nothing but the {shape} is looked at; a yes about a 2 says that it is even, and "
        "may as well be 4.",
        shape=shape,
    )


def _count(digit: int) -> Message:
    return phrase(
        "The verifier knows one exact number of {digit}s. Where they stand does not matter: "
        "{digit}2{digit} has exactly two, and so have 2{digit}{digit} and {digit}{digit}5.",
        digit=digit,
    )


def _two(one: Message, other: Message) -> Message:
    return phrase(
        "Two digits of the same code are compared, so neither of them becomes known: a yes tells "
        "how {one} and {other} stand to each other.",
        one=one,
        other=other,
    )


def _certain(law: Message, others: Message) -> Message:
    return phrase(
        "The verifier knows one colour and looks at no other: that this colour {law} does not "
        "keep the others from {others}.",
        law=law,
        others=others,
    )


def _certain_less(number: int) -> Message:
    return _certain(
        phrase("is less than {number}", number=number),
        phrase("being less than {number} too", number=number),
    )


def _certain_equal(number: int) -> Message:
    return _certain(
        phrase("is {number}", number=number), phrase("being {number} too", number=number)
    )


def _certain_greater(number: int) -> Message:
    return _certain(
        phrase("is greater than {number}", number=number),
        phrase("being greater than {number} too", number=number),
    )


def _certain_compared(number: int) -> Message:
    return _certain(
        phrase("is less than {number}, is {number}, or is greater,", number=number),
        phrase("being so too"),
    )


def _sum(more: Message) -> Message:
    return joined(" ", [phrase("Only the sum counts, not the digits that make it."), more])


def _ties(smaller: Message) -> Message:
    return phrase(
        "Ties are allowed: the verifier knows one colour, and no other may be {smaller}, but "
        "others may equal it.",
        smaller=smaller,
    )


_TWO_OF_THREE = phrase(
    "The verifier knows which two colours it adds up, and does not look at the third; the sums of "
    "other two may be the same."
)
_EITHER_COUNT = phrase(
    "The verifier counts one of the two digits and knows how many there must be; it does not look "
    "at how many there are of the other."
)

CLARIFICATIONS: Final[dict[int, Message]] = {
    1: phrase(
        "A yes about a proposal whose blue triangle is 3 says that it is greater than 1 in the "
        "code, not that it is 3."
    ),
    2: _against(_BLUE, 3),
    3: _against(_YELLOW, 3),
    4: _against(_YELLOW, 4),
    5: _parity(_BLUE),
    6: _parity(_YELLOW),
    7: _parity(_PURPLE),
    8: _count(1),
    9: _count(3),
    10: _count(4),
    11: _two(_BLUE, _YELLOW),
    12: _two(_BLUE, _PURPLE),
    13: _two(_YELLOW, _PURPLE),
    14: phrase(
        "Smaller than both means no tie: in 112 no colour is, in 212 it is the yellow square. The "
        "verifier knows which colour it must be."
    ),
    15: phrase(
        "Larger than both means no tie: in 155 no colour is, in 151 it is the yellow square. The "
        "verifier knows which colour it must be."
    ),
    16: phrase(
        "One kind is always in the majority: 124 has more even digits, 135 and 123 more odd ones."
    ),
    17: phrase("The verifier knows one exact number; which digits are even does not matter."),
    18: _sum(phrase("111 and 245 both make an odd one.")),
    19: _sum(phrase("The purple circle is not looked at.")),
    20: phrase(
        "125 has no digit twice, 121 has one twice, 222 has it three times. Which digit it is, and "
        "in which colours, is not looked at."
    ),
    21: phrase(
        "231 has no pair, and neither has 333, where the digit is there three times; 121 has one. "
        "Which digit it is, and in which colours, is not looked at."
    ),
    22: phrase(
        "Read blue, yellow, purple: 135 ascends, 421 descends. Equal neighbours spoil it: 223 does "
        "neither."
    ),
    23: _sum(phrase("All three digits are added.")),
    24: phrase(
        "Digits count up where the next one is greater by just one: 312 has two that do, 345 "
        "three, 132 and 135 none."
    ),
    25: phrase(
        "312 and 254 have two digits that count up or down, 345 and 321 three, 135 and 531 none. "
        "121 has no three of them, as it turns round. In which direction they count is not looked "
        "at."
    ),
    26: _certain_less(3),
    27: _certain_less(4),
    28: _certain_equal(1),
    29: _certain_equal(3),
    30: _certain_equal(4),
    31: _certain_greater(1),
    32: _certain_greater(3),
    33: _certain(phrase("is even, or odd,"), phrase("being so too")),
    34: _ties(phrase("smaller")),
    35: _ties(phrase("larger")),
    36: _sum(
        phrase(
            "The verifier knows which of the three numbers must divide it; another may do so "
            "too: 255 makes 12, a multiple of 3 and of 4."
        )
    ),
    37: _TWO_OF_THREE,
    38: _TWO_OF_THREE,
    39: _certain(phrase("is 1, or is greater,"), phrase("being so too")),
    40: _certain_compared(3),
    41: _certain_compared(4),
    42: phrase(
        "The verifier knows the colour, and whether it must be smaller or larger than both others; "
        "no tie will do."
    ),
    43: phrase(
        "The verifier knows the other colour, yellow or purple, and how blue must stand to it; the "
        "third colour is not looked at."
    ),
    44: phrase(
        "The verifier knows the other colour, blue or purple, and how yellow must stand to it; the "
        "third colour is not looked at."
    ),
    45: _EITHER_COUNT,
    46: _EITHER_COUNT,
    47: _EITHER_COUNT,
    48: phrase(
        "The verifier knows which two colours it compares and how they must stand to each other; "
        "the third colour is not looked at."
    ),
}
