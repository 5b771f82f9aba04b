"""What people ask about the criteria cards: one clarification for each card (T1)."""

from __future__ import annotations

from typing import Final

from facedown.games.turing.faces import BLUE, PURPLE, YELLOW, Quantity


def _against(shape: Quantity, number: int) -> str:
    return (
        f"The number on the card is all that the digit is compared with: a yes about a proposal "
        f"whose {shape.name} is 2 says that it is less than {number} in the code, not that it is 2."
    )


def _parity(shape: Quantity) -> str:
    return (
        f"Nothing but the {shape.name} is looked at; a yes about a 2 says that it is even, and "
        "may as well be 4."
    )


def _count(digit: int) -> str:
    two = f"{digit}2{digit}"
    return (
        f"The verifier knows one exact number of {digit}s. Where they stand does not matter: {two} "
        f"has exactly two, and so have 2{digit}{digit} and {digit}{digit}5."
    )


def _two(one: Quantity, other: Quantity) -> str:
    return (
        f"Two digits of the same code are compared, so neither of them becomes known: a yes tells "
        f"how {one.name} and {other.name} stand to each other."
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
    2: _against(BLUE, 3),
    3: _against(YELLOW, 3),
    4: _against(YELLOW, 4),
    5: _parity(BLUE),
    6: _parity(YELLOW),
    7: _parity(PURPLE),
    8: _count(1),
    9: _count(3),
    10: _count(4),
    11: _two(BLUE, YELLOW),
    12: _two(BLUE, PURPLE),
    13: _two(YELLOW, PURPLE),
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
