"""A text taken apart into words with their positions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from facedown.core.messages import phrase
from facedown.deduce.rules.errors import RuleError

LONGEST_TEXT: Final = 1_000
"""Characters of a rule at most."""

FILLERS: Final = frozenset({"a", "an", "card", "cards", "it", "must", "be", "only", "the"})
"""Words that may stand anywhere and mean nothing."""

_JOINING: Final = frozenset({"and", "but", "else", "or", "otherwise", "then"})
_WORD: Final = re.compile(r"[a-z]+|[+\-−]?[0-9]+|[(),]|\S")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence and where it begins; ``apart`` if a comma stood before it."""

    text: str
    position: int
    apart: bool = False


def words_of(text: str) -> list[Word]:
    """The words that mean something, in time linear in the text.

    Raises :class:`~facedown.deduce.rules.errors.RuleError` for a text that is too long.

    >>> [word.text for word in words_of("The last card is red, and not a circle.")]
    ['last', 'is', 'red', 'and', 'not', 'circle']
    """
    if len(text) > LONGEST_TEXT:
        raise RuleError(
            phrase(
                "A rule has at most {most:,} characters, and this has {number:,}.",
                most=LONGEST_TEXT,
                number=len(text),
            ),
            LONGEST_TEXT,
        )
    text = text.rstrip(" .\n\t\r")
    found = [
        Word(match[0].replace("−", "-"), match.start())
        for match in _WORD.finditer(text.lower())
        if match[0] not in FILLERS
    ]
    words: list[Word] = []
    for index, word in enumerate(found):
        after = found[index + 1].text if index + 1 < len(found) else ""
        if word.text == "," and after in _JOINING:
            continue
        apart = index > 0 and found[index - 1].text == ","
        words.append(Word(word.text, word.position, apart))
    return words
