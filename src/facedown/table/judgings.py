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
    """How far the judging of a game has come, in words, or why it went no further if ``stopped``.

    ``told`` is what has come of it so far: everything where it ``is_done``.
    """

    words: str
    told: Told | None = None
    stopped: bool = False
    is_done: bool = False


def judge_log(report: Callable[[JudgedSoFar], None], log: Log, seat: Seat) -> None:
    """Reports before every move what is judged so far, and at last all moves of the seat."""
    told = tell_log(log, lambda said, so_far: report(JudgedSoFar(said, so_far())), (seat,))
    report(JudgedSoFar("", told, is_done=True))


async def judged(
    slow_work: SlowWork, tasks: Tasks, live: LiveTable, log: Log, seat: Seat
) -> JudgedSoFar:
    """How far a seat's game is judged, after a short wait; begun by whoever asks first.

    Where it broke off, what had been judged is kept; whoever asks after that begins it again.
    Raises ``TooSlow`` or ``Crashed`` where nothing had been.
    """
    now = asyncio.get_running_loop().time()
    judging = live.judgings.get(seat)
    if judging is None or (judging.task is not None and _failed(judging.task)):
        judging = live.judgings[seat] = Judging(now, judging.told if judging else None)
        judging.task = tasks.spawn(_judge(slow_work, judging, log, seat))
        judging.task.add_done_callback(_failed)  # looked at, even when whoever asked has gone
    assert judging.task is not None
    judging.asked = now
    try:
        told = await asyncio.wait_for(asyncio.shield(judging.task), PATIENCE)
    except TimeoutError:
        return JudgedSoFar(judging.words, judging.told)
    except (TooSlow, Crashed) as problem:
        if judging.told is None:
            raise
        return JudgedSoFar(problem.message, judging.told, stopped=True)
    return JudgedSoFar("", told, is_done=True)


async def _judge(slow_work: SlowWork, judging: Judging, log: Log, seat: Seat) -> Told:
    """Has a game judged for as long as somebody asks."""
    loop = asyncio.get_running_loop()
    reports = slow_work.follow(JUDGE_SECONDS, judge_log, log, seat)
    async with contextlib.aclosing(reports):  # which stops the work
        async for said in reports:
            found: JudgedSoFar = as_record(JudgedSoFar, said)
            if found.is_done and found.told is not None:
                return found.told
            judging.words, judging.told = found.words, _longer(found.told, judging.told)
            if loop.time() > judging.asked + GIVEN_UP:
                raise TooSlow(phrase("Nobody waited for this game to be judged any longer."))
    raise Crashed(phrase("A helper of this server broke down."))


def _longer(one: Told | None, other: Told | None) -> Told | None:
    """Of two judgements of one seat the one that came further: it may have been begun again."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda told: sum(len(seat.moves) for seat in told.seats))


def _failed(task: asyncio.Task[Told]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
