"""How the terminal puts things into words and prints them, for people or as JSON for programs."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import pairwise
from typing import Final

from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.seats import NATURE, Seat, bot_of, bot_words, seat_words
from facedown.lab.tools import Result
from facedown.languages import current_language, language_for_game, speak, spoken

# Line feed and tab are the only control characters a text may bring to somebody's terminal.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

SHORTEST_GUESSED: Final = 3
"""Of fewer letters what was meant is not guessed."""
CLOSE: Final = 0.7
"""How alike two words must be, as ``difflib`` counts it, for one to be meant by the other."""

LONGEST_VALUE: Final = 100
"""Characters of an option's value that are shown."""


def plain(text: str) -> str:
    r"""The text without control characters, which could play tricks on a terminal.

    >>> plain("red \x1b[31m\n")
    'red ?[31m\n'
    """
    return _CONTROL.sub("?", spoken(text))


def one_line(text: str) -> str:
    r"""The text as one line of plain characters.

    >>> one_line("two\nlines")
    'two lines'
    """
    # A space that no line may end at stays one.
    return plain(re.sub(r"\s+", " ", spoken(text), flags=re.ASCII).strip())


def wrapped(text: str, width: int) -> str:
    """The text in lines of at most ``width`` characters, broken between words.

    What goes on in a new line stands under the text of a list or a column that it belongs to. Rows
    of a Markdown table, and words too long for a line, stay whole.

    >>> print(wrapped("  save FILE  keep the game in a new file", 30))
      save FILE  keep the game in
                 a new file
    """
    return "\n".join(_folded(line, width) for line in text.split("\n"))


_HANG = re.compile(r" *(?:[-*] |\d+\. |\S+(?: \S+)*  +)")
"""What stands before the text of a list or of a second column."""


def _folded(line: str, width: int) -> str:
    if len(line) <= width or line.startswith("|"):
        return line
    before = _HANG.match(line)
    blanks = len(line) - len(line.lstrip())
    deep = blanks and blanks + 2
    if before is not None and before.end() <= width // 2:
        deep = before.end()
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * deep,
        break_long_words=False,
        break_on_hyphens=False,
    )


def flowing(markdown: str) -> str:
    r"""Markdown whose paragraphs are one line each, to be wrapped to whatever width there is.

    >>> flowing("**T1** One\nline.\n\n- a\n  b\n- c\n\n| x |\n| y |\n\n```\n{\n}\n```")
    '**T1** One line.\n\n- a b\n- c\n\n| x |\n| y |\n\n```\n{\n}\n```'
    """
    lines: list[str] = []
    going_on = fenced = False
    for line in markdown.split("\n"):
        fence = line.startswith("```")
        alone = fenced or fence or not line.strip() or line[0] in "#|"
        if going_on and not alone and not re.match(r"\s*(?:[->]|\d+\.) ", line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
        going_on, fenced = not alone, fenced != fence
    return "\n".join(lines)


def seat_names(players: Sequence[str], viewer: Seat) -> tuple[str, ...]:
    """What the seats are called when somebody on the seat ``viewer`` reads.

    Always a third person, so that "{0} asks" is good grammar for everybody.

    >>> seat_names(["human", "bot:exact"], 0)
    ('Seat 1 (you)', 'Seat 2 (exact)')
    >>> seat_names(["human"], 0)
    ('Seat 1',)
    """
    names: list[str] = []
    for seat, player in enumerate(players):
        bot = bot_of(player)
        what = phrase("you") if seat == viewer and len(players) > 1 else bot and bot_words(bot)
        named = phrase("{seat} ({what})", seat=seat_words(seat), what=what)
        names.append(named if what else seat_words(seat))
    return tuple(names)


def who(seat: Seat, names: Sequence[str]) -> str:
    """The one who moves, in words.

    >>> who(-1, ["Seat 1"])
    'Nature'
    """
    return seat_words(NATURE) if seat < 0 else names[seat]


def option_value(value: bool | int | str) -> str:
    """The value of an option as it is typed; of a long text, which a file may hold, how it begins.

    >>> option_value(True), option_value(5)
    ('yes', '5')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = one_line(str(value))
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 2]} …"


def columns(rows: Sequence[tuple[str, str]], indent: str = "  ") -> str:
    """Two columns, the first as wide as its widest word.

    >>> print(columns([("undo", "takes back"), ("help", "says more")]))
      undo  takes back
      help  says more
    """
    said = [(spoken(left), spoken(right)) for left, right in rows]
    width = max((len(left) for left, _ in said), default=0)
    return "\n".join(f"{indent}{left:<{width}}  {right}".rstrip() for left, right in said)


def likeliest(typed: str, known: Iterable[str]) -> str | None:
    """Which known word may have been meant, or None where none is near.

    >>> likeliest("hitsory", ["history", "hint"]), likeliest("W3", ["show"])
    ('history', None)
    """
    if len(typed) < SHORTEST_GUESSED:
        return None
    return next(iter(get_close_matches(typed.lower(), list(known), 1, CLOSE)), None)


def paragraph(rulebook: str, label: str) -> str | None:
    r"""The paragraph of a rulebook that begins with a label such as ``T6``, or None.

    It ends where the next heading, blank line or labelled paragraph begins. A number alone means
    the first paragraph of that number.

    >>> paragraph("# T\n\n**T1** One.\n\n**T2** Two\nlines.\n", "t2")
    '**T2** Two\nlines.'
    >>> paragraph("**T1** One.\n**T2** Two.", "2")
    '**T2** Two.'
    """
    lines = rulebook.splitlines()
    marks = r"[\s#*_>-]*"
    starts = [
        n
        for n, line in enumerate(lines)
        if not line.strip() or re.match(marks + r"[A-Z]\d+\b", line)
    ]
    letter = "[A-Z]" if label.isdigit() else ""
    wanted = re.compile(rf"{marks}{letter}{re.escape(label)}(?![0-9A-Za-z])", re.IGNORECASE)
    for start, end in pairwise([*starts, len(lines)]):
        if wanted.match(lines[start]) and lines[start].strip():
            return "\n".join(lines[start:end]).strip()
    return None


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
