"""The language that is spoken now, to whoever is served in this task or thread.

Which one suits a reader, and rulebooks in it, block by block.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final, overload

from facedown.core.game import Game
from facedown.core.messages import Catalogue, Message, phrase_in
from facedown.core.typed import typing_in
from facedown.languages.catalogues import ENGLISH, LANGUAGES, PSEUDO, RULES, Language, catalogue


def best_language(header: str, languages: Sequence[Language] = LANGUAGES) -> Language:
    """The language that suits a header ``Accept-Language`` best, English where none does.

    >>> best_language("pt-BR,pt;q=0.9,en;q=0.8").code, best_language("de, fr;q=0.5").code
    ('pt', 'fr')
    >>> best_language("de").code, best_language(";;q=x,,").code
    ('en', 'en')
    """
    known = {language.code: language for language in languages}
    best, most = ENGLISH, 0.0
    for part in header[:500].split(","):
        name, _, quality = part.partition(";")
        language = known.get(name.strip().lower().partition("-")[0])
        wanted = _quality(quality)
        if language is not None and wanted > most:
            best, most = language, wanted
    return best


def language_of_system(environment: Mapping[str, str]) -> Language:
    """The language that the variables of a system ask for, as POSIX reads them, else English.

    >>> language_of_system({"LC_ALL": "", "LANG": "pt_BR.UTF-8"}).code
    'pt'
    >>> language_of_system({"LC_ALL": "C", "LANG": "fr_FR"}).code
    'en'
    """
    chosen = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return best_language(re.split(r"[_.@]", chosen)[0])


def _quality(text: str) -> float:
    text = text.strip()
    if not text:
        return 1.0
    try:
        return max(0.0, min(1.0, float(text.removeprefix("q="))))
    except ValueError:
        return 0.0


_CURRENT: Final[ContextVar[Language]] = ContextVar("language", default=ENGLISH)


def current_language() -> Language:
    """The language that is spoken now; English unless :func:`speaking` says otherwise.

    >>> current_language().code
    'en'
    """
    return _CURRENT.get()


def current_catalogue() -> Catalogue:
    """What the language that is spoken now says for every message.

    For whoever makes something whole of messages that is read elsewhere, such as a PDF.

    >>> from facedown.languages import language_named
    >>> with speaking(language_named("fr")):
    ...     current_catalogue().gettext("Rules")
    'Règles'
    """
    return catalogue(_CURRENT.get())


@contextlib.contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speaks a language within the block, and in the tasks that are started there.

    What is typed there is read in it, too.

    >>> from facedown.core.messages import phrase
    >>> from facedown.languages import language_named
    >>> with speaking(language_named("fr")):
    ...     spoken(phrase("Rules"))
    'Règles'
    """
    before = _CURRENT.set(language)
    try:
        with typing_in(language.code):
            yield
    finally:
        _CURRENT.reset(before)


def speak(language: Language) -> None:
    """Speaks a language from here on, until the block of :func:`speaking` around it ends.

    In which one lines are typed stays as it is.

    >>> from facedown.languages import language_named
    >>> with speaking(ENGLISH):
    ...     speak(language_named("fr"))
    ...     current_language().code
    'fr'
    """
    _CURRENT.set(language)


@overload
def spoken(text: str) -> str: ...
@overload
def spoken(text: object) -> object: ...
def spoken(text: object) -> object:
    """A text in the language that is spoken now; whatever is no message stays as it is.

    >>> from facedown.core.messages import phrase
    >>> from facedown.languages.catalogues import language_named
    >>> with speaking(language_named("fr")):
    ...     print(spoken(phrase("yes")))
    oui
    """
    if not isinstance(text, Message):
        return text
    language = _CURRENT.get()
    if language is ENGLISH:
        return str(text)
    said = text.in_words_of(catalogue(language))
    for apart, together in language.names:
        said = re.sub(apart, together, said)
    return said


_WORDS: Final = re.compile(r"[a-z]{2}")


@cache
def is_whole(language: Language, kind: type[Game]) -> bool:
    """Whether a language has all that a game says, and its rulebook.

    >>> from facedown.core.registry import game_class
    >>> from facedown.languages import language_named
    >>> is_whole(language_named("fr"), game_class("turing"))
    True
    """
    if language in (ENGLISH, PSEUDO):
        return True
    folder = kind.folder().joinpath("languages")
    return all(_whole(folder.joinpath(f"{language.code}{part}.po")) for part in ("", ".rules"))


def language_for_game(kind: type[Game]) -> Language:
    """The language that is spoken now where it has a game whole, else English.

    >>> from facedown.core.registry import game_class
    >>> from facedown.languages import language_named
    >>> with speaking(language_named("fr")):
    ...     language_for_game(game_class("mystery")).code
    'fr'
    """
    language = current_language()
    return language if is_whole(language, kind) else ENGLISH


def _whole(file: Traversable) -> bool:
    if not file.is_file():
        return False
    from babel.messages.pofile import read_po  # only where another language is read

    for entry in read_po(io.BytesIO(file.read_bytes())):
        one = entry.id if isinstance(entry.id, str) else entry.id[0]
        said = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
        if _WORDS.search(re.sub(r"\{[^}]*\}", "", one)) and not all(said):
            return False
    return True


_FENCE: Final = "```"
_WITH_LINES: Final = re.compile(r"\||[-*+] |[0-9]+[.)] |> | {4}|\t|" + _FENCE)
"""How a block begins whose lines are lines: a table, a list, a quotation, code."""


def blocks_of(rulebook: str) -> tuple[str, ...]:
    r"""The blocks of a text in Markdown: paragraphs, each on one line, headings, tables, code.

    >>> blocks_of("# Go\n\n**G1.** Two\nplay.\n\n| a |\n|---|\n")
    ('# Go', '**G1.** Two play.', '| a |\n|---|')
    """
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in rulebook.splitlines():
        if line.strip() or fenced:
            blocks[-1].append(line)
        else:
            blocks.append([])
        if line.startswith(_FENCE):
            fenced = not fenced
    return tuple(
        ("\n" if _WITH_LINES.match(block[0]) else " ").join(block) for block in blocks if block
    )


def is_message(block: str) -> bool:
    """Whether a block is read by people in their language; code is not.

    >>> is_message("Two play."), is_message("```")
    (True, False)
    """
    return not block.startswith(_FENCE)


def rulebook_spoken(rulebook: str) -> str:
    r"""A rulebook in the language that is spoken now, each block by itself.

    What a game puts together of messages, such as the words of its cards, is said as they are.

    >>> rulebook_spoken("# Go\n\nTwo play.")
    '# Go\n\nTwo play.'
    """
    return "\n\n".join(
        spoken(phrase_in(RULES, block)) if is_message(block) else block
        for block in blocks_of(spoken(rulebook))
    )
