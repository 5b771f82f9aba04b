"""Slow work for tables: in worker processes, the same question once, half of them left for bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from facedown.analysis.words import Told, tell_log
from facedown.core.codec import Json
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.log import Log
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.core.workshop import Draft, Finding, Stage, Standpoint, unasked
from facedown.table.errors import Crashed, TooSlow
from facedown.table.live_table import Judging, LiveTable, Tasks
from facedown.table.pool import WorkerPool, as_record
from facedown.table.thinking import look_into, name_of, walk, workshop_of


class SlowWork:
    """What people ask for that takes long, done by the pool that bots think in as well."""

    def __init__(self, pool: WorkerPool, tasks: Tasks) -> None:
        self._pool = pool
        self._tasks = tasks
        self._helpers = asyncio.Semaphore(max(1, pool.workers // 2))

    async def answer(
        self,
        live: LiveTable,
        what: Hashable,
        seconds: float,
        work: Callable[..., object],
        *about: object,
    ) -> Json:
        """The JSON form of what slow work returns: done once, however often it is asked.

        ``what`` names the kind of question at this table. Raises ``TooSlow`` or ``Crashed``.
        """
        kept = live.answers.get(what)
        if kept is None or kept[0] != about or _failed(kept[1]):
            task = self._tasks.spawn(self.run(seconds, work, *about))
            kept = live.answers[what] = (about, task)
            task.add_done_callback(_failed)  # looked at, even when whoever asked has gone
        return await asyncio.shield(kept[1])

    async def run(self, seconds: float, work: Callable[..., object], *about: object) -> Json:
        """The same for a question of no table, done each time."""
        await self._take_helper()
        try:
            return await self._pool.run(seconds, work, *about)
        finally:
            self._helpers.release()

    async def follow(
        self, seconds: float, work: Callable[..., object], *about: object
    ) -> AsyncGenerator[Json]:
        """What slow work reports while it is at it, for somebody who may lose interest.

        Whoever closes this has the work stopped, and no process ended for it. Raises ``TooSlow`` or
        ``Crashed``.
        """
        await self._take_helper()
        reports = self._pool.follow(seconds, work, *about, freed=self._helpers.release)
        async with contextlib.aclosing(reports):
            async for said in reports:
                yield said

    async def _take_helper(self) -> None:
        try:
            async with asyncio.timeout(self._pool.patience):
                await self._helpers.acquire()
        except TimeoutError:
            raise TooSlow(phrase("The helpers of this server are all busy.")) from None


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


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
    if judging is None or (judging.task is not None and _judging_failed(judging.task)):
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


def _judging_failed(task: asyncio.Task[Told]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


WALK_SECONDS: Final = 30.0


async def best_moment(
    slow_work: SlowWork, game: Game, steps: Sequence[str], ask: str, depth: int
) -> Standpoint:
    """Best play after some answers; see :meth:`~facedown.core.game.Game.strategy`.

    Raises ``FacedownError`` with what the game has against them, ``TooSlow`` and ``Crashed``.
    """
    about = name_of(game), tuple(steps), ask, depth
    reports = slow_work.follow(WALK_SECONDS, walk, *about)
    async with contextlib.aclosing(reports):
        async for said in reports:
            kind, found = as_record(tuple[str, Any], said)
            if kind == "refused":
                raise FacedownError(found)
            moment: Standpoint = as_record(Standpoint, found)
            return moment
    raise FacedownError(phrase("Nothing was found."))


@dataclass(frozen=True, slots=True)
class StageFound:
    """A stage as far as it has come.

    ``words`` says how far it is while it is ``"running"``, or why it ended early (``"cut"``).
    """

    name: str
    title: str
    status: Literal["running", "done", "cut"]
    words: str
    findings: tuple[Finding, ...]


async def findings(
    slow_work: SlowWork, game: str, draft: Draft, stages: Iterable[Stage] | None = None
) -> AsyncGenerator[StageFound]:
    """Each stage whenever it has come further, the last time when it is at its end.

    Whoever closes this has the rest stopped, and no process ended for it. The draft has no flaws.
    Without ``stages`` they are all but those that are asked for.
    """
    for stage in unasked(workshop_of(game)) if stages is None else stages:
        found = StageFound(stage.name, stage.title, "running", "", ())
        yield found
        try:
            reports = slow_work.follow(stage.seconds, look_into, game, stage.name, dict(draft))
            async with contextlib.aclosing(reports):
                async for said in reports:
                    found = _further(found, *as_record(tuple[str, Any], said))
                    yield found
        except (TooSlow, Crashed) as problem:
            found = replace(found, status="cut", words=problem.message)
        if found.status == "running":
            found = replace(found, status="done", words="")
        yield found


def _further(found: StageFound, kind: str, said: Any) -> StageFound:
    if kind == "refused":
        return replace(found, status="cut", words=said)
    if kind == "progress":
        return replace(found, words=said)
    finding: Finding = as_record(Finding, said)
    names = [each.name for each in found.findings]
    if finding.name not in names:
        return replace(found, findings=(*found.findings, finding))
    index = names.index(finding.name)
    before, after = found.findings[:index], found.findings[index + 1 :]
    return replace(found, findings=(*before, finding, *after))
