"""Time to think: counted while one is to move, extendable, and nobody waits for who is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.table.scenes import QUICK, Party, on_tables

from facedown.table.acts.come_back import ComeBack
from facedown.table.acts.give_time import GiveTime
from facedown.table.acts.open_seat import OpenSeat
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.acts.settings import ChangeSettings
from facedown.table.errors import NotAllowed, NotYet, TableError
from facedown.table.opening import NewTable
from facedown.table.state import Clock, Settings
from facedown.table.tables import Tables

pytestmark = pytest.mark.usefixtures("published")
CLOCKED = Settings(clock=Clock(60, 5))


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch, pass_seconds: list[float]) -> None:
    """No time passes but what a test lets pass, however busy the machine."""

    def at(start: int) -> Callable[[], int]:
        return lambda: start + round(1e9 * sum(pass_seconds))

    for clock in ("time_ns", "monotonic_ns"):
        monkeypatch.setattr(time, clock, at(getattr(time, clock)()))


async def left(tables: Tables, table: str) -> list[float]:
    """Whole seconds left for each seat."""
    return [round((seat.left or 0) / 1000) for seat in (await tables.watching.info(table)).seats]


@on_tables
async def test_time_runs_for_those_who_are_to_move(
    tables: Tables, pass_seconds: list[float], frozen: None
) -> None:
    party = await Party.at(tables, NewTable("hush", 2, settings=CLOCKED))
    pass_seconds.append(20)
    assert await left(tables, party.table) == [40, 40]
    await party.move(0, 5)
    assert await left(tables, party.table) == [45, 40]
    await party.move(0, 0)  # and now only the other is to move
    pass_seconds.append(10)
    assert await left(tables, party.table) == [50, 30]
    await tables.do(party.table, GiveTime(seconds=100, seat=1), party.host)
    await tables.do(party.table, GiveTime(seconds=7), party.host)
    assert await left(tables, party.table) == [57, 137]


@pytest.mark.parametrize("step", [3600, -3600], ids=["put forward", "put back"])
@on_tables
async def test_a_step_of_the_computers_clock_takes_nobodys_time(
    tables: Tables,
    pass_seconds: list[float],
    frozen: None,
    monkeypatch: pytest.MonkeyPatch,
    step: int,
) -> None:
    party = await Party.at(tables, NewTable("hush", 2, settings=CLOCKED))
    pass_seconds.append(20)
    assert await left(tables, party.table) == [40, 40]
    real = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: real() + 10**9 * step)
    assert min(await left(tables, party.table)) >= 40
    await tables.sweeper.sweep()
    assert [seat.player for seat in (await tables.watching.info(party.table)).seats] == [
        "human"
    ] * 2
    await party.move(0, 5)
    assert min(await left(tables, party.table)) >= 40


@on_tables
async def test_a_bot_goes_on_when_time_is_over(tables: Tables, pass_seconds: list[float]) -> None:
    party = await Party.at(tables, NewTable("hush", 2, settings=CLOCKED))
    table, ann = party.table, party.secrets[0]
    await party.move(1, 5)
    head = await party.move(1, 0)
    pass_seconds.append(61)
    head = await tables.watching.wait(table, head, 30)  # a bot is seated, and moves
    frames = await tables.watching.feed(table, None, head - 1)
    assert [f.kind for f in frames][:1] == ["bot-seated"]
    assert frames[0].event == BotSeated(0, "low", "clock")
    with pytest.raises(NotYet, match="Your time is over"):
        await tables.do(table, ComeBack(), ann)
    # Who runs out of time has not left: a host with a short clock gets at nobody's secrets.
    with pytest.raises(NotAllowed, match="only when its person has left"):
        await tables.do(table, OpenSeat(seat=0), party.host)
    await tables.do(table, GiveTime(seconds=600), party.host)
    await tables.do(table, ComeBack(), ann)
    assert (await tables.watching.info(table)).seats[0].player == "human"


@on_tables
async def test_a_new_clock_starts_anew(
    tables: Tables, pass_seconds: list[float], frozen: None
) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    with pytest.raises(NotYet, match="no clock"):
        await tables.do(party.table, GiveTime(seconds=5), party.host)
    pass_seconds.append(1000)
    await tables.do(party.table, ChangeSettings(settings=CLOCKED), party.host)
    assert await left(tables, party.table) == [60, 60]
    for seconds in (0, -5, 10**9):
        with pytest.raises(TableError):
            await tables.do(party.table, GiveTime(seconds=seconds), party.host)


def test_clocks_stand_still_while_the_server_is_down(
    sqlite_url: str, pass_seconds: list[float], tmp_path: Path
) -> None:
    async def scene() -> None:
        async with Tables.open(sqlite_url, QUICK) as tables:
            party = await Party.at(tables, NewTable("hush", 2, settings=CLOCKED))
            pass_seconds.append(20)
            await tables.watching.wait(party.table, 99, 1.5)  # until it gave a sign of life
        pass_seconds.append(3600)
        for _ in range(2):
            async with Tables.open(sqlite_url, QUICK) as tables:
                # What was thought before it went down is not known, and given to the players.
                assert min(await left(tables, party.table)) > 50
                await tables.watching.wait(party.table, 99, 1.5)
        pass_seconds.append(12)
        async with Tables.open(sqlite_url, QUICK) as tables:
            assert max(await left(tables, party.table)) <= 48

    asyncio.run(scene())
