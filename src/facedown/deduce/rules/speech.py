"""Reading sentences as rules: words in one form, a chart of pieces, the likeliest readings of all.

Nothing of a sentence is kept: what was read before is read no faster.
"""

from __future__ import annotations

import contextlib
import difflib
import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.resources import files
from typing import Final

from facedown.core.messages import listed, phrase
from facedown.deduce.rules.chart import (
    WHOLE,
    Chart,
    Meaning,
    Row,
    SpokenGrammar,
    SpokenPattern,
    SpokenWord,
    TooLong,
)
from facedown.deduce.rules.conditions import (
    ANYTHING,
    LONGEST,
    NOTHING,
    Condition,
    HasValue,
    JudgedCard,
)
from facedown.deduce.rules.deck import Attribute, Deck, RuleError
from facedown.deduce.rules.discourse import Discourse
from facedown.deduce.rules.leaving import GRAVE, KNOWN, LIGHT, UNKNOWN, shortened
from facedown.deduce.rules.machine import machine_anew
from facedown.deduce.rules.meanings import Meanings, plain
from facedown.deduce.rules.normal import normal, size
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.deduce.rules.wording import sentence
from facedown.deduce.rules.words import Raw, framed, longest, phrases_of, raws

LONGEST_TEXT: Final = 1_000
"""Characters of a rule at most."""

MOST_CONDITIONS: Final = 12
"""Single conditions in a rule at most."""

WIDEST: Final = 4
"""How many last cards a condition may range over."""

DEEPEST: Final = 3
"""How many cards back a single card may be."""

MOST_NUMBERS: Final = 25
"""So many numbers are told that could stand at a place."""

MOST_WAYS: Final = 3
"""Rules at most between which one can choose."""

MOST_PAIRS: Final = 3_000
"""Pairs of states that are gone through to find that two readings are the same."""

MOST_BEGUN: Final = 4
"""A text of at most so many words, all of which can begin a rule, is not at its end yet."""

TOLD: Final = 6
"""Words that could stand at a place, in an error."""

LIKENESS: Final = 0.75
"""How alike a word must be to a known one to be taken for it."""

DROPPED: Final = frozenset({"card", "cards"})
"""Words that are not offered where they can be left out."""

ARTICLES: Final = frozenset(
    {"last", "first", "position", "count", "run", "sum", "product", "numbers", "ranks"}
)
"""Words before which "the" is said."""

