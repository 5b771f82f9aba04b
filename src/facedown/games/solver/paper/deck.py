"""SOLVER's cards to be printed: the 64, what a turn is, and the rules that a Master can choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from facedown.core.messages import phrase
from facedown.core.printing import Drawn, Line, PrintedCard, Written
from facedown.deduce.rules.catalogue import LEVELS
from facedown.games.solver.judging import level_rules
from facedown.games.solver.moves import NAMES
from facedown.games.solver.page import ANSWERED, face
from facedown.games.solver.said import said_rule

_LETTERS: Final = 34
"""So many letters, about, stand on a line of a card."""
_LINES: Final = 17
"""So many lines of rules are read with ease on one."""
_INVESTIGATORS: Final = 6


@cache
def deck() -> tuple[PrintedCard, ...]:
    """All of them, the 64 first.

    >>> len(deck()) > 64, deck()[0].name
    (True, 'blue-circle-1')
    """
    cards = (PrintedCard(one.key, Drawn("printed", (one,))) for one in map(face, NAMES))
    return (*cards, PrintedCard("turn", _turn(), _INVESTIGATORS), *_guide())


def _turn() -> Written:
    lines = (
        phrase("1. Play a card: the Master says whether it is accepted."),
        phrase("2. Guess the rule, or draw a card, or swap your hand (once in a game)."),
        phrase("Who guesses does not draw; without cards you cannot guess."),
        phrase("The Master answers a guess:"),
        *(phrase("{answer} – {meaning}", answer=a, meaning=m) for a, m in ANSWERED.items()),
        phrase("After 25 cards everybody who holds a card has one last guess."),
    )
    return Written(phrase("A turn"), tuple(map(Line, lines)))


def _guide() -> Iterator[PrintedCard]:
    for level in LEVELS:
        parts = [*_parts(level)]
        for number, rules in enumerate(parts, 1):
            title = phrase("For the Master {n}/{all}", n=number, all=len(parts))
            lines = tuple(Line(said_rule(rule)) for rule in rules)
            yield PrintedCard(f"guide-{level}-{number}", Written(title, lines, str(level)))


def _parts(level: int) -> Iterator[list[str]]:
    """The rules of a level by cards."""
    rules: list[str] = []
    lines = 0.0
    for rule in level_rules(level):
        takes = -(-len(rule) // _LETTERS) + 0.3
        if lines + takes > _LINES:
            yield rules
            rules, lines = [], 0.0
        rules.append(rule)
        lines += takes
    yield rules
