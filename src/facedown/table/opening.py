"""Opening tables: what somebody asks for, and what they get."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.log import Log
from facedown.core.messages import phrase
from facedown.core.registry import game_class
from facedown.table.access import hash_token, new_table_name, new_token
from facedown.table.acting import Services
from facedown.table.acts.seat_bot import SeatBot
from facedown.table.bots import check_bot
from facedown.table.clock import now_ms
from facedown.table.errors import TableError
from facedown.table.state import Settings, all_aids, new_spec


def daily_seed(game: str, date: str) -> str:
    """The seed of a daily puzzle. It is no secret: who wants to look it up spoils their own day."""
    return f"daily/{game}/{date}"


def today() -> dt.date:
    """The day that a daily puzzle belongs to, the same for everybody: in UTC."""
    return dt.datetime.fromtimestamp(now_ms() / 1000, dt.UTC).date()


def options_of_day(kind: type[Game], day: str, now: dt.date) -> dict[str, OptionValue]:
    """The options of a day's puzzle; raises ``FacedownError`` where there is none, or none yet."""
    options = daily_options(kind, day)
    if dt.date.fromisoformat(day) > now:
        raise FacedownError(phrase("The puzzle of {day} is not there yet.", day=day))
    return options


def daily_options(kind: type[Game], date: str) -> dict[str, OptionValue]:
    """The options of a game's daily puzzle; raises ``TableError`` when there is none."""
    options = kind.daily(date_of(date))
    if options is None:
        raise TableError(phrase("{title} has no daily puzzle.", title=kind.facts.title))
    return dict(options)


def date_of(text: str) -> dt.date:
    """The day of an ISO date; raises ``TableError``."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise TableError(phrase("A date has the form YYYY-MM-DD."))
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise TableError(phrase("There is no day {date}.", date=text)) from None


MOST_DUPLICATES: Final = 8
"""So many tables are dealt the same at most."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened.

    ``game`` is a game's name, ``seats`` their number (None: as many as usual; for a daily puzzle
    the fewest), ``options`` the game's; ``bots`` names the bot of a seat that none of the people
    shall take. ``settings`` None allows every aid. ``daily`` asks for the daily puzzle of a date
    (``YYYY-MM-DD``) instead of options. ``handover`` lets seats change hands after the game
    has begun. ``tables`` is how many tables are opened at once, all of them dealt the same.
    ``seed`` fixes nature's draws, for tests and for playing a game again; usually it is drawn.
    ``begun`` is a branched log (:func:`~facedown.core.branching.branch`) that is gone on from, seed
    and all, at a table for practice.
    """

    game: str
    seats: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    settings: Settings | None = None
    daily: str = ""
    handover: bool = False
    tables: int = 1
    seed: str | None = None
    begun: Log | None = None


@dataclass(frozen=True, slots=True)
class Created:
    """A new table: its name, and the host's secret, told this once.

    ``duplicates`` are the other tables that were opened with it and are dealt the same; the same
    secret is their host's.
    """

    table: str
    host_secret: str
    duplicates: tuple[str, ...] = ()


async def open_tables(at: Services, asked: NewTable) -> Created:
    """Opens a table, or several that are dealt the same.

    Raises ``UnknownName``, ``BadOption`` or ``TableError`` with one sentence.
    """
    kind = game_class(asked.game)
    options, seats, seed = dict(asked.options), asked.seats, asked.seed
    if asked.daily:
        options, seats = daily_options(kind, asked.daily), seats or kind.facts.seats[0]
        seed = daily_seed(kind.facts.name, asked.daily)
    for name in options:
        kind.facts.option(name)  # a name that is no option could be another parameter's
    game = kind(seats, **options)
    settings = asked.settings or Settings(aids=all_aids(kind.facts))
    if type(asked.tables) is not int or not 1 <= asked.tables <= MOST_DUPLICATES:
        raise BadOption(
            phrase(
                "One to {most_duplicates} tables can be dealt the same.",
                most_duplicates=MOST_DUPLICATES,
            )
        )
    host, names = new_token(), tuple(new_table_name() for _ in range(asked.tables))
    spec = new_spec(
        game,
        settings,
        hash_token(host),
        seed=seed,
        daily=asked.daily,
        handover=asked.handover,
        begun=asked.begun,
    )
    for seat, bot in asked.bots.items():
        if not 0 <= seat < game.seats:
            raise BadOption(
                phrase("{title} here has {seats} seats.", title=game.facts.title, seats=game.seats)
            )
        check_bot(game, bot)
    for name in names:
        others = tuple(other for other in names if other != name)
        await at.store.create(name, now_ms(), replace(spec, duplicates=others))
        at.metrics.count("tables")
        for seat, bot in sorted(asked.bots.items()):
            await SeatBot(bot=bot, seat=seat).do(at, name, host)
    return Created(names[0], host, names[1:])
