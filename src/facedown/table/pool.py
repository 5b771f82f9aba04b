"""Processes for slow work, each with a deadline: who is late is ended, not waited for."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import struct
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar, cast

from facedown.core.processors import usable_processors
from facedown.table.errors import TableError

T = TypeVar("T")

READY: Final = b"ready"
"""What a worker says when it has loaded."""
START_SECONDS: Final = 60.0
REHEARSAL_SECONDS: Final = 60.0
"""What a rehearsal may take: on a small machine it compiles for long, the first time."""
YIELD_SECONDS: Final = 5.0
"""After so long it makes way for somebody who waits; it is held again later."""
LENGTH: Final = struct.Struct("!I")
"""How a message's length precedes it in the pipes to a worker."""
_GLANCE: Final = 0.05

Work: TypeAlias = "tuple[Callable[..., object], tuple[object, ...]]"
"""A function of an importable module with its arguments, all of which can be pickled."""


class TooSlow(TableError):
    """The work was not done within its deadline."""


class Crashed(TableError):
    """The work failed, or its process died."""


class _Worker:
    """One process that does one piece of work at a time.

    ``ready`` are the rehearsals that this very process has done.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.ready: set[Work] = set()

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Starts the process unless it runs; what it takes to load is nobody's thinking time."""
        if self.runs:
            return
        self.ready.clear()
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

    async def run(self, work: Callable[..., object], arguments: tuple[object, ...]) -> Any:
        """Has the running process do something; raises ``Crashed`` when that fails there."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        message = pickle.dumps((work.__module__, work.__qualname__, arguments))
        process.stdin.write(LENGTH.pack(len(message)) + message)
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        said = await process.stdout.readexactly(length)
        try:
            done, answer = pickle.loads(said)  # noqa: S301  # by our own worker
        except Exception as problem:  # noqa: BLE001  # a bot may answer with what only it knows
            done, answer = False, type(problem).__name__
        if not done:
            raise Crashed(f"A helper of this server failed: {answer}.")
        return answer

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

    ``patience`` is for how many seconds work waits for a free process: others' slow work is not its
    own. ``rehearsals`` lists what each process does once while nobody needs it, so that the first
    work of a kind need not wait for what it loads and compiles; without it nothing is rehearsed.
    """

    def __init__(
        self,
        workers: int | None = None,
        patience: float = 30.0,
        rehearsals: Callable[[], Sequence[Work]] | None = None,
    ) -> None:
        self.workers = workers or max(2, min(4, usable_processors() - 1))
        self.patience = patience
        self._rehearsals = rehearsals
        self._unfit: set[Work] = set()
        self._all = [_Worker() for _ in range(self.workers)]
        self._idle = list(self._all)
        self._waiting: deque[asyncio.Future[_Worker]] = deque()
        self._warming: asyncio.Task[None] | None = None
        self._held: tuple[Work, asyncio.Task[None]] | None = None
        self._cold = asyncio.Event()

    async def start(self) -> None:
        """Starts the processes, and has them rehearse while there is nothing else to do."""
        await asyncio.gather(*(self._while_idle(worker) for worker in self._all))
        if self._rehearsals is not None:
            self._warming = asyncio.ensure_future(self._warm(self._rehearsals))

    async def run(
        self, deadline: float, work: Callable[..., T], *arguments: object, after: Work | None = None
    ) -> T:
        """What the work returns, within ``deadline`` seconds from when a process is ready for it.

        ``after`` is the rehearsal that a process does before its first work of this kind. Raises
        ``TooSlow`` or ``Crashed``.
        """
        async with self._borrowed(after) as worker:
            if after is not None and self._rehearsals is not None:
                await self._rehearse(worker, after)
            try:
                await worker.start()
                async with asyncio.timeout(deadline):
                    return cast("T", await worker.run(work, arguments))
            except TimeoutError:
                await worker.end()
                raise TooSlow("That took too long.") from None
            except (OSError, EOFError):
                await worker.end()
                raise Crashed("A helper of this server broke down.") from None

    async def close(self) -> None:
        """Ends all processes."""
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        for worker in self._all:
            await worker.end()

    # Who has which process

    @contextlib.asynccontextmanager
    async def _borrowed(self, after: Work | None) -> AsyncIterator[_Worker]:
        """A free process, one that is ready if there is; raises ``TooSlow`` when there is none."""
        worker = await self._take(after)
        try:
            yield worker
        except asyncio.CancelledError:
            await worker.end()  # its pipe may hold half an answer
            raise
        finally:
            self._give_back(worker)

    async def _take(self, after: Work | None) -> _Worker:
        best = max(self._idle, key=lambda w: (after in w.ready, w.runs), default=None)
        coming = self._held is not None and self._held[0] == after
        if best is not None and (after in best.ready or not coming):
            self._idle.remove(best)
            return best
        # Another process is rehearsing just this: it will be ready before one that begins now.
        patience = max(self.patience, REHEARSAL_SECONDS) if coming else self.patience
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        granted = None
        hurry = turn.get_loop().call_later(YIELD_SECONDS, self._interrupt, after)
        try:
            async with asyncio.timeout(patience):
                granted = await turn
        except TimeoutError:
            raise TooSlow("The helpers of this server are all busy.") from None
        finally:
            hurry.cancel()
            if granted is None and turn.done() and not turn.cancelled():
                self._give_back(turn.result())  # it came as we were going
        return granted

    def _give_back(self, worker: _Worker) -> None:
        if not worker.runs:
            self._cold.set()
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    # Getting ready

    async def _warm(self, rehearsals: Callable[[], Sequence[Work]]) -> None:
        # One process after the other: what the first compiles the others only load.
        wanted = await asyncio.to_thread(rehearsals)
        while True:
            self._cold.clear()
            for worker in self._all:
                for rehearsal in wanted:
                    if not self._settled(worker, rehearsal):
                        await self._while_idle(worker, rehearsal)
            await self._cold.wait()

    async def _while_idle(self, worker: _Worker, rehearsal: Work | None = None) -> None:
        """Starts a process and has it rehearse, when nobody has work for it."""
        while worker not in self._idle:
            await asyncio.sleep(_GLANCE)
        self._idle.remove(worker)
        try:
            if rehearsal is None:
                await worker.start()
            else:
                self._held = rehearsal, asyncio.ensure_future(self._rehearse(worker, rehearsal))
                await self._held[1]
        except (OSError, EOFError, TimeoutError):
            await worker.end()  # and tried again when there is work for it
        except asyncio.CancelledError:
            await worker.end()
            me = asyncio.current_task()
            if me is not None and me.cancelling():
                raise
        finally:
            self._held = None
            self._give_back(worker)

    def _interrupt(self, wanted: Work | None) -> None:
        """Lets somebody in who waits, unless what is rehearsed is the very thing they wait for."""
        if self._held is not None and self._held[0] != wanted:
            self._held[1].cancel()

    def _settled(self, worker: _Worker, rehearsal: Work) -> bool:
        return rehearsal in self._unfit or (worker.runs and rehearsal in worker.ready)

    async def _rehearse(self, worker: _Worker, rehearsal: Work) -> None:
        if self._settled(worker, rehearsal):
            return
        try:
            await worker.start()
            async with asyncio.timeout(REHEARSAL_SECONDS):
                await worker.run(*rehearsal)
        except (OSError, EOFError, TimeoutError, TableError):
            self._unfit.add(rehearsal)  # it will fail at a table, too, where somebody stands in
            await worker.end()
        else:
            worker.ready.add(rehearsal)
