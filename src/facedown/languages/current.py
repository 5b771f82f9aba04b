"""The language that is spoken now, to whoever is served in this task or thread."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Final, overload

from facedown.core.messages import Catalogue, Message
from facedown.languages.catalogues import ENGLISH, Language, catalogue

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

    >>> from facedown.core.messages import phrase
    >>> from facedown.languages import language_named
    >>> with speaking(language_named("fr")):
    ...     spoken(phrase("Rules"))
    'Règles'
    """
    before = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(before)


def speak(language: Language) -> None:
    """Speaks a language from here on, until the block of :func:`speaking` around it ends.

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
    return str(text) if language is ENGLISH else text.in_words_of(catalogue(language))
