"""The store's form: made by migrations, the same as the program expects, one process at a time."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from importlib import resources

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from facedown.table import database
from facedown.table.database import migrate, upgrade, version, writing_engine
from facedown.table.errors import StoreError
from facedown.table.tables import Tables


def test_the_migrations_make_what_the_program_expects(store_url: str) -> None:
    engine = writing_engine(store_url)
    migrate(engine)
    with engine.begin() as connection:
        assert version(connection) == database.NEWEST
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        # The index is known to the migrations alone; the program needs only that it is there.
        assert [
            each
            for each in compare_metadata(context, database.metadata)
            if not (each[0] == "remove_index" and each[1].name == "events_client")
        ] == []
        assert context.connection is not None
    engine.dispose()


def test_every_migration_leads_to_the_newest() -> None:
    files = resources.files("facedown.table.migrations").joinpath("versions").iterdir()
    numbers = sorted(file.name[1:5] for file in files if file.name.startswith("v"))
    assert numbers[-1] == database.NEWEST
    assert numbers == [f"{n:04}" for n in range(1, len(numbers) + 1)]


def test_many_start_at_once(store_url: str) -> None:
    def start() -> None:
        engine = writing_engine(store_url)
        try:
            migrate(engine)
        finally:
            engine.dispose()

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(start) for _ in range(4)]:
            done.result()


def test_a_store_of_a_newer_version_is_left_alone(store_url: str) -> None:
    engine = writing_engine(store_url)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="made by a newer version"):
        migrate(engine)
    engine.dispose()
    with pytest.raises(StoreError, match="made by a newer version"):
        Tables(store_url)


def test_the_first_form_is_upgraded(store_url: str) -> None:
    engine = writing_engine(store_url)
    with engine.begin() as connection:
        upgrade(connection, "0001")
    engine.dispose()

    async def scene() -> None:
        async with Tables.open(store_url) as tables:
            assert tables.store.site_value("key", lambda: "v") == "v"

    asyncio.run(scene())
