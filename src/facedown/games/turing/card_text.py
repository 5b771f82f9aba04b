"""The criteria cards in words: what each is about, what its laws say, what people ask (T1)."""

from __future__ import annotations

from typing import Final

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
    Shape.TRIANGLE: "blue triangle",
    Shape.SQUARE: "yellow square",
    Shape.CIRCLE: "purple circle",
}
_BLUE, _YELLOW, _PURPLE = SHAPE_WORDS.values()
_PARITY: Final = {Parity.EVEN: "even", Parity.ODD: "odd"}
_RELATION: Final = {
    Relation.LESS: "less than",
    Relation.EQUAL: "equal to",
    Relation.GREATER: "greater than",
}
_TO_OTHERS: Final = {
    Relation.LESS: "smaller than both others",
    Relation.GREATER: "larger than both others",
    Relation.AT_MOST: "the smallest or tied for smallest",
    Relation.AT_LEAST: "the largest or tied for largest",
}
_DIGIT_COUNT: Final = (
    "there are no {}s",
    "there is exactly one {}",
    "there are exactly two {}s",
    "there are three {}s",
)
_EVEN_COUNT: Final = (
    "no digit is even",
    "exactly one digit is even",
    "exactly two digits are even",
    "all three digits are even",
)
_MAJORITY: Final = {
    Parity.EVEN: "more digits are even than odd",
    Parity.ODD: "more digits are odd than even",
}
_SAME: Final = {
    3: "all three digits are the same",
    2: "exactly two digits are the same",
    1: "no digit repeats",
}
_PAIR: Final = {
    False: "there is no pair (a triple is not a pair)",
    True: "there is exactly one pair",
}
_ORDER: Final = {
    Direction.UP: "the digits ascend strictly",
    Direction.DOWN: "the digits descend strictly",
    None: "the digits neither ascend nor descend strictly",
}
_RUN: Final = {
    (0, False): "no two neighbouring digits count up by one",
    (2, False): "exactly two neighbouring digits count up by one",
    (3, False): "all three digits count up by one",
    (0, True): "no two neighbouring digits count up or down by one",
    (2, True): ("two neighbouring digits count up or down by one, but not all three the same way"),
    (3, True): "all three digits count up by one, or all three down by one",
}


def law_words(law: Statement) -> str:
    """What a law says, as a sentence without its capital and full stop.

    >>> law_words(Comparison((Shape.SQUARE,), Relation.LESS, 4))
    'yellow square is less than 4'
    """
    match law:
        case Comparison(left, relation, right):
            return f"{_amount(left)} is {_RELATION[relation]} {_amount(right)}"
        case AgainstOthers(shape, relation):
            return f"{SHAPE_WORDS[shape]} is {_TO_OTHERS[relation]}"
        case EvenOrOdd(amount, parity):
            return f"{_amount(amount)} is {_PARITY[parity]}"
        case Multiple(amount, factor):
            return f"{_amount(amount)} is a multiple of {factor}"
        case DigitCount(digit, times):
            return _DIGIT_COUNT[times].format(digit)
        case EvenCount(times):
            return _EVEN_COUNT[times]
        case Majority(parity):
            return _MAJORITY[parity]
        case SameDigits(many):
            return _SAME[many]
        case OnePair(there):
            return _PAIR[there]
        case Order(direction):
            return _ORDER[direction]
        case Run(length, either_way):
            return _RUN[length, either_way]


def _amount(amount: Amount | int) -> str:
    if isinstance(amount, int):
        return str(amount)
    if len(amount) == len(Shape):
        return "the sum of all three"
    return " plus ".join(SHAPE_WORDS[shape] for shape in amount)


ABOUT: Final[dict[int, str]] = {
    1: "blue triangle compared with 1",
    2: "blue triangle compared with 3",
    3: "yellow square compared with 3",
    4: "yellow square compared with 4",
    5: "blue triangle even or odd",
    6: "yellow square even or odd",
    7: "purple circle even or odd",
    8: "how many 1s there are",
    9: "how many 3s there are",
    10: "how many 4s there are",
    11: "blue triangle compared with yellow square",
    12: "blue triangle compared with purple circle",
    13: "yellow square compared with purple circle",
    14: "which colour is smaller than both others",
    15: "which colour is larger than both others",
    16: "more even digits or more odd digits",
    17: "how many digits are even",
    18: "sum of all three even or odd",
    19: "blue triangle plus yellow square compared with 6",
    20: "whether a digit repeats: triple, pair or none",
    21: "whether there is exactly one pair",
    22: "digits ascending, descending or neither",
    23: "sum of all three compared with 6",
    24: "neighbouring digits counting up: three, two or none",
    25: "neighbouring digits counting up or down: none, two or three",
    26: "a certain colour is less than 3",
    27: "a certain colour is less than 4",
    28: "a certain colour is 1",
    29: "a certain colour is 3",
    30: "a certain colour is 4",
    31: "a certain colour is greater than 1",
    32: "a certain colour is greater than 3",
    33: "a certain colour is even or odd",
    34: "which colour is smallest or tied for smallest",
    35: "which colour is largest or tied for largest",
    36: "sum of all three a multiple of 3, 4 or 5",
    37: "sum of two certain colours is 4",
    38: "sum of two certain colours is 6",
    39: "a certain colour compared with 1",
    40: "a certain colour compared with 3",
    41: "a certain colour compared with 4",
    42: "which colour is smallest or which is largest",
    43: "blue triangle compared with a certain other colour",
    44: "yellow square compared with a certain other colour",
    45: "how many 1s, or how many 3s there are",
    46: "how many 3s, or how many 4s there are",
    47: "how many 1s, or how many 4s there are",
    48: "one colour compared with another",
}
"""What each card is about."""


