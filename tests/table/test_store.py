"""The store: rows are stored once, in order, durably, on both kinds of database."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError

from facedown.core.registry import new_game
from facedown.table.database import EventRow, Stored, StoredBefore, Taken
from facedown.table.errors import Closing, NoSuchTable, StoreError
from facedown.table.state import Settings, new_spec
from facedown.table.store import Store
from facedown.table.tables import Tables


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await asyncio.to_thread(Store, url, lambda _names: None)
    try:
        yield store
    finally:
        await asyncio.to_thread(store.close)


async def with_table(store: Store, name: str = "one") -> None:
    spec = new_spec(new_game("turing"), Settings(), "h" * 64)
    await store.create(name, 1, spec)


def row(seq: int, client: str, table: str = "one") -> EventRow:
    return EventRow(table, seq, 1000 + seq, client, f'{{"n": {seq}}}')


def test_an_event_is_stored_once_and_a_number_given_once(store_url: str) -> None:
    async def scene() -> None:
        async with opened(store_url) as store:
            await with_table(store)
            assert await store.append(row(1, "a")) == Stored()
            assert await store.append(row(1, "b")) == Taken()
            assert await store.append(row(2, "a")) == StoredBefore(1)
            assert await store.append(row(2, "b")) == Stored()
            assert [e.client for e in await store.events("one")] == ["a", "b"]
            assert [e.seq for e in await store.events("one", 1)] == [2]
            assert await store.heads(["one", "two"]) == {"one": 2}

    asyncio.run(scene())


def test_what_others_write_before_the_first_look_is_noticed(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that had read a table just before would have shown it as it was, for good."""
    monkeypatch.setattr("facedown.table.store.LOOK_SECONDS", 1.0)
    heard = threading.Event()

    async def scene() -> None:
        async with opened(store_url) as other:
            await with_table(other)
            here = await asyncio.to_thread(Store, store_url, lambda _names: heard.set())
            assert await other.append(row(1, "a")) == Stored()
            noticed = await asyncio.to_thread(heard.wait, 5)
            await asyncio.to_thread(here.close)
            assert noticed

    asyncio.run(scene())


def test_what_waits_is_stored_in_one_transaction(store_url: str) -> None:
    batches: list[int] = []

    async def scene() -> None:
        store = await asyncio.to_thread(
            Store, store_url, lambda _: None, lambda rows, _: batches.append(rows)
        )
        for name in ("one", "two", "three"):
            await with_table(store, name)
        batches.clear()
        rows = [
            row(seq, f"c{seq}", name) for seq in range(1, 41) for name in ("one", "two", "three")
        ]
        answers = await asyncio.gather(*(store.append(each) for each in rows))
        assert answers == [Stored()] * 120
        assert await store.heads(["one", "two", "three"]) == dict.fromkeys(
            ("one", "two", "three"), 40
        )
        await asyncio.to_thread(store.close)

    asyncio.run(scene())
    assert sum(batches) == 120
    assert len(batches) < 20


def test_closing_stores_what_waits_and_then_refuses(sqlite_url: str) -> None:
    async def scene() -> None:
        async with opened(sqlite_url) as store:
            await with_table(store)
            waiting = [asyncio.ensure_future(store.append(row(n, f"c{n}"))) for n in range(1, 9)]
            await asyncio.sleep(0)
        assert await asyncio.gather(*waiting) == [Stored()] * 8
        with pytest.raises(Closing):
            await store.append(row(9, "c9"))
        async with opened(sqlite_url) as again:
            assert len(await again.events("one")) == 8

    asyncio.run(scene())


def test_a_table_keeps_its_facts(store_url: str) -> None:
    async def scene() -> None:
        async with opened(store_url) as store:
            spec = new_spec(new_game("turing", 2, verifiers=5), Settings(chat=False), "h" * 64)
            await store.create("one", 1, spec)
            assert await store.spec("one") == spec
            with pytest.raises(NoSuchTable, match="There is no such table"):
                await store.spec("two")

    asyncio.run(scene())


def test_sqlite_reaches_the_disk_before_it_answers(sqlite_url: str) -> None:
    async def scene() -> None:
        async with opened(sqlite_url) as store:
            with store.engines[0].begin() as connection:
                assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
                assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"

    asyncio.run(scene())