TOP: Final = "RULE"
_NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_ORDINALS: Final = (
    *("zeroth", "first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


class Speech:
    """A language over a deck: its words, its grammar, what its words stand for."""

    def __init__(self, deck: Deck, further: Mapping[str, str] | None = None) -> None:
        """The English grammar, with ``further`` rows by category."""
        table = files(__package__).joinpath("speech.toml").read_text("utf-8")
        data = tomllib.loads(table)["english"]
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
                rows += self._rows(category, line, means)
        self.grammar = SpokenGrammar(rows)
        self.known = {symbol for row in rows for symbol in row.pattern.symbols}
        self.classes = self._classes()
        self.numbers = self._numbers()

    def _rows(self, category: str, line: str, means: Meanings) -> Iterator[Row]:
        pattern, meaning, *example = re.split(r"\s+> (?=\S)", line.strip(), maxsplit=2)
        self.examples += [(f"{category}: {pattern}", each) for each in example]
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

    def words(self, text: str, *, goes_on: bool = False) -> list[SpokenWord]:
        """The words of a text in their one form; a comma at its end is one if it ``goes_on``."""
        found = framed(self.written(text), self.openings, () if goes_on else self.closings)
        tokens: list[SpokenWord] = []
        at, article = 0, False
        while at < len(found):
            length, form = longest(self.phrases, found, at)
            start, end, first = found[at].start, found[at + length - 1].end, found[at].text
            at += length
            if form == (",",) and (not tokens or tokens[-1].text == ","):
                continue
            for word in form:
                means = self.meaning(word, article=article)
                if length == len(form) == 1 and word != first:
                    means = {**self.meaning(first, article=article), **means}
                tokens.append(SpokenWord(word, start, end, means))
            article = not form
        while tokens and tokens[-1].text == "," and not (goes_on and text.rstrip().endswith(",")):
            tokens.pop()
        return tokens

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


def _plainly(text: str) -> str:
    """A text without what changes nothing in a sentence that the language prints itself."""
    return " ".join(text.lower().split()).rstrip(". ")


def parse(text: str, deck: Deck) -> Rule:
    """The rule that a sentence says.

    Raises :class:`~facedown.deduce.rules.deck.RuleError`, whose sentence names the place and what
    could stand there, or the rules that it could be; and one that says why for a rule that is too
    heavy.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> parse("red cards must be circles", SOLVER).sentence
    'if red then circle'
    >>> parse("circles after a red one, otherwise no circles", SOLVER).sentence
    'if the last card is red then circle else not circle'
    >>> parse("red or blue circle", SOLVER)
    Traceback (most recent call last):
    facedown.deduce.rules.deck.RuleError: This can be read in more than one way; write "(blue or ...
    """
    spoken = language(deck)
    rules = readings(text, spoken)
    if not rules:
        raise unread(text, spoken)
    return chosen(rules)


def readings(text: str, spoken: Speech) -> list[Rule]:
    """The likeliest rules that a sentence can say in a language; none where it says nothing.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> [rule.sentence for rule in readings("reds only", language(SOLVER))]
    ['red']
    """
    words = _words(text, spoken)
    chart = _chart(words, spoken)
    return _rules(text, chart, spoken.deck) if chart.reached == len(words) else []


def chosen(rules: Sequence[Rule]) -> Rule:
    """The only one of some rules; raises where there are more, with the first of them.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> chosen(readings("reds only", language(SOLVER))).sentence
    'red'
    """
    if len(rules) == 1:
        return rules[0]
    ways = tuple(rule.sentence for rule in rules[:MOST_WAYS])
    told = phrase(
        "This can be read in more than one way; write {rules}.",
        rules=listed((f'"{way}"' for way in ways), "or"),
    )
    raise RuleError(told, ways=ways)


def _words(text: str, spoken: Speech, *, goes_on: bool = False) -> list[SpokenWord]:
    """The words of a text; raises for one that is too long."""
    if len(text) > LONGEST_TEXT:
        raise RuleError(
            phrase(
                "A rule has at most {most:,} characters, and this has {number:,}.",
                most=LONGEST_TEXT,
                number=len(text),
            ),
            LONGEST_TEXT,
        )
    return spoken.words(text, goes_on=goes_on)


def _chart(words: Iterable[SpokenWord], spoken: Speech) -> Chart:
    try:
        return Chart(spoken.grammar, TOP, words)
    except TooLong:
        raise _too_long() from None


def _too_long() -> RuleError:
    return RuleError(phrase("This has too many parts to be read; say it in fewer words."))


def _rules(text: str, chart: Chart, deck: Deck) -> list[Rule]:
    """The likeliest rules that a text can mean, each meaning once; none where it means nothing.

    What is written as the language prints it is that alone.
    """
    costs: dict[Condition, int] = {}
    try:
        meanings = chart.meanings()
    except TooLong:
        raise _too_long() from None
    largest = 0
    for meaning, cost in meanings.items():
        condition = normal(plain(meaning), deck)  # type: ignore[arg-type]  # of whole rules
        largest = max(largest, count := size(condition))
        if count <= MOST_CONDITIONS:
            costs[condition] = min(cost // WHOLE, costs.get(condition, cost // WHOLE))
    if largest and not costs:
        raise RuleError(
            phrase(
                "A rule has at most {most} single conditions, and this has {count}.",
                most=MOST_CONDITIONS,
                count=largest,
            )
        )
    said = _plainly(text)
    for condition in costs:
        if sentence(condition, deck) == said:
            return [rule_of(condition, deck)]
    return _distinct([c for c, cost in costs.items() if cost == min(costs.values())], deck)


def _distinct(conditions: Sequence[Condition], deck: Deck) -> list[Rule]:
    """The rules of conditions, each meaning once; raises where all are too heavy."""
    rules: list[Rule] = []
    heavy: RuleError | None = None
    for condition in conditions:
        try:
            rule = rule_of(condition, deck)
        except RuleError as problem:
            heavy = problem
            continue
        if not any(alike(rule, other) for other in rules):
            rules.append(rule)
    if heavy and not rules:
        raise heavy
    return rules


def alike(one: Rule, other: Rule) -> bool:
    """Whether two rules surely mean the same; nothing is remembered of them.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> one, other = parse("odd or 2", SOLVER), parse("not 4", SOLVER)
    >>> alike(one, other), alike(one, parse("red", SOLVER))
    (True, False)
    """
    machines = [machine_anew(rule.deck, rule.condition) for rule in (one, other)]
    start = tuple(tuple(machine.start()) for machine in machines)
    seen, agenda = {start}, [start]
    while agenda:
        now = agenda.pop()
        accepted, others = (m.verdicts(s) for m, s in zip(machines, now, strict=True))
        if accepted != others or len(seen) > MOST_PAIRS:
            return False
        for card in range(len(one.deck.cards)):
            play, after = JudgedCard(card, bool(accepted >> card & 1)), []
            for machine, states in zip(machines, now, strict=True):
                following = list(states)
                machine.step(following, play)
                after.append(tuple(following))
            pair = (after[0], after[1])
            if pair not in seen:
                seen.add(pair)
                agenda.append(pair)
    return True


# What cannot be read


def unread(text: str, spoken: Speech) -> RuleError:
    """Why a text cannot be read: where that ends, what could stand there, what may be meant.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> unread("red circel", language(SOLVER)).ways
    ('red and circle',)
    """
    words = _words(text, spoken)
    chart = _chart(words, spoken)
    strange = [token for token in words if not spoken.means_something(token)]
    at = min([chart.reached, *(words.index(token) for token in strange)])
    token = words[at] if at < len(words) else None
    position = token.start if token else len(text)
    if at < chart.reached:
        chart = _chart(words[:at], spoken)
    expected = _following(chart, spoken)
    where = phrase("At the end")
    if token:
        word = text[token.start : token.end][:20]
        where = phrase("At {word!r} (character {number})", word=word, number=position + 1)
    why = phrase("nothing can stand here")
    if examples := _examples(chart, expected, spoken):
        said = listed((f'"{each}"' for each in examples), "or")
        why = phrase("here can stand {words}", words=said)
    if token is None and chart.is_whole:
        why = phrase("together these words say nothing")
    ways = _near(text, words, at, spoken)
    told = phrase("{where}: {why}.", where=where, why=why)
    if ways:
        rules = listed((f'"{way}"' for way in ways), "or")
        told = phrase("{where}: {why}; did you mean {rules}?", where=where, why=why, rules=rules)
    return RuleError(told, position, tuple(expected), ways)


def _examples(chart: Chart, expected: Sequence[str], spoken: Speech) -> list[str]:
    """A few phrases of each sort: one value of each attribute, one number, and others."""
    sorts = {word: name for word, (name, _) in spoken.deck.value_words.items()}
    found: dict[str, str] = {}
    for word in sorted(
        expected, key=lambda word: (word not in sorts, _order(word, spoken.deck), word)
    ):
        sort = sorts.get(word) or ("number" if word.lstrip("+-").isdecimal() else word)
        found.setdefault(sort, word)
    said = (spoken.shown(_phrase(chart, word, spoken) or (word,)) for word in found.values())
    told: list[str] = []
    with contextlib.suppress(TooLong):
        told += itertools.islice(filter(None, said), TOLD)
    return told


def _near(text: str, words: Sequence[SpokenWord], at: int, spoken: Speech) -> tuple[str, ...]:
    """The rules that it would be with a word spelled otherwise, or without some words."""
    if at < len(words):
        token = words[at]
        written = text[token.start : token.end].lower()
        for word in difflib.get_close_matches(written, spoken.vocabulary, MOST_WAYS, LIKENESS):
            with contextlib.suppress(RuleError):
                rules = readings(f"{text[: token.start]}{word}{text[token.end :]}", spoken)
                if said := {r.sentence: None for r in rules if r.condition != NOTHING}:
                    return tuple(said)[:MOST_WAYS]
    if at == len(words) <= MOST_BEGUN:
        return ()
    return tuple(rule.sentence for rule in itertools.islice(_without(words, spoken), MOST_WAYS))


def _without(words: Sequence[SpokenWord], spoken: Speech) -> Iterator[Rule]:
    """The rules that it would be without some words, the lightest left out first."""

    def says(chart: Chart) -> list[Rule]:
        with contextlib.suppress(RuleError):
            rules = _rules("", chart, spoken.deck)
            return [rule for rule in rules if rule.condition not in {NOTHING, ANYTHING}]
        return []

    found: list[Rule] = []
    with contextlib.suppress(RuleError):
        for rule in shortened(words, spoken.weight, partial(_chart, spoken=spoken), says):
            if not any(alike(rule, other) for other in found):
                found.append(rule)
                yield rule


# How a sentence can go on


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
    """The place up to which a text can be read, and what the language prints there.

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
    return _beginning(deck) if not text.strip() else place_by(text, language(deck))


@cache
def _beginning(deck: Deck) -> Place:
    return place_by("", language(deck))


def place_by(text: str, spoken: Speech) -> Place:
    """The place up to which a text can be read in a language, and what can stand there.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> place_by("red o", language(SOLVER)).phrases
    ('or',)
    """
    try:
        words = _words(text, spoken, goes_on=True)
        chart = _chart(words, spoken)
        found = {_phrase(chart, word, spoken) for word in _following(chart, spoken)}
    except (RuleError, TooLong):
        return Place(text, (), may_end=False)
    ordered = sorted(found - {()}, key=lambda each: (_order(each[0], spoken.deck), each))
    before, phrases = text, tuple(filter(None, map(spoken.shown, ordered)))
    if chart.reached < len(words):
        stop = words[chart.reached]
        before = text[: stop.start]
        if chart.reached == len(words) - 1 and text[-1:].isalnum():
            begun = text[stop.start :].lower()
            phrases = tuple(each for each in phrases if _begins(each, begun)) or phrases
    return Place(before.strip(), phrases, _may_end(chart))


def _may_end(chart: Chart) -> bool:
    try:
        return bool(chart.meanings())
    except TooLong:
        return False


def _begins(phrase: str, typed: str) -> bool:
    """Whether that was typed on the way to a phrase."""
    return any(
        said != typed and said.startswith(typed) for said in (phrase, phrase.removeprefix("the "))
    )


def _order(word: str, deck: Deck) -> tuple[int, int]:
    """Numbers by size, then what a card can have as it is printed, other words, and signs."""
    if word.lstrip("+-").isdecimal():
        return 0, int(word)
    values = deck.value_words
    if word in values:
        return 1, list(values).index(word)
    return 2 if word.isalpha() else 3, 0


def _following(chart: Chart, spoken: Speech) -> list[str]:
    """The printed words that can follow, without one that can be left out."""
    found = spoken.said(chart.expected(printed=True))
    return sorted(found - DROPPED or found)


def _phrase(chart: Chart, word: str, spoken: Speech) -> tuple[str, ...]:
    """The word, and all that has to follow it."""
    said: list[str] = []
    offered = [word]
    while len(offered) == 1 and (not said or not chart.is_whole):
        if not chart.add(SpokenWord(offered[0], 0, 0, spoken.meaning(offered[0]))):
            break
        said += offered
        offered = _following(chart, spoken)
    for _ in said:
        chart.take_back()
    return tuple(said)
