"""Names and texts that people type: tidied, bounded, and free of characters that play tricks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from facedown.table.errors import TableError

LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 500
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "pink")
"""The colours of seats; a page draws each with a shape, as not everybody sees them."""

# Control, format (turns the direction of text around), private and lone surrogate characters.
_TRICKS: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_JOINER: Final = "\u200d"  # joins emoji and is a letter's neighbour in some scripts


def free_colour(used: Iterable[str]) -> str:
    """The first colour that no seat has."""
    taken = set(used)
    return next(colour for colour in COLOURS if colour not in taken)


def tidy(text: str, longest: int, what: str) -> str:
    r"""A typed text as it is kept: composed, without tricks, white space made single.

    Raises ``TableError`` when nothing is left or it is too long.

    >>> tidy("  Ann\u202e   Lee ", 24, "name")
    'Ann Lee'
    """
    if len(text) > 4 * longest:  # before any work is done on it
        raise TableError(f"A {what} has at most {longest} characters.")
    spaced = "".join(" " if c in "\t\r\n" else c for c in unicodedata.normalize("NFC", text))
    clean = "".join(c for c in spaced if c == _JOINER or unicodedata.category(c) not in _TRICKS)
    kept = " ".join(clean.split())
    if not kept.replace(_JOINER, ""):
        raise TableError(f"A {what} cannot be empty.")
    if len(kept) > longest:
        raise TableError(f"A {what} has at most {longest} characters.")
    return kept


def tidy_name(name: str) -> str:
    """A name as it is kept; raises ``TableError`` when it cannot be one."""
    return tidy(name, LONGEST_NAME, "name")
