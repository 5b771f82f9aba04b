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
from functools import partial
from typing import BinaryIO

from facedown.core.codec import Json, to_json
from facedown.core.message_forms import message_form
from facedown.table.process import DONE, FAILED, HEAD, READY, REPORTED, STOPPED


class Stopped(BaseException):
    """Nobody wants to know any more: what is being done ends here. Not for work to catch."""


class Worker:
    """Reads requests beside the work, so that work can be stopped from outside."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._requests: queue.SimpleQueue[tuple[int, bytes] | None] = queue.SimpleQueue()
        self._stopped = 0

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
        self._requests.put(None)

    def _do(self, number: int, message: bytes) -> None:
        try:
            module, name, arguments, reports = pickle.loads(message)  # noqa: S301  # from who started us
            work = getattr(importlib.import_module(module), name)
            if reports:
                work = partial(work, partial(self._report, number))
            self._say(number, DONE, work(*arguments))
        except Stopped:
            self._say(number, STOPPED, None)
        except Exception as problem:  # noqa: BLE001  # a bot of somebody else can fail in any way
            self._say(number, FAILED, type(problem).__name__)

    def _report(self, number: int, said: object) -> None:
        """Reports something before the work is done; raises ``Stopped`` when it shall not go on."""
        if self._stopped >= number:
            raise Stopped
        self._say(number, REPORTED, said)

    def _say(self, number: int, kind: str, said: object) -> None:
        form: Json = to_json([kind, said], message_form)  # said later, in the reader's language
        message = json.dumps(form, separators=(",", ":")).encode()
        self._sink.write(HEAD.pack(number, len(message)) + message)
        self._sink.flush()


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
    Worker(sys.stdin.buffer, sink).serve()


if __name__ == "__main__":
    main()
