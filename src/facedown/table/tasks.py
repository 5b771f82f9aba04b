"""Work that outlives whoever asked for it, and that a server waits for when it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """What a process is at beside answering requests."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts work that outlives whoever asked for it; :meth:`drain` waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def drain(self) -> None:
        """Waits until all that was spawned, and whatever that spawns, has come to its end."""
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)
