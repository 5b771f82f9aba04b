"""Brings a store to the newest form; run at every start."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from facedown.core.messages import phrase
from facedown.table import schema
from facedown.table.errors import StoreError

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
        if version(connection) == schema.NEWEST:
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
