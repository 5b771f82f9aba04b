"""The faces of the 48 criteria cards: what each law says, in words and as a set of codes (T1).

Each entry of the table is built from a quantity that can be read off a code and a comparison, so
that the words a player reads and the answer a verifier gives come from the same place.  A set of
codes is one integer, a *mask*: bit ``i`` stands for code number ``i``, in the order 111, 112,
..., 555.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from operator import eq, gt, lt
from typing import NamedTuple

DIGITS: tuple[tuple[int, int, int], ...] = tuple(
    (b, y, p) for b, y, p in product(range(1, 6), repeat=3)
)
"""Blue triangle, yellow square and purple circle of the 125 codes, in order."""


class Clause(NamedTuple):
    """A law before it has its place on a card: its words, and the mask of the codes that obey."""

    words: str
    mask: int


def _clause(words: str, verdicts: Iterable[bool]) -> Clause:
    """A clause from one verdict for each code in order."""
    return Clause(words, sum(1 << code for code, obeys in enumerate(verdicts) if obeys))


def _when(words: str, test: Callable[[int, int, int], bool]) -> Clause:
    return _clause(words, (test(b, y, p) for b, y, p in DIGITS))


class Quantity(NamedTuple):
    """A number that can be read off a code: what it is called, and its value for each code."""

    name: str
    values: tuple[int, ...]

    def plus(self, other: Quantity) -> Quantity:
        """The sum of two quantities."""
        sums = tuple(one + two for one, two in zip(self.values, other.values, strict=True))
        return Quantity(f"{self.name} plus {other.name}", sums)

    def below(self, bound: int | Quantity) -> Clause:
        """Whether it is less than a number or than another quantity."""
        other = _quantity(bound)
        return _clause(f"{self.name} is less than {other.name}", map(lt, self.values, other.values))

    def equal(self, bound: int | Quantity) -> Clause:
        """Whether it is equal to a number or to another quantity."""
        other = _quantity(bound)
        return _clause(f"{self.name} is equal to {other.name}", map(eq, self.values, other.values))

    def above(self, bound: int | Quantity) -> Clause:
        """Whether it is greater than a number or than another quantity."""
        other = _quantity(bound)
        words = f"{self.name} is greater than {other.name}"
        return _clause(words, map(gt, self.values, other.values))

    def against(self, bound: int | Quantity) -> list[Clause]:
        """The three comparisons in the order of the cards."""
        return [self.below(bound), self.equal(bound), self.above(bound)]

    def multiple(self, factor: int, words: str = "a multiple of {}") -> Clause:
        """Whether it can be divided by a number."""
        divides = (value % factor == 0 for value in self.values)
        return _clause(f"{self.name} is {words.format(factor)}", divides)

    def parity(self) -> list[Clause]:
        """Even, then odd."""
        odd = _clause(f"{self.name} is odd", (value % 2 == 1 for value in self.values))
        return [self.multiple(2, "even"), odd]


def _quantity(bound: int | Quantity) -> Quantity:
    if isinstance(bound, Quantity):
        return bound
    return Quantity(str(bound), (bound,) * len(DIGITS))


BLUE = Quantity("blue triangle", tuple(b for b, _, _ in DIGITS))
YELLOW = Quantity("yellow square", tuple(y for _, y, _ in DIGITS))
PURPLE = Quantity("purple circle", tuple(p for _, _, p in DIGITS))
SHAPES = (BLUE, YELLOW, PURPLE)
TOTAL = Quantity("the sum of all three", tuple(map(sum, DIGITS)))


def _each(*clauses: Callable[[Quantity], Clause]) -> list[Clause]:
    """The same clauses for the triangle, then for the square, then for the circle."""
    return [clause(shape) for shape in SHAPES for clause in clauses]


def _digits(digit: int, times: int) -> Clause:
    words = (
        "there are no {}s",
        "there is exactly one {}",
        "there are exactly two {}s",
        "there are three {}s",
    )
    found = (code.count(digit) == times for code in DIGITS)
    return _clause(words[times].format(digit), found)


def _evens(b: int, y: int, p: int) -> int:
    return sum(digit % 2 == 0 for digit in (b, y, p))


def _even_count(times: int) -> Clause:
    words = (
        "no digit is",
        "exactly one digit is",
        "exactly two digits are",
        "all three digits are",
    )
    return _when(f"{words[times]} even", lambda b, y, p: _evens(b, y, p) == times)


def _smallest(shape: Quantity) -> Clause:
    one, two = (shape.below(other).mask for other in SHAPES if other is not shape)
    return Clause(f"{shape.name} is smaller than both others", one & two)


def _largest(shape: Quantity) -> Clause:
    one, two = (shape.above(other).mask for other in SHAPES if other is not shape)
    return Clause(f"{shape.name} is larger than both others", one & two)


def _smallest_or_tied(shape: Quantity) -> Clause:
    words = f"{shape.name} is the smallest or tied for smallest"
    return _clause(words, map(eq, shape.values, map(min, DIGITS)))


def _largest_or_tied(shape: Quantity) -> Clause:
    words = f"{shape.name} is the largest or tied for largest"
    return _clause(words, map(eq, shape.values, map(max, DIGITS)))


def _steps(b: int, y: int, p: int, step: int) -> int:
    return (y - b == step) + (p - y == step)


_COUNTING_UP = (
    "no two neighbouring digits count up by one",
    "exactly two neighbouring digits count up by one",
    "all three digits count up by one",
)
_COUNTING_EITHER_WAY = (
    "no two neighbouring digits count up or down by one",
    "two neighbouring digits count up or down by one, but not all three the same way",
    "all three digits count up by one, or all three down by one",
)


def _counting_up(steps: int) -> Clause:
    return _when(_COUNTING_UP[steps], lambda b, y, p: _steps(b, y, p, 1) == steps)


def _counting_either_way(steps: int) -> Clause:
    return _when(
        _COUNTING_EITHER_WAY[steps],
        lambda b, y, p: max(_steps(b, y, p, 1), _steps(b, y, p, -1)) == steps,
    )


_MAJORITY = [
    _when("more digits are even than odd", lambda b, y, p: _evens(b, y, p) >= 2),
    _when("more digits are odd than even", lambda b, y, p: _evens(b, y, p) <= 1),
]
_REPEATS = [
    _when("all three digits are the same", lambda b, y, p: len({b, y, p}) == 1),
    _when("exactly two digits are the same", lambda b, y, p: len({b, y, p}) == 2),
    _when("no digit repeats", lambda b, y, p: len({b, y, p}) == 3),
]
_PAIR = [
    _when("there is no pair (a triple is not a pair)", lambda b, y, p: len({b, y, p}) != 2),
    _when("there is exactly one pair", lambda b, y, p: len({b, y, p}) == 2),
]
_ORDER = [
    _when("the digits ascend strictly", lambda b, y, p: b < y < p),
    _when("the digits descend strictly", lambda b, y, p: b > y > p),
    _when(
        "the digits neither ascend nor descend strictly",
        lambda b, y, p: not (b < y < p or b > y > p),
    ),
]


def _two_sum_to(number: int) -> list[Clause]:
    pairs = ((BLUE, YELLOW), (BLUE, PURPLE), (YELLOW, PURPLE))
    return [one.plus(two).equal(number) for one, two in pairs]


def _against_others(shape: Quantity, first: Quantity, second: Quantity) -> list[Clause]:
    """Less than, equal to, greater than; each for the first other colour, then the second."""
    comparisons = zip(shape.against(first), shape.against(second), strict=True)
    return [clause for both in comparisons for clause in both]


FACES: dict[int, tuple[str, list[Clause]]] = {
    1: ("blue triangle compared with 1", [BLUE.equal(1), BLUE.above(1)]),
    2: ("blue triangle compared with 3", BLUE.against(3)),
    3: ("yellow square compared with 3", YELLOW.against(3)),
    4: ("yellow square compared with 4", YELLOW.against(4)),
    5: ("blue triangle even or odd", BLUE.parity()),
    6: ("yellow square even or odd", YELLOW.parity()),
    7: ("purple circle even or odd", PURPLE.parity()),
    8: ("how many 1s there are", [_digits(1, times) for times in range(4)]),
    9: ("how many 3s there are", [_digits(3, times) for times in range(4)]),
    10: ("how many 4s there are", [_digits(4, times) for times in range(4)]),
    11: ("blue triangle compared with yellow square", BLUE.against(YELLOW)),
    12: ("blue triangle compared with purple circle", BLUE.against(PURPLE)),
    13: ("yellow square compared with purple circle", YELLOW.against(PURPLE)),
    14: ("which colour is smaller than both others", _each(_smallest)),
    15: ("which colour is larger than both others", _each(_largest)),
    16: ("more even digits or more odd digits", _MAJORITY),
    17: ("how many digits are even", [_even_count(times) for times in range(4)]),
    18: ("sum of all three even or odd", TOTAL.parity()),
    19: ("blue triangle plus yellow square compared with 6", BLUE.plus(YELLOW).against(6)),
    20: ("whether a digit repeats: triple, pair or none", _REPEATS),
    21: ("whether there is exactly one pair", _PAIR),
    22: ("digits ascending, descending or neither", _ORDER),
    23: ("sum of all three compared with 6", TOTAL.against(6)),
    24: (
        "neighbouring digits counting up: three, two or none",
        [_counting_up(2), _counting_up(1), _counting_up(0)],
    ),
    25: (
        "neighbouring digits counting up or down: none, two or three",
        [_counting_either_way(0), _counting_either_way(1), _counting_either_way(2)],
    ),
    26: ("a certain colour is less than 3", _each(lambda shape: shape.below(3))),
    27: ("a certain colour is less than 4", _each(lambda shape: shape.below(4))),
    28: ("a certain colour is 1", _each(lambda shape: shape.equal(1))),
    29: ("a certain colour is 3", _each(lambda shape: shape.equal(3))),
    30: ("a certain colour is 4", _each(lambda shape: shape.equal(4))),
    31: ("a certain colour is greater than 1", _each(lambda shape: shape.above(1))),
    32: ("a certain colour is greater than 3", _each(lambda shape: shape.above(3))),
    33: (
        "a certain colour is even or odd",
        [clause for shape in SHAPES for clause in shape.parity()],
    ),
    34: ("which colour is smallest or tied for smallest", _each(_smallest_or_tied)),
    35: ("which colour is largest or tied for largest", _each(_largest_or_tied)),
    36: (
        "sum of all three a multiple of 3, 4 or 5",
        [TOTAL.multiple(3), TOTAL.multiple(4), TOTAL.multiple(5)],
    ),
    37: ("sum of two certain colours is 4", _two_sum_to(4)),
    38: ("sum of two certain colours is 6", _two_sum_to(6)),
    39: (
        "a certain colour compared with 1",
        _each(lambda shape: shape.equal(1), lambda shape: shape.above(1)),
    ),
    40: (
        "a certain colour compared with 3",
        [clause for shape in SHAPES for clause in shape.against(3)],
    ),
    41: (
        "a certain colour compared with 4",
        [clause for shape in SHAPES for clause in shape.against(4)],
    ),
    42: ("which colour is smallest or which is largest", _each(_smallest, _largest)),
    43: (
        "blue triangle compared with a certain other colour",
        _against_others(BLUE, YELLOW, PURPLE),
    ),
    44: (
        "yellow square compared with a certain other colour",
        _against_others(YELLOW, BLUE, PURPLE),
    ),
    45: (
        "how many 1s, or how many 3s there are",
        [_digits(digit, times) for times in range(3) for digit in (1, 3)],
    ),
    46: (
        "how many 3s, or how many 4s there are",
        [_digits(digit, times) for times in range(3) for digit in (3, 4)],
    ),
    47: (
        "how many 1s, or how many 4s there are",
        [_digits(digit, times) for times in range(3) for digit in (1, 4)],
    ),
    48: (
        "one colour compared with another",
        [*BLUE.against(YELLOW), *BLUE.against(PURPLE), *YELLOW.against(PURPLE)],
    ),
}
"""For each card number what the card is about, and its laws in print order."""
