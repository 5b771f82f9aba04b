"""From sentences to rules, what can come next in a sentence, and the rule nearest to what is none.

The parser looks a few words ahead and never goes back, so its time is linear in the text; how deep
brackets go is limited. It builds records and runs nothing of what is written.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from facedown.core.messages import listed, phrase
from facedown.deduce.rules.clauses import RELATIONS, Phrases
from facedown.deduce.rules.conditions import ANYTHING, And, Condition, If, Or, Xor
from facedown.deduce.rules.deck import Deck, RuleError
from facedown.deduce.rules.normal import negation, size
from facedown.deduce.rules.reader import Unreadable, Word, words_of
from facedown.deduce.rules.rule import Rule, rule_of


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


def _nearest(words: list[Word], deck: Deck, attempt: Attempt) -> str:
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


DEEPEST_BRACKETS: Final = 12
MOST_CONDITIONS: Final = 12
"""Single conditions in a rule at most."""

TOLD: Final = 8
"""Expected words that an error names."""


class Parser(Phrases):
    """Reads whole conditions."""

    depth = 0

    def rule(self) -> Condition:
        """A condition up to the end of the words; raises :class:`Unreadable`."""
        found = self.condition()
        while self._goes_on_after_comma(found):
            found = And((found, self.conjunction()))
        if self.at < len(self.words):
            raise Unreadable(self.at)
        self.offer_allowing()
        return found

    def _goes_on_after_comma(self, found: Condition) -> bool:
        """Whether a comma follows with a relation, which has to hold too; goes on over it."""
        if isinstance(found, Or | Xor | If) or self.peek() != ",":
            return False
        if self.peek(1) not in RELATIONS:
            return False
        self.step()
        return True

    def condition(self) -> Condition:
        """An "if", or alternatives."""
        self.depth += 1
        if self.depth > DEEPEST_BRACKETS:
            raise Unreadable(self.at, phrase("brackets and ifs go too deep here"))
        found = self._if() if self.take("if") else self.alternatives()
        self.depth -= 1
        return found

    def alternatives(self) -> Condition:
        """Conditions of which one is to hold."""
        self.going_on = set()
        parts = [self.conjunction()]
        while self.take("or"):
            self.further |= self.going_on
            parts.append(self.conjunction())
        return Or(tuple(parts)) if len(parts) > 1 else parts[0]

    def conjunction(self) -> Condition:
        """Conditions that are all to hold."""
        parts = [self.single()]
        while self.take("and"):
            parts.append(self.single())
        return And(tuple(parts)) if len(parts) > 1 else parts[0]

    def single(self) -> Condition:
        """A single condition, perhaps negated, or something in brackets."""
        negated = False
        while self.take("not"):
            negated = not negated
        if self.take("("):
            before, self.closed = self.closed, False
            found = self.condition()
            self.closed = before
            self.need(")")
        elif self.take("either"):
            found = self._either()
        else:
            found = self.allowed() or self.card() or self.described()
        return negation(found, self.deck) if negated else found

    def _either(self) -> Condition:
        first = self.conjunction()
        self.need("or")
        before, self.closed = self.closed, True
        second = self.conjunction()
        self.closed = before
        self.need("but", "not", "both")
        return Xor((first, second))

    def _if(self) -> Condition:
        guard = self.alternatives()
        self.need("then")
        then = self.alternatives()
        if self.take("else") or self.take("otherwise"):
            return If(guard, then, self.condition())
        return If(guard, then, ANYTHING)


def parse(text: str, deck: Deck) -> Rule:
    """The rule that a sentence says.

    Raises :class:`~facedown.deduce.rules.deck.RuleError`, whose sentence names the place, what
    was expected there and the nearest rule; and one that says why for a rule that is too heavy.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> parse("the same color as the last card, or a red card or a blue one", SOLVER)
    Traceback (most recent call last):
    facedown.deduce.rules.deck.RuleError: At 'one' ...
    >>> parse("the same color as the last card, or a red card or a blue card", SOLVER).sentence
    'blue or red or same colour as the last card'
    """
    words = words_of(text)
    parser = Parser(words, deck)
    try:
        condition = parser.rule()
    except Unreadable as stop:
        raise _error(text, words, stop, parser) from None
    if (count := size(condition)) > MOST_CONDITIONS:
        raise RuleError(
            phrase(
                "A rule has at most {most} single conditions, and this has {count}.",
                most=MOST_CONDITIONS,
                count=count,
            )
        )
    return rule_of(condition, deck)


def _error(text: str, words: list[Word], stop: Unreadable, parser: Parser) -> RuleError:
    position = words[stop.at].position if stop.at < len(words) else len(text)
    found = words[stop.at].text if stop.at < len(words) else ""
    expected = tuple(sorted(parser.expected))
    said = [f'"{word}"' for word in sorted(expected, key=lambda word: (not word.isalpha(), word))]
    if stop.reason:
        why = stop.reason
    elif len(said) > TOLD:
        why = phrase(
            "expected here is {some} or another of {all} words",
            some=", ".join(said[:TOLD]),
            all=len(said),
        )
    else:
        why = phrase("expected here is {words}", words=listed(said, "or"))
    where = phrase("At the end")
    if found:
        where = phrase("At {word!r} (character {number})", word=found[:20], number=position + 1)
    near = "" if stop.explained else _nearest(words, parser.deck, _try)
    told = phrase("{where}: {why}.", where=where, why=why)
    if near:
        told = phrase(
            "{where}: {why}; the nearest rule is: {rule}.", where=where, why=why, rule=near
        )
    return RuleError(told, position, expected, near)


def _try(words: list[Word], deck: Deck) -> Attempted:
    """The normal sentence of words, or none and how far they can be read and what could follow."""
    parser = Parser(words, deck)
    try:
        found = rule_of(parser.rule(), deck).sentence
        return Attempted(
            found, len(words), frozenset(parser.expected), frozenset(parser.other_ways)
        )
    except Unreadable as stop:
        expected, other_ways = frozenset(parser.expected), frozenset(parser.other_ways)
        return Attempted("", stop.at, expected, other_ways)
    except RuleError:  # too heavy
        return Attempted("", len(words), frozenset(), frozenset())


def complete(text: str, deck: Deck) -> tuple[str, ...]:
    """The words that can come next, or that the word begun at the end can become.

    The end of the rule is not among them. Nothing where what is there cannot be read.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> complete("the last card is r", SOLVER), complete("higher number", SOLVER)
    (('red',), ('than',))
    """
    try:
        words = words_of(text)
    except RuleError:
        return ()
    _, stop, expected, other_ways = _try(words, deck)
    begun = ""
    if stop == len(words) - 1 and text[-1:].isalnum():
        begun = words.pop().text
    if stop < len(words):
        return ()
    return tuple(sorted(word for word in expected | other_ways if word.startswith(begun)))
