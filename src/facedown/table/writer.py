"""The one thread that writes: whatever waits is stored in one transaction, with one commit."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from sqlalchemy import Connection, Engine, Executable, and_, insert, or_, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from facedown.core.messages import phrase
from facedown.table import database
from facedown.table.database import Answer, EventRow, Row, Stored, StoredBefore, TableRow, Taken
from facedown.table.errors import Closing, StoreError

_MOST_AT_ONCE: Final = 2000
_TRIES: Final = 5
LOOK_SECONDS: Final = 0.3
"""How often an SQLite file is looked at for what other processes wrote."""

Waiting = tuple[Row, "asyncio.Future[Answer]"]
Answered = tuple["asyncio.Future[Answer]", Answer | StoreError]
Announce = Callable[[Connection, Sequence[EventRow]], None]
"""Called inside the transaction with the rows that were stored."""


class Writer:
    """Takes rows from an event loop and stores them in the order they came."""

    def __init__(
        self,
        engine: Engine,
        announce: Announce | None = None,
        measured: Callable[[int, float], None] | None = None,
        foreign: Callable[[], None] | None = None,
    ) -> None:
        self._engine = engine
        self._foreign = foreign
        self._version: tuple[object, int] | None = None
        self._announce = announce
        self._measured = measured or (lambda _rows, _seconds: None)
        self._waiting: deque[Waiting] = deque()
        self._news = threading.Condition()
        self._closing = False
        self._insert_event = _insert_events(engine.dialect.name)
        self._look_for_others()  # before anything is read: what comes from now on is news
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, row: Row) -> asyncio.Future[Answer]:
        """A future that is done when the row is stored, or known not to be.

        Raises ``Closing`` once the writer is closing.
        """
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        with self._news:
            if self._closing:
                raise Closing
            self._waiting.append((row, future))
            self._news.notify()
        return future

    def close(self) -> None:
        """Stores what still waits, then stops."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._news:
                if not self._waiting and not self._closing:
                    self._news.wait(None if self._foreign is None else LOOK_SECONDS)
                if not self._waiting and self._closing:
                    return
                count = min(len(self._waiting), _MOST_AT_ONCE)
                batch = [self._waiting.popleft() for _ in range(count)]
            self._look_for_others()
            if not batch:
                continue
            started = time.perf_counter()
            try:
                answers: Sequence[Answer | StoreError] = self._store([row for row, _ in batch])
            except (DBAPIError, OSError) as problem:
                answers = [_failed(problem)] * len(batch)
            self._measured(len(batch), time.perf_counter() - started)
            _resolve(zip((future for _, future in batch), answers, strict=True))

    def _look_for_others(self) -> None:
        """Notices that another process has written into an SQLite file."""
        if self._foreign is None:
            return
        with contextlib.suppress(DBAPIError):
            pooled = self._engine.raw_connection()
            try:
                cursor = pooled.cursor()
                cursor.execute("PRAGMA data_version")  # counts the commits of other connections
                (version,) = cursor.fetchone() or (0,)
                cursor.close()
                now = (id(pooled.dbapi_connection), version)
                if self._version is not None and now != self._version:
                    self._foreign()
                self._version = now
            finally:
                pooled.close()

    def _store(self, rows: list[Row]) -> Sequence[Answer | StoreError]:
        """Stores a batch, again where the connection broke or others were in the way.

        Every row has a client's id, so that a row stored by a commit whose answer was lost is
        found again and not stored twice.
        """
        for left in reversed(range(_TRIES)):
            try:
                with self._engine.begin() as connection:
                    return self._store_once(connection, rows)
            except (DataError, IntegrityError):
                if len(rows) == 1:
                    raise
                return [self._alone(row) for row in rows]  # one bad row must not harm the others
            except DBAPIError:
                if not left:
                    raise
                time.sleep(0.02 * (_TRIES - left) ** 2)
        raise AssertionError("the last try returns or raises")

    def _alone(self, row: Row) -> Answer | StoreError:
        try:
            (answer,) = self._store([row])
        except DBAPIError as problem:
            return _failed(problem)
        return answer

    def _store_once(self, connection: Connection, rows: list[Row]) -> list[Answer]:
        new = [row for row in rows if isinstance(row, TableRow)]
        if new:
            forms = [{"name": r.name, "created": r.created, "spec": r.spec} for r in new]
            connection.execute(insert(database.tables), forms)
        # In one order everywhere, so that two processes never wait for each other in a circle.
        appended = sorted(
            (row for row in rows if isinstance(row, EventRow)), key=lambda r: (r.table, r.seq)
        )
        if not appended:
            return [Stored()] * len(rows)
        done = {
            (found.table_name, found.client)
            for found in connection.execute(
                self._insert_event,
                [
                    {
                        "table_name": row.table,
                        "seq": row.seq,
                        "at": row.at,
                        "client": row.client,
                        "body": row.body,
                    }
                    for row in appended
                ],
            )
        }
        missing = [row for row in appended if (row.table, row.client) not in done]
        known = _known(connection, missing)
        if self._announce is not None and done:
            stored = [row for row in appended if (row.table, row.client) in done]
            self._announce(connection, stored)
        return [_answer(row, done, known) for row in rows]


def _failed(problem: Exception) -> StoreError:
    # The database's own words may hold the rows; they are not passed on.
    return StoreError(
        phrase("The store could not be written ({name}).", name=type(problem).__name__)
    )


def _insert_events(dialect: str) -> Executable:
    """The statement that stores events and tells which of them it stored."""
    returned = (database.events.c.table_name, database.events.c.client)
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # not needed by those who have SQLite

        return postgresql.insert(database.events).on_conflict_do_nothing().returning(*returned)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(database.events).on_conflict_do_nothing().returning(*returned)


def _known(connection: Connection, rows: Iterable[EventRow]) -> dict[tuple[str, str], int]:
    """The numbers under which these clients' rows were stored before."""
    columns = database.events.c
    wanted = [and_(columns.table_name == row.table, columns.client == row.client) for row in rows]
    if not wanted:
        return {}
    query = select(columns.table_name, columns.client, columns.seq).where(or_(*wanted))
    return {(name, client): seq for name, client, seq in connection.execute(query)}


def _answer(row: Row, done: set[tuple[str, str]], known: dict[tuple[str, str], int]) -> Answer:
    if isinstance(row, TableRow) or (row.table, row.client) in done:
        return Stored()
    seq = known.get((row.table, row.client))
    return Taken() if seq is None else StoredBefore(seq)


def _resolve(pairs: Iterable[Answered]) -> None:
    """Hands the answers to the event loops, each woken once."""
    loops: dict[asyncio.AbstractEventLoop, list[Answered]] = {}
    for future, answer in pairs:
        loops.setdefault(future.get_loop(), []).append((future, answer))
    for loop, answered in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop was closed with nobody waiting
            loop.call_soon_threadsafe(_set_all, answered)


def _set_all(answered: list[Answered]) -> None:
    for future, answer in answered:
        if future.done():
            continue
        if isinstance(answer, StoreError):
            future.set_exception(answer)
        else:
            future.set_result(answer)
