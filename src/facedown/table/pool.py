"""Processes for slow work, each with a deadline: who is late is ended, not waited for."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import struct
import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from facedown.table.errors import TableError

T = TypeVar("T")

READY: Final = b"ready"
"""What a worker says when it has loaded."""
START_SECONDS: Final = 60.0
LENGTH: Final = struct.Struct("!I")
"""How a message's length precedes it in the pipes to a worker."""


class TooSlow(TableError):
    """The work was not done within its deadline."""


class Crashed(TableError):
    """The work failed, or its process died."""


class _Worker:
    """One process that does one piece of work at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Starts the process unless it runs; what it takes to load is nobody's thinking time."""
        if self._process is not None and self._process.returncode is None:
            return
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # whatever lies in the folder where the server was started is no module
            "-m",
            "facedown.table.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # what a bot prints may be what its seat knows
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert process.stdout is not None
        async with asyncio.timeout(START_SECONDS):
            await process.stdout.readexactly(len(READY))

    async def run(self, message: bytes) -> tuple[bool, Any]:
        """Sends a message to the running process and returns the answer."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LENGTH.pack(len(message)) + message)
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        answer = await process.stdout.readexactly(length)
        return cast("tuple[bool, Any]", pickle.loads(answer))  # noqa: S301  # by our own worker

    async def end(self) -> None:
        """Ends the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class WorkerPool:
    """A fixed number of worker processes.

    Work is a function of an importable module with arguments that can be pickled. ``patience`` is
    for how many seconds it waits for a free process: others' slow work is not its own.
    """

    def __init__(self, workers: int | None = None, patience: float = 30.0) -> None:
        count = workers or max(2, min(4, (os.cpu_count() or 2) - 1))
        self._patience = patience
        self._all = [_Worker() for _ in range(count)]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def start(self) -> None:
        """Starts the processes that have nothing to do, so that the first work need not wait."""
        idle = [self._idle.get_nowait() for _ in range(self._idle.qsize())]
        await asyncio.gather(*map(self._start, idle))

    async def _start(self, worker: _Worker) -> None:
        try:
            await worker.start()
        except (OSError, EOFError, TimeoutError):
            await worker.end()  # and tried again when there is work for it
        finally:
            self._idle.put_nowait(worker)

    async def run(self, deadline: float, work: Callable[..., T], *arguments: object) -> T:
        """What the work returns, within ``deadline`` seconds from when a process is free for it.

        Raises ``TooSlow`` or ``Crashed``.
        """
        message = pickle.dumps((work.__module__, work.__qualname__, arguments))
        try:
            async with asyncio.timeout(self._patience):
                worker = await self._idle.get()
        except TimeoutError:
            raise TooSlow("The helpers of this server are all busy.") from None
        whole = False
        try:
            await worker.start()
            async with asyncio.timeout(deadline):
                done, answer = await worker.run(message)
            whole = True
        except TimeoutError:
            raise TooSlow("That took too long.") from None
        except (OSError, EOFError):
            raise Crashed("A helper of this server broke down.") from None
        finally:
            if not whole:  # ended also when we are cancelled: its pipe holds half an answer
                await worker.end()
            self._idle.put_nowait(worker)
        if not done:
            raise Crashed(f"A helper of this server failed: {answer}.")
        return cast("T", answer)

    async def close(self) -> None:
        """Ends all processes."""
        for worker in self._all:
            await worker.end()
