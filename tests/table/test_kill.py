"""Stored, then acknowledged: nothing acknowledged is lost when the server is killed, or doubled."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import defaultdict
from pathlib import Path

import pytest
from tests.table.client import Client, Player, hosted

from facedown.table.tables import Tables

PLAYERS = 4


async def play_and_kill(url: str, folder: Path, kills: int) -> list[Player]:
    """Players play on while their server is killed at random moments and started again."""
    rng = random.Random(kills)
    socket = folder / "host"
    players = [
        Player(Client(socket), game, random.Random(rng.random()))
        for game in ("turing", "suspense") * (PLAYERS // 2)
    ]
    stop = asyncio.Event()
    playing = [asyncio.create_task(player.play(stop)) for player in players]
    for life in range(kills):
        async with hosted(url, socket) as process:
            if life % 2:  # the others end at any moment, the very first ones too
                await heard(players)
            await asyncio.sleep(rng.uniform(0.0, 0.6))
            assert all(not task.done() for task in playing), playing
            process.kill()
    async with hosted(url, socket):
        stop.set()
        await asyncio.gather(*playing)
        for player in players:
            player.client.close()
    return players


async def heard(players: list[Player]) -> None:
    """Waits until another message was acknowledged, however slow the machine is."""
    before = sum(len(player.acknowledged) for player in players)
    async with asyncio.timeout(300):
        while sum(len(player.acknowledged) for player in players) == before:
            await asyncio.sleep(0.01)


async def fold_all(url: str, tables: set[str]) -> dict[str, int]:
    """Every table opened anew, each event of it made again under the rules."""
    async with Tables.open(url) as opened:
        return {table: (await opened.watching.info(table)).head for table in tables}


def check(url: str, file: Path, players: list[Player]) -> None:
    rows = defaultdict(list)
    with sqlite3.connect(file) as store:
        for table, seq, client in store.execute(
            "SELECT table_name, seq, client FROM events ORDER BY table_name, seq"
        ):
            rows[table].append((seq, client))
    store.close()
    for table, found in rows.items():
        assert [seq for seq, _ in found] == list(range(1, len(found) + 1)), table
    stored = {(table, client): seq for table, found in rows.items() for seq, client in found}
    assert len(stored) == sum(map(len, rows.values()))
    acknowledged = {key: seq for player in players for key, seq in player.acknowledged.items()}
    assert {key: stored.get(key) for key in acknowledged} == acknowledged
    heads = asyncio.run(fold_all(url, set(rows)))
    assert heads == {table: len(found) for table, found in rows.items()}


@pytest.mark.parametrize(
    "kills", [10, pytest.param(200, marks=pytest.mark.slow)], ids="{} kills".format
)
def test_no_acknowledged_message_is_lost_or_doubled(
    kills: int, sqlite_url: str, tmp_path: Path
) -> None:
    players = asyncio.run(play_and_kill(sqlite_url, tmp_path, kills))
    acknowledged = sum(len(player.acknowledged) for player in players)
    assert acknowledged >= kills // 2
    check(sqlite_url, tmp_path / "tables.sqlite", players)
