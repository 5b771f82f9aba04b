"""Backup and restore: whatever the store is, its backup is one SQLite file.

A backup can be served itself, or brought back into an empty store of either kind.
"""

from __future__ import annotations

import dataclasses
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.exc import DBAPIError

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.core.workshop import Progress
from facedown.table import database
from facedown.table.database import (
    EventRow,
    make_private,
    migrate,
    sqlite_file,
    version,
    writing_engine,
)
from facedown.table.errors import StoreError
from facedown.table.live_table import take_row
from facedown.table.state import TableState, read_spec

_ROWS: Final = 500
_TOLD: Final = 1000
"""After so many tables that were read it is told how far the reading is."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A table that is in a store as it was, and that this program cannot play on, and why."""

    table: str
    why: str


@dataclass(frozen=True, slots=True)
class Copied:
    """How much was copied, and of the tables those that this program cannot play on."""

    tables: int
    events: int
    not_played: tuple[NotPlayed, ...] = ()


def backup(url: str, path: Path) -> Copied:
    """Copies a store, which may be in use, to a new file: as it stood at one moment.

    Raises ``StoreError`` with one sentence.
    """
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise StoreError(phrase("There is no store at {file}.", file=file))
    if path.exists():
        raise StoreError(phrase("{path} exists already; a backup goes to a new file.", path=path))
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        make_private(part)
        if file is not None:
            copied = _copy_file(file, part)
        else:
            _migrate(f"sqlite:///{part}")
            copied = _copy(url, f"sqlite:///{part}")
        part.rename(path)  # a backup that was cut short never has the name that was asked for
    except (OSError, sqlite3.Error, DBAPIError) as problem:
        raise StoreError(
            phrase("The backup could not be made: {line}.", line=_line(problem))
        ) from None
    finally:
        for rest in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm"))):
            rest.unlink(missing_ok=True)
    return copied


def restore(path: Path, url: str, told: Progress = lambda _: None) -> Copied:
    """Copies a backup into a store without tables, and reads each of them there.

    ``told`` hears how far the reading is, which takes long where there are many. Raises
    ``StoreError`` with one sentence; then the store is as it was.
    """
    if not path.is_file():
        raise StoreError(phrase("There is no backup at {path}.", path=path))
    file = sqlite_file(url)
    try:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            make_private(file)
        with tempfile.TemporaryDirectory(prefix="facedown-") as folder:
            # A copy, which may be brought to the newest form: the backup stays as it is.
            copy = Path(folder) / "copy.sqlite"
            _copy_file(path, copy)
            _migrate(f"sqlite:///{copy}")
            _migrate(url)
            copied = _copy(f"sqlite:///{copy}", url)
            return dataclasses.replace(copied, not_played=tuple(_not_played(url, told)))
    except (OSError, sqlite3.Error, DBAPIError) as problem:
        raise StoreError(
            phrase("The backup could not be restored: {line}.", line=_line(problem))
        ) from None


def _not_played(url: str, told: Progress) -> Iterator[NotPlayed]:
    """The tables of a store that are of other versions than this program can play."""
    tables, events = database.tables.c, database.events.c
    reading = writing_engine(url)
    try:
        with reading.connect() as connection:
            specs = connection.execute(select(tables.name, tables.spec).order_by(tables.created))
            found = specs.all()
            for number, (name, spec) in enumerate(found):
                if number and number % _TOLD == 0:
                    told(phrase("{n:,} of {most:,} tables are read.", n=number, most=len(found)))
                rows = connection.execute(
                    select(events.seq, events.at, events.client, events.body)
                    .where(events.table_name == name)
                    .order_by(events.seq)
                )
                if why := _why_not_played(spec, [EventRow(name, *row) for row in rows]):
                    yield NotPlayed(name, why)
    finally:
        reading.dispose()


def _why_not_played(spec: str, rows: Iterable[EventRow]) -> str:
    try:
        state = TableState(read_spec(spec))
        for row in rows:
            take_row(state, row)
    except FacedownError as problem:
        return problem.message
    return state.stopped


def _migrate(url: str) -> None:
    engine = writing_engine(url)
    try:
        migrate(engine)
    finally:
        engine.dispose()


def _line(problem: Exception) -> str:
    text = str(problem.orig if isinstance(problem, DBAPIError) else problem)
    return (text.strip() or type(problem).__name__).splitlines()[0].rstrip(".")


def _copy_file(file: Path, part: Path) -> Copied:
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
        if target.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise StoreError(phrase("The backup is not sound; the store may be damaged."))
        names = database.tables.name, database.events.name
        known = {name for (name,) in target.execute("SELECT name FROM sqlite_master")}
        if not known.issuperset(names):
            raise StoreError(phrase("{file} holds no tables of Facedown.", file=file))
        counts = [
            target.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608  # our names
            for name in names
        ]
        target.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    return Copied(*counts)


def _copy(source: str, target: str) -> Copied:
    reading, writing = writing_engine(source), writing_engine(target)
    try:
        with reading.connect() as connection:
            if version(connection) != database.NEWEST:
                raise StoreError(
                    phrase("The store is not of this version; start Facedown on it first.")
                )
        with (
            reading.execution_options(
                isolation_level=_SNAPSHOT[reading.dialect.name]
            ).connect() as old,
            writing.begin() as new,
        ):
            if new.execute(select(func.count()).select_from(database.tables)).scalar():
                raise StoreError(
                    phrase(
                        "The store has tables already; a backup goes into an empty one. --db "
                        "names another."
                    )
                )
            for value in old.execute(select(database.values)).mappings():
                found = database.values.c.name == value["name"]
                new.execute(database.values.delete().where(found))
                new.execute(insert(database.values), dict(value))
            _copy_rows(old, new, database.dailies)
            _copy_rows(old, new, database.rated_seats)
            return Copied(
                _copy_rows(old, new, database.tables), _copy_rows(old, new, database.events)
            )
    finally:
        reading.dispose()
        writing.dispose()


_SNAPSHOT: Final = {"postgresql": "REPEATABLE READ", "sqlite": "SERIALIZABLE"}
"""The isolation in which everything read belongs to one moment."""


def _copy_rows(old: Connection, new: Connection, table: Table) -> int:
    rows = old.execution_options(yield_per=_ROWS).execute(select(table)).mappings()
    count = 0
    for part in rows.partitions():
        new.execute(insert(table), [dict(row) for row in part])
        count += len(part)
    return count
