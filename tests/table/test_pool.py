"""Worker processes: warmed up while nobody needs them, replaced when they are late or die."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.table.scenes import AMPLE, Party

from facedown.core.moves import Action
from facedown.core.registry import new_game
from facedown.core.roster import Players, override_players, roster_of
from facedown.core.view import View
from facedown.table.errors import Crashed, TooSlow
from facedown.table.opening import NewTable
from facedown.table.pool import Work, WorkerPool, WorkerProcess
from facedown.table.tables import ServerSettings, Tables
from facedown.table.thinking import warm_up, warm_up_aids, warm_up_of, warm_ups
from facedown.table.worker import WorkStopped


def with_pool(scene: Callable[[WorkerPool], Awaitable[None]], pool: WorkerPool) -> None:
    async def run() -> None:
        try:
            async with asyncio.timeout(AMPLE):
                await pool.start()
                await scene(pool)
        finally:
            await pool.close()

    asyncio.run(run())


def nap_until(begun: str, gate: str) -> None:
    """Leaves a mark in a folder, and waits until there is a file."""
    tempfile.mkdtemp("", "", begun)
    while not Path(gate).exists():
        time.sleep(0.01)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.02)


def test_every_bot_and_every_aid_is_warmed_up_once_in_every_process(tmp_path: Path) -> None:
    listed: list[Work] = [
        (os.listdir, (str(tmp_path),)),
        (tempfile.mkdtemp, ("", "", str(tmp_path))),
    ]

    async def scene(pool: WorkerPool) -> None:
        await until(lambda: all(worker.ready == set(listed) for worker in pool._all))
        await asyncio.sleep(0.3)
        assert len(list(tmp_path.iterdir())) == 2

    with_pool(scene, WorkerPool(2, warm_ups=lambda: listed))


def test_what_fails_in_a_warm_up_is_not_tried_again(tmp_path: Path) -> None:
    bad: Work = (os.mkdir, (str(tmp_path),))  # it is there already
    dead: Work = (os._exit, (3,))

    async def scene(pool: WorkerPool) -> None:
        await until(lambda: len(pool._unfit) == 2)
        assert await pool.run(AMPLE, os.getpid, after=bad) == await pool.run(
            AMPLE, os.getpid, after=dead
        )

    with_pool(scene, WorkerPool(1, warm_ups=lambda: [bad, dead]))


def test_what_is_warmed_up_is_found_in_the_games() -> None:
    found = [about for work, about in warm_ups() if work is warm_up]
    for name in ("suspense", "turing"):
        game = new_game(name)
        assert {bot for game_name, bot in found if game_name == name} == {"", *roster_of(game).bots}
        assert found.index((name, str(roster_of(game).usual))) < len(found) / 2
    warm_up("turing", "careful")
    warm_up("turing", "")
    assert warm_ups()[-1] == (warm_up_aids, ("solver",)), "what may take long to build comes last"


class Large:
    """A bot with much to load."""

    loaded = 0

    def warm_up(self) -> None:
        Large.loaded += 1

    def act(self, view: View, rng: random.Random) -> Action:
        return rng.choice(view.legal)


def test_a_bot_that_has_more_to_load_does_so_in_its_warm_up() -> None:
    with override_players("suspense", Players({"large": lambda game: Large()})):
        assert Large.loaded == 0
        warm_up("suspense", "large")
    assert Large.loaded == 1


def test_warming_up_waits_for_whoever_has_work(tmp_path: Path) -> None:
    long = [(time.sleep, (0.2 + number / 1000,)) for number in range(40)]

    async def scene(pool: WorkerPool) -> None:
        (worker,) = pool._all
        await until(lambda: bool(worker.ready))
        await pool.run(AMPLE, os.getpid)
        assert len(worker.ready) < len(long)

    with_pool(scene, WorkerPool(1, warm_ups=lambda: long))


def test_a_warm_up_that_hangs_makes_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown.table.pool.YIELD_SECONDS", 0.5)

    async def scene(pool: WorkerPool) -> None:
        await until(lambda: pool._held is not None)
        await pool.run(AMPLE, os.getpid)
        await until(lambda: pool._held is not None)  # it is held again

    with_pool(scene, WorkerPool(1, warm_ups=lambda: [(time.sleep, (1000,))]))


def test_what_another_process_warms_up_for_is_waited_for(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    nap: Work = (nap_until, (str(tmp_path), str(gate)))

    async def scene(pool: WorkerPool) -> None:
        await until(lambda: len(list(tmp_path.iterdir())) == 1)
        asked = asyncio.ensure_future(pool.run(AMPLE, os.getpid, after=nap))
        await asyncio.sleep(0.3)
        assert not asked.done()
        assert len(list(tmp_path.iterdir())) == 1  # the other process does not begin with it, too
        gate.touch()
        await asked

    with_pool(scene, WorkerPool(2, warm_ups=lambda: [nap]))


def test_the_first_work_of_a_kind_is_warmed_up_out_of_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = 123.5
    gate = tmp_path / "gate"
    clocks: list[bool] = []
    timeout = asyncio.timeout

    def started(seconds: float | None) -> asyncio.Timeout:
        if seconds == allowed:
            clocks.append(gate.exists())
        return timeout(seconds)

    monkeypatch.setattr(asyncio, "timeout", started)

    async def scene(pool: WorkerPool) -> None:
        begun = tmp_path / "begun"
        begun.mkdir()
        nap: Work = (nap_until, (str(begun), str(gate)))
        asked = asyncio.ensure_future(pool.run(allowed, time.sleep, 0, after=nap))
        await until(lambda: len(list(begun.iterdir())) == 1)
        assert clocks == []
        gate.touch()
        await asked
        assert clocks == [True], "its time begins when it is warmed up"
        await pool.run(allowed, time.sleep, 0, after=nap)
        assert len(list(begun.iterdir())) == 1
        # What dies in a warm-up is not warmed up again, and the work itself is still done.
        for _ in range(2):
            await pool.run(AMPLE, time.sleep, 0, after=(os._exit, (3,)))

    with_pool(scene, WorkerPool(1, warm_ups=list))


def stubborn() -> None:
    """Goes on whatever happens."""
    while True:
        with contextlib.suppress(BaseException):
            time.sleep(AMPLE)


ENDLESS = "all(True for _ in iter(int, 1))"


def test_a_process_that_is_late_is_stopped_and_stays_as_warm_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("facedown.table.pool.STOP_SECONDS", AMPLE)
    listed = [(os.getcwd, ())]
    late: list[Work] = [(time.sleep, (AMPLE,)), (eval, (ENDLESS,))]

    async def scene(pool: WorkerPool) -> None:
        (worker,) = pool._all
        await until(lambda: bool(worker.ready))
        before = await pool.run(AMPLE, os.getpid)
        for work, about in late * 2:
            with pytest.raises(TooSlow):
                await pool.run(0.05, work, *about)
            assert await pool.run(AMPLE, os.getpid) == before
            assert worker.ready == set(listed), "nothing is warmed up again"

    with_pool(scene, WorkerPool(1, warm_ups=lambda: listed))


def test_work_that_waits_for_a_processor_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = [0.0]
    monkeypatch.setattr(WorkerProcess, "processor_seconds", lambda _: worked[0])
    monkeypatch.setattr("facedown.table.pool.MOST_WAITED", 10**6)

    async def scene(pool: WorkerPool) -> None:
        assert await pool.run(0.01, time.sleep, 0.5) is None, "it has hardly had a processor"
        asked = asyncio.ensure_future(pool.run(0.01, time.sleep, AMPLE))
        await asyncio.sleep(0.2)
        assert not asked.done()
        worked[0] = 0.02
        with pytest.raises(TooSlow):
            await asked

    with_pool(scene, WorkerPool(1))


def test_a_process_that_was_ended_is_replaced_and_warmed_up_before_it_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("facedown.table.pool.STOP_SECONDS", 0.3)
    listed = [(os.getcwd, ())]

    async def scene(pool: WorkerPool) -> None:
        (worker,) = pool._all
        await until(lambda: bool(worker.ready))
        first = await pool.run(AMPLE, os.getpid)
        second = first
        while second == first:  # who is late before it has begun does not begin
            with pytest.raises(TooSlow):
                await pool.run(0.1, stubborn)
            await until(lambda: worker.runs and bool(worker.ready))
            second = await pool.run(AMPLE, os.getpid)
        assert isinstance(second, int)
        os.kill(second, 9)
        with pytest.raises(Crashed):
            await pool.run(AMPLE, time.sleep, AMPLE)
        await until(lambda: worker.runs and bool(worker.ready))
        assert len({first, second, await pool.run(AMPLE, os.getpid)}) == 3

    with_pool(scene, WorkerPool(1, warm_ups=lambda: listed))


def test_nobody_is_lost_among_many_who_wait_and_go() -> None:
    async def scene(pool: WorkerPool) -> None:
        async def one(number: int) -> None:
            work = asyncio.ensure_future(pool.run(AMPLE, time.sleep, 0.01))
            await asyncio.sleep(0.003 * (number % 7))
            if number % 3 == 0:
                work.cancel()
            await asyncio.gather(work, return_exceptions=True)

        await asyncio.gather(*(one(number) for number in range(40)))
        assert sorted(map(id, pool._idle)) == sorted(map(id, pool._all))
        await pool.run(AMPLE, os.getpid)

    with_pool(scene, WorkerPool(2))


class Trap:
    """A value whose pickle makes a folder wherever it is read."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (self.folder,)


