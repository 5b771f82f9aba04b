"""A rule put together piece by piece: the phrases that can stand where it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
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
class Place:
    """A place in a sentence: what stands ``before`` it, and the ``phrases`` that can stand there.

    ``may_end`` says that the rule can end before it.
    """

    before: str
    phrases: tuple[str, ...]
    may_end: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts with each of the phrases."""
        return tuple(f"{self.before} {each}".lstrip() for each in self.phrases)


def place_in(text: str, deck: Deck) -> Place:
    """The place up to which a text can be read, and what can stand there.

    Words that have to follow each other are one phrase. A word that is begun at the end leaves
    those that begin like it. Nothing is kept of a text, so it always takes the same time.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> place_in("the last card but", SOLVER).phrases
    ('one', 'two is')
    >>> place_in("a red card or cir", SOLVER)
    Place(before='a red card or', phrases=('circle',), may_end=False)
    >>> place_in("red circel", SOLVER)
    Place(before='red', phrases=('and', 'or'), may_end=True)
    """
    return _beginning(deck) if not text.strip() else _place(text, deck)


@cache
def _beginning(deck: Deck) -> Place:
    return _place("", deck)


def _place(text: str, deck: Deck) -> Place:
    try:
        words = words_of(text)
    except RuleError:
        return Place(text, (), may_end=False)
    stop, other_ways = _readable(words, deck)
    said = tuple(word.text for word in words[:stop])
    offered, ends = _following(said, deck)
    named = {each for word in offered if (each := _phrase((*said, word), stop, deck))}
    ordered = sorted(named, key=lambda each: _order(each, deck))
    before, phrases = text, tuple(map(_said, ordered))
    if stop < len(words):
        before, begun = text[: words[stop].position], words[stop].text
        if stop == len(words) - 1 and text[-1:].isalnum():
            phrases = (
                tuple(each for each in phrases if _begins(each, begun))
                or tuple(sorted(each for each in other_ways if _begins(each, begun)))
                or phrases
            )
    return Place(before.strip(), phrases, ends)


def _begins(phrase: str, typed: str) -> bool:
    """Whether that was typed on the way to a phrase."""
    return any(
        said != typed and said.startswith(typed) for said in (phrase, phrase.removeprefix("the "))
    )


def _readable(words: list[Word], deck: Deck) -> tuple[int, set[str]]:
    """How many of the words can begin a rule, and what more could follow than is offered."""
    parser = Parser(words, deck)
    try:
        parser.rule()
    except Unreadable as stop:
        return stop.at, parser.other_ways
    return len(words), parser.other_ways


def _said(words: tuple[str, ...]) -> str:
    return " ".join(f"the {word}" if word in ARTICLES else word for word in words)


def _order(words: tuple[str, ...], deck: Deck) -> tuple[int, int, tuple[str, ...]]:
    """Numbers by size, then what a card can have as it is printed, other words, and brackets."""
    if words[0].lstrip("+-").isdecimal():
        return 0, int(words[0]), words
    if len(words) == 1 and words[0] in (values := list(deck.value_words)):
        return 1, values.index(words[0]), words
    return 2 if words[0].isalpha() else 3, 0, words


def _phrase(words: tuple[str, ...], begun: int, deck: Deck) -> tuple[str, ...]:
    """What was begun with the words from there on, and all that has to follow it."""
    while True:
        offered, ends = _following(words, deck)
        if ends or len(offered) > 1:
            return words[begun:]
        if not offered:
            return ()
        words = (*words, *offered)


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
