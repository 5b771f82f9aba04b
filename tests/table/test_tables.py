"""A server's tables: opening, going under, and stopping."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.table.scenes import AMPLE, QUICK, Party, on_tables

from facedown.table.acts.note import KeepNote
from facedown.table.acts.play import play
from facedown.table.errors import Closing, NoSuchTable
from facedown.table.live_table import Judging
from facedown.table.logs import Metrics
from facedown.table.opening import NewTable
from facedown.table.state import Clock, Settings
from facedown.table.tables import ServerSettings, Tables

pytestmark = pytest.mark.usefixtures("published")


def test_everything_is_there_after_a_restart(store_url: str) -> None:
    async def scene() -> None:
        async with Tables.open(store_url, QUICK) as tables:
            party = await Party.at(tables, NewTable("suspense", 2))
            await party.play_on(random.Random(1), 6)
            await tables.do(party.table, KeepNote(text="a note"), party.secrets[0])
            before = [await tables.watching.feed(party.table, s) for s in (*party.secrets, None)]
        async with Tables.open(store_url, QUICK) as tables:
            party.tables = tables
            after = [await tables.watching.feed(party.table, s) for s in (*party.secrets, None)]
            assert after == before
            assert await tables.watching.notes(party.table, party.secrets[0]) == ("a note",)
            await party.play_on(random.Random(2))

    asyncio.run(scene())


@on_tables
async def test_who_asked_may_go_and_the_move_is_made(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    moving = asyncio.create_task(tables.do(party.table, play(3, client="c"), party.secrets[0]))
    for _ in range(3):
        await asyncio.sleep(0)
    moving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await moving
    await tables.watching.wait(party.table, 3, 30)
    assert (await tables.do(party.table, play(3, client="c"), party.secrets[0])).again
    assert (await tables.watching.info(party.table)).head == 4


def test_stopping_stores_what_is_under_way_and_wakes_those_who_wait(sqlite_url: str) -> None:
    async def scene() -> None:
        async with Tables.open(sqlite_url, QUICK) as tables:
            party = await Party.at(tables, NewTable("hush", 2))
            table, (ann, bob) = party.table, party.secrets

            async def watch() -> int:
                return len([frame async for frame in tables.watching.subscribe(table, None, 0)])

            watching = asyncio.create_task(watch())
            waiting = asyncio.create_task(tables.watching.wait(table, 99, 60))
            await asyncio.sleep(0.05)
            moves = [asyncio.create_task(tables.do(table, play(3), s)) for s in (ann, bob)]
            await asyncio.sleep(0)
        assert sorted([(await move).seq for move in moves]) == [4, 5]
        assert await watching >= 3
        assert await waiting >= 3
        with pytest.raises(Closing):
            await tables.do(table, play(4), ann)
        async with Tables.open(sqlite_url, QUICK) as again:
            assert (await again.watching.info(table)).head == 5

    asyncio.run(scene())


def test_tables_nobody_looks_at_leave_the_memory_and_come_back(sqlite_url: str) -> None:
    async def scene() -> None:
        async with Tables.open(sqlite_url, ServerSettings(workers=1, most_live_tables=2)) as tables:
            parties = [await Party.at(tables, NewTable("hush", 2)) for _ in range(5)]
            await tables.sweeper.sweep()
            assert set(tables.registry.live_tables) == {party.table for party in parties[-2:]}
            assert await parties[0].move(0, 3) == 4

    asyncio.run(scene())


def test_what_nobody_asks_for_any_more_leaves_the_memory_unless_a_clock_runs() -> None:
    async def scene() -> None:
        settings = ServerSettings(workers=1, idle_seconds=3600)
        async with Tables.open("", settings) as tables:
            clocked = Settings(clock=Clock(600))
            await Party.at(tables, NewTable("hush", 2, settings=clocked))
            party = await Party.at(tables, NewTable("hush", 2))
            watched = await Party.at(tables, NewTable("hush", 2))
            judged = await Party.at(tables, NewTable("hush", 2))
            waiting = asyncio.ensure_future(tables.watching.wait(watched.table, 99, AMPLE))
            judging = asyncio.ensure_future(asyncio.sleep(AMPLE))
            live = await tables.registry.live_table(judged.table)
            live.judgings[0] = Judging(0.0, task=judging)
            await asyncio.sleep(0)
            everything = set(tables.registry.live_tables)
            await tables.sweeper.sweep()
            assert set(tables.registry.live_tables) == everything, "asked for within the hour"
            for each in tables.registry.live_tables.values():
                each.touched -= 3_600_000
            await tables.sweeper.sweep()
            assert set(tables.registry.live_tables) == everything - {party.table}
            assert await party.move(0, 3) == 4, "and it is read again"
            waiting.cancel()
            judging.cancel()
            await asyncio.gather(waiting, judging, return_exceptions=True)

    asyncio.run(scene())


def test_metrics_are_what_prometheus_reads() -> None:
    metrics = Metrics()
    metrics.count("moves", 3)
    metrics.set("live_tables", 2)
    for seconds in (0.0005, 0.003, 99.0):
        metrics.took("store", seconds)
    lines = metrics.text().splitlines()
    assert "facedown_moves_total 3" in lines
    assert "facedown_live_tables 2" in lines
    assert 'facedown_store_seconds_bucket{le="0.001"} 1' in lines
    assert 'facedown_store_seconds_bucket{le="0.005"} 2' in lines
    assert 'facedown_store_seconds_bucket{le="+Inf"} 3' in lines
    assert "facedown_store_seconds_count 3" in lines
    assert metrics.counted("moves") == 3
    assert metrics.counted("nothing") == 0


@on_tables
async def test_what_happens_is_counted(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    await party.move(0, 3)
    assert tables.metrics.counted("moves") == 1
    assert tables.metrics.counted("tables") == 1
    assert tables.metrics.counted("rows") == 5
    assert 1 <= tables.metrics.counted("commits") <= 5


@pytest.mark.parametrize("name", ["\0", "a\0b", "\ud800", "", "..", "A", "x" * 3000])
def test_a_table_of_an_impossible_name_is_not_there(store_url: str, name: str) -> None:
    async def scene() -> None:
        async with Tables.open(store_url, QUICK) as tables:
            with pytest.raises(NoSuchTable, match="There is no such table"):
                await tables.watching.info(name)

    asyncio.run(scene())