def trap(folder: str) -> Trap:
    return Trap(folder)


def test_nothing_that_a_worker_answers_is_run_in_the_server(tmp_path: Path) -> None:
    async def scene(pool: WorkerPool) -> None:
        with pytest.raises(Crashed):
            await pool.run(AMPLE, trap, str(tmp_path / "made by the server"))
        assert list(tmp_path.iterdir()) == []
        assert await pool.run(AMPLE, os.getpid)

    with_pool(scene, WorkerPool(1))


def test_an_answer_without_a_json_form_is_a_failure_of_the_work_alone() -> None:
    async def scene(pool: WorkerPool) -> None:
        before = await pool.run(AMPLE, os.getpid)
        for answer in ("object()", "1j"):
            with pytest.raises(Crashed):
                await pool.run(AMPLE, eval, answer)
        assert await pool.run(AMPLE, os.getpid) == before
        nonsense: list[Work] = [(eval, ("'x' * (1 << 24)",)), (os.write, (3, b"?" * 64))]
        for work, about in nonsense:
            with pytest.raises(Crashed):
                await pool.run(AMPLE, work, *about)
            before, after = await pool.run(AMPLE, os.getpid), before
            assert before != after  # who says too much, or what is no answer, is replaced

    with_pool(scene, WorkerPool(1))


