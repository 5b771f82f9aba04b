"""The catalogue of secret rules, by level, as data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from facedown.deduce.rules.deck import SOLVER
from facedown.deduce.rules.parser import parse
from facedown.deduce.rules.rule import Rule

LEVELS: Final = (1, 2, 3, 4, 5)
"""1: one set of values; 2: one comparison, or two sets; 3: two conditions; 4: conditions on
conditions, patterns; 5: memories of the whole track."""


@dataclass(frozen=True, slots=True)
class CatalogueRule:
    """A secret rule: its number from 1, its level, its normal sentence.

    ``acceptance`` is the share of plays that it accepts along random tracks. ``cards`` is how many
    cards, the first one too, an Investigator needs on average who knows the catalogue, not the
    level, and plays alone (``python -m facedown.lab.solver.needed`` works it out).
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
def entry_of(sentence: str) -> CatalogueRule | None:
    """The rule of the catalogue with that sentence.

    >>> entry_of("blue or red").level, entry_of("a rule of mine")
    (1, None)
    """
    return next((entry for entry in _entries() if entry.sentence == sentence), None)


def catalogue(level: int | None = None) -> tuple[CatalogueRule, ...]:
    """The rules of the catalogue, of one level or of all, for SOLVER's deck.

    >>> len(catalogue()) >= 150
    True
    >>> catalogue(1)[0].sentence
    'blue or red'
    """
    return tuple(entry for entry in _entries() if level is None or entry.level == level)
