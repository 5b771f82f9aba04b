"""Finished games judged in worker processes, for as long as somebody waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from facedown.analysis.told import Told, tell_log
from facedown.core.log import Log
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.errors import Crashed, TooSlow
from facedown.table.live_table import Judging, LiveTable
from facedown.table.process import as_record
from facedown.table.slow_work import SlowWork
from facedown.table.tasks import Tasks

JUDGE_SECONDS: Final = 300.0
PATIENCE: Final = 5.0
"""So long somebody waits for a game to be judged before they are told how far it is."""
GIVEN_UP: Final = 30.0
"""After so long without anybody asking how far it is, it is stopped."""


@dataclass(frozen=True, slots=True)
class JudgedSoFar:
    """How far the judging of a game has come, in words, or what has come of it."""

    words: str
    told: Told | None = None


def judge_log(report: Callable[[JudgedSoFar], None], log: Log, seat: Seat) -> None:
    """Reports how far it is after every move, and at last all moves of the seat judged."""
    told = tell_log(log, lambda sentence: report(JudgedSoFar(sentence)), (seat,))
    report(JudgedSoFar("", told))


async def judged(
    slow_work: SlowWork, tasks: Tasks, live: LiveTable, log: Log, seat: Seat
) -> JudgedSoFar:
    """How far a seat's game is judged, after a short wait; begun by whoever asks first.

    Raises ``TooSlow`` or ``Crashed``; whoever asks after that begins it again.
    """
    now = asyncio.get_running_loop().time()
    judging = live.judgings.get(seat)
    if judging is None or (judging.task is not None and _failed(judging.task)):
        judging = live.judgings[seat] = Judging(now)
        judging.task = tasks.spawn(_judge(slow_work, judging, log, seat))
        judging.task.add_done_callback(_failed)  # looked at, even when whoever asked has gone
    assert judging.task is not None
    judging.asked = now
    try:
        told = await asyncio.wait_for(asyncio.shield(judging.task), PATIENCE)
    except TimeoutError:
        return JudgedSoFar(judging.words)
    return JudgedSoFar("", told)


async def _judge(slow_work: SlowWork, judging: Judging, log: Log, seat: Seat) -> Told:
    """Has a game judged for as long as somebody asks."""
    loop = asyncio.get_running_loop()
    reports = slow_work.follow(JUDGE_SECONDS, judge_log, log, seat)
    async with contextlib.aclosing(reports):  # which stops the work
        async for said in reports:
            found: JudgedSoFar = as_record(JudgedSoFar, said)
            if found.told is not None:
                return found.told
            judging.words = found.words
            if loop.time() > judging.asked + GIVEN_UP:
                raise TooSlow(phrase("Nobody waited for this game to be judged any longer."))
    raise Crashed(phrase("A helper of this server broke down."))


def _failed(task: asyncio.Task[Told]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
