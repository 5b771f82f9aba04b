"""The tables of the store, for SQLAlchemy. Migrations make them; see docs/table.md."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, ProgrammingError

from facedown.core.messages import phrase
from facedown.table.errors import StoreError

NEWEST: Final = "0003"
"""The newest migration: a store at it needs no Alembic to open."""

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("spec", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table_name", String(32), ForeignKey("tables.name"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("client", String(160), nullable=False),
    Column("body", Text, nullable=False),
)

values = Table(
    "site_values",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

dailies = Table(
    "dailies",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("table_name", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("done", BigInteger),
    Column("result", Text, nullable=False),
    Index("dailies_day", "day", "game"),
    Index("dailies_table", "table_name"),
)

rated_seats = Table(
    "rated_seats",
    metadata,
    Column("table_name", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Index("rated_seats_at", "at"),
)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A new table: its name, its :class:`~facedown.table.state.TableSpec` as JSON text."""

    name: str
    created: int
    spec: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event of a table: its number, moment (ms since 1970), client's id and JSON text."""

    table: str
    seq: int
    at: int
    client: str
    body: str


@dataclass(frozen=True, slots=True)
class Stored:
    """The row is in the store, durably."""


@dataclass(frozen=True, slots=True)
class StoredBefore:
    """The same client's row was stored before, under this number: nothing is stored again."""

    seq: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Another event has the number; nothing was stored."""


Answer: TypeAlias = Stored | StoredBefore | Taken
Row: TypeAlias = TableRow | EventRow


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


_LOCK: Final = 7_311_964_001
"""The number of PostgreSQL's advisory lock under which one process migrates at a time."""


def version(connection: Connection) -> str | None:
    """The migration a store is at, or None when it is empty."""
    try:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except (OperationalError, ProgrammingError):  # there is no such table yet
        connection.rollback()
        return None
    return None if found is None else str(found)


def migrate(engine: Engine) -> None:
    """Brings the store to the newest form, alone among all processes that try.

    Raises ``StoreError`` when the store was made by a newer version.
    """
    with engine.connect() as connection:
        if version(connection) == NEWEST:
            return
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK})
        upgrade(connection, "head")


def upgrade(connection: Connection, target: str) -> None:
    """Runs the migrations up to ``target`` inside the caller's transaction."""
    from alembic import command  # a store that is up to date need not wait for Alembic
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "facedown.table:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, target)
    except CommandError as problem:
        raise StoreError(
            phrase("The store was made by a newer version of Facedown; this one cannot use it.")
        ) from problem
