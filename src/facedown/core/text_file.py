"""Reading a text that somebody keeps in a file."""

from __future__ import annotations

from pathlib import Path

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
