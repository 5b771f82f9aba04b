"""The puzzles that come with the game, and a puzzle from whatever a player gives."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import listed, phrase
from facedown.games.mystery.book import book_names, code_of_day, day_names
from facedown.games.mystery.figures import hundredths
from facedown.games.mystery.puzzle import Puzzle, PuzzleError
from facedown.games.mystery.puzzle_file import read_puzzle
from facedown.games.mystery.share import puzzle_of

EXACT: Final[Mapping[str, Fraction]] = MappingProxyType(
    {
        "welcome-mushy-heads": Fraction(53, 12),
        "the-three-twos": Fraction(16, 3),
        "one-two-three": Fraction(13, 3),
    }
)
"""The exact pars of the rulebook's own puzzles (M10), which prints others."""
PRINTED: Final = tuple(EXACT)
"""Their names, in its order."""


@cache
def printed_puzzle(name: str) -> Puzzle:
    """A puzzle of the rulebook by name.

    >>> printed_puzzle("the-three-twos").title
    "The Three Two's"
    """
    folder = resources.files(__package__).joinpath("puzzles")
    return read_puzzle(folder.joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def book_puzzle(name: str) -> Puzzle:
    """A puzzle of the book by name.

    >>> from facedown.games.mystery.book import book_names
    >>> book_puzzle(book_names()[0]).by
    'Facedown'
    """
    folder = resources.files(__package__).joinpath("puzzles", "book")
    return read_puzzle(folder.joinpath(f"{name}.toml").read_text("utf-8"))


def is_printed(puzzle: Puzzle) -> bool:
    """Whether it is one of the rulebook's own, so that its par was printed."""
    return any(puzzle == printed_puzzle(name) for name in PRINTED)


def par_words(puzzle: Puzzle) -> str:
    """The par that a puzzle has, and of the rulebook's own the printed one too (M10).

    Empty where it says none.

    >>> par_words(printed_puzzle("the-three-twos")), par_words(book_puzzle("double-knock"))
    ('5.33, printed 4.5', '5.31')
    """
    for name, par in EXACT.items():
        if puzzle == printed_puzzle(name):
            return phrase("{par}, printed {printed}", par=hundredths(par), printed=puzzle.par)
    return puzzle.par


def is_name(text: str) -> bool:
    """Whether it is the name of a puzzle that comes with the game."""
    return text in PRINTED or text in book_names() or text in day_names()


def puzzle_words(text: str) -> str:
    """What people read of a puzzle that was asked for: how it is called, if it has a name.

    >>> puzzle_words("the-three-twos"), puzzle_words("day-294")
    ("The Three Two's", 'the daily puzzle with the number 294')
    """
    if text in day_names():
        number = text.removeprefix("day-")
        return phrase("the daily puzzle with the number {number}", number=number)
    return find_puzzle(text).title if is_name(text) else text


def find_puzzle(text: str) -> Puzzle:
    """The puzzle that a name, a share code or a whole text in TOML means.

    Raises :class:`~facedown.games.mystery.puzzle.PuzzleError` with one sentence.
    """
    if text in PRINTED:
        return printed_puzzle(text)
    if text in book_names():
        return book_puzzle(text)
    if text in day_names():
        return puzzle_of(code_of_day(text))
    if "=" in text:
        return read_puzzle(text)
    try:
        return puzzle_of(text)
    except FacedownError as problem:
        if "." in text or len(text) > len(max((*PRINTED, *book_names()), key=len)):
            raise
        raise PuzzleError(
            phrase(
                "There is no puzzle {text!r}; there are {printed}, the {number} of the book, "
                "the days', share codes, and files (@FILE).",
                text=text[:40],
                printed=listed(PRINTED),
                number=len(book_names()),
            )
        ) from problem
