"""Every law as a short row of drawn tokens, made from its words (T1).

A token stands at a distance ``x`` from the left in a picture 32 high:

shape   a triangle, a square or a circle
glyph   a figure or one of ``< = > ≤ ≥ + ×``
word    a word such as "even"
tile    one of the code's three digits, whichever it is: ``value`` is its figure, ``••`` (even),
        ``•`` (odd), or how it is filled (``solid`` for equal ones, ``half``, ``blank``)
stairs  three steps, ``up`` or ``down``
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["shape", "glyph", "word", "tile", "stairs"]
Piece: TypeAlias = tuple[Kind, str]

GAP: Final = 4
SHAPES: Final = {"blue": "triangle", "yellow": "square", "purple": "circle"}
_ONE: Final = "(?:blue triangle|yellow square|purple circle)"
_MANY: Final = f"({_ONE}(?: plus {_ONE})*|the sum of all three)"
_WIDTHS: Final = {"shape": 28, "glyph": 16, "tile": 26, "stairs": 30}
_COUNTS: Final = {"no": 0, "exactly one": 1, "exactly two": 2, "three": 3, "all three": 3}
_SIGNS: Final = {"less than": "<", "equal to": "=", "greater than": ">"}


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


def picture(words: str) -> Picture:
    """The drawing of a law; raises ``ValueError`` for words that no card has.

    >>> [token.value for token in picture("yellow square is less than 4").tokens]
    ['square', '<', '4']
    >>> picture("there are no 3s").crossed
    True
    """
    for pattern, draw in _PATTERNS:
        match = re.fullmatch(pattern, words)
        if match:
            pieces = list(draw(match))
            crossed = pieces[0] == _CROSSED
            return _laid_out(pieces[1:] if crossed else pieces, crossed=crossed)
    raise ValueError(f"no drawing for {words!r}")


_CROSSED: Final[Piece] = ("word", "")
"""As the first piece: the rest is crossed out."""


def _laid_out(pieces: list[Piece], *, crossed: bool) -> Picture:
    tokens = []
    x = 2.0
    for kind, value in pieces:
        tokens.append(Token(kind, value, x))
        x += (_WIDTHS[kind] if kind in _WIDTHS else 9.2 * len(value)) + GAP
    return Picture(round(x - GAP + 2, 1), tuple(tokens), crossed)


def _quantity(words: str) -> list[Piece]:
    """Shapes with plus signs between them, or a plain number."""
    if words.isdigit():
        return [("glyph", words)]
    names = list(SHAPES) if words.startswith("the sum") else re.findall(r"\b\w+(?= \w+)", words)
    shapes = [SHAPES[name] for name in names if name in SHAPES]
    pieces: list[Piece] = []
    for shape in shapes:
        if pieces:
            pieces.append(("glyph", "+"))
        pieces.append(("shape", shape))
    return pieces


def _comparison(match: re.Match[str]) -> Iterator[Piece]:
    yield from _quantity(match[1])
    yield ("glyph", _SIGNS[match[2]])
    yield from _quantity(match[3])


def _parity(match: re.Match[str]) -> Iterator[Piece]:
    yield from _quantity(match[1])
    yield ("word", match[2])


def _multiple(match: re.Match[str]) -> Iterator[Piece]:
    yield from _quantity(match[1])
    yield from (("glyph", "="), ("glyph", match[2]), ("glyph", "×"), ("tile", "blank"))


def _against_both(sign: str) -> Callable[[re.Match[str]], Iterator[Piece]]:
    def draw(match: re.Match[str]) -> Iterator[Piece]:
        shape = SHAPES[match[1].split()[0]]
        yield from (("shape", shape), ("glyph", sign))
        for other in SHAPES.values():
            if other != shape:
                yield ("shape", other)

    return draw


def _digits(match: re.Match[str]) -> Iterator[Piece]:
    """So many of a digit: that many tiles bear it; none is a crossed one."""
    count = _COUNTS[match[1]]
    if not count:
        yield _CROSSED
    for place in range(3 if count else 1):
        yield ("tile", match[2] if place < max(count, 1) else "blank")


def _evens(match: re.Match[str]) -> Iterator[Piece]:
    for place in range(3):
        yield ("tile", "••" if place < _COUNTS[match[1]] else "•")


def _fixed(*pieces: Piece) -> Callable[[re.Match[str]], Iterator[Piece]]:
    return lambda _: iter(pieces)


def _counting(match: re.Match[str]) -> Iterator[Piece]:
    """Neighbouring digits that differ by one: tiles with the step between them."""
    count = {"no two": 0, "exactly two": 2, "two": 2, "all three": 3}[match[1]]
    if not count:
        yield _CROSSED
    yield ("tile", "blank")
    for _ in range(max(count, 2) - 1):
        yield ("word", "±1" if "down" in match[0] else "+1")
        yield ("tile", "blank")
    if count == 3 and "down" in match[0]:
        yield ("word", "one way")


_ALL: Final[tuple[Piece, ...]] = tuple(("shape", shape) for shape in SHAPES.values())


def _chain(sign: str) -> tuple[Piece, ...]:
    one, two, three = _ALL
    return (one, ("glyph", sign), two, ("glyph", sign), three)


_SOLID: Final[Piece] = ("tile", "solid")
_HALF: Final[Piece] = ("tile", "half")
_BLANK: Final[Piece] = ("tile", "blank")

_PATTERNS: Final[tuple[tuple[str, Callable[[re.Match[str]], Iterator[Piece]]], ...]] = (
    (rf"{_MANY} is (less than|equal to|greater than) ({_ONE}|\d+)", _comparison),
    (rf"{_MANY} is (even|odd)", _parity),
    (rf"{_MANY} is a multiple of (\d)", _multiple),
    (rf"({_ONE}) is smaller than both others", _against_both("<")),
    (rf"({_ONE}) is larger than both others", _against_both(">")),
    (rf"({_ONE}) is the smallest or tied for smallest", _against_both("≤")),
    (rf"({_ONE}) is the largest or tied for largest", _against_both("≥")),
    (r"there (?:is|are) (no|exactly one|exactly two|three) (\d)s?", _digits),
    (r"(no|exactly one|exactly two|all three) digits? (?:is|are) even", _evens),
    (
        r"more digits are even than odd",
        _fixed(("tile", "••"), ("glyph", ">"), ("tile", "•")),
    ),
    (
        r"more digits are odd than even",
        _fixed(("tile", "•"), ("glyph", ">"), ("tile", "••")),
    ),
    (r"all three digits are the same", _fixed(_SOLID, _SOLID, _SOLID)),
    (r"exactly two digits are the same|there is exactly one pair", _fixed(_SOLID, _SOLID, _BLANK)),
    (r"no digit repeats", _fixed(_SOLID, _HALF, _BLANK)),
    (r"there is no pair .*", _fixed(_CROSSED, _SOLID, _SOLID, _BLANK)),
    (r"the digits ascend strictly", _fixed(*_chain("<"))),
    (r"the digits descend strictly", _fixed(*_chain(">"))),
    (
        r"the digits neither ascend nor descend strictly",
        _fixed(_CROSSED, ("stairs", "up"), ("stairs", "down")),
    ),
    (
        r"(no two|exactly two|two|all three) (?:neighbouring )?digits count (up[^,]*)(?:,.*)?",
        _counting,
    ),
)
