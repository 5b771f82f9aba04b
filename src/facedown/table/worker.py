"""A worker process: does what the pool asks, one piece of work after another.

Run as ``python -m facedown.table.worker`` with pipes on both sides; ends with its parent. Requests
are pickles, from who started it; what it says is JSON, by the project's codec.
"""

from __future__ import annotations

import importlib
import json
import os
import pickle
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import BinaryIO, Final

from facedown.core.codec import Json, message_form, to_json
from facedown.table.pool import DONE, FAILED, HEAD, READY, REPORTED, STOPPED

_ATTENTION: Final[signal.Signals | None] = getattr(signal, "SIGUSR1", None)
"""The signal that interrupts; where there is none, who is late is ended."""


class WorkStopped(BaseException):
    """Nobody wants to know any more: what is being done ends here. Not for work to catch."""


class Worker:
    """Reads requests beside the work, so that work can be stopped from outside."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._requests: queue.SimpleQueue[tuple[int, bytes] | None] = queue.SimpleQueue()
        self._stopped = 0
        self._interruptible = 0

    def serve(self) -> None:
        """Does what is asked until there is nobody left to ask."""
        threading.Thread(target=self._listen, daemon=True).start()
        while (request := self._requests.get()) is not None:
            self._do(*request)

    def _listen(self) -> None:
        while head := self._source.read(HEAD.size):
            number, length = HEAD.unpack(head)
            if length:
                self._requests.put((number, self._source.read(length)))
            else:
                self._stopped = number
                if self._interruptible == number:
                    _interrupt_main_thread()
        self._requests.put(None)

    def _do(self, number: int, message: bytes) -> None:
        try:
            module, name, arguments, reports = pickle.loads(message)  # noqa: S301  # from who started us
            work = getattr(importlib.import_module(module), name)
            if reports:
                said = work(partial(self._report, number), *arguments)
            else:
                said = self._interruptibly(number, partial(work, *arguments))
            self._say(number, DONE, said)
        except WorkStopped:
            self._say(number, STOPPED, None)
        except Exception as problem:  # noqa: BLE001  # a bot of somebody else can fail in any way
            self._say(number, FAILED, type(problem).__name__)

    def _interruptibly(self, number: int, work: Callable[[], object]) -> object:
        """Does work that ends with ``WorkStopped``, wherever it stands, when nobody wants it."""
        try:
            self._interruptible = number
            self.interrupted()  # before it had begun
            return work()
        finally:
            self._interruptible = 0

    def interrupted(self, *_signal: object) -> None:
        """Called in the main thread on a signal: raises ``WorkStopped`` in work that shall end.

        Never while something is said, which would leave half a message in the pipe.
        """
        if 0 < self._interruptible <= self._stopped:
            self._interruptible = 0
            raise WorkStopped

    def _report(self, number: int, said: object) -> None:
        """Reports something before the work is done; raises ``WorkStopped`` when it shall end."""
        if self._stopped >= number:
            raise WorkStopped
        self._say(number, REPORTED, said)

    def _say(self, number: int, kind: str, said: object) -> None:
        form: Json = to_json([kind, said], message_form)  # said later, in the reader's language
        message = json.dumps(form, separators=(",", ":")).encode()
        self._sink.write(HEAD.pack(number, len(message)) + message)
        self._sink.flush()


def _interrupt_main_thread() -> None:
    """Has the main thread look up from what it is at, be it asleep."""
    main = threading.main_thread().ident
    if _ATTENTION is not None and main is not None:
        signal.pthread_kill(main, _ATTENTION)


def _end_with_parent() -> None:
    """Ends this process when its parent is gone, even in the middle of long work."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main() -> None:
    """Serves the pipes given as standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not get between the answers
    sink.write(READY)
    sink.flush()
    worker = Worker(sys.stdin.buffer, sink)
    if _ATTENTION is not None:
        signal.signal(_ATTENTION, worker.interrupted)
    worker.serve()


if __name__ == "__main__":
    main()
