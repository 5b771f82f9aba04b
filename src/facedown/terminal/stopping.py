"""Being stopped: by Ctrl-C, or by a signal because the terminal was closed."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, NoReturn, TypeAlias

from facedown.core.messages import phrase

_Handler: TypeAlias = "Callable[[int, FrameType | None], Any] | int | None"

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C: 128 and the number of the signal."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C or a signal, with the sentence to say about it and the exit code."""

    def __init__(self, sentence: str, code: int = INTERRUPTED) -> None:
        super().__init__(sentence)
        self.code = code


_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    # A terminal that is closed sends its signal twice; one is enough, and what it began, saving
    # the game, must not be cut short by the other.
    for again in _SIGNALS:
        signal.signal(again, signal.SIG_IGN)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise Stopped(phrase("Stopped."), 128 + number)


def _handle(handler: _Handler) -> dict[int, _Handler]:
    """Sets what is done about the signals that end a program; returns what was done before."""
    try:
        return {number: signal.signal(number, handler) for number in _SIGNALS}
    except ValueError:  # not in the main thread, where no signal arrives
        return {}


def _restore(before: dict[int, _Handler]) -> None:
    for number, handler in before.items():
        signal.signal(number, handler)


@contextmanager
def stoppable() -> Iterator[None]:
    """Lets a request to end the program arrive like Ctrl-C, so that what must be saved is saved.

    The first one counts; what comes after it, until this is left, does nothing.
    """
    before = _handle(_stop)
    try:
        yield
    finally:
        _restore(before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keeps Ctrl-C and the like from cutting short what is being saved."""
    before = _handle(signal.SIG_IGN)
    try:
        yield
    finally:
        _restore(before)