def test_a_process_ends_though_much_of_what_it_said_was_not_read() -> None:
    async def scene() -> None:
        worker = WorkerProcess()
        await worker.start()
        with pytest.raises(OSError, match="without end"):
            await worker.run(eval, ("'x' * (1 << 24)",))
        await asyncio.sleep(0.5)  # the pipe is full, and nobody reads it
        async with asyncio.timeout(AMPLE):
            await worker.end()

    asyncio.run(scene())


def test_a_process_is_ended_while_somebody_waits_for_its_answer() -> None:
    async def scene() -> None:
        worker = WorkerProcess()
        await worker.start()
        waiting = asyncio.ensure_future(worker.run(time.sleep, (60,)))
        await asyncio.sleep(0.1)
        async with asyncio.timeout(AMPLE):
            await worker.end()
            with pytest.raises(EOFError):
                await waiting

    asyncio.run(scene())


def dawdle(tell: Callable[[object], None], folder: str, seconds: float) -> None:
    """Tells its process until nobody listens, and leaves a mark of how it ended."""
    try:
        for step in range(int(seconds / 0.01)):
            tell([step, os.getpid()])
            time.sleep(0.01)
    except BaseException as end:
        Path(folder, type(end).__name__).touch()
        raise


def deaf(tell: Callable[[object], None]) -> None:
    tell("here")
    time.sleep(60)


def fails(tell: Callable[[object], None]) -> None:
    tell("here")
    raise ValueError("what it knows")


def test_work_that_nobody_follows_any_more_ends_and_its_process_stays(tmp_path: Path) -> None:
    async def scene(pool: WorkerPool) -> None:
        before = await pool.run(AMPLE, os.getpid)
        freed: list[str] = []
        for turn in range(20):
            told = pool.follow(AMPLE, dawdle, str(tmp_path), 60, freed=lambda: freed.append(""))
            steps = 0
            async for step, process in told:
                assert process == before
                assert step == steps
                steps += 1
                if steps > turn % 3:
                    break
            await told.aclose()
            assert await pool.run(AMPLE, os.getpid) == before
            assert len(freed) == turn + 1
        assert [file.name for file in tmp_path.iterdir()] == [WorkStopped.__name__]

    with_pool(scene, WorkerPool(1))


def test_work_is_followed_to_its_end(tmp_path: Path) -> None:
    async def scene(pool: WorkerPool) -> None:
        told = [step async for step, _ in pool.follow(AMPLE, dawdle, str(tmp_path), 0.05)]
        assert told == [0, 1, 2, 3, 4]
        assert list(tmp_path.iterdir()) == []
        told_by = pool.follow(AMPLE, fails)
        assert await anext(told_by) == "here"
        with pytest.raises(Crashed, match="ValueError") as caught:
            await anext(told_by)
        assert "what it knows" not in str(caught.value)

    with_pool(scene, WorkerPool(1))


def test_whoever_is_late_is_stopped_and_whoever_is_deaf_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.table.pool.STOP_SECONDS", 0.3)

    async def scene(pool: WorkerPool) -> None:
        (_, before) = await anext(
            pool.follow(AMPLE, dawdle, str(tmp_path), 0.01)
        )  # it has loaded us
        with pytest.raises(TooSlow):
            [step async for step in pool.follow(0.2, dawdle, str(tmp_path), 60)]
        assert await pool.run(AMPLE, os.getpid) == before
        told = pool.follow(AMPLE, deaf)
        assert await anext(told) == "here"
        await told.aclose()
        assert await pool.run(AMPLE, os.getpid) != before

    with_pool(scene, WorkerPool(1))


@pytest.mark.usefixtures("published")
def test_a_server_warms_up_whatever_its_games_bring() -> None:
    async def scene() -> None:
        async with (
            asyncio.timeout(AMPLE),
            Tables.open("", ServerSettings(bot_seconds=AMPLE, workers=1, warm_up=True)) as tables,
        ):
            (worker,) = tables.pool._all
            await until(lambda: warm_up_of("hush", "low") in worker.ready)
            party = await Party.at(tables, NewTable("rough", 2, bots={1: "dying"}))
            await tables.watching.wait(party.table, 3, AMPLE)
            (step,) = [f for f in await tables.watching.feed(party.table) if f.kind == "step"]
            assert (step.form()["by"], step.form()["instead"]) == ("bot:low", "crashed")

    asyncio.run(scene())
