"""Notes that a seat writes for itself."""

from __future__ import annotations

from typing import Final

from facedown.core.errors import BadNote
from facedown.core.messages import phrase

LONGEST_NOTE: Final = 200
"""Characters."""

_JOINERS: Final = "\u200c\u200d"  # needed inside words of some scripts, though they show nothing


def tidy_note(text: str) -> str:
    r"""A note as it is kept: one line, with single blanks.

    Raises :class:`~facedown.core.errors.BadNote` when it is empty, longer than 200 characters, or
    holds characters that cannot be shown, which could play tricks on whoever reads it.

    >>> tidy_note("  seat 2\tholds W3 ")
    'seat 2 holds W3'
    """
    note = " ".join(text.split())
    if not note:
        raise BadNote(phrase("There is nothing in that note."))
    if len(note) > LONGEST_NOTE:
        raise BadNote(
            phrase(
                "A note has at most {longest_note} characters; that one has {note}.",
                longest_note=LONGEST_NOTE,
                note=len(note),
            )
        )
    if not all(character.isprintable() or character in _JOINERS for character in note):
        raise BadNote(phrase("A note cannot hold control characters."))
    return note
