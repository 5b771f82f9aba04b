"""The catalogue of secret rules, by level, and what their parts and answers are (R6), as data.

What is stored was worked out by ``python -m facedown.lab.solver.catalogue``.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypedDict

from facedown.deduce.rules.deck import SOLVER
from facedown.deduce.rules.rule import Rule
from facedown.deduce.rules.speech import parse

LEVELS: Final = (1, 2, 3, 4, 5)
"""1: one set of values; 2: one comparison, or two sets; 3: two conditions; 4: conditions on
conditions, patterns; 5: memories of the whole track."""


@dataclass(frozen=True, slots=True)
class CatalogueRule:
    """A secret rule: its number from 1, its level, its normal sentence.

    ``acceptance`` is the share of plays that it accepts along random tracks. ``cards`` is how many
    cards, the first one too, an Investigator needs on average who knows the catalogue, not the
    level, and plays alone.
    """

    number: int
    level: int
    sentence: str
    acceptance: float
    cards: float

    @property
    def rule(self) -> Rule:
        """The rule that the sentence says."""
        return parse(self.sentence, SOLVER)


@cache
def _entries() -> tuple[CatalogueRule, ...]:
    text = files(__package__).joinpath("catalogue.toml").read_text("utf-8")
    return tuple(
        CatalogueRule(number, row["level"], row["sentence"], row["acceptance"], row["cards"])
        for number, row in enumerate(tomllib.loads(text)["rule"], 1)
    )


@cache
def _by_sentence() -> dict[str, CatalogueRule]:
    return {entry.sentence: entry for entry in _entries()}


def entry_of(sentence: str) -> CatalogueRule | None:
    """The rule of the catalogue with that sentence.

    >>> entry_of("blue or red").level, entry_of("a rule of mine")
    (1, None)
    """
    return _by_sentence().get(sentence)


@cache
def catalogue(level: int | None = None) -> tuple[CatalogueRule, ...]:
    """The rules of the catalogue, of one level or of all, for SOLVER's deck.

    >>> len(catalogue()) >= 150
    True
    >>> catalogue(1)[0].sentence
    'blue or red'
    """
    return tuple(entry for entry in _entries() if level is None or entry.level == level)


Answer = Literal["Solver!", "0", "1", "2+"]
"""What a Master answers to a guess: that the rules are the same, or how many parts they share."""

VERSION: Final = 3
"""The rules version of SOLVER, by which guesses are answered (R6)."""

PARTS_FILE: Final = "catalogue_parts.json"

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
    found: KnownFile = json.loads(files(__package__).joinpath(PARTS_FILE).read_text("utf-8"))
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
    ('1', None)
    """
    numbers = _numbers()
    if secret not in numbers or guess not in numbers:
        return None
    one, other = sorted((secret, guess), key=numbers.__getitem__)
    return _ANSWERS[_stored()["answers"][other][numbers[one]]]
