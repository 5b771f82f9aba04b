"""A game is judged once for all who ask, says how far it is, and stops when nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from importlib.resources import files
from typing import cast

import pytest

from facedown.core.codec import Json, to_json
from facedown.core.log import read_log
from facedown.table import slow_work
from facedown.table.errors import TooSlow
from facedown.table.live_table import LiveTable, Tasks
from facedown.table.slow_work import JudgedSoFar, SlowWork, judge_log, judged
from facedown.table.state import TableState

LOG = read_log(files("facedown.games.turing").joinpath("example.jsonl").read_text("utf-8"))


class ByHand(SlowWork):
    """Slow work whose reports come when a test says so; counts how often it was begun and left."""

    def __init__(self) -> None:
        self.reports: asyncio.Queue[Json] = asyncio.Queue()
        self.begun = self.left = 0

    async def follow(
        self, seconds: float, work: Callable[..., object], *about: object
    ) -> AsyncGenerator[Json]:
        """What the test reports."""
        assert work is judge_log
        self.begun += 1
        try:
            while True:
                yield await self.reports.get()
        finally:
            self.left += 1


def table_over() -> LiveTable:
    return LiveTable("t", cast(TableState, None), 0)


def reported() -> list[JudgedSoFar]:
    found: list[JudgedSoFar] = []
    judge_log(found.append, LOG, 0)
    return found


async def told_how_far_it_is() -> None:
    work, tasks, live = ByHand(), Tasks(), table_over()
    *before, last = reported()
    assert before
    assert not any(each.is_done for each in before)
    assert all(each.told is not None for each in before)
    assert before[0].words.startswith("Seat 1 of 1: move ")
    assert await judged(work, tasks, live, LOG, 0) == JudgedSoFar("")
    work.reports.put_nowait(to_json(before[0]))
    while (so_far := await judged(work, tasks, live, LOG, 0)) == JudgedSoFar(""):
        pass
    assert so_far == before[0]
    work.reports.put_nowait(to_json(last))
    while not (so_far := await judged(work, tasks, live, LOG, 0)).is_done:
        pass
    assert so_far == last
    await tasks.drain()
    assert (work.begun, work.left) == (1, 1)


async def stopped_and_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    work, tasks, live = ByHand(), Tasks(), table_over()
    await judged(work, tasks, live, LOG, 0)
    monkeypatch.setattr(slow_work, "GIVEN_UP", -1.0)  # nobody has asked for long enough
    work.reports.put_nowait(to_json(reported()[0]))
    await tasks.drain()
    assert (work.begun, work.left) == (1, 1)
    task = live.judgings[0].task
    assert task is not None
    assert isinstance(task.exception(), TooSlow)
    await judged(work, tasks, live, LOG, 0)
    task = live.judgings[0].task
    assert task is not None
    task.cancel()
    await tasks.drain()
    assert (work.begun, work.left) == (2, 2)


async def broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    work, tasks, live = ByHand(), Tasks(), table_over()
    await judged(work, tasks, live, LOG, 0)
    reports = reported()
    work.reports.put_nowait(to_json(reports[2]))
    while not (so_far := await judged(work, tasks, live, LOG, 0)).told:
        pass
    monkeypatch.setattr(slow_work, "GIVEN_UP", -1.0)
    monkeypatch.setattr(slow_work, "PATIENCE", 60.0)
    waiting = asyncio.ensure_future(judged(work, tasks, live, LOG, 0))
    await asyncio.sleep(0)
    work.reports.put_nowait(to_json(reports[3]))  # the next after whom nobody waits any longer
    so_far = await waiting
    assert so_far.stopped
    assert so_far.words
    assert so_far.told == reports[3].told
    # Begun again it shows what there was, until it has come further.
    monkeypatch.setattr(slow_work, "GIVEN_UP", 30.0)
    monkeypatch.setattr(slow_work, "PATIENCE", 0.01)
    assert (await judged(work, tasks, live, LOG, 0)).told == reports[3].told
    work.reports.put_nowait(to_json(reports[0]))
    while not (so_far := await judged(work, tasks, live, LOG, 0)).words:
        pass
    assert so_far == JudgedSoFar(reports[0].words, reports[3].told)
    task = live.judgings[0].task
    assert task is not None
    task.cancel()
    await tasks.drain()


def test_what_is_broken_off_shows_what_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_work, "PATIENCE", 0.01)
    asyncio.run(broken_off(monkeypatch))


def test_whoever_asks_is_told_how_far_it_is_and_then_the_same_as_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slow_work, "PATIENCE", 0.01)
    asyncio.run(told_how_far_it_is())


def test_what_nobody_waits_for_is_stopped_and_begun_again_when_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slow_work, "PATIENCE", 0.01)
    asyncio.run(stopped_and_begun_again(monkeypatch))
