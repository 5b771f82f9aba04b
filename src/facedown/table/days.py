"""The puzzle of a day: what is dealt, how many play it and against whom, the same everywhere."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.roster import adjustments
from facedown.table.bots import bot_names, usual_bot
from facedown.table.clock import now_ms
from facedown.table.errors import TableError

LEVELS: Final = (
    (phrase("easy"), (0, 1)),
    (phrase("medium"), (2, 3)),
    (phrase("hard"), (4, 5)),
    (phrase("hardest"), (6,)),
)
"""How hard the puzzles of a weekday are, from Monday on."""


@dataclass(frozen=True, slots=True)
class DayPuzzle:
    """A game's puzzle of a day: its options, how many seats it has, its seed, and who sits where.

    Seat 0 is for whoever plays it, ``bots`` has those of the others. The seed is no secret: who
    wants to look it up spoils their own day.
    """

    options: Mapping[str, OptionValue]
    seats: int
    seed: str
    bots: Mapping[int, str]


def today() -> dt.date:
    """The day that a daily puzzle belongs to, the same for everybody: in UTC."""
    return dt.datetime.fromtimestamp(now_ms() / 1000, dt.UTC).date()


def date_of(text: str) -> dt.date:
    """The day of an ISO date; raises ``TableError``."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise TableError(phrase("A date has the form YYYY-MM-DD."))
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise TableError(phrase("There is no day {date}.", date=text)) from None


def level_of(day: dt.date) -> tuple[int, str]:
    """How hard a day is, from 1 to 4, and the word for it.

    >>> level_of(dt.date(2026, 11, 29))
    (4, 'hardest')
    """
    for number, (words, weekdays) in enumerate(LEVELS, 1):
        if day.weekday() in weekdays:
            return number, words
    raise AssertionError("a week has seven days")


def day_of(kind: type[Game], date: str, now: dt.date | None = None) -> DayPuzzle:
    """A game's puzzle of a day; raises ``TableError`` where there is none, or none yet.

    ``now`` is the last day that can be opened, today unless said.

    >>> from facedown.core.registry import game_class
    >>> day_of(game_class("suspense"), "2026-11-23", dt.date(2026, 11, 23)).bots
    {1: 'beginner'}
    """
    day = date_of(date)
    options = kind.daily(day)
    if options is None:
        raise TableError(phrase("{title} has no daily puzzle.", title=kind.facts.title))
    if day > (now or today()):
        raise TableError(phrase("The puzzle of {day} is not there yet.", day=date))
    seats = kind.facts.seats[0]
    bots = dict.fromkeys(range(1, seats), _bot_of(kind(seats, **options), day) if seats > 1 else "")
    return DayPuzzle(dict(options), seats, f"daily/{kind.facts.name}/{date}", bots)


def _bot_of(game: Game, day: dt.date) -> str:
    """The bot of a day's puzzle: stronger towards the end of the week."""
    plain = [bot for bot in adjustments(game) or bot_names(game) if ":" not in bot]
    level, _ = level_of(day)
    return plain[min(len(plain) - 1, (level - 1) * len(plain) // 4)] if plain else usual_bot(game)