def _against(shape: str, number: int) -> str:
    return (
        f"The number on the card is all that the digit is compared with: a yes about a proposal "
        f"whose {shape} is 2 says that it is less than {number} in the code, not that it is 2."
    )


def _parity(shape: str) -> str:
    return (
        f"Nothing but the {shape} is looked at; a yes about a 2 says that it is even, and "
        "may as well be 4."
    )


def _count(digit: int) -> str:
    two = f"{digit}2{digit}"
    return (
        f"The verifier knows one exact number of {digit}s. Where they stand does not matter: {two} "
        f"has exactly two, and so have 2{digit}{digit} and {digit}{digit}5."
    )


def _two(one: str, other: str) -> str:
    return (
        f"Two digits of the same code are compared, so neither of them becomes known: a yes tells "
        f"how {one} and {other} stand to each other."
    )


def _certain(law: str, others: str) -> str:
    return (
        f"The verifier knows one colour and looks at no other: that this colour {law} does not "
        f"keep the others from {others}."
    )


_SUM = "Only the sum counts, not the digits that make it."
_TWO_OF_THREE = (
    "The verifier knows which two colours it adds up, and does not look at the third; the sums of "
    "other two may be the same."
)
_TIES = (
    "Ties are allowed: the verifier knows one colour, and no other may be {}, but others may equal "
    "it."
)
_EITHER_COUNT = (
    "The verifier counts one of the two digits and knows how many there must be; it does not look "
    "at how many there are of the other."
)

CLARIFICATIONS: Final[dict[int, str]] = {
    1: (
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
    14: (
        "Smaller than both means no tie: in 112 no colour is, in 212 it is the yellow square. The "
        "verifier knows which colour it must be."
    ),
    15: (
        "Larger than both means no tie: in 155 no colour is, in 151 it is the yellow square. The "
        "verifier knows which colour it must be."
    ),
    16: "One kind is always in the majority: 124 has more even digits, 135 and 123 more odd ones.",
    17: "The verifier knows one exact number; which digits are even does not matter.",
    18: f"{_SUM} 111 and 245 both make an odd one.",
    19: f"{_SUM} The purple circle is not looked at.",
    20: (
        "125 has no digit twice, 121 has one twice, 222 has it three times. Which digit it is, and "
        "in which colours, is not looked at."
    ),
    21: (
        "231 has no pair, and neither has 333, where the digit is there three times; 121 has one. "
        "Which digit it is, and in which colours, is not looked at."
    ),
    22: (
        "Read blue, yellow, purple: 135 ascends, 421 descends. Equal neighbours spoil it: 223 does "
        "neither."
    ),
    23: f"{_SUM} All three digits are added.",
    24: (
        "Digits count up where the next one is greater by just one: 312 has two that do, 345 "
        "three, 132 and 135 none."
    ),
    25: (
        "312 and 254 have two digits that count up or down, 345 and 321 three, 135 and 531 none. "
        "121 has no three of them, as it turns round. In which direction they count is not looked "
        "at."
    ),
    26: _certain("is less than 3", "being less than 3 too"),
    27: _certain("is less than 4", "being less than 4 too"),
    28: _certain("is 1", "being 1 too"),
    29: _certain("is 3", "being 3 too"),
    30: _certain("is 4", "being 4 too"),
    31: _certain("is greater than 1", "being greater than 1 too"),
    32: _certain("is greater than 3", "being greater than 3 too"),
    33: _certain("is even, or odd,", "being so too"),
    34: _TIES.format("smaller"),
    35: _TIES.format("larger"),
    36: (
        f"{_SUM} The verifier knows which of the three numbers must divide it; another may do so "
        "too: 255 makes 12, a multiple of 3 and of 4."
    ),
    37: _TWO_OF_THREE,
    38: _TWO_OF_THREE,
    39: _certain("is 1, or is greater,", "being so too"),
    40: _certain("is less than 3, is 3, or is greater,", "being so too"),
    41: _certain("is less than 4, is 4, or is greater,", "being so too"),
    42: (
        "The verifier knows the colour, and whether it must be smaller or larger than both others; "
        "no tie will do."
    ),
    43: (
        "The verifier knows the other colour, yellow or purple, and how blue must stand to it; the "
        "third colour is not looked at."
    ),
    44: (
        "The verifier knows the other colour, blue or purple, and how yellow must stand to it; the "
        "third colour is not looked at."
    ),
    45: _EITHER_COUNT,
    46: _EITHER_COUNT,
    47: _EITHER_COUNT,
    48: (
        "The verifier knows which two colours it compares and how they must stand to each other; "
        "the third colour is not looked at."
    ),
}
