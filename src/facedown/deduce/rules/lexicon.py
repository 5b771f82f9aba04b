"""A language over a deck: its words, its grammar, and what its words stand for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from facedown.deduce.rules.chart import (
    WHOLE,
    Arc,
    Meaning,
    Row,
    SpokenGrammar,
    SpokenPattern,
    SpokenWord,
)
from facedown.deduce.rules.conditions import LONGEST, HasValue
from facedown.deduce.rules.deck import Attribute, Deck
from facedown.deduce.rules.discourse import Discourse
from facedown.deduce.rules.meanings import Meanings
from facedown.deduce.rules.words import (
    Form,
    Raw,
    Spoken,
    ends,
    framed,
    longest,
    matching,
    phrases_of,
    raws,
)

WIDEST: Final = 4
"""How many last cards a condition may range over."""

DEEPEST: Final = 3
"""How many cards back a single card may be."""

MOST_NUMBERS: Final = 25
"""So many numbers are told that could stand at a place."""

OTHER_FORM: Final = 3 * WHOLE // 10
FRAME: Final = WHOLE // 10
"""What it costs to read a word in a form that is not the likeliest, and to take it for what only
opens or closes what is said."""

LIGHT: Final = WHOLE // 10
UNKNOWN: Final = WHOLE // 2
KNOWN: Final = 4 * WHOLE // 5
GRAVE: Final = 6 * WHOLE // 5
"""What it costs to leave out words that only comment, are not known, are known, turn or count what
is said."""

ARTICLES: Final = frozenset(
    {"last", "first", "position", "count", "run", "sum", "product", "numbers", "ranks"}
)
"""Words before which "the" is said."""

ASKING: Final = frozenset({"is", "are", "does", "do", "must", "can"})
"""Words that only make a question at its beginning."""

_NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_ORDINALS: Final = (
    *("zeroth", "first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


@cache
def table() -> Mapping[str, Any]:
    """The words and rows of English."""
    text = files(__package__).joinpath("speech.toml").read_text("utf-8")
    found: Mapping[str, Any] = tomllib.loads(text)["english"]
    return found


def cells(line: str) -> list[str]:
    """The pattern of a row, its meaning, and an example where it has one.

    >>> cells("only P   > same   > only red")
    ['only P', 'same', 'only red']
    """
    return re.split(r"\s+> (?=\S)", line.strip(), maxsplit=2)


class Speech:
    """A language over a deck: its words, its grammar, what its words stand for.

    Where ``own`` is true, a word that is said otherwise can still stand for itself.
    """

    own = True

    def __init__(self, deck: Deck, further: Mapping[str, str] | None = None) -> None:
        """The English grammar, with ``further`` rows by category."""
        data = table()
        self.deck = deck
        self.light, self.grave = (frozenset(data["weights"][each]) for each in ("light", "grave"))
        self.short = phrases_of(data["short"], raws)
        self.phrases = phrases_of(data["words"], self.written)
        self.openings = phrases_of(data["openings"], self.written)
        self.closings = tuple(
            tuple(raw.text for raw in self.written(each)) for each in data["closings"]["said"]
        )
        means = Discourse(deck)
        self.examples: list[tuple[str, str]] = []
        rows: list[Row] = []
        for category, lines in (*data["grammar"].items(), *(further or {}).items()):
            for line in lines.strip().splitlines():
                rows += self.rows_of(category, line, means)
                pattern, _, *example = cells(line)
                self.examples += [(f"{category}: {pattern}", each) for each in example]
        self.grammar = SpokenGrammar(rows)
        self.known = {symbol for row in rows for symbol in row.pattern.symbols}
        self.classes = self._classes()
        self.numbers = self._numbers()

    def rows_of(self, category: str, line: str, means: Meanings) -> Iterator[Row]:
        """The rows that a line of a table writes."""
        pattern, meaning, *_ = cells(line)
        function, cost = means.named(meaning)
        for each, way in self._ways(category, pattern.removeprefix("*").strip()):
            yield Row(each, SpokenPattern.of(way), function, cost, pattern.startswith("*"))

    def _ways(self, category: str, pattern: str) -> dict[tuple[str, str], None]:
        """A row once for each attribute where it has an "@", and from 0 and from 1 for a "#"."""
        found: dict[tuple[str, str], None] = {}
        for name in [each.name for each in self.deck.attributes if not each.named]:
            for low in "01":
                category_of = category.replace("@", name.upper()).replace("#", low)
                found[category_of, pattern.replace("@", name).replace("#", low)] = None
        return found

    def _classes(self) -> dict[str, dict[str, Meaning]]:
        """What the deck's words stand for: by word, by class."""
        found: dict[str, dict[str, Meaning]] = {}

        def add(word: str, name: str, meaning: Meaning) -> None:
            found.setdefault(word, {})[name] = meaning

        for attribute in self.deck.attributes:
            for word, name, value in _value_words(attribute):
                add(word, name, HasValue(attribute.name, (value,)))
            for word in (attribute.name, *attribute.other_names):
                for name in _classes_of(attribute):
                    add(word, name, attribute.name)
            add(attribute.plural, "<attrs>", attribute.name)
            if attribute.ordered:
                add(attribute.plural, "<ords>", attribute.name)
            if attribute.named:
                add(attribute.plural, "<nameds>", attribute.name)
        return found

    def _numbers(self) -> dict[str, range]:
        """The classes of whole numbers."""
        top = max(each.size for each in self.deck.attributes if each.ordered)
        around = min(each.size for each in self.deck.attributes if each.cyclic)
        found = {
            "<some>": range(2, WIDEST + 1),
            "<few>": range(2, DEEPEST + 1),
            "<times>": range(1, LONGEST + 1),
            "<one>": range(1, 2),
            "<step>": range(1, top),
            "<near>": range(1, top - 1),
            "<turn>": range(around),
            "<share>": range(len(self.deck.bases) + 1),
            "<share1>": range(1, len(self.deck.bases) + 1),
            "<share2>": range(len(self.deck.bases)),
            "<signed>": range(1 - top, top),
        }
        for symbol in self.known:
            if symbol[0] == "{":
                low, high = symbol[1:-1].split("-")
                found[symbol] = range(int(low), int(high) + 1)
        return found

    def written(self, text: str) -> list[Raw]:
        """The words of a text, those that are written short in full."""
        raw, found = raws(text), []
        at = 0
        while at < len(raw):
            length, form = longest(self.short, raw, at)
            start, end = raw[at].start, raw[at + length - 1].end
            found += [Raw(word, start, end) for word in form]
            at += length
        return found

    def typed_words(self, text: str) -> list[Raw]:
        """The words of a text before any of them is taken for another."""
        return self.written(text)

    def framed(self, text: str, *, goes_on: bool = False) -> list[Raw]:
        """The words of a text without what only opens or closes it."""
        return framed(self.written(text), self.openings, () if goes_on else self.closings)

    def forms_at(self, found: Sequence[Raw], at: int) -> list[Form]:
        """How many words from there are said otherwise, and how, the longest first; at last as is.

        None stands for a word that is not known.
        """
        return [*matching(self.phrases, found, at), (1, (found[at].text,))]

    def tokens(self, said: Sequence[Raw], form: Spoken, *, article: bool) -> list[SpokenWord]:
        """Some words in another form."""
        start, end, first = said[0].start, said[-1].end, said[0].text
        tokens = []
        for word in form or ():
            means = self.meaning(word, article=article)
            if self.own and len(said) == len(form or ()) == 1 and word != first:
                means = {**self.meaning(first, article=article), **means}
            tokens.append(SpokenWord(word, start, end, means))
        return tokens if form is not None else [SpokenWord(first, start, end, {})]

    def words(self, text: str, *, goes_on: bool = False) -> list[SpokenWord]:
        """The words of a text in their one form; a comma at its end is one if it ``goes_on``."""
        found = self.framed(text, goes_on=goes_on)
        tokens: list[SpokenWord] = []
        at, article = 0, False
        while at < len(found):
            length, form = self.forms_at(found, at)[0]
            said, at = found[at : at + length], at + length
            if form == (",",) and (not tokens or tokens[-1].text == ","):
                continue
            tokens += self.tokens(said, form, article=article)
            article = form == ()
        while tokens and tokens[-1].text == "," and not (goes_on and text.rstrip().endswith(",")):
            tokens.pop()
        return tokens

    def arcs(self, text: str) -> list[list[Arc]]:
        """Every way to read the words of a text, from each place to the next ones.

        What the one form of :meth:`words` has not costs something.
        """
        found = self.typed_words(text)
        places: dict[tuple[int, int], list[tuple[tuple[int, int], tuple[SpokenWord | None, int]]]]
        places = {(at, 0): [] for at in range(len(found) + 1)}

        def put(at: int, length: int, form: Spoken, cost: int, *, article: bool) -> None:
            if form == ():
                places[at, 0].append(((at + length, 0), (None, cost)))
                return
            here = at, 0
            tokens = self.tokens(found[at : at + length], form, article=article)
            for token in tokens:
                last = token is tokens[-1]
                there = (at + length, 0) if last else (at, sum(1 for p in places if p[0] == at))
                places.setdefault(there, [])
                places[here].append((there, (token, cost)))
                here, cost = there, 0

        article = False
        for at in range(len(found)):
            forms = self.forms_at(found, at)
            for length, form in dict.fromkeys(forms):
                likely = length == forms[0][0]
                put(at, length, form, 0 if likely else OTHER_FORM, article=article)
            for length, form in matching(self.openings, found, at):
                if not at:
                    put(at, length, form, FRAME, article=article)
            for closing in self.closings:
                end = at + len(closing)
                if at and end == len(found) and ends(found, closing):
                    put(at, len(closing), (), FRAME, article=False)
            if not at and found[at].text in ASKING:
                put(at, 1, (), FRAME, article=False)
            article = (1, ()) in forms
        order = sorted(places)
        number = {place: index for index, place in enumerate(order)}
        return [[Arc(number[to], *how) for to, how in places[place]] for place in order[:-1]]

    def meaning(self, word: str, *, article: bool = False) -> dict[str, Meaning]:
        """What a word can stand for; behind an article no value belongs to those before it.

        A number in letters is a card without its attribute only behind an article.
        """
        means: dict[str, Meaning] = {word: word}
        for name, meaning in self.classes.get(word, {}).items():
            means[name] = meaning
            if name.startswith("<v:") and not article:
                means[f"<vn{name[2:]}"] = meaning
        if "<nv>" in means and (article or word not in _NUMBERS):
            means["<nb>"] = means["<nv>"]
        if word in _ORDINALS:
            means["<ordinal>"] = _ORDINALS.index(word)
        elif ordinal := re.fullmatch(r"([0-9]{1,2})(st|nd|rd|th)", word):
            means["<ordinal>"] = int(ordinal[1])
        number = _number(word)
        if number is not None:
            signed = word[0] in "+-−"
            for name, those in self.numbers.items():
                if number in those and (name == "<signed>" or not signed):
                    means[name] = number
            if signed:
                means["<plus>"] = number
        return means

    def weight(self, token: SpokenWord) -> int:
        """How much is lost without a word."""
        if token.text == "," or token.text in self.light:
            return LIGHT
        if token.text in self.grave or any(key[0] in "<{" for key in token.means):
            return GRAVE
        return KNOWN if self.means_something(token) else UNKNOWN

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every word that can stand in a sentence."""
        tables = (*self.short.values(), *self.phrases.values())
        said = {word for ways in tables for key, _ in ways for word in key}
        words = said | self.known | self.classes.keys()
        return tuple(sorted(word for word in words if word.isalpha() and word.islower()))

    def means_something(self, token: SpokenWord) -> bool:
        """Whether a word stands anywhere in the grammar."""
        return not self.known.isdisjoint(token.means)

    def shown(self, words: tuple[str, ...]) -> str:
        """Some words of the grammar as somebody writes them, "" where they cannot be told."""
        return " ".join(f"the {word}" if word in ARTICLES else word for word in words)

    def said(self, symbols: Iterable[str]) -> set[str]:
        """The words that can stand for words or classes, as the language prints them."""
        found: set[str] = set()
        for symbol in symbols:
            if symbol in self.numbers:
                signed = symbol == "<signed>"
                some = self.numbers[symbol][:MOST_NUMBERS]
                found |= {f"{number:+d}" if signed and number else str(number) for number in some}
            elif symbol[0] == "<":
                found |= {
                    word
                    for attribute in self.deck.attributes
                    for word in (*attribute.values, attribute.name, attribute.plural)
                    if symbol in self.classes.get(word, ())
                }
            else:
                found.add(symbol)
        return found


def _value_words(attribute: Attribute) -> Iterator[tuple[str, str, int]]:
    """The words for an attribute's values: each with its class and the value."""
    for word, value in attribute.words.items():
        if attribute.named:
            number = _number(word)
            spoken = [word]
            if number is not None:
                spoken += _NUMBERS[number : number + 1]
            for each in spoken:
                yield each, "<nv>", value
                yield f"{each}es" if each == "six" else f"{each}s", "<nvp>", value
                if each != "one":  # "a red one" is a card
                    yield each, "<nvx>", value
        elif word not in attribute.values and word.removesuffix("s") in attribute.values:
            yield word, f"<vs:{attribute.name}>", value
        else:
            yield word, f"<v:{attribute.name}>", value
            if not word.endswith("s"):
                yield f"{word}s", f"<vs:{attribute.name}>", value


def _classes_of(attribute: Attribute) -> Iterator[str]:
    """The classes that an attribute's name belongs to."""
    yield "<attr>"
    if attribute.ordered:
        yield "<ord>"
    if attribute.cyclic:
        yield "<cyc>"
        if not attribute.ordered:
            yield "<around>"
    if attribute.named:
        yield "<named>"


def _number(word: str) -> int | None:
    if word in _NUMBERS:
        return _NUMBERS.index(word)
    digits = word.replace("−", "-")
    return int(digits) if re.fullmatch(r"[+-]?[0-9]{1,3}", digits) else None


@cache
def language(deck: Deck) -> Speech:
    """How sentences over a deck are read.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> [token.text for token in language(SOLVER).words("The previous cards weren't blue.")]
    ['previous', 'cards', 'is', 'not', 'blue']
    """
    return Speech(deck)
