"""The ratings of a site: of people who asked for them as they sat down, and of bots.

What counts of a game is kept as it ends and outlives its table. A person is known by the hash of a
secret of theirs, which opens nothing and is never shown; a bot by its level.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from facedown.analysis.ratings import Places, Standing, places_of, standings
from facedown.core.codec import Json
from facedown.core.errors import FacedownError
from facedown.core.facts import Option, OptionValue
from facedown.core.game import Game
from facedown.core.registry import game_class
from facedown.core.seats import Seat, bot_player
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.acts.start import Started
from facedown.table.database import rated_seats
from facedown.table.live_table import LiveTable, Tasks
from facedown.table.pool import as_record
from facedown.table.score import may_be_rated
from facedown.table.slow_work import SlowWork
from facedown.table.state import TableState
from facedown.table.store import Store
from facedown.table.words import is_unnamed

SECONDS: Final = 60.0
"""The ratings of one kind of table are to be worked out in so long."""
MOST_ROWS: Final = 50_000
"""So many seats, the newest, are rated."""

Played = tuple[tuple[str, ...], Places]
"""Who sat in a game, with their places."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """What is rated together: a game with so many seats and these options, as JSON."""

    game: str
    seats: int
    options: str

    def read(self) -> tuple[type[Game], dict[str, OptionValue]]:
        """The game, and its options; raises ``FacedownError`` where this program has it not so."""
        kind = game_class(self.game)
        return kind, dict(kind(self.seats, **json.loads(self.options)).options)


@dataclass(frozen=True, slots=True)
class RatingTable:
    """How strong those are who have met at tables of a kind, the strongest first.

    ``names`` has what each person was called last, empty where they never said a name.
    """

    kind: RatedGame
    players: tuple[Standing, ...]
    names: dict[str, str]


def is_which(option: Option) -> bool:
    """Whether an option only says which puzzle of a kind it is, as there is always one."""
    return isinstance(option.default, str) and not option.choices and option.default != ""


def kind_of(state: TableState) -> RatedGame:
    """The kind of a table: all its options but those that only say which puzzle it is."""
    facts, options = state.game.facts, dict(state.game.options)
    kept = {name: options[name] for name in sorted(options) if not is_which(facts.option(name))}
    return RatedGame(state.spec.game, state.spec.seats, json.dumps(kept, separators=(",", ":")))


def rated_players(state: TableState) -> dict[Seat, str]:
    """Who is rated at a table that is over: nobody, where the game does not count.

    Two seats at least, and a person among them; nobody who has two. A bot that took over after the
    game had begun is not.
    """
    if state.outcome is None or not may_be_rated(state):
        return {}
    people = {seat: each.rated for seat, each in enumerate(state.seats) if each.rated}
    begun = next(r.seq for r in state.history if isinstance(r.event, Started))
    later = {
        record.event.seat for record in state.history[begun:] if isinstance(record.event, BotSeated)
    }
    bots = {
        seat: bot_player(each.bot)
        for seat, each in enumerate(state.seats)
        if each.bot is not None and not each.person and seat not in later
    }
    counts = people and len(set(people.values())) == len(people) and len({**people, **bots}) > 1
    return {**people, **bots} if counts else {}


def _left(state: TableState) -> Collection[Seat]:
    """The seats whose people did not play to the end."""
    return {
        seat
        for seat, each in enumerate(state.seats)
        if each.person and (each.resigned or each.bot is not None)
    }


class Ratings:
    """Keeps who had which place in the games that count, and rates them."""

    def __init__(self, store: Store, tasks: Tasks, slow_work: SlowWork) -> None:
        self._store = store
        self._tasks = tasks
        self._slow_work = slow_work
        self._settled: set[str] = set()
        self._rating = asyncio.Lock()
        self._read: tuple[object, Sequence[Any]] = (None, ())
        self._rated: dict[RatedGame, tuple[list[Played], tuple[tuple[Standing, ...], ...]]] = {}

    def look(self, live: LiveTable) -> None:
        """Keeps what counts of a table whose game has ended."""
        state = live.state
        asked = state.status == "over" and any(seat.rated for seat in state.seats)
        if asked and live.name not in self._settled:
            self._settled.add(live.name)
            self._tasks.spawn(self._settle(live.name, state))

    async def _settle(self, table: str, state: TableState) -> None:
        players = rated_players(state)
        if not players:
            return
        assert state.outcome is not None
        kind, places, names = kind_of(state), places_of(state.outcome, _left(state)), state.names()
        rows = [
            {
                "table_name": table,
                "seat": seat,
                "at": state.history[-1].at,
                "game": kind.game,
                "seats": kind.seats,
                "options": kind.options,
                "player": player,
                "name": "" if is_unnamed(names[seat], seat) else str(names[seat]),
                "place": places[seat],
            }
            for seat, player in players.items()
        ]

        def write() -> None:
            writing, _ = self._store.engines
            # All of them or, where another process was first, none.
            with contextlib.suppress(IntegrityError), writing.begin() as connection:
                connection.execute(insert(rated_seats), rows)

        try:
            await self._store.read(write)
        except FacedownError:  # it is tried again when somebody comes back to the table
            self._settled.discard(table)

    async def tables(self) -> tuple[RatingTable, ...]:
        """All tables of ratings: those of a kind together, the one with the most players first.

        Only what has changed is worked out anew. Raises ``StoreError``, ``TooSlow`` or ``Crashed``.
        """
        # Gone on with where whoever asked has gone: the next one is told.
        return await asyncio.shield(self._tasks.spawn(self._tables()))

    async def _tables(self) -> tuple[RatingTable, ...]:
        async with self._rating:
            rows = await self._rows()
            names: dict[str, str] = {}
            games: dict[RatedGame, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
            for row in rows:
                games[RatedGame(row.game, row.seats, row.options)][row.table_name].append(row)
                names[row.player] = row.name or names.get(row.player, "")
            found = [
                RatingTable(kind, players, {each.player: names[each.player] for each in players})
                for kind, played in games.items()
                for players in await self._standings(
                    kind, [_played(sat) for sat in played.values()]
                )
            ]
            return tuple(sorted(found, key=_place))

    async def _standings(
        self, kind: RatedGame, played: list[Played]
    ) -> tuple[tuple[Standing, ...], ...]:
        before = self._rated.get(kind)
        if before is not None and before[0] == played:
            return before[1]
        said: Json = await self._slow_work.run(SECONDS, standings, played)
        found: tuple[tuple[Standing, ...], ...] = as_record(tuple[tuple[Standing, ...], ...], said)
        self._rated[kind] = (played, found)
        return found

    async def _rows(self) -> Sequence[Any]:
        """The newest rows, the oldest of them first; read again only where there are others."""
        c = rated_seats.c
        newest = select(rated_seats).order_by(c.at.desc(), c.table_name, c.seat).limit(MOST_ROWS)
        marks = select(func.count(), func.max(c.at)).select_from(rated_seats)
        before, kept = self._read

        def read() -> tuple[object, Sequence[Any]]:
            _, reading = self._store.engines
            with reading.connect() as connection:
                mark = tuple(connection.execute(marks).one())
                if mark == before:
                    return mark, kept
                return mark, connection.execute(newest).all()[::-1]

        self._read = await self._store.read(read)
        return self._read[1]


def _place(table: RatingTable) -> tuple[str, int, str, int]:
    kind = table.kind
    return kind.game, kind.seats, kind.options, -len(table.players)


def _played(rows: Sequence[Any]) -> Played:
    return tuple(row.player for row in rows), tuple(row.place for row in rows)
