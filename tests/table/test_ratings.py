"""What is kept of games that count for ratings, and which do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.table.scenes import QUICK, on_tables

from facedown.core.facts import OptionValue
from facedown.table.access import hash_token
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.leave import Leave
from facedown.table.acts.resign import Resign
from facedown.table.acts.seat_bot import SeatBot
from facedown.table.backup import backup, restore
from facedown.table.clock import now_ms
from facedown.table.database import rated_seats
from facedown.table.opening import NewTable
from facedown.table.ratings import rated_players
from facedown.table.state import TableState
from facedown.table.tables import Tables

RATING = replace(QUICK, ratings=True)
ANN, BOB = "a" * 43, "b" * 43


async def given_up(tables: Tables, asked: NewTable, *people: str | None) -> str:
    """A table whose last person resigns; each is known for ratings so, or not."""
    table = (await tables.create(asked)).table
    secret = ""
    for rated_as in people:
        secret = (await tables.do(table, ClaimSeat(rated_as=rated_as))).secret
    await tables.do(table, Resign(), secret)
    await tables.tasks.drain()
    return table


def kept(tables: Tables) -> list[tuple[str, int, str, int]]:
    c = rated_seats.c
    query = select(c.table_name, c.seat, c.player, c.place).order_by(c.at, c.seat)
    with tables.store.engines[1].connect() as connection:
        return [tuple(row) for row in connection.execute(query)]


def test_what_counted_outlives_its_table_and_is_kept_once(store_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with Tables.open(store_url, RATING) as tables:
            table = await given_up(tables, NewTable("suspense", 2), ANN, BOB)
            expected = [(table, 0, hash_token(ANN), 1), (table, 1, hash_token(BOB), 2)]
            assert kept(tables) == expected
        async with Tables.open(store_url, RATING) as tables:
            await tables.watching.info(table)  # it is read again, and is over
            await tables.tasks.drain()
            assert kept(tables) == expected
            before = await tables.ratings.tables() if tables.ratings else ()
            assert await tables.store.remove([table], now_ms() + 1) == 1
        backup(store_url, tmp_path / "backup")
        restored = f"sqlite:///{tmp_path / 'restored'}"
        restore(tmp_path / "backup", restored)
        async with Tables.open(restored, RATING) as tables:
            assert kept(tables) == expected
        async with Tables.open(store_url, RATING) as tables:
            assert tables.ratings is not None
            assert kept(tables) == expected
            assert await tables.ratings.tables() == before
            assert [each.games for each in before[0].players] == [1, 1]

    asyncio.run(scene())


def test_what_a_process_did_not_come_to_keep_is_kept_when_the_table_is_read_again() -> None:
    async def scene(tables: Tables) -> None:
        ratings = tables.ratings
        assert ratings is not None
        tables.registry.subscribers.remove(ratings.look)
        table = await given_up(tables, NewTable("suspense", 2), ANN, BOB)
        assert kept(tables) == []
        tables.registry.subscribers.append(ratings.look)
        del tables.registry.live_tables[table]
        await tables.watching.info(table)
        await tables.tasks.drain()
        assert len(kept(tables)) == 2

    on_tables(scene, RATING)()


OWN_CARDS: dict[str, OptionValue] = {"cards": "4,9,11,14"}


@pytest.mark.parametrize(
    ("asked", "people"),
    [
        (NewTable("suspense", 2), (ANN, None)),
        (NewTable("suspense", 2), (ANN, ANN)),
        (NewTable("suspense", 2, bots={0: "careful"}), (None,)),
        (NewTable("suspense", 2, seed="known"), (ANN, BOB)),
        (NewTable("suspense", 2, handover=True), (ANN, BOB)),
        (NewTable("suspense", 2, tables=2), (ANN, BOB)),
        (NewTable("turing", 2, OWN_CARDS), (ANN, BOB)),
    ],
    ids=["one alone", "one twice", "bots alone", "known", "handover", "same deal", "own cards"],
)
def test_what_says_nothing_of_who_is_stronger_does_not_count(
    asked: NewTable, people: tuple[str | None, ...]
) -> None:
    async def scene(tables: Tables) -> None:
        await given_up(tables, asked, *people)
        assert kept(tables) == []

    on_tables(scene, RATING)()


def state_of(tables: Tables, table: str) -> TableState:
    return tables.registry.live_tables[table].state


def test_a_bot_that_took_over_is_not_rated_and_who_left_to_one_is_last() -> None:
    async def scene(tables: Tables) -> None:
        asked = NewTable("suspense", 3, {"goal": 0}, {2: "beginner"})
        made = await tables.create(asked)
        table, host = made.table, made.host_secret
        secrets = [(await tables.do(table, ClaimSeat(rated_as=each))).secret for each in (ANN, BOB)]
        await tables.do(table, Leave(), secrets[0])
        for seat in (0, 2):
            await tables.do(table, SeatBot(bot="careful", seat=seat), host)
        await tables.do(table, Resign(), secrets[1])
        while (info := await tables.watching.info(table)).status != "over":
            await tables.watching.wait(table, info.head, 30)
        await tables.tasks.drain()
        assert rated_players(state_of(tables, table)) == {0: hash_token(ANN), 1: hash_token(BOB)}
        assert [seat for _, seat, _, _ in kept(tables)] == [0, 1]
        assert min(place for *_, place in kept(tables)) > 1  # the bot of the third is before them

    on_tables(scene, RATING)()
