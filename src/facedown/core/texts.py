"""Reading a text that somebody keeps in a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from facedown.core.errors import BadOption, reason
from facedown.core.facts import LONGEST_OPTION
from facedown.core.messages import phrase

LARGEST = 4 * LONGEST_OPTION + 4
"""Bytes of the largest file that is read: a character has up to four, a mark before all three."""


def text_in(path: Path, what: str) -> str:
    """The text in a file, without blanks around it.

    Raises ``BadOption`` with one sentence, in which the text is called ``what``.

    >>> text_in(Path("no such folder/list.toml"), "The card list")
    Traceback (most recent call last):
    facedown.core.errors.BadOption: The card list cannot be read from no such folder/list.toml: ...
    """
    what = phrase("{what} cannot be read from {path}", what=what, path=path)
    try:
        path = path.expanduser()
        if path.exists() and not (path.is_file() or path.is_dir()):
            # A pipe or a device may never come to an end, or never begin.
            raise BadOption(phrase("{what}: it is not a file on a disk.", what=what))
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError, RuntimeError) as problem:
        raise BadOption(phrase("{what}: {reason}.", what=what, reason=reason(problem))) from None
    if len(content) > LARGEST:
        raise BadOption(
            phrase("{what}: it has more than {largest:,} bytes.", what=what, largest=LARGEST)
        )
    try:
        # An editor may have put a mark of the encoding before the text.
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadOption(phrase("{what}: it is not a text in UTF-8.", what=what)) from None
    if not text:
        raise BadOption(phrase("{what}: the file is empty.", what=what))
    return text


LONGEST_LINE: Final = 2000
"""Characters of a line: a number of many thousand digits cannot be said back."""
MOST_POINTS: Final = 100
"""Points in a line: keys with thousands of parts take seconds to read."""


_WHY: Final[dict[str, str]] = {
    str(why): why
    for why in (
        phrase("cannot overwrite a value"),
        phrase("expected '=' after a key in a key/value pair"),
        phrase("expected ']' at the end of a table declaration"),
        phrase("expected ']]' at the end of an array declaration"),
        phrase("expected newline or end of document after a statement"),
        phrase("invalid initial character for a key part"),
        phrase("invalid statement"),
        phrase("invalid value"),
        phrase("unclosed array"),
        phrase("unclosed inline table"),
        phrase("unescaped '\\' in a string"),
        phrase("unterminated string"),
    )
}
"""What Python's reader says most often: in other languages too."""


class NotToml(Exception):  # never told as it is: its reader makes a sentence of it
    """Why a text is no TOML, in a few words, and the line (from 1) where that shows."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.why, self.line = why, line


def read_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    r"""The table that a text describes; raises :class:`NotToml` for whatever is none.

    A text of ``LONGEST_OPTION`` characters is read in a moment, whatever stands in it.

    >>> read_toml("hand = 3")
    {'hand': 3}
    >>> read_toml("hand = 3\nplays = ]")
    Traceback (most recent call last):
    facedown.core.texts.NotToml: invalid value
    """
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise NotToml(
                phrase("more than {most} characters in one line", most=LONGEST_LINE), number
            )
        if line.count(".") > MOST_POINTS:
            raise NotToml(phrase("more than {most} points in one line", most=MOST_POINTS), number)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as problem:
        raise _located(str(problem), text) from None
    except RecursionError:
        raise NotToml(phrase("lists in lists in lists"), 1) from None


def _located(problem: str, text: str) -> NotToml:
    found = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", problem)
    what = problem[: found.start()].strip() if found else problem
    line = int(found[1]) if found and found[1] else max(1, len(text.splitlines()))
    why = what[:1].lower() + what[1:80]
    return NotToml(_WHY.get(why, why), line)
