"""Twins of games: the same tree under other names and colours, against rules known by heart.

A game publishes its words and what they are called in its twin (``Tools.twin``). All that an agent
reads is told with the twin's words, and what it types is read back; nothing else changes. So a
twin is as hard as its game for whoever goes by what is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from facedown.core.errors import BadOption
from facedown.lab.players import UnreadableReply


class Twin:
    """Other words for the words of a game, one for one.

    >>> twin = Twin({"W1": "G1", "fold": "drop", "white": "green"})
    >>> twin.told("White W1: fold or play W12."), twin.read("DROP")
    ('Green G1: drop or play W12.', 'fold')
    >>> twin.read("fold")
    Traceback (most recent call last):
        ...
    facedown.lab.players.UnreadableReply: That has a word that is none of this game's.
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = dict(words)
        for word, other in words.items():
            if len(word) > 2 and word.isalpha():
                for form in (str.lower, str.capitalize, str.upper):
                    self._words.setdefault(form(word), form(other))
        self._others = tuple(words.values())
        self._back = {other.lower(): word for word, other in words.items()}
        if len(self._back) < len(words) or self._back.keys() & {word.lower() for word in words}:
            raise BadOption("The words of a twin are others, one for one.")

    @cached_property
    def _forth_form(self) -> re.Pattern[str]:
        return _any_of(self._words)

    @cached_property
    def _back_form(self) -> re.Pattern[str]:
        return _any_of(self._others, re.IGNORECASE)

    def told(self, text: str) -> str:
        """A text in the twin's words."""
        return self._forth_form.sub(lambda found: self._words[found[0]], text)

    def read(self, line: str) -> str:
        """A line that was typed in the twin's words, in the game's own.

        Raises ``UnreadableReply`` for a word that has another name in the twin.
        """
        if _any_of(self._words, re.IGNORECASE).search(line):
            raise UnreadableReply("That has a word that is none of this game's.")
        return self._back_form.sub(lambda found: self._back[found[0].lower()], line)


def _any_of(words: Iterable[str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """A form for any of the words, the longest first; a letter alone is meant as it is written."""
    longest_first = sorted(words, key=len, reverse=True)
    told = "|".join(f"(?-i:{w})" if len(w) == 1 else re.escape(w) for w in longest_first)
    return re.compile(rf"(?<![A-Za-z0-9+])(?:{told})(?![A-Za-z0-9])", flags)
