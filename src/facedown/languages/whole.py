"""Which games a language has whole: a game is read in one language, never in half of one."""

from __future__ import annotations

import io
import re
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from facedown.core.game import Game
from facedown.languages.catalogues import ENGLISH, PSEUDO, Language
from facedown.languages.current import current_language

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
    >>> language_for_game(game_class("solid")).code
    'en'
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
