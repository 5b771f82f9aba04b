"""What a Master answers to a guess (R6); ``parts.py`` decides which answer it is."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypedDict

Answer = Literal["Solver!", "0", "1", "2+"]
"""That the rules are the same, or how many parts they share."""


FILE: Final = "catalogue_parts.json"


_ANSWERS: Final[dict[str, Answer]] = {"0": "0", "1": "1", "2": "2+", "s": "Solver!"}


class KnownFile(TypedDict):
    """The file: by sentence the parts, each with its role; and the answers to all rules before it.

    An answer is one character of a string that has one for each rule up to this one, in the order
    of the catalogue: 0, 1, 2 for 2+, s for Solver!.
    """

    parts: dict[str, list[tuple[str, str]]]
    answers: dict[str, str]


@cache
def _stored() -> KnownFile:
    found: KnownFile = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return found


@cache
def _numbers() -> dict[str, int]:
    return {sentence: number for number, sentence in enumerate(_stored()["answers"])}


def known_parts(sentence: str) -> list[tuple[str, str]] | None:
    """Role and sentence of each part of a rule of the catalogue; None for any other rule.

    >>> known_parts("blue or red"), known_parts("a rule of mine")
    ([['needed', 'blue or red']], None)
    """
    return _stored()["parts"].get(sentence)


def in_catalogue(sentence: str) -> bool:
    """Whether a rule is one of the catalogue, of which all answers are known.

    >>> in_catalogue("blue or red"), in_catalogue("a rule of mine")
    (True, False)
    """
    return sentence in _numbers()


def known_answer(secret: str, guess: str) -> Answer | None:
    """What a Master answers where both are rules of the catalogue; else None.

    >>> known_answer("blue or red", "not blue"), known_answer("blue or red", "a rule of mine")
    ('0', None)
    """
    numbers = _numbers()
    if secret not in numbers or guess not in numbers:
        return None
    one, other = sorted((secret, guess), key=numbers.__getitem__)
    return _ANSWERS[_stored()["answers"][other][numbers[one]]]
