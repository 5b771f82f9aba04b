"""Connections to the store: how each kind of database is opened, durably."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from facedown.core.messages import phrase
from facedown.table.errors import StoreError

WAIT_SECONDS: Final = 30

_FORMS: Final = "sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite address, None for another kind of database.

    Raises ``StoreError`` when the address is none.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(phrase("A store's address has the form {forms}.", forms=_FORMS)) from None
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise StoreError(phrase("The store needs a file: sqlite:///FILE."))
        return Path(parsed.database)
    if parsed.get_backend_name() != "postgresql":
        raise StoreError(phrase("A store's address has the form {forms}.", forms=_FORMS))
    return None


def make_private(file: Path) -> None:
    """Makes an empty file for a store, if there is none, which only its owner can read.

    In a store stand the seeds of games that go on.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def writing_engine(url: str) -> Engine:
    """The engine of the one thread that writes: what it has committed survives a power cut."""
    return _engine(url, writes=True)


def reading_engine(url: str) -> Engine:
    """The engine of those who only read."""
    return _engine(url, writes=False)


def _engine(url: str, *, writes: bool) -> Engine:
    file = sqlite_file(url)
    options: dict[str, Any] = {"pool_size": 1 if writes else 4, "max_overflow": 1 if writes else 4}
    if file is None:
        # A broken connection is noticed when it is used: both sides try again by themselves.
        if not writes:
            options["isolation_level"] = "AUTOCOMMIT"
    else:
        options["connect_args"] = {"check_same_thread": False, "timeout": WAIT_SECONDS}
    try:
        engine = create_engine(url, **options)
    except NoSuchModuleError:
        raise StoreError(phrase("A store's address has the form {forms}.", forms=_FORMS)) from None
    except ModuleNotFoundError as problem:
        if problem.name != "psycopg":
            raise StoreError(
                phrase("A store's address has the form {forms}.", forms=_FORMS)
            ) from None
        raise StoreError(
            phrase(
                "PostgreSQL needs the package psycopg: pip install 'facedown[postgres]', or "
                "bin/setup dev in a clone."
            )
        ) from None
    if file is not None:
        _prepare_sqlite(engine, writes=writes)
    return engine


def _prepare_sqlite(engine: Engine, *, writes: bool) -> None:
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA fullfsync = ON")  # macOS needs it to reach the disk
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    def begun(connection: Any) -> None:
        # At once for writing: a transaction that began by reading could not wait for its turn.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", connected)
    if writes:
        event.listen(engine, "begin", begun)
