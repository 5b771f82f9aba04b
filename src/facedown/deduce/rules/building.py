"""A rule put together choice by choice: at each place the phrases that can come next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from facedown.deduce.rules.deck import Deck, RuleError
from facedown.deduce.rules.parser import Parser
from facedown.deduce.rules.reader import Unreadable, Word, words_of

ARTICLES: Final = frozenset(
    {"last", "first", "position", "count", "run", "sum", "product", "numbers", "ranks"}
)
"""Words before which "the" is said; a reader passes over it."""

SYNONYMS: Final = frozenset({"otherwise"})
"""Words that are offered in another form."""


@dataclass(frozen=True, slots=True)
class PhraseChoice:
    """One choice: the ``phrases`` that can stand there, and the one that does.

    ``chosen`` is empty at the place that is reached. ``may_end`` says that the rule can end before
    it.
    """

    phrases: tuple[str, ...]
    chosen: str
    may_end: bool


def choices(text: str, deck: Deck) -> tuple[PhraseChoice, ...]:
    """The choices that lead to a text, as far as it can be read, and the next one.

    Words that have to follow each other are one phrase.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> [choice.chosen for choice in choices("higher number than the last card", SOLVER)]
    ['higher number than', 'the last', '']
    >>> choices("the last card but", SOLVER)[-1].phrases
    ('one', 'two is')
    """
    try:
        given = tuple(word.text for word in words_of(text))
    except RuleError:
        return ()
    found: list[PhraseChoice] = []
    said: tuple[str, ...] = ()
    while True:
        offered, ends = _following(said, deck)
        if not offered:
            return tuple(found)
        phrases = [_phrase((*said, word), len(said), deck) for word in offered]
        rest = given[len(said) :]
        chosen = next((each for each in phrases if each and rest[: len(each)] == each), ())
        named = sorted({each for each in phrases if each}, key=_order)
        found.append(PhraseChoice(tuple(map(_said, named)), _said(chosen), ends))
        if not chosen:
            return tuple(found)
        said += chosen


def _said(words: tuple[str, ...]) -> str:
    return " ".join(f"the {word}" if word in ARTICLES else word for word in words)


def _order(words: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    """Numbers by size, then words, then brackets."""
    number = words[0].lstrip("+-").isdecimal()
    kind = 0 if number else 1 if words[0].isalpha() else 2
    return kind, int(words[0]) if number else 0, words


def _phrase(words: tuple[str, ...], begun: int, deck: Deck) -> tuple[str, ...]:
    """What was begun with the words from there on, and all that has to follow it."""
    while True:
        offered, ends = _following(words, deck)
        if ends or len(offered) > 1:
            return words[begun:]
        if not offered:
            return ()
        words = (*words, *offered)


@lru_cache(maxsize=8192)
def _following(words: tuple[str, ...], deck: Deck) -> tuple[tuple[str, ...], bool]:
    """The words that can follow, and whether the rule can end here."""
    parser = Parser([Word(text, 0) for text in words], deck)
    try:
        parser.rule()
        ends = True
    except Unreadable as stop:
        ends = False
        if stop.at < len(words) or stop.reason:
            return (), False
    other = {name for each in deck.attributes for name in (*each.aliases, *each.other_names)}
    return tuple(sorted((parser.expected | parser.further) - other - SYNONYMS)), ends
