"""Processes for slow work, each with a deadline: who is late is stopped, not waited for."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
import os
import pickle
import struct
import sys
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from facedown.core.codec import Json, from_json, with_messages
from facedown.core.errors import BadRecord
from facedown.core.messages import phrase
from facedown.processors import usable_processors
from facedown.table.errors import Crashed, TableError, TooSlow

READY: Final = b"ready"
"""What a worker says when it has loaded."""
START_SECONDS: Final = 60.0
HEAD: Final = struct.Struct("!II")
"""What precedes a message in the pipes: the number of the work that it is about, and its length.

To a worker, a message without length asks it to stop that work.
"""
REPORTED, DONE, STOPPED, FAILED = "reported", "done", "stopped", "failed"
"""The kinds of messages from a worker; each but the first is the last about its work."""
LONGEST_ANSWER: Final = 16 * 1024 * 1024
"""Bytes; a worker that says more at once has failed."""

Work: TypeAlias = "tuple[Callable[..., object], tuple[object, ...]]"
"""A function of an importable module with its arguments, all of which can be pickled."""


class WorkerProcess:
    """One process that does one piece of work at a time.

    ``ready`` are the warm-ups that this very process has done.

    Work goes to it as a pickle, and what comes back is JSON: nothing that it says can run
    anything here.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0
        self.ready: set[Work] = set()

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    def processor_seconds(self) -> float | None:
        """For how long the process has had a processor; None where the system does not tell."""
        process = self._process
        try:
            stat = Path(f"/proc/{process.pid if process else 0}/stat").read_text(encoding="ascii")
            user, system = stat.rpartition(")")[2].split()[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError):
            return None

    async def start(self) -> None:
        """Starts the process unless it runs; what it takes to load is nobody's thinking time."""
        if self.runs:
            return
        self.ready.clear()
        self._number = 0
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

    async def run(
        self,
        work: Callable[..., object],
        arguments: tuple[object, ...],
        report: Callable[[Json], None] | None = None,
    ) -> Json:
        """Has the running process do something; raises ``Crashed`` when that fails there.

        With ``report`` the work gets, as its first argument, a function that reports something
        before it is done.
        """
        process = self._process
        assert process is not None
        assert process.stdin is not None
        self._number += 1
        request = (work.__module__, work.__qualname__, arguments, report is not None)
        message = pickle.dumps(request)
        process.stdin.write(HEAD.pack(self._number, len(message)) + message)
        await process.stdin.drain()
        while True:
            kind, said = await self._read(process)
            if kind != REPORTED:
                break
            if report is not None:
                report(said)
        if kind == FAILED:
            raise Crashed(phrase("A helper of this server failed: {said}.", said=said))
        return said

    async def _read(self, process: asyncio.subprocess.Process) -> tuple[str, Json]:
        """The kind of the next message, and what it says; raises ``OSError`` for nonsense."""
        assert process.stdout is not None
        number, length = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
        if number != self._number or length > LONGEST_ANSWER:
            raise OSError("an answer to something else, or one without end")
        try:
            kind, said = json.loads(await process.stdout.readexactly(length))
        except (ValueError, TypeError, RecursionError):
            raise OSError("no answer") from None
        return str(kind), said

    def stop(self) -> None:
        """Asks the process to stop what it is at.

        It does so when its work reports something; work that reports nothing is interrupted.
        """
        process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.write(HEAD.pack(self._number, 0))

    async def end(self) -> None:
        """Ends the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        assert process.stdout is not None
        # asyncio says that a process has ended when all that it left in its pipes has been read.
        with contextlib.suppress(TimeoutError):  # a process of its own may hold the pipe open
            async with asyncio.timeout(1):
                with contextlib.suppress(RuntimeError):  # whoever waits for an answer reads on
                    while await process.stdout.read(LONGEST_ANSWER):
                        pass
                await process.wait()


def as_record(kind: Any, said: Json) -> Any:
    """What a process said, as the record that its work returns; raises ``Crashed`` otherwise.

    >>> as_record(tuple[bool, str], [True, "two codes"])
    (True, 'two codes')
    """
    try:
        return from_json(kind, with_messages(said), "the answer")
    except BadRecord:
        raise Crashed(phrase("A helper of this server failed: {said}.", said="BadRecord")) from None


log = logging.getLogger("facedown.table")

WARM_UP_SECONDS: Final = 120.0
"""What a warm-up may take: on a small machine it compiles and builds for long, the first time."""
TOLD_SECONDS: Final = 1.0
"""A warm-up that takes so long is told in the log."""
YIELD_SECONDS: Final = 5.0
"""After so long it makes way for somebody who waits; it is held again later."""
MOST_WAITED: Final = 4
"""Work that waits for a processor may take so many times as long as it may use one."""
STOP_SECONDS: Final = 3.0
"""After so long a process is ended that was asked to stop what it is at and has not."""
_GLANCE: Final = 0.05


class WorkerPool:
    """A fixed number of worker processes.

    ``patience`` is for how many seconds work waits for a free process: others' slow work is not its
    own. ``warm_ups`` lists what each process does once while nobody needs it, so that the first
    work of a kind need not wait for what it loads and compiles; without it nothing is warmed up.
    """

    def __init__(
        self,
        workers: int | None = None,
        patience: float = 30.0,
        warm_ups: Callable[[], Sequence[Work]] | None = None,
    ) -> None:
        self.workers = workers or max(2, min(4, usable_processors() - 1))
        self.patience = patience
        self._warm_ups = warm_ups
        self._unfit: set[Work] = set()
        self._all = [WorkerProcess() for _ in range(self.workers)]
        self._idle = list(self._all)
        self._waiting: deque[asyncio.Future[WorkerProcess]] = deque()
        self._warming: asyncio.Task[None] | None = None
        self._attended: set[asyncio.Task[None]] = set()
        self._held: tuple[Work, asyncio.Task[None]] | None = None
        self._cold = asyncio.Event()

    async def start(self) -> None:
        """Starts the processes, and has them warm_up while there is nothing else to do."""
        await asyncio.gather(*(self._while_idle(worker) for worker in self._all))
        if self._warm_ups is not None:
            self._warming = asyncio.ensure_future(self._keep_warm(self._warm_ups))

    async def run(
        self,
        deadline: float,
        work: Callable[..., object],
        *arguments: object,
        after: Work | None = None,
        begun: Callable[[], None] = lambda: None,
    ) -> Json:
        """What the work returns, in JSON.

        It has ``deadline`` seconds from when a process is ready for it: on a processor, where the
        system tells, and ``MOST_WAITED`` times as long in all. What is late is stopped, and only a
        process that does not heed that is ended.
        ``begun`` is called at that moment. ``after`` is the warm-up that a process does before its
        first work of this kind. Raises ``TooSlow`` or ``Crashed``.
        """
        worker = await self._take(after)
        late: asyncio.Task[Json] | None = None
        try:
            if after is not None and self._warm_ups is not None:
                await self._warm_up(worker, after)
            await worker.start()
            begun()
            answer = await _tried(worker, deadline, work, arguments)
            if not answer.done():
                late = answer
                raise TooSlow(phrase("That took too long."))
            return answer.result()
        except (OSError, EOFError):  # a process that does not start in time is an OSError, too
            await worker.end()
            raise Crashed(phrase("A helper of this server broke down.")) from None
        except asyncio.CancelledError:
            await worker.end()  # its pipe may hold half an answer
            raise
        finally:
            if late is None:
                self._give_back(worker)
            else:
                self._keep(asyncio.get_running_loop().create_task(self._stop(worker, late)))

    async def follow(
        self,
        deadline: float,
        work: Callable[..., object],
        *arguments: object,
        freed: Callable[[], object] = lambda: None,
    ) -> AsyncGenerator[Json]:
        """What the work reports, in JSON, while it is at it, by what it gets as its first argument.

        Whoever has heard enough closes this: then the work ends when it next reports something, and
        its process goes on to other work. Only a process that does not heed that is ended.
        ``freed`` is called once, when the process is free again. Raises ``TooSlow`` or ``Crashed``.
        """
        loop = asyncio.get_running_loop()
        try:
            worker = await self._take(None)
        except BaseException:
            freed()
            raise
        reports: asyncio.Queue[tuple[Json, bool]] = asyncio.Queue()
        task = loop.create_task(self._attend(worker, work, arguments, reports))
        self._keep(task)
        task.add_done_callback(lambda _: freed())
        until = loop.time() + deadline
        try:
            while True:
                async with asyncio.timeout_at(until):
                    said, last = await reports.get()
                if last:
                    break
                yield said
            await asyncio.wait({task})  # it only has to give the process back
            if task.cancelled():
                raise Crashed(phrase("A helper of this server was stopped."))
            task.result()
        except TimeoutError:
            raise TooSlow(phrase("That took too long.")) from None
        finally:
            if not task.done():
                worker.stop()
                impatient = loop.call_later(STOP_SECONDS, task.cancel)
                task.add_done_callback(lambda _: impatient.cancel())
            task.add_done_callback(_look_at)

    def _keep(self, task: asyncio.Task[None]) -> None:
        """Keeps a task with a process until it is done."""
        self._attended.add(task)
        task.add_done_callback(self._attended.discard)

    async def _stop(self, worker: WorkerProcess, late: asyncio.Task[Json]) -> None:
        """Has a process stop what is late, and gives it back: as warm as it was where it heeds."""
        try:
            worker.stop()
            await _until_late(worker, STOP_SECONDS, late)
            if not late.done():
                late.cancel()
                await worker.end()
            elif isinstance(late.exception(), OSError | EOFError):
                await worker.end()
        except asyncio.CancelledError:
            late.cancel()
            await worker.end()
            raise
        finally:
            self._give_back(worker)

    async def _attend(
        self,
        worker: WorkerProcess,
        work: Callable[..., object],
        arguments: tuple[object, ...],
        reports: asyncio.Queue[tuple[Json, bool]],
    ) -> None:
        """Has a process do work that reports something, and gives the process back."""
        try:
            await worker.start()
            await worker.run(work, arguments, lambda said: reports.put_nowait((said, False)))
        except (OSError, EOFError, TimeoutError):
            await worker.end()
            raise Crashed(phrase("A helper of this server broke down.")) from None
        except asyncio.CancelledError:
            await worker.end()
            raise
        finally:
            reports.put_nowait((None, True))
            self._give_back(worker)

    async def close(self) -> None:
        """Ends all processes."""
        ending = [*self._attended, *([] if self._warming is None else [self._warming])]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        for worker in self._all:
            await worker.end()

    # Who has which process

    async def _take(self, after: Work | None) -> WorkerProcess:
        best = max(self._idle, key=lambda w: (after in w.ready, w.runs), default=None)
        coming = self._held is not None and self._held[0] == after
        if best is not None and (after in best.ready or not coming):
            self._idle.remove(best)
            return best
        # Another process warms up for just this: it will be ready before one that begins now.
        patience = max(self.patience, WARM_UP_SECONDS) if coming else self.patience
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        granted = None
        hurry = turn.get_loop().call_later(YIELD_SECONDS, self._interrupt, after)
        try:
            async with asyncio.timeout(patience):
                granted = await turn
        except TimeoutError:
            raise TooSlow(phrase("The helpers of this server are all busy.")) from None
        finally:
            hurry.cancel()
            if granted is None and turn.done() and not turn.cancelled():
                self._give_back(turn.result())  # it came as we were going
        return granted

    def _give_back(self, worker: WorkerProcess) -> None:
        if not worker.runs:
            self._cold.set()
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    # Getting ready

    async def _keep_warm(self, warm_ups: Callable[[], Sequence[Work]]) -> None:
        # One process after the other: what the first compiles the others only load.
        wanted = await asyncio.to_thread(warm_ups)
        while True:
            self._cold.clear()
            for worker in self._all:
                for warm_up in wanted:
                    if not self._is_warm(worker, warm_up):
                        await self._while_idle(worker, warm_up)
            await self._cold.wait()

    async def _while_idle(self, worker: WorkerProcess, warm_up: Work | None = None) -> None:
        """Starts a process and has it warm up, when nobody has work for it."""
        while worker not in self._idle:
            await asyncio.sleep(_GLANCE)
        self._idle.remove(worker)
        try:
            if warm_up is None:
                await worker.start()
            else:
                self._held = warm_up, asyncio.ensure_future(self._warm_up(worker, warm_up))
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
        """Lets somebody in who waits, unless what is warmed up is the very thing they wait for."""
        if self._held is not None and self._held[0] != wanted:
            self._held[1].cancel()

    def _is_warm(self, worker: WorkerProcess, warm_up: Work) -> bool:
        return warm_up in self._unfit or (worker.runs and warm_up in worker.ready)

    async def _warm_up(self, worker: WorkerProcess, warm_up: Work) -> None:
        if self._is_warm(worker, warm_up):
            return
        loop = asyncio.get_running_loop()
        about = {"worker": self._all.index(worker), "about": warm_up[1]}
        told = loop.call_later(TOLD_SECONDS, functools.partial(_log, "warm-up goes on", about))
        began = loop.time()
        try:
            await worker.start()
            _result(await _tried(worker, WARM_UP_SECONDS, *warm_up))
        except (OSError, EOFError, TimeoutError, TableError):
            self._unfit.add(warm_up)  # it will fail at a table, too, where somebody stands in
            log.warning("warm-up failed", extra=about)
            await worker.end()
        else:
            worker.ready.add(warm_up)
            if told.when() <= loop.time():
                _log("warm-up done", {**about, "ms": round(1000 * (loop.time() - began))})
        finally:
            told.cancel()


def seconds_left(deadline: float, waited: float, worked: float | None) -> float:
    """For how many seconds work may go on that has ``waited`` so long since it was asked for.

    ``worked`` is how long it has had a processor, None where nobody knows: others may be at work on
    the same machine.

    >>> seconds_left(10, 4, None), seconds_left(10, 10, None), seconds_left(10, 10, 9.5)
    (6, 0, 0.5)
    >>> seconds_left(10, 38, 1), seconds_left(10, 40, 1)  # it does not even try
    (2, 0)
    """
    if worked is None:
        return deadline - waited
    return min(deadline - worked, MOST_WAITED * deadline - waited)


async def _until_late(worker: WorkerProcess, seconds: float, answer: asyncio.Task[Json]) -> None:
    """Waits until there is an answer, or its time is over."""
    clock = asyncio.get_running_loop().time
    began, before, rest = clock(), worker.processor_seconds(), seconds
    while rest > 0 and not answer.done():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(rest):
                await asyncio.wait({answer})
        now = worker.processor_seconds()
        worked = None if before is None or now is None else now - before
        rest = seconds_left(seconds, clock() - began, worked)


async def _tried(
    worker: WorkerProcess,
    seconds: float,
    work: Callable[..., object],
    arguments: tuple[object, ...],
) -> asyncio.Task[Json]:
    """Work that is done by a process that runs, or is late."""
    answer = asyncio.ensure_future(worker.run(work, arguments))
    answer.add_done_callback(_look_at)
    try:
        await _until_late(worker, seconds, answer)
    except asyncio.CancelledError:
        answer.cancel()
        raise
    return answer


def _result(answer: asyncio.Task[Json]) -> Json:
    """What there is, without waiting for it; raises ``TimeoutError`` where it is late."""
    if not answer.done():
        answer.cancel()
        raise TimeoutError
    return answer.result()


def _log(what: str, about: Mapping[str, object]) -> None:
    log.info(what, extra=about)


def _look_at(task: asyncio.Task[Any]) -> None:
    """Takes notice of how work ended that nobody waits for any more."""
    if not task.cancelled():
        task.exception()
