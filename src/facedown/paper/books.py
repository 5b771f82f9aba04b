"""What books of puzzles have in common: title page, imprint, contents with page numbers.

``shared.typ`` draws them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from facedown.core.messages import joined, listed, phrase
from facedown.core.texts import TextFault

LONGEST_LINE: Final = 60
CREDIT: Final = ("by", "licence")
"""The keys of a text in TOML that say whose it is."""


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose a puzzle is, and by which licence it may be used; empty where its file does not say."""

    by: str = ""
    licence: str = ""

    @property
    def words(self) -> str:
        """Both in few words.

        >>> Credit("Ann", "CC BY 4.0").words, Credit("Ann").words, Credit().words
        ('by Ann, CC BY 4.0', 'by Ann', '')
        """
        by = [phrase("by {who}", who=self.by)] if self.by else []
        return joined(", ", [*by, self.licence] if self.licence else by)


def line_in(table: Mapping[str, Any], key: str) -> str:
    """The line that a text has for a key, or nothing; raises ``TextFault`` for anything else.

    >>> line_in({"by": "Ann"}, "by"), line_in({}, "by")
    ('Ann', '')
    """
    line = table.get(key, "")
    fits = isinstance(line, str) and len(line) <= LONGEST_LINE and line.isprintable()
    if not fits or line != line.strip():
        sentence = phrase(
            "The part {key} is a line of at most {most} characters.", key=key, most=LONGEST_LINE
        )
        raise TextFault(sentence, key)
    return str(line)


def read_credit(table: Mapping[str, Any]) -> Credit:
    """Whose a text in TOML says it is; raises ``TextFault``."""
    return Credit(*(line_in(table, key) for key in CREDIT))


@dataclass(frozen=True, slots=True)
class Cover:
    """What a book of puzzles begins with: its title page, and by level its contents.

    ``lines`` stand under the title and ``imprint`` on the back of it; ``levels`` have a title and a
    few words for each of their puzzles, in the order of the book.
    """

    title: str
    lines: tuple[str, ...]
    imprint: tuple[str, ...]
    levels: tuple[tuple[str, tuple[str, ...]], ...]

    def form(self, titles: Sequence[str], how: str, steps: Sequence[str]) -> dict[str, Any]:
        """What is drawn: with the titles of the puzzles, and how to play, step by step."""
        levels, number = [], 0
        for title, words in self.levels:
            there = titles[number : number + len(words)]
            puzzles = [
                {"name": name, "words": told, "number": number + at}
                for at, (name, told) in enumerate(zip(there, words, strict=True))
            ]
            levels.append({"title": title, "puzzles": puzzles})
            number += len(words)
        return {
            "title": self.title,
            "lines": self.lines,
            "imprint": self.imprint,
            "contents": phrase("Contents"),
            "levels": levels,
            "how": how,
            "steps": list(steps),
            "solutions": phrase("Solutions"),
        }


def own_cover(title: str, line: str, credits_: Sequence[Credit], words: Sequence[str]) -> Cover:
    """The cover of a book of one's own: whose its puzzles are, and its contents by title.

    ``words`` stand in the contents, before whose each puzzle is.
    """
    makers = dict.fromkeys(credit.by for credit in credits_ if credit.by)
    rights: str = phrase("The puzzles belong to those who made them.")
    if makers:
        rights = phrase("The puzzles belong to those who made them: {who}.", who=listed([*makers]))
    told = tuple(
        joined(", ", [part for part in (word, credit.words) if part])
        for word, credit in zip(words, credits_, strict=True)
    )
    return Cover(title, (line,), (rights,), ((phrase("Puzzles"), told),))
