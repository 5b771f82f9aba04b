"""The puzzles that come with the game, and a puzzle from whatever a player gives (M16).

``puzzles/`` has those of the rulebook and ``puzzles/book/`` the book: sixty puzzles in five levels
that the search found. ``puzzles/book.toml`` lists them, easiest first, with what is known of each;
``puzzles/calendar.txt`` has share codes of the puzzles of the days.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import listed, phrase, phrase_in
from facedown.games.mystery.puzzle import Puzzle, PuzzleError, hundredths
from facedown.games.mystery.studio.texts import puzzle_of, read_puzzle, title_words

# The book and the days

LEVELS: Final = (
    phrase_in("level", "Very easy"),
    phrase_in("level", "Easy"),
    phrase_in("level", "Medium"),
    phrase_in("level", "Hard"),
    phrase_in("level", "Very hard"),
)
DAYS: Final = 7


_PUZZLES: Final = resources.files("facedown.games.mystery").joinpath("puzzles")


def _text(name: str) -> str:
    return _PUZZLES.joinpath(*name.split("/")).read_text("utf-8")


@dataclass(frozen=True, slots=True)
class BookPage:
    """A puzzle of the book.

    ``par`` is exact, as is ``worst``: the questions that are always enough for a play that aims at
    that. Best play, which aims at par, asks ``most`` at most. ``right`` is how often the player
    ``strong`` named the mystery in so many ``deals``, give or take ``error`` (95 %). The search
    draws it as the candidate ``number`` of ``seed`` from ``recipe`` and prices it for so many
    ``picks``.
    """

    name: str
    level: int
    par: Fraction
    worst: int
    most: int
    right: float
    error: float
    deals: int
    seed: int
    number: int
    picks: int
    recipe: dict[str, int | list[int]]


@cache
def book() -> tuple[BookPage, ...]:
    """All entries, level by level.

    >>> [len([one for one in book() if one.level == level]) for level in range(1, 6)]
    [12, 12, 12, 12, 12]
    """
    table = tomllib.loads(_text("book.toml"))
    return tuple(BookPage(**{**entry, "par": Fraction(entry["par"])}) for entry in table["puzzle"])


def entries_of(level: int) -> tuple[BookPage, ...]:
    """The entries of a level, from 1."""
    return tuple(entry for entry in book() if entry.level == level)


def entry_words(entry: BookPage) -> str:
    """What is known of a puzzle of the book, in few words.

    >>> entry_words(book()[0])
    'par 3.5, at most 5'
    """
    return phrase("par {par}, at most {most}", par=hundredths(entry.par), most=entry.most)


@cache
def book_names() -> tuple[str, ...]:
    """The names of the book's puzzles, easiest level first."""
    return tuple(entry.name for entry in book())


@cache
def _calendar() -> tuple[str, ...]:
    return tuple(_text("calendar.txt").split())


@cache
def day_names() -> tuple[str, ...]:
    """The names of the days' puzzles: 52 weeks from Monday to Sunday."""
    return tuple(f"day-{number}" for number in range(1, len(_calendar()) + 1))


def name_of_day(date: dt.date) -> str:
    """The name of a day's puzzle: harder from Monday to Sunday, and over again at the end.

    >>> name_of_day(dt.date(2026, 11, 23)), name_of_day(dt.date(2026, 11, 24))
    ('day-295', 'day-296')
    """
    return day_names()[(date.toordinal() - 1) % len(day_names())]


def code_of_day(name: str) -> str:
    """The share code of the puzzle of such a name."""
    return _calendar()[day_names().index(name)]


# Puzzles by name, code or text

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
    return read_puzzle(_text(f"{name}.toml"))


@cache
def book_puzzle(name: str) -> Puzzle:
    """A puzzle of the book by name.

    >>> book_puzzle(book_names()[0]).by
    'Facedown'
    """
    return read_puzzle(_text(f"book/{name}.toml"))


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


def exact_par(puzzle: Puzzle) -> str:
    """The par of a puzzle without the printed one; empty where it says none.

    >>> exact_par(printed_puzzle("the-three-twos"))
    '5.33'
    """
    for name, par in EXACT.items():
        if puzzle == printed_puzzle(name):
            return hundredths(par)
    return puzzle.par


def is_name(text: str) -> bool:
    """Whether it is the name of a puzzle that comes with the game."""
    return text in PRINTED or text in book_names() or text in day_names()


def puzzle_words(text: str) -> str:
    """What people read of a puzzle that was asked for: how it is called, unless it is a code.

    >>> puzzle_words("the-three-twos"), puzzle_words("day-294")
    ("The Three Two's", 'the daily puzzle with the number 294')
    """
    if text in day_names():
        number = text.removeprefix("day-")
        return phrase("the daily puzzle with the number {number}", number=number)
    return title_words(find_puzzle(text)) if is_name(text) or "=" in text else text


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
