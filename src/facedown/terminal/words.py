"""How the terminal puts things into words: names of seats, and texts fit to be printed."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Final

from facedown.core.messages import phrase
from facedown.core.seats import NATURE, Seat, bot_of, bot_words, seat_words
from facedown.languages import spoken

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
