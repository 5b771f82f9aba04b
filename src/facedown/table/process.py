"""One worker process as the server holds it.

Work goes to it as a pickle, and what comes back is JSON: nothing that it says can run anything
here.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pickle
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from facedown.core.codec import Json, from_json
from facedown.core.errors import BadRecord
from facedown.core.message_forms import with_messages
from facedown.core.messages import phrase
from facedown.table.errors import Crashed

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
