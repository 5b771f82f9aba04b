"""Bots: they get a view and a deadline, and never hold up a table."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.table.scenes import AMPLE, Party, late, on_tables
from tests.testing.hunch import Hunch

from facedown.core.codec import Json
from facedown.core.registry import override_game
from facedown.table.bots import bot_names
from facedown.table.errors import Crashed, TooSlow
from facedown.table.opening import NewTable
from facedown.table.pool import WorkerPool
from facedown.table.tables import Tables
from facedown.table.thinking import count_worlds, name_of

pytestmark = pytest.mark.usefixtures("published")


async def bot_steps(tables: Tables, table: str) -> list[tuple[str, str]]:
    """Who made the moves of seat 2, and why instead of another."""
    return [
        (frame.form()["by"], frame.form()["instead"])
        for frame in await tables.watching.feed(table)
        if frame.kind == "step" and frame.form()["seat"] == 1
    ]


@pytest.mark.parametrize(
    ("bot", "by", "instead"),
    [
        ("low", "bot:low", ""),
        ("wild", "bot:wild", ""),
        ("noisy", "bot:noisy", ""),
        ("random", "random", ""),
        ("slow", "bot:low", "late"),
        ("wrong", "bot:low", "refused"),
        ("nonsense", "bot:low", "refused"),
        ("raising", "bot:low", "crashed"),
        ("dying", "bot:low", "crashed"),
    ],
)
def test_who_moves_when_a_bot_cannot(bot: str, by: str, instead: str) -> None:
    async def scene(tables: Tables) -> None:
        with late(tables, "slow"):
            party = await Party.at(tables, NewTable("rough", 2, bots={1: bot}))
            await tables.watching.wait(party.table, 3, AMPLE)
            assert (await bot_steps(tables, party.table))[0] == (by, instead)

    on_tables(scene)()


@on_tables
async def test_a_whole_game_with_bots(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 3, bots={1: "wild", 2: "low"}))
    await party.play_on(random.Random(1))
    assert (await tables.watching.info(party.table)).status == "over"


@on_tables
async def test_a_slow_bot_does_not_stall_another_table(tables: Tables) -> None:
    slow = await Party.at(tables, NewTable("rough", 2, bots={1: "slow"}))
    quick = await Party.at(tables, NewTable("hush", 2))
    for number in range(1, 9):
        await quick.move(0, number)
    assert await bot_steps(tables, slow.table) == []  # it is still at it
    await slow.move(0, 3)  # and neither does it stall its own


@on_tables
async def test_bots_left_behind_move_when_their_table_is_looked_at(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, {"limit": 99}, {1: "low"}, seed="1"))
    await tables.watching.wait(party.table, 3, AMPLE)
    live = await tables.registry.live_table(party.table)
    for task in live.thinking.values():
        task.cancel()  # as if its process had been killed
    await asyncio.gather(*live.thinking.values(), return_exceptions=True)
    del tables.registry.live_tables[party.table]
    head = (await tables.watching.info(party.table)).head
    await party.move(0, 4)
    head = await party.move(0, 0)
    assert await tables.watching.wait(party.table, head, AMPLE) > head


def test_every_game_has_a_random_bot() -> None:
    from facedown.core.registry import new_game

    assert bot_names(new_game("turing"))[-1] == "random"


def test_work_waits_for_a_free_process_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = 123.5
    clocks: list[bool] = []
    others: list[asyncio.Future[Json]] = []
    timeout = asyncio.timeout

    def started(seconds: float | None) -> asyncio.Timeout:
        if seconds == allowed:
            clocks.append(others[0].done())
        return timeout(seconds)

    async def scene() -> None:
        pool = WorkerPool(1, patience=AMPLE)
        try:
            await pool.start()
            others.append(asyncio.ensure_future(pool.run(AMPLE, time.sleep, 0.3)))
            await asyncio.sleep(0)
            await pool.run(allowed, time.sleep, 0)
            assert clocks == [True], "waiting for others' work does not count"
            pool.patience = 0.3
            busy = asyncio.ensure_future(pool.run(AMPLE, time.sleep, AMPLE))
            await asyncio.sleep(0)
            with pytest.raises(TooSlow, match="all busy"):
                await pool.run(AMPLE, time.sleep, 0)
            busy.cancel()
            await asyncio.gather(busy, return_exceptions=True)
        finally:
            await pool.close()

    monkeypatch.setattr(asyncio, "timeout", started)
    asyncio.run(scene())


SERVER = """
import asyncio, os, sys, time
from facedown.table.pool import WorkerPool

async def scene():
    pool = WorkerPool(1)
    await pool.start()
    print(await pool.run(240, os.getpid), flush=True)
    await pool.run(240, time.sleep, 240)

asyncio.run(scene())
"""


def test_a_worker_ends_with_its_server_even_in_the_middle_of_work() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    server.kill()
    server.wait()
    server.stdout.close()
    until = time.monotonic() + AMPLE
    while time.monotonic() < until:
        try:
            os.kill(worker, 0)
            state = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return
        if state == "Z":  # ended; only nobody has asked how
            return
        time.sleep(0.1)
    raise AssertionError("the worker is still there")


def test_the_pool_goes_on_after_failures() -> None:
    from facedown.core.registry import new_game

    game = new_game("turing", cards="4,9,11,14")
    state = game.start()
    while state.actors() == (-1,):
        state.apply(-1, state.draw(random.Random(1)))
    view = state.view(0)
    count = game.worlds(view).count()

    async def scene() -> None:
        pool = WorkerPool(1)
        try:
            assert await pool.run(AMPLE, count_worlds, name_of(game), view) == count
            with pytest.raises(Crashed, match="TypeError"):
                await pool.run(AMPLE, count_worlds)
            with pytest.raises(TooSlow):
                await pool.run(0.1, time.sleep, 60)
            assert await pool.run(AMPLE, count_worlds, name_of(game), view) == count
            busy = asyncio.ensure_future(pool.run(AMPLE, count_worlds, name_of(game), view))
            await asyncio.sleep(0)
            busy.cancel()
            with pytest.raises(asyncio.CancelledError):
                await busy
            assert await pool.run(AMPLE, count_worlds, name_of(game), view) == count
        finally:
            await pool.close()

    asyncio.run(scene())


@on_tables
async def test_a_bot_that_plays_anything_speaks_by_the_law_of_the_language(tables: Tables) -> None:
    """The author has no numbered move: its rule is drawn, and the game goes on."""
    with override_game(Hunch):
        party = await Party.at(tables, NewTable("hunch", 2, bots={0: "random"}))
        await tables.watching.wait(party.table, 3, AMPLE)
        steps = [f for f in await tables.watching.feed(party.table) if f.kind == "step"]
        assert [(step.form()["seat"], step.form()["by"]) for step in steps] == [(0, "random")]