def test_an_event_of_no_table_is_not_stored(store_url: str) -> None:
    async def scene() -> None:
        async with opened(store_url) as store:
            with pytest.raises(StoreError, match="could not be written"):
                await store.append(row(1, "a", "none"))

    asyncio.run(scene())


@pytest.mark.parametrize(
    "url", ["", "nonsense", "sqlite://", "mysql://x/y", "postgresql+nothing://x/y"]
)
def test_a_bad_address_is_one_sentence(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store(url, lambda _names: None)
    assert str(caught.value).count("\n") == 0


def test_site_values_are_made_once(store_url: str) -> None:
    async def scene() -> None:
        async with opened(store_url) as store:
            assert store.site_value("key", lambda: "first") == "first"
            assert store.site_value("key", lambda: "second") == "first"

    asyncio.run(scene())


class LosesAnswers:
    """An engine whose first commits reach the database while their answers are lost."""

    def __init__(self, engine: Engine, losses: int) -> None:
        self._engine, self._losses = engine, losses
        self.dialect = engine.dialect

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            yield connection
        self._losses -= 1
        if self._losses >= 0:
            raise OperationalError("COMMIT", {}, Exception("the connection is gone"))

    def raw_connection(self) -> object:
        return self._engine.raw_connection()


def test_a_commit_whose_answer_was_lost_is_not_made_twice(store_url: str) -> None:
    async def scene() -> None:
        async with opened(store_url) as store:
            await with_table(store)
            store._writer._engine = LosesAnswers(store._writer._engine, 2)  # type: ignore[assignment]
            assert await store.append(row(1, "a")) == StoredBefore(1)
            assert await store.append(row(2, "b")) == Stored()
            assert [e.client for e in await store.events("one")] == ["a", "b"]

    asyncio.run(scene())


def test_a_store_that_is_away_is_said_and_nothing_is_doubled(store_url: str) -> None:
    async def scene() -> None:
        async with opened(store_url) as store:
            await with_table(store)
            engine = store._writer._engine
            store._writer._engine = LosesAnswers(engine, 99)  # type: ignore[assignment]
            with pytest.raises(StoreError, match="could not be written"):
                await store.append(row(1, "a"))
            store._writer._engine = engine
            assert await store.append(row(1, "a")) == StoredBefore(1)

    asyncio.run(scene())


def test_a_writer_that_gets_no_connection_in_time_goes_on_when_there_is_one(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others hold them all, as where another process holds the file for half a minute."""

    async def scene() -> None:
        async with opened(sqlite_url) as store:
            await with_table(store)
            writing, _ = store.engines
            monkeypatch.setattr(writing.pool, "_timeout", 0.01)
            held = [writing.raw_connection() for _ in range(2)]
            with pytest.raises(StoreError, match="could not be written"):
                await store.append(row(1, "a"))
            with pytest.raises(StoreError, match="cannot be used"):
                await store.read(lambda: writing.connect().close())
            for each in held:
                each.close()
            assert await store.append(row(1, "a")) == Stored()
            assert [e.client for e in await store.events("one")] == ["a"]

    asyncio.run(scene())


def test_one_bad_row_does_not_harm_the_others(store_url: str) -> None:
    async def scene() -> None:
        async with opened(store_url) as store:
            await with_table(store)
            rows = [row(1, "a"), row(1, "b", "none"), row(2, "c")]
            answers = await asyncio.gather(
                *(store.append(each) for each in rows), return_exceptions=True
            )
            assert [type(answer) for answer in answers] == [Stored, StoreError, Stored]

    asyncio.run(scene())


def test_a_missing_driver_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'facedown\[postgres\]'"):
        Store("postgresql+psycopg://x/y", lambda _names: None)


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(StoreError, match="The store cannot be opened") as caught:
        Store("postgresql+psycopg://me:s3cret@127.0.0.1:1/none", lambda _names: None)
    assert "s3cret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_store_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    Store(url, lambda _: None).close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as file:
        file.execute("DROP TABLE site_values")
    file.close()
    store = Store(url, lambda _: None)
    try:
        with pytest.raises(StoreError, match=r"^The store cannot be used \(OperationalError\)\.$"):
            store.site_value("alive", lambda: "0")
        with pytest.raises(StoreError, match="cannot be used"):
            store.set_site_value("alive", "0")
    finally:
        store.close()
    with pytest.raises(StoreError, match="cannot be used"):
        Tables(url)
