"""Removing finished tables from either kind of store."""

from __future__ import annotations

import asyncio
import random

from sqlalchemy import Executable, update
from tests.table.scenes import QUICK, Party

from facedown.table import database
from facedown.table.clock import now_ms
from facedown.table.database import EventRow
from facedown.table.opening import NewTable
from facedown.table.retention import OldTables, keep_days, kept_days, old_tables, open_store, remove
from facedown.table.store import Store
from facedown.table.tables import Tables

OLD = 10 * 86_400_000


async def finished(tables: Tables, count: int) -> list[str]:
    names = []
    for number in range(count):
        party = await Party.at(tables, NewTable("turing", 1, {"cards": "4,9,11,14"}))
        await party.play_on(random.Random(number))
        names.append(party.table)
    return names


def change(store: Store, statement: Executable) -> None:
    with store.engines[0].begin() as connection:
        connection.execute(statement)


def test_a_table_that_somebody_came_back_to_or_that_cannot_be_read_stays(store_url: str) -> None:
    async def scene() -> None:
        async with Tables.open(store_url, QUICK) as tables:
            gone, back, strange, young = await finished(tables, 4)
        store = open_store(store_url)
        try:
            assert kept_days(store) == 0
            assert await old_tables(store, kept_days(store)) == OldTables(0, (), 0, 0)
            events, columns = update(database.events), database.events.c
            change(store, events.where(columns.table_name != young).values(at=columns.at - OLD))
            change(
                store,
                update(database.tables).where(database.tables.c.name == strange).values(spec="{}"),
            )
            keep_days(store, 7)
            old = await old_tables(store, kept_days(store))
            assert (set(old.names), old.unfinished, old.unreadable) == ({gone, back}, 0, 1)
            head = (await store.heads([back]))[back]
            body = '{"event": "said", "seat": -1, "name": "Eve", "text": "Well played"}'
            await store.append(EventRow(back, head + 1, now_ms(), "eve/1", body))
            assert await remove(store, old) == 1
            assert await store.events(gone) == []
            assert len(await store.events(back)) == head + 1
            assert await remove(store, old) == 0
        finally:
            store.close()

    asyncio.run(scene())
