"""A worker process: does what the pool asks, one piece of work after another.

Run as ``python -m facedown.table.worker`` with pipes on both sides; ends with its parent.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import sys
import threading
import time
from typing import BinaryIO

from facedown.table.pool import LENGTH, READY


def _end_with_parent() -> None:
    """Ends this process when its parent is gone, even in the middle of long work."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answers messages until there are no more: each with (True, result) or (False, error)."""
    while head := source.read(LENGTH.size):
        (length,) = LENGTH.unpack(head)
        message = source.read(length)
        try:
            module, name, arguments = pickle.loads(message)  # noqa: S301  # from who started us
            work = getattr(importlib.import_module(module), name)
            answer = pickle.dumps((True, work(*arguments)))
        except Exception as problem:  # noqa: BLE001  # a bot of somebody else can fail in any way
            answer = pickle.dumps((False, type(problem).__name__))
        sink.write(LENGTH.pack(len(answer)) + answer)
        sink.flush()


def main() -> None:
    """Serves the pipes given as standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not get between the answers
    sink.write(READY)
    sink.flush()
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
