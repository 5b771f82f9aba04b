"""The puzzles of days that were played: kept beside their tables, compared without names."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakValueDictionary

from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from facedown.core.codec import from_json, to_json
from facedown.core.daily import DayResult
from facedown.core.errors import FacedownError
from facedown.core.seats import Seat
from facedown.table.access import hash_token
from facedown.table.clock import now_ms
from facedown.table.database import dailies, tables
from facedown.table.live_table import LiveTable, TableRegistry, Tasks
from facedown.table.state import TableState
from facedown.table.store import Store

_DAY: Final = dt.timedelta(days=1)
_MOST_ASKED: Final = 8
"""Tables that are looked at for a result that may not have been kept."""
_MOST_BROUGHT: Final = 10_000
_MOST_COMPARED: Final = 5_000
_RECENT_MS: Final = 3 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class PlayedDay:
    """The first time that somebody plays a day's puzzle of a game.

    ``on_time`` is whether that was begun on the day itself (in UTC); ``result`` is None until the
    game is over; ``table`` is empty once its table has been removed.
    """

    day: str
    game: str
    table: str
    seat: Seat
    on_time: bool
    result: DayResult | None


@dataclass(frozen=True, slots=True)
class Compared:
    """How others fared: how many finished, how many of them solved it, and what that took.

    ``took`` has what each solver needed, the least first, and no more of anybody.
    """

    finished: int = 0
    solved: int = 0
    took: tuple[tuple[int, ...], ...] = ()

    @property
    def middle(self) -> tuple[int, ...]:
        """What half of those who solved it needed at most; empty where nothing is counted.

        >>> Compared(3, 3, ((1,), (2,), (7,))).middle
        (2,)
        """
        return self.took[(len(self.took) - 1) // 2] if self.took else ()


class Dailies:
    """Keeps who plays which puzzle of a day, and how it went, in the store.

    Players are known by the hash of a secret of theirs, which opens nothing.
    """

    def __init__(self, store: Store, registry: TableRegistry, tasks: Tasks) -> None:
        self._store = store
        self._registry = registry
        self._tasks = tasks
        self._settled: set[str] = set()
        self._brought: set[tuple[str, Seat]] = set()
        self._beginning: WeakValueDictionary[tuple[str, str, str], asyncio.Lock] = (
            WeakValueDictionary()
        )

    def look(self, live: LiveTable) -> None:
        """Keeps the result of a table of a day that has ended."""
        state = live.state
        if state.spec.daily and state.status == "over" and live.name not in self._settled:
            self._settled.add(live.name)
            self._tasks.spawn(self._settle(live.name, state))

    async def begin(
        self, secret: str, game: str, day: str, table: str, seat: Seat, at: int | None = None
    ) -> str:
        """Notes that a player has begun a puzzle there, now or ``at`` (ms); the first time stays.

        But not where it was not over and its table has been removed. The table that counts: it is
        another where two processes were asked at once. Raises ``StoreError``.
        """
        row = {
            "player": hash_token(secret),
            "day": day,
            "game": game,
            "table_name": table,
            "seat": seat,
            "begun": now_ms() if at is None else at,
            "done": None,
            "result": "",
        }

        c = dailies.c
        lost = (c.player == row["player"]) & (c.day == day) & (c.game == game) & c.done.is_(None)
        lost &= c.table_name.not_in(select(tables.c.name))
        mine = (c.player == row["player"]) & (c.day == day) & (c.game == game)

        def write() -> str:
            writing, _ = self._store.engines
            with contextlib.suppress(IntegrityError), writing.begin() as connection:
                connection.execute(delete(dailies).where(lost))
                connection.execute(insert(dailies), row)
            return str(self._rows(select(c.table_name).where(mine))[0].table_name)

        return await self._store.read(write)

    def beginning(self, secret: str, game: str, day: str) -> asyncio.Lock:
        """Held while a player's table for a puzzle is opened: who asks twice gets one."""
        return self._beginning.setdefault((secret, game, day), asyncio.Lock())

    async def bring(self, secret: str, table: str, seat: Seat) -> None:
        """Notes a puzzle that was begun when results were still kept in browsers alone.

        Nothing happens where it is noted already. Raises ``NoSuchTable`` and ``StoreError``.
        """
        live = await self._registry.live_table(table)
        state = live.state
        if not state.spec.daily or (table, seat) in self._brought:
            return
        began = state.history[0].at if state.history else now_ms()
        await self.begin(secret, state.spec.game, state.spec.daily, table, seat, began)
        if state.status == "over":
            await self._settle(table, state)
        if len(self._brought) >= _MOST_BROUGHT:
            self._brought.clear()
        self._brought.add((table, seat))

    async def of(self, secret: str) -> tuple[PlayedDay, ...]:
        """All puzzles that a player has begun, the oldest day first; raises ``StoreError``."""
        c = dailies.c
        kept = c.table_name.in_(select(tables.c.name)).label("kept")
        query = select(c.day, c.game, c.table_name, c.seat, c.begun, c.result, kept)
        query = query.where(c.player == hash_token(secret)).order_by(c.day, c.game)
        rows = await self._store.read(lambda: self._rows(query))
        recent = [
            row for row in rows if row.kept and not row.result and row.begun > now_ms() - _RECENT_MS
        ]
        # A process may have ended before a result was kept.
        ended = {
            row.table_name: await self._ended(row.table_name, row.seat)
            for row in recent[-_MOST_ASKED:]
        }
        return tuple([_played(row, ended.get(row.table_name)) for row in rows])

    async def _ended(self, table: str, seat: Seat) -> DayResult | None:
        """The result of a game that may have ended without a word of it in the store so far."""
        try:
            live = await self._registry.live_table(table, fresh=True)
        except FacedownError:  # removed, or another version's
            return None
        if live.state.status != "over":
            return None
        await self._settle(table, live.state)
        return _result_of(live.state, seat)

    async def compare(self, game: str, day: str, secret: str) -> Compared:
        """How all but one player fared with a puzzle, or the first of very many.

        Raises ``StoreError``.
        """
        return await self._others(game, day, hash_token(secret))

    async def beside(self, table: str, seat: Seat) -> tuple[DayResult, Compared] | None:
        """How a seat fared with a day's puzzle, and all others; None where it does not count.

        Raises ``NoSuchTable`` and ``StoreError``.
        """
        state = (await self._registry.live_table(table)).state
        mine, c = _result_of(state, seat), dailies.c
        query = select(c.player).where(c.table_name == table, c.seat == seat)
        rows = await self._store.read(lambda: self._rows(query)) if mine else ()
        if mine is None or not rows:
            return None
        return mine, await self._others(state.spec.game, state.spec.daily, rows[0].player)

    async def _others(self, game: str, day: str, player: str) -> Compared:
        c = dailies.c
        query = select(c.result).where(c.day == day, c.game == game, c.done.is_not(None))
        query = query.where(c.player != player).order_by(c.done).limit(_MOST_COMPARED)
        return await self._store.read(lambda: _compared(self._rows(query)))

    def _rows(self, query: Select[Any]) -> Sequence[Any]:
        """On a reader's thread."""
        _, reading = self._store.engines
        with reading.connect() as connection:
            return connection.execute(query).all()

    async def _settle(self, table: str, state: TableState) -> None:
        at = state.history[-1].at
        c = dailies.c
        texts = [
            (seat, json.dumps(to_json(result), separators=(",", ":")))
            for seat in range(state.spec.seats)
            if (result := _result_of(state, seat)) is not None
        ]

        def write() -> None:
            writing, _ = self._store.engines
            with writing.begin() as connection:
                for seat, text in texts:
                    mine = (c.table_name == table) & (c.seat == seat) & c.done.is_(None)
                    connection.execute(update(dailies).where(mine).values(done=at, result=text))

        try:
            await self._store.read(write)
        except FacedownError:  # it is tried again when it is asked for
            self._settled.discard(table)


