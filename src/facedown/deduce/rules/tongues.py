"""Sentences in other languages: their words become words of the English grammar.

A language is a table: what its words are called, and further rows where it orders them otherwise.
A word that the table does not have means nothing, even where English has it.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from facedown.deduce.rules.chart import unfolded
from facedown.deduce.rules.deck import Deck, RuleError
from facedown.deduce.rules.lexicon import Speech, language
from facedown.deduce.rules.rule import Rule
from facedown.deduce.rules.speech import (
    Place,
    alike,
    chosen,
    loose_readings,
    parse,
    place_by,
    place_in,
    readings,
    unread,
)
from facedown.deduce.rules.words import PAUSES, QUOTES, Form, Phrases, Raw, matching

TONGUES: Final = ("fr", "pt")
"""The languages beside English in which rules are read."""

FARTHEST: Final = 4
"""How many words at most stand between two parts of a negation."""

_NOUNS: Final = frozenset({"card", "cards", "other", "different", "multiple"})
"""Words before which "one" is an article."""


def bare(text: str) -> str:
    """A text in small letters without accents.

    >>> bare("Précédente")
    'precedente'
    """
    apart = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


class Tongue(Speech):
    """A language other than English over a deck."""

    own = False

    def __init__(self, deck: Deck, code: str) -> None:
        table = files(__package__).joinpath(f"speech.{code}.toml").read_text("utf-8")
        data = tomllib.loads(table)
        super().__init__(deck, data["grammar"])
        self.openings, self.closings = {}, ()
        self.typed: Mapping[str, Any] = data["typed"]
        self.pattern = re.compile(
            rf"\d+(?:{self.typed['ordinals']})(?![^\W\d_])|[^\W\d_]+|(?<![\w+])[+\-−]\d+|\d+|"
            r"\.\.\.|[<>!=]=|<>|[-=]>|→|\S"
        )
        self.accented = frozenset(self.typed.get("accented", ()))
        self.into: Phrases = {}
        self.out: dict[tuple[str, ...], str] = {}
        for form, others in [*data["values"].items(), *data["words"].items()]:
            words = tuple(form.split())
            for key in (key for other in others for key in self._keys(other)):
                self.out.setdefault(words, " ".join(key))
                self.into.setdefault(self._plain(key[0]), []).append(
                    (tuple(map(self._plain, key)), words)
                )
        for ways in self.into.values():
            ways.sort(key=lambda way: -len(way[0]))

    def _plain(self, word: str) -> str:
        """A word without accents, where these do not make it another one."""
        return word if word in self.accented else bare(word)

    def _keys(self, text: str) -> Iterator[tuple[str, ...]]:
        """The ways to say something, every ending in its turn."""
        endings = "|".join(f"\\g<1>{ending}" for ending in self.typed["endings"])
        yield from unfolded(re.sub(r"([^\W\d_]+)~", f"({endings})", text))

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every word that can stand in a sentence."""
        ways = (way for ways in self.into.values() for way in ways)
        return tuple(sorted({word for key, _ in ways for word in key}))

    def shown(self, words: tuple[str, ...]) -> str:
        """Some words of the grammar as they are said, "" where the table has not all of them."""
        if len(words) == 1 and not words[0].isalpha():
            return words[0]
        return self.out.get(words, "")

    def typed_words(self, text: str) -> list[Raw]:
        """The words of a text without accents, parts of negations brought together."""
        found = []
        for match in self.pattern.finditer(text.lower()):
            word, start, end = match[0], *match.span()
            if word in QUOTES or (
                word == "-" and re.fullmatch(r"\w-\w", text[start - 1 : end + 1])
            ):
                continue
            if word in PAUSES:
                word = ","
            elif re.fullmatch(r"\d+[^\W\d_].*", word):
                word = f"{re.match(r'[0-9]+', word)[0]}th"  # type: ignore[index]  # it has digits
            found.append(Raw(self._plain(word), start, end))
        return list(self._negated(found))

    def _negated(self, found: list[Raw]) -> Iterator[Raw]:
        """Words with both parts of a negation as one, where a negation has two."""
        verbs = {bare(word) for word in self.typed.get("verbs", ())}
        ends = {**self.typed.get("not", {}), **self.typed.get("que", {})}
        left = list(found)
        while left:
            word, *left = left
            if word.text not in self.typed.get("ne", ()):
                yield word
                continue
            at = next((i for i, raw in enumerate(left[:FARTHEST]) if raw.text in ends), None)
            if at is None:
                yield word
                continue
            end = left.pop(at)
            raw = Raw(ends[end.text], end.start, end.end)
            if end.text in self.typed["not"] and left and left[0].text in verbs:
                left.insert(at, raw)
            else:
                yield raw

    def framed(self, text: str, *, goes_on: bool = False) -> list[Raw]:
        """The words of a text; nothing of it is a frame."""
        return self.typed_words(text)

    def forms_at(self, found: Sequence[Raw], at: int) -> list[Form]:
        """How many words from there are said in English, and how; None for a word not known."""
        word = found[at].text
        if word in self.typed["one"] and self._is_article(found[1 + at : 1 + at + FARTHEST]):
            return [(1, ())]
        itself = None if word[0].isalpha() else (word,)
        return [*matching(self.into, found, at)] or [(1, itself)]

    def _is_article(self, rest: Sequence[Raw]) -> bool:
        """Whether "one" before some words is an article."""
        if not rest:
            return False
        itself = None if rest[0].text[0].isalpha() else (rest[0].text,)
        _, form = next(matching(self.into, rest, 0), (1, itself))
        if not form:
            return form == ()
        word = form[0]
        return (
            word.isdecimal()
            or word in _NOUNS
            or (word in self.classes and "<nv>" not in self.classes[word])
        )


