"""Which language somebody reads, from what a browser or a system says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from facedown.languages.catalogues import ENGLISH, LANGUAGES, Language


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
