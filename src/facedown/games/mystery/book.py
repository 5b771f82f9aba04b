"""The book: sixty puzzles in five levels that the search found, with what is known of each.

``puzzles/book.toml`` lists them, easiest first, and ``puzzles/book/NAME.toml`` has each as a puzzle
of its own; ``puzzles/calendar.txt`` has share codes of the puzzles of the days.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Final

from facedown.core.messages import phrase_in

LEVELS: Final = (
    phrase_in("level", "Very easy"),
    phrase_in("level", "Easy"),
    phrase_in("level", "Medium"),
    phrase_in("level", "Hard"),
    phrase_in("level", "Very hard"),
)
DAYS: Final = 7


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


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("puzzles", name).read_text("utf-8")
