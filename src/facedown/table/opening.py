"""Opening tables: what somebody asks for, and what they get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.log import Log
from facedown.core.messages import phrase, phrase_many
from facedown.core.registry import game_class
from facedown.table.access import hash_token, new_table_name, new_token
from facedown.table.acting import Services
from facedown.table.acts.seat_bot import SeatBot
from facedown.table.bots import check_bot
from facedown.table.clock import now_ms
from facedown.table.days import day_of
from facedown.table.state import Settings, all_aids, new_spec

MOST_DUPLICATES: Final = 8
"""So many tables are dealt the same at most."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened.

    ``game`` is a game's name, ``seats`` their number (None: as many as usual, or as the day has),
    ``options`` the game's; ``bots`` names the bot of a seat that none of the people shall take
    (None: those of the day, or nobody). ``settings`` None allows every aid. ``daily`` asks for the
    puzzle of a day (``YYYY-MM-DD``) instead of options. ``handover`` lets seats change hands after
    the game has begun. ``tables`` is how many tables are opened at once, all of them dealt the
    same. ``seed`` fixes nature's draws, for tests and for playing a game again; usually it is
    drawn. ``begun`` is a branched log (:func:`~facedown.core.branching.branch`) that is gone on
    from, seed and all, at a table for practice; or one without an origin, of which only the moves
    are taken.
    """

    game: str
    seats: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    bots: Mapping[int, str] | None = None
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
    bots = asked.bots or {}
    if asked.daily:
        day = day_of(kind, asked.daily)
        options, seats, seed = dict(day.options), seats or day.seats, day.seed
        if asked.bots is None and seats == day.seats:
            bots = day.bots
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
    for seat, bot in bots.items():
        if not 0 <= seat < game.seats:
            raise BadOption(
                phrase_many(
                    "{title} here has {n} seat.",
                    "{title} here has {n} seats.",
                    game.seats,
                    title=game.facts.title,
                )
            )
        check_bot(game, bot)
    for name in names:
        others = tuple(other for other in names if other != name)
        await at.store.create(name, now_ms(), replace(spec, duplicates=others))
        at.metrics.count("tables")
        for seat, bot in sorted(bots.items()):
            await SeatBot(bot=bot, seat=seat).do(at, name, host)
    return Created(names[0], host, names[1:])
