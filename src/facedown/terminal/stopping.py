"""Being stopped: by Ctrl-C, or by a signal because the terminal was closed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C: 128 and the number of the signal."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C or a signal, with the sentence to say about it and the exit code."""

    def __init__(self, sentence: str, code: int = INTERRUPTED) -> None:
        super().__init__(sentence)
        self.code = code


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    raise Stopped("Stopped.", 128 + number)


@contextmanager
def stoppable() -> Iterator[None]:
    """Lets a request to end the program arrive like Ctrl-C, so that what must be saved is saved."""
    signals = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    try:
        before = {number: signal.signal(number, _stop) for number in signals}
    except ValueError:  # not in the main thread, where no signal arrives
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keeps a second Ctrl-C from cutting short what is being saved."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread, where no signal arrives
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
