"""Slow work for tables: in worker processes, the same question once, half of them left for bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Hashable
from typing import Any

from facedown.core.codec import Json
from facedown.core.messages import phrase
from facedown.table.errors import TooSlow
from facedown.table.live_table import LiveTable
from facedown.table.pool import WorkerPool
from facedown.table.tasks import Tasks


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
            task = self._tasks.spawn(self._run(seconds, work, about))
            kept = live.answers[what] = (about, task)
            task.add_done_callback(_failed)  # looked at, even when whoever asked has gone
        return await asyncio.shield(kept[1])

    async def _run(
        self, seconds: float, work: Callable[..., object], about: tuple[object, ...]
    ) -> Json:
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
