"""Reading sentences as rules: a chart of the pieces of a sentence, the likeliest readings of all.

Nothing of a sentence is kept: what was read before is read no faster.
"""

from __future__ import annotations

import contextlib
import difflib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from facedown.core.messages import Message, joined, listed, phrase, phrase_in
from facedown.deduce.rules.chart import WHOLE, Chart, SpokenWord, TooLong
from facedown.deduce.rules.conditions import (
    ANYTHING,
    NOTHING,
    THIS,
    And,
    Compares,
    Condition,
    Count,
    HasValue,
    If,
    JudgedCard,
    Position,
    Shares,
    leaves,
    parts_of,
)
from facedown.deduce.rules.deck import Ambiguous, Deck, RuleError
from facedown.deduce.rules.gist import gist
from facedown.deduce.rules.lexicon import Speech, language
from facedown.deduce.rules.machine import machine_anew
from facedown.deduce.rules.meanings import SENSELESS, plain
from facedown.deduce.rules.nearest import ALIKE, SURE, examples
from facedown.deduce.rules.normal import normal, size
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.deduce.rules.wording import sentence

RULE: Final = "rule of SOLVER"
"""The context of a rule's normal sentence."""
LONGEST_TEXT: Final = 1_000
"""Characters of a rule at most."""

MOST_CONDITIONS: Final = 12
"""Single conditions in a rule at most."""

MOST_WAYS: Final = 3
"""Rules at most between which one can choose."""

MOST_PAIRS: Final = 3_000
"""Pairs of states that are gone through to find that two readings are the same."""

MOST_BEGUN: Final = 4
"""A text of at most so many words, all of which can begin a rule, is not at its end yet."""

MOST_LOST: Final = 6 * WHOLE
"""What the words left out for a suggestion cost together at most."""

RIVAL: Final = 3 * WHOLE // 2
"""What a suggestion may cost more than the best one."""

MOST_TRIED: Final = 150_000
"""Steps at most in which a text is read without some of its words."""

TOLD: Final = 6
"""Words that could stand at a place, in an error."""

MOST_UNKNOWN: Final = 1 / 3
"""The share of words that mean nothing, at most, with which others are offered for a text."""

LIKENESS: Final = 0.75
"""How alike a word must be to a known one to be taken for it."""

DROPPED: Final = frozenset({"card", "cards"})
"""Words that are not offered where they can be left out."""

MOST_LOOSE: Final = 3
"""Single conditions at most in a rule that is read by its gist."""

DEAREST: Final = 5 * WHOLE
"""What a loose reading costs less than. What costs a whole or more, or is strange, must be what the
sentence says that is most alike."""

NEAR: Final = 10
"""What a loose reading may cost more than the likeliest."""

