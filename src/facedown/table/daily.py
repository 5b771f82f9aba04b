"""The daily puzzle: the same for everybody, wherever they play it."""

from __future__ import annotations

import datetime as dt
import re

from facedown.core.errors import FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.table.errors import TableError


def daily_seed(game: str, date: str) -> str:
    """The seed of a daily puzzle. It is no secret: who wants to look it up spoils their own day."""
    return f"daily/{game}/{date}"


def today() -> dt.date:
    """The day that a daily puzzle belongs to, the same for everybody: in UTC."""
    return dt.datetime.now(dt.UTC).date()


def options_of_day(kind: type[Game], day: str, now: dt.date) -> dict[str, OptionValue]:
    """The options of a day's puzzle; raises ``FacedownError`` where there is none, or none yet."""
    options = daily_options(kind, day)
    if dt.date.fromisoformat(day) > now:
        raise FacedownError(phrase("The puzzle of {day} is not there yet.", day=day))
    return options


def daily_options(kind: type[Game], date: str) -> dict[str, OptionValue]:
    """The options of a game's daily puzzle; raises ``TableError`` when there is none."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
        raise TableError(phrase("A date has the form YYYY-MM-DD."))
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        raise TableError(phrase("There is no day {date}.", date=date)) from None
    options = kind.daily(day)
    if options is None:
        raise TableError(phrase("{title} has no daily puzzle.", title=kind.facts.title))
    return dict(options)
