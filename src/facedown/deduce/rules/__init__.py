"""A language for rules over cards and the timeline before them, usable without any game."""

from facedown.deduce.rules.conditions import JudgedCard
from facedown.deduce.rules.deck import (
    DECKS,
    SOLVER,
    STANDARD,
    Attribute,
    Deck,
    RuleError,
    deck_called,
)
from facedown.deduce.rules.parser import complete, parse
from facedown.deduce.rules.rule import Rule, rule_of

__all__ = [
    "DECKS",
    "SOLVER",
    "STANDARD",
    "Attribute",
    "Deck",
    "JudgedCard",
    "Rule",
    "RuleError",
    "complete",
    "deck_called",
    "parse",
    "rule_of",
]
