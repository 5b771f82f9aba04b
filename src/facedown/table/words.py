"""Names and texts that people type: tidied, bounded, and free of characters that play tricks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from facedown.core.messages import phrase, phrase_in
from facedown.core.seats import Seat, seat_words
from facedown.table.errors import TableError

LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 500
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "orange", "teal", "pink")
"""The colours of seats; a page draws each with a shape, as not everybody sees them."""
COLOUR_WORDS: Final = {
    "red": phrase_in("colour", "red"),
    "blue": phrase_in("colour", "blue"),
    "green": phrase_in("colour", "green"),
    "yellow": phrase_in("colour", "yellow"),
    "purple": phrase_in("colour", "purple"),
    "orange": phrase_in("colour", "orange"),
    "teal": phrase_in("colour", "teal"),
    "pink": phrase_in("colour", "pink"),
}
"""The same as people read them."""

# Control, format (turns the direction of text around), private and lone surrogate characters.
_TRICKS: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200d\ufe0f")  # make one emoji of several signs
# Letters and marks of other categories that show nothing: they would make names that look alike.
_INVISIBLE: Final = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))
) | frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
_MOST_MARKS: Final = 4
"""So many accents and the like may be heaped on one letter; more would run over other lines."""


UNNAMED_HOST: Final = phrase("Host")
"""What a host is called who has given no name and waits for others."""


def seat_called(name: str, seat: Seat) -> str:
    """What a seat is called; one without a name of its own as a message.

    >>> seat_called("Ann", 0), seat_called("", 0)
    ('Ann', 'Seat 1')
    """
    if not is_unnamed(name, seat):
        return name
    return UNNAMED_HOST if name == UNNAMED_HOST else seat_words(seat)


def is_unnamed(name: str, seat: Seat) -> bool:
    """Whether whoever sits there has given no name of their own.

    >>> is_unnamed("Ann", 0), is_unnamed("Seat 1", 0), is_unnamed("Host", 0)
    (False, True, True)
    """
    return name in ("", UNNAMED_HOST, seat_words(seat))


def free_colour(used: Iterable[str]) -> str:
    """The first colour that no seat has."""
    taken = set(used)
    return next(colour for colour in COLOURS if colour not in taken)


Typed: TypeAlias = Literal["name", "note", "message"]
"""What people type."""
_EMPTY: Final[dict[Typed, str]] = {
    "name": phrase("A name cannot be empty."),
    "note": phrase("A note cannot be empty."),
    "message": phrase("A message cannot be empty."),
}


def _too_long(what: Typed, longest: int) -> TableError:
    if what == "name":
        return TableError(phrase("A name has at most {longest} characters.", longest=longest))
    if what == "note":
        return TableError(phrase("A note has at most {longest} characters.", longest=longest))
    return TableError(phrase("A message has at most {longest} characters.", longest=longest))


def tidy(text: str, longest: int, what: Typed) -> str:
    r"""A typed text as it is kept: composed, without tricks, white space made single.

    Raises ``TableError`` when nothing is left or it is too long.

    >>> tidy("  Ann\u202e   Lee ", 24, "name")
    'Ann Lee'
    """
    if len(text) > 4 * longest:  # before any work is done on it
        raise _too_long(what, longest)
    spaced = "".join(" " if c in "\t\r\n" else c for c in unicodedata.normalize("NFC", text))
    kept = " ".join("".join(_clean(spaced)).split())
    if _JOINERS.issuperset(kept):  # or there is nothing at all
        raise TableError(_EMPTY[what])
    if len(kept) > longest:
        raise _too_long(what, longest)
    return kept


def _clean(text: str) -> Iterator[str]:
    marks = 0
    for c in text:
        category = unicodedata.category(c)
        if c not in _JOINERS and (category in _TRICKS or c in _INVISIBLE):
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            yield c


def looks(name: str) -> str:
    r"""What a name looks like, to tell whether two would be taken for each other.

    >>> looks("Ann\u200d Lee") == looks("\uff41nn lee")
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in plain if c not in _JOINERS and not c.isspace())


def tidy_name(name: str) -> str:
    """A name as it is kept; raises ``TableError`` when it cannot be one."""
    return tidy(name, LONGEST_NAME, "name")
