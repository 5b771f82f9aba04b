"""A language for rules over cards and the timeline before them, usable without any game."""

from facedown.deduce.rules.conditions import JudgedCard
from facedown.deduce.rules.deck import (
    DECKS,
    SOLVER,
    STANDARD,
    Ambiguous,
    Attribute,
    Deck,
    RuleError,
    deck_called,
)
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.deduce.rules.speech import parse, place_in
from facedown.deduce.rules.tongues import TONGUES, card_in, parse_in, place_typed

__all__ = [
    "DECKS",
    "SOLVER",
    "STANDARD",
    "TONGUES",
    "Ambiguous",
    "Attribute",
    "Deck",
    "JudgedCard",
    "Rule",
    "RuleError",
    "card_in",
    "deck_called",
    "parse",
    "parse_in",
    "place_in",
    "place_typed",
    "rule_of",
]
