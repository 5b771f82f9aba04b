"""English made longer and accented: what shows no accent on a page is no message yet."""

from __future__ import annotations

import re
from typing import Final

_ACCENTED: Final = str.maketrans(
    "abcdefghijklmnoprstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ",
    "áƀçđéƒǧĥíĵķļɱñóƥŕšŧúṽŵýžÁƁÇĐÉƑǦĤÍĴĶĻṀÑÓƤŔŠŦÚṼŴÝŽ",
)
_KEPT: Final = re.compile(r"(\{[^{}]*\}|\n *)")
_MARKED: Final = re.compile(r"(`[^`]*`|\]\([^)]*\)|\b[A-Z]+[0-9]+\b)")
"""What stays in a text in Markdown: code, where links lead to, and the numbers of paragraphs."""
RULES: Final = "rules"
"""The context of a rulebook's blocks in a catalogue."""
LONGER: Final = 0.3
"""By this share a text grows, as many do in translation."""


class Pseudo:
    """A catalogue that accents every message.

    >>> Pseudo().gettext("Ask verifier {name}")
    '⟦Ášķ ṽéŕíƒíéŕ {name}····⟧'
    """

    def gettext(self, message: str, /) -> str:
        """The message accented, its arguments kept."""
        parts = _KEPT.split(message)
        said = "".join(
            part if index % 2 else part.translate(_ACCENTED) for index, part in enumerate(parts)
        )
        letters = sum(len(part) for part in parts[::2])
        return f"⟦{said}{'·' * round(LONGER * letters)}⟧"

    def pgettext(self, context: str, message: str, /) -> str:
        """The same in any context; of a rulebook the words alone, as it is Markdown."""
        if context != RULES:
            return self.gettext(message)
        parts = _MARKED.split(message)
        return "".join(
            part if index % 2 else part.translate(_ACCENTED) for index, part in enumerate(parts)
        )

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """The same of one or many."""
        return self.gettext(one if number == 1 else many)
