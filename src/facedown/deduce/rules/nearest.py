"""Sentences that are alike in words: those of the grammar's examples, with the values of a text."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from facedown.deduce.rules.chart import SpokenWord
from facedown.deduce.rules.conditions import HasValue
from facedown.deduce.rules.deck import SOLVER
from facedown.deduce.rules.lexicon import Speech, language

ALIKE: Final = 0.2
"""How alike two sentences are at least, where 1 is having the same words."""

SURE: Final = 0.4
"""How alike they are at least where one tells what the other means."""

FEWEST: Final = 5
"""Words of a sentence at least that others are alike to."""

MOST_ALIKE: Final = 12
"""Sentences at most that are looked at."""

Values = dict[str, list[str]]
"""The words for values of each attribute, in the order in which they are first said."""


class Example(NamedTuple):
    """A sentence, where its values stand, and its other words and sorts of values."""

    text: str
    places: tuple[tuple[int, int, str, str], ...]
    values: Values
    bag: Counter[str]


def _value(word: SpokenWord) -> str:
    """The attribute of which a word is a value, "" for other words."""
    for name, meaning in word.means.items():
        if name.startswith(("<v:", "<vs:", "<nv")) and isinstance(meaning, HasValue):
            return meaning.attribute
    return ""


def _bag(words: Iterable[SpokenWord], spoken: Speech) -> Counter[str]:
    """The words that count, values by their attribute, and those that stand side by side."""
    named = ((_value(word), word.text) for word in words)
    told = [
        f"<{name}>" if name else text
        for name, text in named
        if name or (text != "," and text not in spoken.light)
    ]
    return Counter([*told, *(f"{one} {two}" for one, two in itertools.pairwise(told))])


def _values(words: Iterable[SpokenWord]) -> Values:
    found: Values = {}
    for word in words:
        if name := _value(word):
            said = found.setdefault(name, [])
            if word.text not in said:
                said.append(word.text)
    return found


class ExampleIndex:
    """The examples of the grammar, to be found by their words: rare ones count more."""

    def __init__(self) -> None:
        spoken = language(SOLVER)
        self.examples: list[Example] = []
        for text in dict.fromkeys(example for _, example in spoken.examples):
            words = spoken.words(text)
            places = tuple((w.start, w.end, name, w.text) for w in words if (name := _value(w)))
            self.examples.append(Example(text, places, _values(words), _bag(words, spoken)))
        self.often = Counter(word for each in self.examples for word in each.bag)
        self.weights = [self._weight(each.bag) for each in self.examples]

    def _weight(self, bag: Counter[str]) -> float:
        many = len(self.examples) + 1
        return sum(
            number * math.log(many / (self.often[word] + 0.5)) for word, number in bag.items()
        )

    def near(
        self, words: Sequence[SpokenWord], spoken: Speech, least: float = ALIKE
    ) -> Iterator[str]:
        """Sentences that are alike, the nearest first.

        >>> words = language(SOLVER).words("yellow comes after any blue")
        >>> next(examples().near(words, language(SOLVER)))
        'yellow after blue'
        """
        if len(words) < FEWEST:
            return
        bag, values = _bag(words, spoken), _values(words)
        counts = {name: len(said) for name, said in values.items()}
        whole = self._weight(bag)
        found: list[tuple[float, int]] = []
        for index, (each, weight) in enumerate(zip(self.examples, self.weights, strict=True)):
            if {name: len(said) for name, said in each.values.items()} == counts:
                both = whole + weight
                share = 2 * self._weight(bag & each.bag) / both if both else 0.0
                if share >= least:
                    found.append((-share, index))
        for _, index in sorted(found)[:MOST_ALIKE]:
            yield self._told(self.examples[index], values)

    def _told(self, example: Example, values: Values) -> str:
        """An example with other values."""
        told, last = "", 0
        for start, end, name, word in example.places:
            told += example.text[last:start] + values[name][example.values[name].index(word)]
            last = end
        return told + example.text[last:]


@cache
def examples() -> ExampleIndex:
    """The examples of the English grammar.

    >>> len(examples().examples) > 1000
    True
    """
    return ExampleIndex()