def _compared(rows: Sequence[Any]) -> Compared:
    found = [result for (text,) in rows if (result := _read_result(text)) is not None]
    took = sorted(result.took for result in found if result.solved)
    return Compared(len(found), len(took), tuple(took))


def _played(row: Any, ended: DayResult | None) -> PlayedDay:
    begun = dt.datetime.fromtimestamp(row.begun / 1000, dt.UTC).date().isoformat()
    result = _read_result(row.result) if row.result else ended
    table = row.table_name if row.kept else ""
    return PlayedDay(row.day, row.game, table, row.seat, begun == row.day, result)


def _result_of(state: TableState, seat: Seat) -> DayResult | None:
    match = state.match
    if match is None or match.outcome is None:
        return None
    if state.seats[seat].resigned:
        return DayResult(solved=False, given_up=True)
    if match.outcome.given_up:  # a view does not tell of it
        return DayResult(solved=seat in match.outcome.winners)
    return match.game.day_result(match.view(seat))


def _read_result(text: str) -> DayResult | None:
    """A result as it was stored; None where this program cannot read it."""
    try:
        return from_json(DayResult, json.loads(text))
    except (FacedownError, ValueError):
        return None


def streaks(days: Sequence[str], today: str) -> tuple[int, int]:
    """How many days in a row lead up to today or yesterday, and the most there ever were.

    >>> streaks(["2026-11-19", "2026-11-21", "2026-11-22"], "2026-11-23")
    (2, 2)
    """
    most = run = 0
    before: dt.date | None = None
    for text in sorted(set(days)):
        day = dt.date.fromisoformat(text)
        run = run + 1 if before is not None and day - before == _DAY else 1
        most, before = max(most, run), day
    lasts = before is not None and dt.date.fromisoformat(today) - before <= _DAY
    return (run if lasts else 0), most
