"""The book on paper: a cover with contents, every puzzle, and the solutions at the end."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import Catalogue, phrase
from facedown.games.mystery.book import LEVELS, book_names, entries_of
from facedown.games.mystery.library import book_puzzle
from facedown.games.mystery.sheets import Cover, sheets
from facedown.games.mystery.text import entry_words

BOOK_TITLE: Final = phrase("Mystery Machine: sixty puzzles")
COVER: Final = (
    phrase(
        "Each page is a puzzle to be laid out and played with a deck of cards; "
        "solutions at the end."
    ),
    phrase(
        "Par is how many questions best play asks on average; it never asks more than is said "
        "after it."
    ),
)


def whole_book(paper: str, *, pages: bool = True, catalogue: Catalogue | None = None) -> bytes:
    """The book as a PDF in the words of a catalogue, or without ``pages`` its solutions alone.

    Raises ``BadOption`` for an unknown paper. The same bytes each time; it takes seconds.
    """
    levels = (
        (title, tuple((book_puzzle(e.name).title, entry_words(e)) for e in entries_of(level)))
        for level, title in enumerate(LEVELS, 1)
    )
    cover = Cover(BOOK_TITLE, COVER, tuple(levels)) if pages else None
    puzzles = [book_puzzle(name) for name in book_names()]
    return sheets(puzzles, paper, pages=pages, solutions=True, cover=cover, catalogue=catalogue)