@cache
def tongue(deck: Deck, code: str) -> Tongue:
    """How sentences in a language other than English are read over a deck."""
    return Tongue(deck, code)


def parse_in(text: str, deck: Deck, code: str) -> Rule:
    """The rule that a sentence says in English or in a language, by its code.

    A sentence that says different rules in the two is asked back. Raises as
    :func:`~facedown.deduce.rules.speech.parse` does.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> parse_in("pas de rouge après un bleu", SOLVER, "fr").sentence
    'if the last card is blue then not red'
    >>> parse_in("red or circle", SOLVER, "fr").sentence
    'red or circle'
    """
    if code not in TONGUES:
        return parse(text, deck)
    own, english = tongue(deck, code), language(deck)
    rules = readings(text, own)
    others = readings(text, english)
    if not rules and not others:
        others = loose_readings(text, english)
    if not rules and not others:
        problem, other = unread(text, own), unread(text, english)
        raise other if other.position > problem.position else problem
    rules += [rule for rule in others if not any(alike(rule, each) for each in rules)]
    return chosen(rules)


LONGEST_CARD: Final = 200
"""Characters of a card's name that are read."""


def card_in(text: str, deck: Deck, code: str) -> int:
    """The card that a text names in a language, by its code, or else in English.

    Raises as :meth:`~facedown.deduce.rules.deck.Deck.read_card` does.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> SOLVER.card_name(card_in("cercle rouge 2", SOLVER, "fr"))
    'red circle 2'
    """
    if code in TONGUES:
        words = (token.text for token in tongue(deck, code).words(text[:LONGEST_CARD]))
        with contextlib.suppress(RuleError):
            return deck.read_card(" ".join(word for word in words if word != "play"))
    return deck.read_card(text)


def place_typed(text: str, deck: Deck, code: str) -> Place:
    """The place up to which a text can be read, in English or in a language, by its code.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> place_typed("rouge o", SOLVER, "fr").phrases
    ('ou',)
    >>> "rouge" in place_typed("", SOLVER, "fr").phrases
    True
    """
    english = place_in(text, deck)
    if code not in TONGUES:
        return english
    further = place_by(text, tongue(deck, code))
    new = not text.strip() or len(further.before) > len(english.before)
    return further if new else english
