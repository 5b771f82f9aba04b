"""Reading texts that people write: files, and TOML with what is wrong told at its line.

What a text in TOML has to be is its reader's matter, who says it as a :class:`TextFault`. Here is
what all of them need: the keys and tables that are known, and the line of whatever is at fault.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeVar

from facedown.core.errors import BadOption, reason
from facedown.core.facts import LONGEST_OPTION
from facedown.core.messages import joined, listed, phrase

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


def tidy_lines(text: str) -> str:
    r"""A text whose lines end alike, without blanks at their ends and around it.

    >>> tidy_lines("\n a = 1  \r\nb = 2\n\n")
    'a = 1\nb = 2\n'
    """
    return "\n".join(line.rstrip() for line in text.splitlines()).strip() + "\n"


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


class TextFault(BadOption):
    """Something in a text that people write cannot be; ``path`` says where.

    It goes from the whole to the part: the name of a key; or that of a table, its place among equal
    ones (from 0) and a key in it; at last the faulty value, where one can be named. It is empty
    where the whole is at fault.
    """

    def __init__(self, sentence: str, *path: str | int) -> None:
        super().__init__(sentence)
        self.path = path


NEARLY: Final = 0.7
"""How alike two names are, as ``difflib`` counts it, where one is taken for the other."""
LONGEST_SAID: Final = 30
"""Characters of a name that are said back."""


def check_keys(
    table: Mapping[str, object], known: Collection[str], what: str, *path: str | int
) -> None:
    """Raises :class:`TextFault` for a key that a table cannot have; ``what`` is called so.

    >>> check_keys({"hnad": 4}, ["hand", "plays"], "[rules]", "rules", 0)
    Traceback (most recent call last):
    facedown.core.texts.TextFault: [rules] has no 'hnad'; it can have hand and plays. Did you ...
    """
    for key in table:
        if key not in known:
            said = key[:LONGEST_SAID]
            sentence = phrase(
                "{what} has no {key!r}; it can have {known}.",
                what=what,
                key=said,
                known=listed(known),
            )
            for meant in get_close_matches(said.lower(), known, 1, NEARLY):
                sentence = joined(" ", [sentence, phrase("Did you mean {word}?", word=meant)])
            raise TextFault(sentence, *path, key)


def tables_of(table: Mapping[str, Any], name: str, begins: str) -> list[dict[str, Any]]:
    r"""The tables of a list of tables, which may be missing.

    Raises :class:`TextFault` with the sentence ``begins`` where it is something else.

    >>> tables_of(read_toml("[[pile]]\njokers = 1"), "pile", "Each pile begins with [[pile]].")
    [{'jokers': 1}]
    """
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(part, dict) for part in found):
        raise TextFault(begins, name)
    return found


class LineAtFault(BadOption):
    """Something in a text that people wrote cannot be: a ``sentence``, its ``line`` (from 1)."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(
            phrase("Line {line}: {problem}", line=line, problem=sentence) if line else sentence
        )
        self.sentence, self.line = sentence, line


Found = TypeVar("Found")


def read_lines(text: str, what: str, read: Callable[[dict[str, Any]], Found]) -> Found:
    r"""What ``read`` makes of the table in a text, called ``what``, such as "The problem".

    Raises :class:`LineAtFault` with the sentence of a :class:`TextFault` or :class:`NotToml`.

    >>> read_lines("hnad = 4", "A list", lambda table: check_keys(table, ["hand"], "A list"))
    Traceback (most recent call last):
    facedown.core.texts.LineAtFault: Line 1: A list has no 'hnad'; it can have hand. ...
    """
    try:
        return read(read_toml(text))
    except NotToml as problem:
        sentence = phrase("{what} is not TOML ({why}).", what=what, why=problem.why)
        raise LineAtFault(sentence, problem.line) from None
    except TextFault as fault:
        raise LineAtFault(fault.message, line_of(text, fault.path)) from None


def line_of(text: str, path: tuple[str | int, ...]) -> int:
    r"""The line (from 1) at which a part of a text in TOML stands; 0 for an empty path.

    ``path`` is that of a :class:`TextFault`. Stays at the whole where a part is not found: a text
    may be written in ways of TOML that nobody uses by hand.

    >>> line_of("[[pile]]\n[[pile]]\njokers = 1", ("pile", 1, "jokers"))
    3
    """
    if not path:
        return 0
    lines = text.splitlines() or [""]
    headers = [number for number, line in enumerate(lines) if re.match(r"\s*\[", line)]
    header = re.compile(rf"\s*\[\[?\s*{re.escape(str(path[0]))}\s*\]")
    tables = [number for number in headers if header.match(lines[number])]
    place = path[1] if len(path) > 1 else 0
    if isinstance(place, int) and place < len(tables):
        at, names = tables[place], [str(part) for part in path[2:]]
    else:
        at, names = 0, [str(part) for part in path if isinstance(part, str)]
    end = next((number for number in headers if number > at), len(lines))
    if names:
        at = next((n for n in range(at, end) if _begins(lines[n], names[0])), at)
    if len(names) > 1:
        value = re.compile(rf"(?<![\w-]){re.escape(names[1])}(?![\w-])")
        after = (n for n in range(at + 1, end) if re.match(r"\s*[\w\"-]+\s*=", lines[n]))
        found = [n for n in range(at, next(after, end)) if value.search(lines[n])]
        at = found[-1] if found else at
    return at + 1


def _begins(line: str, key: str) -> bool:
    """Whether a line gives a value to this key."""
    return re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line) is not None
