"""Lines in and out: at a terminal, with a screen reader, or through a pipe."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn, TypeAlias

from facedown.core.messages import phrase
from facedown.core.typed import LONGEST_LINE
from facedown.languages import spoken
from facedown.terminal.output import fit, one_line, patience, plain, print_long

CALLED: Final = "FACEDOWN_CALLED"
"""The environment variable in which ``bin/facedown``, which runs another file, leaves its name."""


def called() -> str:
    """What was typed to run this program, ready to be typed again from the same folder."""
    if name := os.environ.get(CALLED):
        return shlex.quote(name)
    program = sys.argv[0]
    if Path(program).name == "__main__.py":
        typed = len(sys.orig_argv) - len(sys.argv) + 1
        return shlex.join(sys.orig_argv[:typed])
    if Path(program).stem != "facedown" or _found(program):
        return "facedown"
    return shlex.quote(program)


def _found(program: str) -> bool:
    """Whether typing ``facedown`` alone runs this very file."""
    found = shutil.which("facedown")
    try:
        return found is not None and Path(found).samefile(program)
    except OSError:
        return False


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

    The first one counts; what comes after it does nothing, also when this is left.
    """
    before = _handle(_stop)
    try:
        yield
    finally:
        if before and signal.getsignal(_SIGNALS[0]) is _stop:
            _restore(before)


@contextmanager
def signals_as_before() -> Iterator[None]:
    """Leaves the signals that end a program as they were, for a caller that goes on."""
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        yield
    finally:
        with suppress(ValueError):  # not in the main thread
            _restore(before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keeps Ctrl-C and the like from cutting short what is being saved."""
    before = _handle(signal.SIG_IGN)
    try:
        yield
    finally:
        _restore(before)


CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""To the top, clear the screen, forget what was scrolled off: last, as clearing may scroll."""
PATIENCE: Final = 1.0
"""Seconds after which somebody who waits is told what for."""

Complete: TypeAlias = Callable[[str], Sequence[str]]
"""The whole lines that what was typed so far could go on as."""


class EndOfInput(Exception):
    """There is nobody left to answer."""


class Console:
    """Asks and tells, line by line.

    Where lines come from a pipe each is repeated after the prompt, so that what was printed reads
    like a conversation.
    """

    def __init__(self) -> None:
        self.at_terminal = sys.stdin is not None and sys.stdin.isatty()
        if self.at_terminal and sys.stdout.isatty():
            import readline  # noqa: F401  # importing it gives ``input`` its line editing

    def say(self, text: str = "", *, whole: bool = False) -> None:
        """Prints a text; ``whole`` lines are not wrapped, so that they can be copied."""
        print(plain(text) if whole else fit(text))

    def say_long(self, text: str) -> None:
        """Prints lines that may be more than a screen holds, page by page where somebody reads."""
        print_long(text, paged=self.at_terminal)

    def ask(self, prompt: str = "> ", typed: str = "", complete: Complete | None = None) -> str:
        """One line, without blanks around it; raises :class:`EndOfInput` when there is none.

        Where lines can be edited, ``typed`` stands there already, to be mended, and the Tab key
        offers what ``complete`` gives.
        """
        prompt = spoken(prompt)
        while True:
            sys.stdout.flush()
            try:
                line = (
                    self._typed(prompt, typed, complete)
                    if self.at_terminal
                    else self._piped(prompt)
                ).strip()
            except EOFError:
                print()
                raise EndOfInput from None
            if len(line) <= LONGEST_LINE:
                return line
            self.say(
                phrase(
                    "That line is too long: it has {length} characters, and at most {most} are "
                    "read.",
                    length=len(line),
                    most=LONGEST_LINE,
                )
            )
            typed = line

    def _typed(self, prompt: str, typed: str, complete: Complete | None) -> str:
        readline = sys.modules.get("readline")
        if readline is not None:
            readline.set_startup_hook(lambda: readline.insert_text(typed))
            readline.set_completer_delims("")  # whole lines are completed, not their last words
            readline.set_completer(_completer(complete) if complete else None)
            readline.parse_and_bind("tab: complete")
        try:
            return input(prompt)
        except OSError:  # the terminal is gone
            raise EOFError from None
        finally:
            if readline is not None:
                readline.set_startup_hook(None)
                readline.set_completer(None)

    def _piped(self, prompt: str) -> str:
        print(prompt, end="", flush=True)
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except (OSError, ValueError):  # it cannot be read from: nobody is there
            line = ""
        if not line:
            raise EOFError
        print(one_line(line)[:LONGEST_LINE])
        return line

    def clear(self) -> bool:
        """Takes away what was printed, and forgets the lines that were typed.

        Says whether it is gone for good. Where the terminal cannot forget, lines that it has
        scrolled off included, what was printed is at most moved out of sight.
        """
        readline = sys.modules.get("readline")
        if self.at_terminal and readline is not None:
            readline.clear_history()
        if self._forgets():
            print(CLEAR, end="", flush=True)
            return True
        if self.at_terminal:
            print("\n" * shutil.get_terminal_size().lines)
        return False

    def _forgets(self) -> bool:
        """Whether the terminal can be told to forget: ``screen``, for one, keeps its own lines."""
        able = os.environ.get("TERM", "dumb") not in {"", "dumb", "unknown"}
        return self.at_terminal and sys.stdout.isatty() and able and "STY" not in os.environ

    def patience(self, sentence: str) -> AbstractContextManager[None]:
        """Says what is being waited for, should it take long; on stderr, apart from the game."""
        return patience(sentence, PATIENCE)


def _completer(complete: Complete) -> Callable[[str, int], str | None]:
    """What readline asks: the n-th line that a text could go on as, None after the last."""

    def nth(text: str, number: int) -> str | None:
        found = complete(text)
        return found[number] if number < len(found) else None

    return nth
