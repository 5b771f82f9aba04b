"""Every law as a short row of drawn tokens, made from what it says (T1).

A token stands at a distance ``x`` from the left in a picture 32 high:

shape   a triangle, a square or a circle
glyph   a figure or one of ``< = > ≤ ≥ + ×``
word    a word such as "even"
tile    one of the code's three digits, whichever it is: ``value`` is its figure, ``••`` (even),
        ``•`` (odd), or how it is filled (``solid`` for equal ones, ``half``, ``blank``)
stairs  three steps, ``up`` or ``down``
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final, Literal, TypeAlias

from facedown.core.messages import phrase
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
    Run,
    SameDigits,
    Shape,
    Statement,
    others,
)

Kind: TypeAlias = Literal["shape", "glyph", "word", "tile", "stairs"]
Piece: TypeAlias = tuple[Kind, str]

GAP: Final = 4
_WIDTHS: Final = {"shape": 28, "glyph": 16, "tile": 26, "stairs": 30}


@dataclass(frozen=True, slots=True)
class Token:
    """One drawn token and where it begins."""

    kind: Kind
    value: str
    x: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A law as tokens side by side; ``crossed`` says that the law is that it is not so."""

    width: float
    tokens: tuple[Token, ...]
    crossed: bool = False


@cache
def picture(law: Statement) -> Picture:
    """The drawing of a law.

    >>> from facedown.games.turing.laws import Relation
    >>> [token.value for token in picture(Comparison((Shape.SQUARE,), Relation.LESS, 4)).tokens]
    ['square', '<', '4']
    >>> picture(DigitCount(3, 0)).crossed
    True
    """
    tokens = []
    x = 2.0
    for kind, value in _pieces(law):
        tokens.append(Token(kind, value, x))
        x += (_WIDTHS[kind] if kind in _WIDTHS else 9.2 * len(value)) + GAP
    return Picture(round(x - GAP + 2, 1), tuple(tokens), _denies(law))


def _denies(law: Statement) -> bool:
    """Whether the law is that something is not so: then that is drawn, and crossed out."""
    match law:
        case DigitCount(_, 0) | OnePair(False) | Order(None) | Run(0, _):
            return True
    return False


_SHAPE: Final[dict[Shape, Piece]] = {shape: ("shape", shape.name.lower()) for shape in Shape}
_PARITY: Final = {Parity.EVEN: phrase("even"), Parity.ODD: phrase("odd")}
_EVEN: Final[Piece] = ("tile", "••")
_ODD: Final[Piece] = ("tile", "•")
_SOLID: Final[Piece] = ("tile", "solid")
_HALF: Final[Piece] = ("tile", "half")
_BLANK: Final[Piece] = ("tile", "blank")
_MORE: Final[Piece] = ("glyph", ">")
_EQUALS: Final[Piece] = ("glyph", "=")
_TIMES: Final[Piece] = ("glyph", "×")
_SAME: Final = {
    3: (_SOLID, _SOLID, _SOLID),
    2: (_SOLID, _SOLID, _BLANK),
    1: (_SOLID, _HALF, _BLANK),
}


def _pieces(law: Statement) -> Iterator[Piece]:
    match law:
        case Comparison(left, relation, right):
            return chain(_amount(left), (("glyph", relation.value),), _amount(right))
        case AgainstOthers(shape, relation):
            rest = (_SHAPE[other] for other in others(shape))
            return chain((_SHAPE[shape], ("glyph", relation.value)), rest)
        case EvenOrOdd(amount, parity):
            return chain(_amount(amount), (("word", _PARITY[parity]),))
        case Multiple(amount, factor):
            return chain(_amount(amount), (_EQUALS, ("glyph", str(factor)), _TIMES, _BLANK))
        case DigitCount(digit, times):
            # So many tiles bear it; of none one is drawn, and crossed out.
            borne: Piece = ("tile", str(digit))
            return iter((*times * (borne,), *(3 - times) * (_BLANK,)) if times else (borne,))
        case EvenCount(times):
            return iter((*times * (_EVEN,), *(3 - times) * (_ODD,)))
        case Majority(parity):
            return iter((_EVEN, _MORE, _ODD) if parity is Parity.EVEN else (_ODD, _MORE, _EVEN))
        case SameDigits(many):
            return iter(_SAME[many])
        case OnePair():
            return iter(_SAME[2])
        case Order(direction):
            return _order(direction)
        case Run():
            return _run(law)


def _amount(amount: Amount | int) -> Iterator[Piece]:
    """Shapes with plus signs between them, or a plain number."""
    if isinstance(amount, int):
        yield ("glyph", str(amount))
        return
    for index, shape in enumerate(amount):
        if index:
            yield ("glyph", "+")
        yield _SHAPE[shape]


def _order(direction: Direction | None) -> Iterator[Piece]:
    """The three shapes in order; of neither order both stairs."""
    if direction is None:
        yield from (("stairs", "up"), ("stairs", "down"))
        return
    sign: Piece = ("glyph", "<" if direction is Direction.UP else ">")
    one, two, three = _SHAPE.values()
    yield from (one, sign, two, sign, three)


def _run(law: Run) -> Iterator[Piece]:
    """Neighbouring digits that differ by one: tiles with the step between them."""
    yield _BLANK
    for _ in range(max(law.length, 2) - 1):
        yield ("word", "±1" if law.either_way else "+1")
        yield _BLANK
    if law.length == 3 and law.either_way:
        yield ("word", phrase("one way"))
