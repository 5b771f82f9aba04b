"""Dealing the same layout again (M13): a word that stands for a layout without showing it."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from fractions import Fraction
from math import factorial
from typing import Final

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.games.mystery.dealing import (
    DealtSoFar,
    dealing_of,
    nth_permutation,
    number_of_permutation,
)
from facedown.games.mystery.figures import hundredths
from facedown.games.mystery.puzzle import Puzzle
from facedown.games.mystery.share import puzzle_code

_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
_BOOK: Final = "Facedown"
"""Who the book's puzzles are by."""
_DAY: Final = "Puzzle of the day "
"""How the titles of the days' puzzles begin."""
_BELOW: Final = "Puzzle of the day 321"
"""Its par is 4.7465, nearer to 4.5 than 4.75 says."""


def code_of(puzzle: Puzzle, deal: DealtSoFar) -> str:
    """The word of a layout and of what the shuffles did to it."""
    dealing = dealing_of(puzzle)
    number = dealing.layout_number(deal.ranks, deal.suits)
    for order in deal.shuffles:
        size = len(order)
        number = number * factorial(size) + number_of_permutation(order, size)
    hidden = (number + _start(puzzle)) % _many(puzzle)
    word = ""
    while len(word) < _length(puzzle):
        hidden, letter = divmod(hidden, len(_LETTERS))
        word = _LETTERS[letter] + word
    return word


def deal_of(puzzle: Puzzle, word: str) -> DealtSoFar:
    """The layout and the shuffles that a word stands for.

    Raises :class:`~facedown.core.errors.BadOption` where it is no word of this puzzle.
    """
    number = 0
    for letter in word:
        number = number * len(_LETTERS) + _LETTERS.find(letter)
    if len(word) != _length(puzzle) or set(word) - set(_LETTERS) or number >= _many(puzzle):
        raise BadOption(phrase("No layout of this puzzle is called {word!r}.", word=word[:40]))
    number = (number - _start(puzzle)) % _many(puzzle)
    dealing = dealing_of(puzzle)
    shuffles = []
    for twist in reversed(dealing.shuffles):
        size = len(puzzle.twists[twist].cells)
        number, order = divmod(number, factorial(size))
        shuffles.append(nth_permutation(order, size))
    return DealtSoFar(*dealing.layout(number), tuple(reversed(shuffles)))


def _many(puzzle: Puzzle) -> int:
    """How many layouts and outcomes of shuffles there are."""
    many = dealing_of(puzzle).layouts
    for twist in dealing_of(puzzle).shuffles:
        many *= factorial(len(puzzle.twists[twist].cells))
    return many


def _length(puzzle: Puzzle) -> int:
    length = 1
    while len(_LETTERS) ** length < _many(puzzle):
        length += 1
    return length


def _start(puzzle: Puzzle) -> int:
    """Where counting begins, so that neighbouring words of two puzzles say nothing."""
    code = puzzle_code(replace(puzzle, par=_first_par(puzzle)))
    data = hashlib.sha256(code.encode()).digest()
    return int.from_bytes(data[:8], "big") % _many(puzzle)


def _first_par(puzzle: Puzzle) -> str:
    """The par that a puzzle had when words were first told.

    Those of the book and of the days gave it to the half then: words that were kept, and the logs
    of games with them, mean the same layouts still.
    """
    if puzzle.by != _BOOK and not puzzle.title.startswith(_DAY):
        return puzzle.par
    if not puzzle.par or puzzle.title == _BELOW:
        return puzzle.par and "4.5"
    return hundredths(Fraction(round(2 * Fraction(puzzle.par)), 2))
