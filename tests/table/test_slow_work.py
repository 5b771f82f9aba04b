"""Slow work stalls nobody: it is done elsewhere, once, and leaves helpers for the bots."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from functools import partial
from typing import Any

import pytest
from tests.table.scenes import AMPLE, Party, late, on_tables

from facedown.core.match import SlowDraw, SlowMove, Worked, work_out
from facedown.core.moves import Move
from facedown.deduce.rules import Rule
from facedown.deduce.rules.parts import answer
from facedown.games.solver.judging import level_rules
from facedown.games.solver.moves import ANSWERS, Guess
from facedown.games.solver.rules import SolverState
from facedown.games.turing.cards import CODES
from facedown.games.turing.machine import machine_effort
from facedown.games.turing.moves import Declare, Propose, Stop
from facedown.table.acts.leave import Leave
from facedown.table.acts.note import KeepNote
from facedown.table.acts.play import play
from facedown.table.acts.say import Say
from facedown.table.acts.seat_bot import SeatBot
from facedown.table.errors import NotYet
from facedown.table.opening import NewTable
from facedown.table.pool import WorkerPool
from facedown.table.slow_work import SlowWork
from facedown.table.tables import Tables

pytestmark = pytest.mark.usefixtures("published")
CARDS = {"cards": "4,9,11,14"}


class Slow:
    """Notes which process works out what the Machine needs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here = 0
        monkeypatch.setattr("facedown.games.turing.machine.machine_effort", self.effort)

    def effort(self, *about: Any) -> tuple[int, int]:
        self.here += 1
        return machine_effort(*about)


async def at_the_end(tables: Tables) -> tuple[Party, Move]:
    """A solo game in which the next move names the code, so that the Machine is asked."""
    party = await Party.at(tables, NewTable("turing", 1, CARDS))
    await party.move(0, Propose("111"))
    await party.move(0, Stop())
    state: Any = (await tables.registry.live_table(party.table)).state.playing().state()
    return party, Declare(solve=True, code=CODES[state.problem.code(state.world)])


@on_tables
async def test_a_move_sent_again_while_it_is_worked_out_is_worked_out_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, last = await at_the_end(tables)
    run, done = tables.pool.run, []

    async def noted(seconds: float, work: Any, *about: Any) -> Any:
        done.append(work)
        return await run(seconds, work, *about)

    monkeypatch.setattr(tables.pool, "run", noted)
    send = partial(tables.do, party.table, play(last, client="last"), party.secrets[0])
    first, again = await asyncio.gather(send(), send())
    assert first.seq == again.seq
    assert done.count(work_out) == 1


@on_tables
async def test_nature_takes_her_time_in_another_process(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)
    party, last = await at_the_end(tables)
    match = (await tables.registry.live_table(party.table)).state.playing()
    with pytest.raises(SlowDraw):
        match.propose(0, last, at_once=True)
    assert slow.here == 0
    await party.move(0, last)
    info = await tables.watching.info(party.table)
    assert info.status == "over"
    assert (await tables.replays.shuffle(party.table)).first_mismatch is None
    assert slow.here == 0
    # And it is the very draw that would have been made here.
    log = await tables.replays.log(party.table)
    log.entries, first = log.entries[:-2], log.entries[-2]
    assert work_out(log, first) == tuple((await tables.replays.log(party.table)).entries[-2:])


@on_tables
async def test_what_was_worked_out_holds_for_that_moment_only(tables: Tables) -> None:
    party, last = await at_the_end(tables)
    match = (await tables.registry.live_table(party.table)).state.playing()
    with pytest.raises(SlowDraw) as caught:
        match.propose(0, last, at_once=True)
    asked = caught.value
    worked = Worked(asked.log, asked.first, work_out(asked.log, asked.first))
    assert match.propose(0, last, at_once=True, worked=worked) is worked.entries
    wrong = Declare(solve=False)
    made = match.propose(0, wrong, at_once=True, worked=worked)
    assert made[0].move == wrong
    match.accept(made)  # and now the game has gone on
    await party.move(0, Propose("111"))
    await party.move(0, Stop())
    with pytest.raises(SlowDraw):
        match.propose(0, last, at_once=True, worked=worked)


