"""In which language texts are read: the catalogues, and the one that is spoken now.

Games and tables make :mod:`messages <facedown.core.messages>`, in English. Whoever shows them,
pages and terminal, says them in the language of the reader: :func:`speaking` sets it for as long as
one reader is served, :func:`spoken` says a text in it.
"""

from facedown.languages.catalogues import ENGLISH, LANGUAGES, PSEUDO, Language, language_named
from facedown.languages.current import (
    best_language,
    current_catalogue,
    current_language,
    is_whole,
    language_for_game,
    language_of_system,
    rulebook_spoken,
    speak,
    speaking,
    spoken,
)

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "PSEUDO",
    "Language",
    "best_language",
    "current_catalogue",
    "current_language",
    "is_whole",
    "language_for_game",
    "language_named",
    "language_of_system",
    "rulebook_spoken",
    "speak",
    "speaking",
    "spoken",
]
