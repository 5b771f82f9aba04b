"""Printing results: for people, or as JSON for programs."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.lab.tools import Result
from facedown.languages import current_language, language_for_game, speak, spoken
from facedown.terminal.words import flowing, one_line, plain, wrapped


def fit(text: str) -> str:
    """The text as it is printed: wrapped to a terminal's width, but whole in a pipe or a file."""
    if sys.stdout is None or not sys.stdout.isatty():
        return plain(text)
    return wrapped(plain(text), shutil.get_terminal_size().columns)


def fit_markdown(text: str) -> str:
    """The same for Markdown, whose paragraphs a terminal of any width has as its own lines."""
    return fit(flowing(text) if sys.stdout is not None and sys.stdout.isatty() else text)


def speak_of(game: type[Game]) -> None:
    """Speaks English from here on where the reader's language has not all of a game.

    What is left of it would be half in one language and half in another.
    """
    spoken_here = language_for_game(game)
    if spoken_here != current_language():
        progress(
            phrase("{title} is not in your language yet: it is in English.", title=game.facts.title)
        )
        speak(spoken_here)


def show(result: Result, *, as_json: bool, paged: bool = False) -> None:
    """Prints a result for people or for programs; ``paged``: it may be long."""
    if as_json:
        print(json.dumps(result.json, indent=2))
    else:
        print_long(fit(result.text), paged=paged)


def print_long(text: str, *, paged: bool = True) -> None:
    """Prints lines through the pager where they are more than a terminal shows at once.

    The pager is ``PAGER``, else ``less``; where it is empty or ``cat``, or cannot be started, and
    in pipes and files, the lines are printed. Without ``LESS`` ``less`` leaves them on the screen.
    """
    command = shlex.split(os.environ.get("PAGER", "less"))
    out = sys.stdout
    seen = paged and out is not None and out.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    long = len(text.split("\n")) >= shutil.get_terminal_size().lines
    if not (seen and long and command and command[0] != "cat"):
        print(text)
        return
    out.flush()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pager's
    try:
        subprocess.run(  # noqa: S603  # what the reader has set
            command,
            input=f"{text}\n",
            text=True,
            env={"LESS": "FRX", **os.environ},
            check=False,
            restore_signals=True,
        )
    except OSError:
        print(text)
    finally:
        signal.signal(signal.SIGINT, before)


def progress(sentence: str) -> None:
    """Shows a sentence about work that goes on; on stderr, apart from the results."""
    if sys.stderr is None:  # ``print`` would take stdout in its place
        return
    with contextlib.suppress(OSError):  # what cannot be told must not end the work
        print(one_line(sentence), file=sys.stderr, flush=True)


@contextmanager
def patience(sentence: str, seconds: float) -> Iterator[None]:
    """Says what is being waited for, should it take longer than so many seconds; on stderr."""
    sentence = spoken(sentence)  # here: the thread that says it speaks no language

    def say_it() -> None:
        with contextlib.suppress(OSError, ValueError):  # nobody reads any longer
            if sys.stdout is not None:
                sys.stdout.flush()
        progress(sentence)

    timer = threading.Timer(seconds, say_it)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
