"""A language for rules over cards and the timeline before them, usable without any game."""

from facedown.deduce.rules.deck import Attribute, Deck
from facedown.deduce.rules.decks import DECKS, SOLVER, STANDARD, deck_called
from facedown.deduce.rules.errors import RuleError
from facedown.deduce.rules.meaning import Play
from facedown.deduce.rules.parser import complete, parse
from facedown.deduce.rules.rule import Rule, rule_of

__all__ = [
    "DECKS",
    "SOLVER",
    "STANDARD",
    "Attribute",
    "Deck",
    "Play",
    "Rule",
    "RuleError",
    "complete",
    "deck_called",
    "parse",
    "rule_of",
]
