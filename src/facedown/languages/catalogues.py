"""The languages there are, and what each says for every message.

The catalogue of a language is ``fr.po`` in this folder, for the shell, and ``languages/fr.po`` in
the folder of a game, for its words, with ``fr.rules.po`` beside it for its rulebook; all of them
are read as one. What none of them has is said in English, sentence by sentence.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from facedown.core.errors import UnknownName
from facedown.core.messages import Catalogue, phrase, translated
from facedown.core.registry import load_games

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

    def npgettext(self, context: str, one: str, many: str, number: int, /) -> str:
        """The same in any context."""
        del context
        return self.ngettext(one, many, number)


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its code (BCP 47) and what it is called by those who speak it.

    ``spaced``: it sets a space before ``: ; ? ! %``, within « » and between the groups of a long
    number, where no line may end. ``joins`` are patterns of words that run together where a
    sentence is put together of parts, each with what they become; ``names`` the same before names,
    and where a name is "you".
    """

    code: str
    name: str
    spaced: bool = False
    joins: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()


ENGLISH: Final = Language("en", "English")
LANGUAGES: Final = (
    ENGLISH,
    Language(
        "fr",
        "Français",
        spaced=True,
        joins=(
            (r"\bde les\b", "des"),
            (r"\bde (?=[aeiou])", "d’"),
            (r"\best pas\b", "n’est pas"),
        ),
        names=(
            (r"\b([DdQq]u?)e (?=[AEIOUÉ][a-zà-ÿ])", r"\1’"),
            (r"\bla règle de vous\b", "votre règle"),
        ),
    ),
    Language(
        "pt",
        "Português",
        joins=(
            (r"\bde (?=(as?|est[ae]s?)\b)", "d"),
            (r"\ba a(s?)\b", r"à\1"),
            (r"\bé não\b", "não é"),
        ),
        names=(
            (r"\ba regra de você\b", "a sua regra"),
            (r"((?:^|: )\S+) de você\b", r"\1, sua,"),
            (r", sua,(?=[.:])", ", sua"),
        ),
    ),
)
"""Those that people can choose."""

PSEUDO: Final = Language("en-XA", "Ƥşéüđô")
"""English made longer and accented, to find what is no message or does not fit."""


def language_named(code: str) -> Language:
    """The language of a code; raises ``UnknownName`` where there is none.

    >>> language_named("fr").code
    'fr'
    """
    for language in (*LANGUAGES, PSEUDO):
        if language.code == code:
            return language
    codes = ", ".join(language.code for language in LANGUAGES)
    raise UnknownName(
        phrase("There is no language {code!r}; there are {codes}.", code=code[:20], codes=codes)
    )


@cache
def catalogue(language: Language) -> Catalogue:
    """What a language says for every message.

    >>> catalogue(language_named("fr")).gettext("yes")
    'oui'
    """
    if language == PSEUDO:
        return Pseudo()
    first = NullTranslations()
    for file in _files(language):
        read = _translations(file, language)
        read.add_fallback(first)
        first = read
    games, _ = load_games()
    formal = {context: made for game in games.values() for context, made in game.formal.items()}
    return _Spoken(first, formal, language.joins)


@dataclass(frozen=True, eq=False, slots=True)
class _Spoken:
    """All catalogues of a language as one, with the ``formal`` sentences of games."""

    words: NullTranslations
    formal: Mapping[str, Callable[[str], str]]
    joins: tuple[tuple[str, str], ...]

    def gettext(self, message: str, /) -> str:
        return self.words.gettext(message)

    def pgettext(self, context: str, message: str, /) -> str:
        if (made := self.formal.get(context)) is not None:
            said = translated(made(message), self)
            for apart, together in self.joins:
                said = re.sub(apart, together, said)
            return said
        return self.words.pgettext(context, message)

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return self.words.ngettext(one, many, number)

    def npgettext(self, context: str, one: str, many: str, number: int, /) -> str:
        return self.words.npgettext(context, one, many, number)


_BREAKS: Final = re.compile(r" (?=[:;?!»%])|(?<=«) |(?<=\d) (?=\d{3}\b)")
"""The spaces of a language that is ``spaced``."""


def _files(language: Language) -> Iterator[Traversable]:
    names = f"{language.code}.po", f"{language.code}.rules.po"
    folders = [resources.files(__package__)]
    games, _ = load_games()
    folders += [game.folder().joinpath("languages") for game in games.values()]
    files = (folder.joinpath(name) for folder in folders for name in names)
    yield from (file for file in files if file.is_file())


def _translations(file: Traversable, language: Language) -> GNUTranslations:
    from babel.messages.mofile import write_mo  # only where another language is read
    from babel.messages.pofile import read_po

    entries = read_po(io.BytesIO(file.read_bytes()))
    if language.spaced:
        for entry in entries:
            if entry.id:  # the first entry is the file's header
                said = entry.string or ""
                entry.string = _kept(said) if isinstance(said, str) else tuple(map(_kept, said))
    packed = io.BytesIO()
    write_mo(packed, entries)
    packed.seek(0)
    return GNUTranslations(packed)


def _kept(text: str) -> str:
    """A text whose lines end at none of those spaces.

    >>> _kept("Qui gagne ? {who} !").count("\N{NO-BREAK SPACE}")
    2
    """
    return _BREAKS.sub("\N{NO-BREAK SPACE}", text)
