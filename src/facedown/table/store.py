"""The store: tables and their events in a database, written by one thread, read by a few.

Whatever waits to be written is stored in one transaction, with one commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    and_,
    func,
    insert,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from facedown.core.codec import to_json
from facedown.core.errors import reason
from facedown.core.messages import phrase
from facedown.table import database
from facedown.table.database import (
    Answer,
    EventRow,
    Row,
    Stored,
    StoredBefore,
    TableRow,
    Taken,
    make_private,
    migrate,
    reading_engine,
    sqlite_file,
    writing_engine,
)
from facedown.table.errors import Closing, NoSuchTable, StoreError
from facedown.table.state import TableSpec, read_spec

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
            except Exception as problem:  # noqa: BLE001  # the thread must outlive any of them
                answers = [_failed(problem)] * len(batch)
            self._measured(len(batch), time.perf_counter() - started)
            _resolve(zip((future for _, future in batch), answers, strict=True))

    def _look_for_others(self) -> None:
        """Notices that another process has written into an SQLite file."""
        if self._foreign is None:
            return
        with contextlib.suppress(Exception):  # no connection in time, or sqlite3's own errors
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
            except SQLAlchemyError:
                if not left:
                    raise
                time.sleep(0.02 * (_TRIES - left) ** 2)
        raise AssertionError("the last try returns or raises")

    def _alone(self, row: Row) -> Answer | StoreError:
        try:
            (answer,) = self._store([row])
        except SQLAlchemyError as problem:
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


log = logging.getLogger("facedown.table")

CHANNEL: Final = "facedown"
_MOST_NAMES: Final = 400  # a notification holds fewer than 8000 bytes
_AGAIN_SECONDS: Final = (0.1, 0.5, 2.0, 5.0)

Notify = Callable[[Sequence[str] | None], None]
"""Told the names of tables that have changed, or None when any may have; on any thread."""


class Announcer:
    """Tells the other processes which tables have new events, in the transaction itself."""

    def __init__(self) -> None:
        self.origin = secrets.token_hex(4)

    def __call__(self, connection: Connection, rows: Sequence[EventRow]) -> None:
        """Announces stored rows when their transaction commits."""
        names = sorted({row.table for row in rows})
        for start in range(0, len(names), _MOST_NAMES):
            payload = " ".join([self.origin, *names[start : start + _MOST_NAMES]])
            connection.execute(
                text("SELECT pg_notify(:channel, :payload)"),
                {"channel": CHANNEL, "payload": payload},
            )


class Listener:
    """A thread that hears what other processes announce; it connects again when it must."""

    def __init__(self, url: str, origin: str, notified: Notify) -> None:
        address = make_url(url).set(drivername="postgresql")
        self._address = address.render_as_string(hide_password=False)
        self._origin = origin
        self._notified = notified
        self._stop = threading.Event()
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops listening."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg  # an extra: SQLite needs none of it

        failures = 0
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    failures = 0
                    self.ready.set()
                    self._notified(None)  # whatever was announced while nobody listened
                    self._listen(connection)
            except psycopg.Error as problem:
                log.warning("listener lost", extra={"why": type(problem).__name__})
                self._stop.wait(_AGAIN_SECONDS[min(failures, len(_AGAIN_SECONDS) - 1)])
                failures += 1

    def _listen(self, connection: Any) -> None:
        while not self._stop.is_set():
            notes: Iterator[Any] = connection.notifies(timeout=0.5)
            for note in notes:
                origin, *names = note.payload.split(" ")
                if origin != self._origin:
                    self._notified(names)


T = TypeVar("T")

_SHARED_SECONDS: Final = 60.0
_CHECK_SECONDS: Final = 1.0
_CHECK_BYTES: Final = 8 * 1024


class Store:
    """A database opened for a server.

    Opening brings it to the newest form. All methods that return a coroutine belong to an event
    loop; the others may be called from anywhere. ``notified`` is told on any thread which tables
    other processes have changed (None: any of them). Raises ``StoreError`` when the database
    cannot be opened.
    """

    def __init__(
        self,
        url: str,
        notified: Notify,
        measured: Callable[[int, float], None] | None = None,
    ) -> None:
        file = sqlite_file(url)
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                make_private(file)
            except OSError as problem:
                raise StoreError(
                    phrase("The store cannot be opened: {reason}.", reason=reason(problem))
                ) from None
        self.url = url
        self._notified = notified
        self._shared_until = 0.0 if file is not None else float("inf")
        self._checked_until = 0.0
        self._writing = writing_engine(url)
        self._reading = reading_engine(url)
        try:
            _twice(lambda: migrate(self._writing))
        except StoreError:
            self._dispose()
            raise
        except DBAPIError as problem:
            self._dispose()
            raise StoreError(
                phrase(
                    "The store cannot be opened: {reason}.",
                    reason=str(problem.orig).splitlines()[0],
                )
            ) from None
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._listener: Listener | None = None
        if file is not None:
            self._writer = Writer(self._writing, None, measured, self._foreign)
        else:
            announcer = Announcer()
            self._listener = Listener(url, announcer.origin, notified)
            self._writer = Writer(self._writing, announcer, measured)

    @property
    def exclusive(self) -> bool:
        """Whether no other process has written lately, so that what is in memory is the truth."""
        return time.monotonic() > self._shared_until

    def _foreign(self) -> None:
        self._shared_until = time.monotonic() + _SHARED_SECONDS
        self._notified(None)

    def close(self) -> None:
        """Stores what still waits and closes all connections."""
        if self._listener is not None:
            self._listener.close()
        self._writer.close()
        self._threads.shutdown()
        self._dispose()

    def _dispose(self) -> None:
        self._writing.dispose()
        self._reading.dispose()

    # Writing

    async def create(self, name: str, created: int, spec: TableSpec) -> None:
        """Stores a new table."""
        text = json.dumps(to_json(spec), separators=(",", ":"))
        await self._writer.submit(TableRow(name, created, text))

    async def append(self, row: EventRow) -> Answer:
        """Stores an event if its number is free and its client's message is new."""
        return await self._writer.submit(row)

    # Reading

    async def spec(self, name: str) -> TableSpec:
        """A table's facts; raises ``NoSuchTable``, or ``NotPlayedOn`` where they cannot be read."""
        return await self.read(lambda: self._spec(name))

    async def events(self, name: str, after: int = 0) -> Sequence[EventRow]:
        """A table's events after a number, in order."""
        return await self.read(lambda: self._events(name, after))

    async def heads(self, names: Sequence[str]) -> dict[str, int]:
        """The numbers of the newest events of tables that have any."""
        return await self.read(lambda: self._heads(names))

    async def read(self, work: Callable[[], T]) -> T:
        """Does reading work on a reader's thread; raises ``StoreError`` where it cannot be done."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _twice, work)
        except SQLAlchemyError as problem:
            raise _unusable(problem) from None

    def _spec(self, name: str) -> TableSpec:
        columns = database.tables.c
        with self._reading.connect() as connection:
            text = connection.execute(select(columns.spec).where(columns.name == name)).scalar()
        if text is None:
            raise NoSuchTable(phrase("There is no such table."))
        return read_spec(text)

    def _events(self, name: str, after: int) -> Sequence[EventRow]:
        columns = database.events.c
        query = (
            select(columns.seq, columns.at, columns.client, columns.body)
            .where(columns.table_name == name, columns.seq > after)
            .order_by(columns.seq)
        )
        with self._reading.connect() as connection:
            return [EventRow(name, *row) for row in connection.execute(query)]

    def _heads(self, names: Sequence[str]) -> dict[str, int]:
        columns = database.events.c
        found: dict[str, int] = {}
        with self._reading.connect() as connection:
            for start in range(0, len(names), 500):
                query = (
                    select(columns.table_name, func.max(columns.seq))
                    .where(columns.table_name.in_(names[start : start + 500]))
                    .group_by(columns.table_name)
                )
                found.update((name, seq) for name, seq in connection.execute(query))
        return found

    async def quiet_since(self, before: int) -> Sequence[str]:
        """The tables whose newest event is older than that (ms since 1970), the oldest first."""
        columns = database.events.c
        newest = func.max(columns.at)
        query = select(columns.table_name).group_by(columns.table_name)
        query = query.having(newest < before).order_by(newest, columns.table_name)

        def quiet() -> Sequence[str]:
            with self._reading.connect() as connection:
                return connection.execute(query).scalars().all()

        return await self.read(quiet)

    async def remove(self, names: Sequence[str], before: int) -> int:
        """Removes tables with all their events, but for those with an event since ``before``.

        Returns how many were removed; raises ``StoreError``.
        """
        parts = [names[start : start + 500] for start in range(0, len(names), 500)]
        return sum([await self.read(functools.partial(self._remove, p, before)) for p in parts])

    def _remove(self, names: Sequence[str], before: int) -> int:
        tables, events = database.tables.c, database.events.c
        with self._writing.begin() as connection:
            # Held, so that no event comes in between: it would belong to no table.
            here = select(tables.name).where(tables.name.in_(names)).order_by(tables.name)
            found = connection.execute(here.with_for_update()).scalars().all()
            new = select(events.table_name).where(events.table_name.in_(found), events.at >= before)
            stay = set(connection.execute(new).scalars())
            gone = [name for name in found if name not in stay]
            connection.execute(database.events.delete().where(events.table_name.in_(gone)))
            connection.execute(database.tables.delete().where(tables.name.in_(gone)))
        return len(gone)

    def site_value(self, name: str, new: Callable[[], str]) -> str:
        """A value of the site, such as the key of its signatures: made once, kept for good.

        Raises ``StoreError``.
        """
        columns = database.values.c
        query = select(columns.value).where(columns.name == name)

        def kept() -> str:
            with self._writing.begin() as connection:
                found = connection.execute(query).scalar()
                if found is None:
                    found = new()
                    connection.execute(insert(database.values), {"name": name, "value": found})
            return str(found)

        try:
            try:
                return _twice(kept)
            except IntegrityError:  # another process was faster
                return _twice(kept)
        except DBAPIError as problem:
            raise _unusable(problem) from None

    def set_site_value(self, name: str, value: str) -> None:
        """Sets a value of the site; raises ``StoreError``."""
        changed = update(database.values).where(database.values.c.name == name).values(value=value)

        def changing() -> None:
            with self._writing.begin() as connection:
                if not connection.execute(changed).rowcount:
                    connection.execute(insert(database.values), {"name": name, "value": value})

        try:
            _twice(changing)
        except DBAPIError as problem:
            raise _unusable(problem) from None

    async def check(self) -> None:
        """Writes something, at most once in a while; raises ``StoreError`` where that cannot be.

        A store on a full disk still reads well. What is written is as much as many events are.
        """
        if time.monotonic() < self._checked_until:
            return
        text = secrets.token_hex(_CHECK_BYTES)
        await self.read(lambda: self.set_site_value("health", text))
        self._checked_until = time.monotonic() + _CHECK_SECONDS

    @property
    def engines(self) -> tuple[Engine, Engine]:
        """The engines for writing and reading, for backups and tests."""
        return self._writing, self._reading


def _unusable(problem: SQLAlchemyError) -> StoreError:
    # The database's own words may hold what stands in it; they are not passed on.
    return StoreError(phrase("The store cannot be used ({name}).", name=type(problem).__name__))


def _twice(work: Callable[[], T]) -> T:
    """Does the work, again over a new connection where the old one turns out to be broken."""
    try:
        return work()
    except DBAPIError as problem:
        if not problem.connection_invalidated:
            raise
    return work()