@on_tables
async def test_what_a_move_has_to_find_out_is_found_in_another_thread(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def noted(secret: Rule, guess: Rule, *, version: int) -> str:
        threads.append(threading.current_thread())
        return answer(secret, guess, version=version)

    monkeypatch.setattr("facedown.deduce.rules.parts.answer", noted)
    monkeypatch.setattr("facedown.games.solver.judging._remembered", {})
    party = await Party.at(tables, NewTable("solver", 1))
    live = await tables.registry.live_table(party.table)
    await party.move(0, live.state.playing().legal_moves(0)[0][1])
    guess = live.state.game.normal_form(
        Guess("red or the sum of the numbers of the last 2 cards is even")
    )
    state = live.state.playing().state()
    assert isinstance(state, SolverState)
    assert state.slow_part(Guess(level_rules(1)[0])) is None  # its answer is stored
    with pytest.raises(SlowMove) as caught:
        live.state.playing().propose(0, guess, at_once=True)
    assert not threads
    await party.move(0, guess)
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()
    recorded = caught.value.work()  # remembered
    assert len(threads) == 1
    assert isinstance(recorded.move, Guess)
    assert recorded.move.answer in ANSWERS
    assert recorded in live.state.playing().log.entries


@on_tables
async def test_the_same_question_is_worked_out_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await Party.at(tables, NewTable("turing", 2, CARDS))
    asked = []
    run = WorkerPool.run

    async def counted(pool: WorkerPool, deadline: float, work: Any, *about: Any) -> Any:
        asked.append(work.__name__)
        return await run(pool, deadline, work, *about)

    monkeypatch.setattr(WorkerPool, "run", counted)
    ann, bob = party.secrets
    told = await asyncio.gather(
        *(tables.watching.aid(party.table, ann, "codes") for _ in range(20))
    )
    assert len(set(told)) == 1
    assert len(asked) == 1
    # This is nothing that the aid could tell of.
    await tables.do(party.table, Say(text="and again"), bob)
    await tables.watching.aid(party.table, ann, "codes")
    assert len(asked) == 1
    await tables.watching.aid(party.table, bob, "codes")  # another seat may know something else
    await tables.do(party.table, KeepNote(text="4a:no"), ann)
    await tables.watching.aid(party.table, ann, "codes")
    assert len(asked) == 3


@on_tables
async def test_questions_leave_helpers_for_the_bots(tables: Tables) -> None:
    pool = WorkerPool(4)
    slow_work = SlowWork(pool, tables.tasks)
    under_way = most = 0

    async def slow(*_: Any) -> str:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.02)
        under_way -= 1
        return "words"

    pool.run = slow  # type: ignore[method-assign, assignment]
    live = await tables.registry.live_table((await tables.create(NewTable("hush"))).table)
    await asyncio.gather(*(slow_work.answer(live, n, 1, print, n) for n in range(9)))
    assert most == 2


@on_tables
async def test_bots_rest_when_nobody_looks(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = [0]
    real = time.time_ns
    monkeypatch.setattr("time.time_ns", lambda: real() + 10**9 * ahead[0])
    made = await tables.create(NewTable("hush", 2, bots={0: "slow"}))
    live = await tables.registry.live_table(made.table)
    ahead[0] = 3600
    await tables.do(made.table, SeatBot(seat=1, bot="slow"), made.host_secret)
    assert live.state.status == "playing"
    assert not live.thinking
    head = live.state.head
    with late(tables, "slow"):  # somebody looks, and they go on
        assert await tables.watching.wait(made.table, head, AMPLE) > head
    assert (await tables.watching.info(made.table)).status in {"playing", "over"}


@on_tables
async def test_a_person_is_waited_upon_whether_they_look_or_not(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time_ns
    party = await Party.at(tables, NewTable("hush", 2, bots={1: "low"}))
    monkeypatch.setattr("time.time_ns", lambda: real() + 3600 * 10**9)
    await party.play_on(random.Random(2), 1)
    live = await tables.registry.live_table(party.table)
    assert live.attended(time.time_ns() // 10**6)
    await tables.do(party.table, Leave(), party.secrets[0])
    live.looked = 0
    assert not live.attended(time.time_ns() // 10**6)
    with pytest.raises(NotYet):
        await tables.replays.log(party.table)
