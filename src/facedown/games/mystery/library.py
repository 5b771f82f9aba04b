"""The puzzles that come with the game, and a puzzle from whatever a player gives."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.core.words import listed
from facedown.games.mystery.book import book_names, code_of_day, day_names
from facedown.games.mystery.puzzle import Puzzle, PuzzleError
from facedown.games.mystery.puzzle_file import read_puzzle
from facedown.games.mystery.share import puzzle_of

PRINTED: Final = ("welcome-mushy-heads", "the-three-twos", "one-two-three")
"""The names of the rulebook's own puzzles, in its order."""


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
