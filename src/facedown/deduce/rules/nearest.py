"""The rule nearest to words that are none: with as few words as possible changed."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.words import Word


class Attempted(NamedTuple):
    """What came of reading words: the rule's sentence, or none, and how far they can be read.

    There ``expected`` could follow, and ``other_ways`` to say what the normal sentence says
    otherwise.
    """

    sentence: str
    stop: int
    expected: frozenset[str]
    other_ways: frozenset[str]


Attempt: TypeAlias = Callable[[list[Word], Deck], Attempted]
"""Reads words as a rule."""

MOST_REPAIRS: Final = 4
MOST_WORDS: Final = 30
FEW: Final = 4
"""So many expected words are each tried before the one that cannot stand there."""

NOTHING: Final = "nothing"
"""The sentence of the rule that accepts nothing."""

LIKENESS: Final = 0.6
"""How alike a word must be to one that was expected, and about as long, to be taken for it."""


def nearest(words: list[Word], deck: Deck, attempt: Attempt) -> str:
    """The normal sentence of a rule close to the words, or nothing where none is near.

    A word that cannot stand where it does is replaced by a similar one that can, preceded by one
    that can, or left out; where that does not help, the longest piece that is a rule is taken.
    """
    words = list(words[:MOST_WORDS])
    for _ in range(MOST_REPAIRS):
        sentence, stop, expected, other_ways = attempt(words, deck)
        if sentence:
            return sentence if _is_near(sentence, words) else _piece(words, deck, attempt)
        candidates = list(_repairs(words, stop, expected, other_ways))
        reached = [(attempt(each, deck), each) for each in candidates]
        for (found, *_), each in reached:
            if _is_near(found, each):
                return found
        further = [(far, each) for (_, far, *_), each in reached if far > stop]
        if not further:
            break
        words = max(further, key=lambda each: each[0])[1]
    return _piece(words, deck, attempt)


def _is_near(sentence: str, words: list[Word]) -> bool:
    """Whether somebody can have meant that rule: one that accepts nothing only by its name."""
    return bool(sentence) and (sentence != NOTHING or any(w.text == NOTHING for w in words))


def _repairs(
    words: list[Word], stop: int, expected: frozenset[str], other_ways: frozenset[str]
) -> list[list[Word]]:
    position = words[stop].position if stop < len(words) else 0
    found = []
    if stop < len(words):
        written = words[stop].text
        alike = sorted(word for word in expected | other_ways if abs(len(word) - len(written)) <= 1)
        similar = difflib.get_close_matches(written, alike, 3, LIKENESS)
        found += [[*words[:stop], Word(each, position), *words[stop + 1 :]] for each in similar]
    if len(expected) <= FEW:
        found += [[*words[:stop], Word(each, position), *words[stop:]] for each in sorted(expected)]
    if stop < len(words):
        found.append([*words[:stop], *words[stop + 1 :]])
    return found


def _piece(words: list[Word], deck: Deck, attempt: Attempt) -> str:
    """The longest piece of the words that is a rule, the first of several."""
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            some = words[start : start + length]
            if _is_near(sentence := attempt(some, deck).sentence, some):
                return sentence
    return ""