TOP: Final = "RULE"


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
    facedown.deduce.rules.deck.Ambiguous: This can be read in more than one way; write “(blue or ...
    """
    spoken = language(deck)
    rules = readings(text, spoken) or loose_readings(text, spoken)
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


def loose_readings(text: str, spoken: Speech) -> list[Rule]:
    """The likeliest rules of a text by its gist: light words left out, others in any order.

    None where that leaves too much open.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> [rule.sentence for rule in loose_readings("low blues only, so 1 or 2", language(SOLVER))]
    ['blue and (number 1 or 2)']
    """
    found = gist(spoken.deck)
    try:
        costs = _by_cost(found.chart(TOP, found.arcs(spoken, text)), spoken.deck)
        least = min(costs.values(), default=DEAREST)
        near = [each for each, cost in costs.items() if cost < min(DEAREST, least + NEAR)]
        rules = _at_ease(_distinct(near, spoken.deck))
    except (RuleError, TooLong):
        return []
    said = [rule for rule in rules if {NOTHING, ANYTHING}.isdisjoint(_stiff(rule))]
    if said and (least >= WHOLE or any(_is_strange(rule) for rule in said)):
        like = next(_like(_words(text, spoken), spoken, SURE), None)
        return [rule for rule in said if like and alike(rule, like)]
    return said if len(said) <= MOST_WAYS else []


def _is_strange(rule: Rule) -> bool:
    """Whether hardly anybody would have meant a rule: it is not read, only offered."""
    asked = [*leaves(rule.condition)]
    compared = [leaf for leaf in asked if isinstance(leaf, Compares) and leaf.subject == THIS]
    about_others = all(
        (isinstance(leaf, HasValue) and leaf.place != THIS)
        or (isinstance(leaf, Compares) and leaf.subject != THIS)
        or isinstance(leaf, Count | Position)
        for leaf in asked
    )
    far = any(
        leaf.place.depth > 1 and (leaf.place.kind == "each") == (leaf.offsets == (0,))
        for leaf in compared
        if leaf.place.kind in {"any", "each"}
    )
    both = bool(compared) and any(isinstance(leaf, Shares) for leaf in asked)
    uneven = any(
        min(leaf.offsets) < 0 < max(leaf.offsets)
        and {*leaf.offsets} != {-offset for offset in leaf.offsets}
        for leaf in compared
    )
    joint = [each for each in (rule.condition, *parts_of(rule.condition)) if isinstance(each, And)]
    fixed = any(
        {part.attribute for part in each.parts if isinstance(part, HasValue) and part.place == THIS}
        & {part.attribute for part in each.parts if isinstance(part, Compares)}
        for each in joint
    )
    kinds = all(isinstance(leaf, HasValue) and leaf.place == THIS for leaf in asked)
    empty = kinds and len({rule.judge((), card) for card in range(len(rule.deck.cards))}) < 2
    return len(asked) > MOST_LOOSE or about_others or far or both or uneven or fixed or empty


def _condition(meaning: object, deck: Deck) -> Condition:
    """The condition of a whole rule's meaning, in normal form."""
    return normal(plain(meaning), deck)  # type: ignore[arg-type]  # of whole rules


def _by_cost(chart: Chart, deck: Deck) -> dict[Condition, int]:
    """What a text can mean, the likeliest first."""
    costs: dict[Condition, int] = {}
    for meaning, cost in sorted(chart.meanings().items(), key=lambda each: each[1]):
        condition = _condition(meaning, deck)
        if size(condition) <= MOST_CONDITIONS:
            costs.setdefault(condition, cost)
    return costs


def _stiff(rule: Rule) -> set[Condition]:
    """The whole rule, and what forbids everything in some case."""
    return {rule.condition, *(leaf for leaf in leaves(rule.condition) if leaf == NOTHING)}


def chosen(rules: Sequence[Rule]) -> Rule:
    """The only one of some rules; raises where there are more, with the first of them.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> chosen(readings("reds only", language(SOLVER))).sentence
    'red'
    """
    if len(rules) == 1:
        return rules[0]
    ways = tuple(rule.sentence for rule in rules if rule.condition != NOTHING)[:MOST_WAYS]
    if any(rule.condition == NOTHING for rule in rules):  # what contradicts itself is not vague
        raise RuleError(phrase("No card fits all of this."), ways=ways)
    told = phrase("This can be read in more than one way; write {rules}.", rules=_quoted(ways))
    raise Ambiguous(told, ways=ways)


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

    What is written as the language prints it is that alone. In everyday words
    no comparison is said twice.
    """
    costs: dict[Condition, int] = {}
    try:
        meanings = chart.meanings()
    except TooLong:
        raise _too_long() from None
    largest = 0
    for meaning, cost in meanings.items():
        if _is_senseless(cost):
            continue
        condition = _condition(meaning, deck)
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
    least = min(costs.values(), default=0)
    return _at_ease(_distinct([each for each, cost in costs.items() if cost == least], deck))


def _is_senseless(cost: int) -> bool:
    """Whether everyday words say a comparison twice."""
    return cost >= SENSELESS * WHOLE and bool(cost % WHOLE)


def _at_ease(rules: list[Rule]) -> list[Rule]:
    """Of some rules to choose from those that always allow a card."""
    if 1 < len(rules) <= MOST_WAYS:
        return [rule for rule in rules if not _gets_stuck(rule)] or rules
    return rules


def _gets_stuck(rule: Rule) -> bool:
    """Whether no card may follow some row of cards that a rule in several cases allows."""
    if not any(isinstance(each, If) for each in (rule.condition, *parts_of(rule.condition))):
        return False
    machine = machine_anew(rule.deck, rule.condition)
    start = tuple(machine.start())
    seen, agenda = {start}, [start]
    while agenda and len(seen) < MOST_PAIRS:
        now = agenda.pop()
        accepted = machine.verdicts(now)
        if not accepted:
            return True
        for card in range(len(rule.deck.cards)):
            if accepted >> card & 1:
                states = list(now)
                machine.step(states, JudgedCard(card, accepted=True))
                if (after := tuple(states)) not in seen:
                    seen.add(after)
                    agenda.append(after)
    return False


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
    ways = _near(text, words, at, spoken)
    word = text[token.start : token.end][:20] if token else ""
    told = [] if word in ways else [_not_read(word, whole=chart.is_whole)]
    if ways:
        said = _quoted(phrase_in(RULE, each) for each in ways)
        told.append(phrase("Did you mean {rules}?", rules=said))
    elif examples := (token or not chart.is_whole) and _examples(chart, expected, spoken):
        said = _quoted(examples)
        if at:
            told.append(phrase("It could go on with {words}.", words=said))
        else:
            told.append(phrase("A rule can begin with {words}.", words=said))
    unfinished = not token and not chart.is_whole
    return RuleError(joined(" ", told), position, tuple(expected), ways, unfinished=unfinished)


def _not_read(word: str, *, whole: bool) -> Message:
    """What is not understood: a word, or where there is none that something is missing."""
    if word:
        return phrase("“{word}” is not understood here.", word=word)
    if whole:
        return phrase("Together these words say nothing.")
    return phrase("Something is missing at the end.")


def _quoted(texts: Iterable[str]) -> str:
    return listed((phrase("“{words}”", words=each) for each in texts), "or")


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
    if MOST_UNKNOWN * len(words) < sum(not spoken.means_something(word) for word in words):
        return ()
    offered: list[Rule] = []
    for most, others in (
        (MOST_WAYS - 1, _without(text, spoken)),
        (MOST_WAYS, _like(words, spoken)),
    ):
        for rule in others:
            if len(offered) < most and not any(alike(rule, other) for other in offered):
                offered.append(rule)
            if len(offered) >= most:
                break
    return tuple(rule.sentence for rule in offered)


def _without(text: str, spoken: Speech) -> Iterator[Rule]:
    """The rules that it would be without some words, the lightest loss first."""
    found = gist(spoken.deck)
    with contextlib.suppress(RuleError, TooLong):
        chart = found.chart(TOP, found.arcs(spoken, text, leaving=True), MOST_TRIED)
        most = MOST_LOST
        for condition, cost in _by_cost(chart, spoken.deck).items():
            if cost > most:
                return
            if condition in {NOTHING, ANYTHING}:
                continue
            most = min(most, cost + RIVAL)
            with contextlib.suppress(RuleError):
                yield rule_of(condition, spoken.deck)


def _like(words: Sequence[SpokenWord], spoken: Speech, least: float = ALIKE) -> Iterator[Rule]:
    """The rules of sentences that are alike in words."""
    english = language(spoken.deck)
    for told in examples().near(words, spoken, least):
        with contextlib.suppress(RuleError):
            rules = readings(told, english)
            yield from (rule for rule in rules[:1] if {NOTHING, ANYTHING}.isdisjoint(_stiff(rule)))


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
        return not all(map(_is_senseless, chart.meanings().values()))
    except TooLong:
        return False


def _begins(phrase: str, typed: str) -> bool:
    """Whether that was typed on the way to a phrase."""
    return any(
        said != typed and said.startswith(typed) for said in (phrase, phrase.removeprefix("the "))
    )


OFTEN: Final = (
    *("number", "same", "different", "higher", "lower"),
    *("not", "either", "if", "equal", "in"),
)
"""Words that often begin a rule: offered before others."""


def _order(word: str, deck: Deck) -> tuple[int, int]:
    """What a card can have as it is printed, then numbers by size, other words, and signs."""
    values = deck.value_words
    if word in values:
        return 0, list(values).index(word)
    if word.lstrip("+-").isdecimal():
        return 1, int(word)
    if word in OFTEN:
        return 2, OFTEN.index(word)
    return 2 if word.isalpha() else 3, len(OFTEN)


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
