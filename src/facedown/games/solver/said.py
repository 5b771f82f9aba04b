"""Rules and cards of SOLVER as they are said in the reader's language.

Moves, views and logs hold the normal sentence in English (R12). As a message it is kept by the
context :data:`RULE`; where another language is spoken it is read and said piece by piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facedown.core.messages import Message, joined, listed, phrase, phrase_in, phrase_many
from facedown.deduce.rules import SOLVER, RuleError, parse
from facedown.deduce.rules.conditions import (
    ANYTHING,
    Amount,
    And,
    Compares,
    Condition,
    Constant,
    Count,
    CountAlike,
    HasValue,
    If,
    Leaf,
    Modulo,
    More,
    Or,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
    Xor,
)
from facedown.deduce.rules.speech import RULE
from facedown.deduce.rules.wording import relation_words, value_words

CARD_WORDS: Final = {
    "blue": phrase_in("colour of a card", "blue"),
    "red": phrase_in("colour of a card", "red"),
    "green": phrase_in("colour of a card", "green"),
    "yellow": phrase_in("colour of a card", "yellow"),
    "circle": phrase_in("shape", "circle"),
    "square": phrase_in("shape", "square"),
    "triangle": phrase_in("shape", "triangle"),
    "diamond": phrase_in("shape", "diamond"),
}
"""What stands in the name of a card."""

CARDS: Final = {
    name: phrase(
        "{colour} {shape} {number}",
        colour=CARD_WORDS[colour],
        shape=CARD_WORDS[shape],
        number=number,
    )
    for card in range(64)
    for name in [SOLVER.card_name(card)]
    for colour, shape, number in [name.split()]
}
"""The cards in words, by their names."""

_VALUES: Final = {
    "blue": phrase_in("rule", "blue"),
    "red": phrase_in("rule", "red"),
    "green": phrase_in("rule", "green"),
    "yellow": phrase_in("rule", "yellow"),
    "circle": phrase_in("rule", "circle"),
    "square": phrase_in("rule", "square"),
    "triangle": phrase_in("rule", "triangle"),
    "diamond": phrase_in("rule", "diamond"),
    "odd": phrase_in("rule", "odd"),
    "even": phrase_in("rule", "even"),
}
_OF_A_CARD: Final = {
    "blue": phrase_in("rule of a card", "blue"),
    "red": phrase_in("rule of a card", "red"),
    "green": phrase_in("rule of a card", "green"),
    "yellow": phrase_in("rule of a card", "yellow"),
    "circle": phrase_in("rule of a card", "circle"),
    "square": phrase_in("rule of a card", "square"),
    "triangle": phrase_in("rule of a card", "triangle"),
    "diamond": phrase_in("rule of a card", "diamond"),
    "odd": phrase_in("rule of a card", "odd"),
    "even": phrase_in("rule of a card", "even"),
}
"""The same where a card that lies there is spoken of, with its gender."""

_OF_CARDS: Final = {
    "blue": phrase_in("rule of cards", "blue"),
    "red": phrase_in("rule of cards", "red"),
    "green": phrase_in("rule of cards", "green"),
    "yellow": phrase_in("rule of cards", "yellow"),
    "circle": phrase_in("rule of cards", "circle"),
    "square": phrase_in("rule of cards", "square"),
    "triangle": phrase_in("rule of cards", "triangle"),
    "diamond": phrase_in("rule of cards", "diamond"),
    "odd": phrase_in("rule of cards", "odd"),
    "even": phrase_in("rule of cards", "even"),
}
"""The same of several cards."""

_ATTRIBUTES: Final = {
    "colour": phrase_in("rule", "colour"),
    "shape": phrase_in("rule", "shape"),
    "number": phrase_in("rule", "number"),
    "parity": phrase_in("rule", "parity"),
}
_BACK: Final = (
    phrase_in("rule", "the last card"),
    phrase_in("rule", "the last card but one"),
    phrase_in("rule", "the last card but two"),
)


def said_rule(sentence: str) -> Message:
    """A rule's normal sentence as a message.

    >>> said_rule("red or circle")
    'red or circle'
    """
    return phrase_in(RULE, sentence)


def rule_of(sentence: str, master: str) -> str:
    """A rule as a message where it is one of the rule language, not of free words (R14)."""
    return sentence if master == "free" else said_rule(sentence)


def rule_in_words(sentence: str) -> str:
    """What a normal sentence is made of; a text that is none stays as it is.

    >>> rule_in_words("not blue") == "not blue", rule_in_words("whatever {0} likes")
    (True, 'whatever {0} likes')
    """
    try:
        return _words(parse(sentence, SOLVER).condition)
    except RuleError:
        return sentence


def _words(condition: Condition) -> str:
    if isinstance(condition, And):
        return joined(phrase(" and "), map(_operand, condition.parts))
    if isinstance(condition, Or):
        parts = (_operand(part, alternatives=True) for part in condition.parts)
        return joined(phrase(" or "), parts)
    if isinstance(condition, Xor):
        *rest, last = condition.parts
        first = rest[0] if len(rest) == 1 else Xor(tuple(rest))
        return phrase(
            "either {one} or {other} but not both", one=_operand(first), other=_operand(last)
        )
    if isinstance(condition, If):
        guard, then = (
            phrase("({part})", part=_words(part)) if isinstance(part, If) else _words(part)
            for part in (condition.guard, condition.then)
        )
        if condition.otherwise == ANYTHING:
            return phrase("if {guard} then {then}", guard=guard, then=then)
        return phrase(
            "if {guard} then {then} else {otherwise}",
            guard=guard,
            then=then,
            otherwise=_words(condition.otherwise),
        )
    return _leaf(condition)


def _operand(condition: Condition, *, alternatives: bool = False) -> str:
    words = _words(condition)
    if isinstance(condition, And | Or | Xor | If):
        return phrase("({part})", part=words)
    listing = isinstance(condition, HasValue) and condition.place.kind == "this"
    bracketed = listing and " or " in words and not alternatives
    return phrase("({part})", part=words) if bracketed else words


def _leaf(leaf: Leaf) -> str:  # noqa: C901  # one line for each kind
    if isinstance(leaf, Constant):
        return phrase_in("rule", "anything") if leaf.value else phrase_in("rule", "nothing")
    if isinstance(leaf, HasValue):
        if leaf.place.kind == "this":
            return _value_words(leaf.attribute, leaf.values, _VALUES)
        words = _value_words(leaf.attribute, leaf.values, _OF_A_CARD)
        return phrase("{place} is {words}", place=_place(leaf.place), words=words)
    if isinstance(leaf, Compares):
        words = _relation(leaf.attribute, leaf.offsets, _place(leaf.place))
        if leaf.subject.kind == "this":
            return words
        return phrase("{place} has {words}", place=_place(leaf.subject), words=words)
    if isinstance(leaf, Shares):
        return phrase(
            "shares {some} with {place}", some=_shared(leaf.counts), place=_place(leaf.place)
        )
    if isinstance(leaf, Pattern):
        return _pattern(leaf)
    if isinstance(leaf, Position):
        return phrase("the position is {amount}", amount=_amount(leaf.amount))
    if isinstance(leaf, Count):
        return phrase(
            "the count of {words} cards so far is {amount}",
            words=_listed(leaf.attribute, leaf.values, _OF_CARDS),
            amount=_amount(leaf.amount, counted=True),
        )
    if isinstance(leaf, CountAlike):
        return phrase(
            "the count of cards with the same {attribute} so far is {amount}",
            attribute=_ATTRIBUTES[leaf.attribute],
            amount=_amount(leaf.amount, counted=True),
        )
    if isinstance(leaf, More):
        words = _listed(leaf.attribute, leaf.values, _OF_CARDS)
        than = _listed(leaf.than_attribute, leaf.than, _OF_CARDS)
        if leaf.equal:
            return phrase("at least as many {words} as {than} cards so far", words=words, than=than)
        return phrase("more {words} than {than} cards so far", words=words, than=than)
    if isinstance(leaf, Run):
        return phrase(
            "the run of the same {attribute} is {amount}",
            attribute=_ATTRIBUTES[leaf.attribute],
            amount=_amount(leaf.amount),
        )
    if isinstance(leaf, Total):
        return _total(leaf)
    if leaf.accepted:
        return phrase("the last play was accepted")
    return phrase("the last play was an error")


def _place(place: Place) -> str:
    if place.kind == "back":
        return _BACK[place.depth - 1]
    if place.kind == "first":
        return phrase_in("rule", "the first card")
    if place.depth and place.kind == "any":
        return phrase("one of the last {n} cards", n=place.depth)
    if place.depth:
        return phrase("each of the last {n} cards", n=place.depth)
    if place.kind == "any":
        return phrase("some earlier card")
    return phrase("every earlier card")


def _listed(
    attribute: str, values: tuple[int, ...], called: Mapping[str, Message] = _VALUES
) -> str:
    """A set of values, by a word of its own where it has one, such as "odd"."""
    named = value_words(attribute, values, SOLVER)
    if named in called:
        return called[named]
    words = SOLVER.by_name[attribute].values
    some = joined(phrase(" or "), (called.get(words[value], words[value]) for value in values))
    return phrase("number {some}", some=some) if attribute == "number" else some


def _value_words(attribute: str, values: tuple[int, ...], called: Mapping[str, Message]) -> str:
    if value_words(attribute, values, SOLVER).startswith("not "):
        size = SOLVER.by_name[attribute].size
        others = tuple(value for value in range(size) if value not in values)
        return phrase("not {words}", words=_listed(attribute, others, called))
    return _listed(attribute, values, called)


def _relation(attribute: str, offsets: tuple[int, ...], place: str) -> str:
    """How an attribute is beside that of a card, in words that end with the card."""
    known = _RELATIONS[attribute]
    english = relation_words(SOLVER.by_name[attribute], offsets)
    for words in known:
        if str(words) == english:
            return phrase("{relation} {place}", relation=words, place=place)
    name = _ATTRIBUTES[attribute]
    kind, _, _ = english.removeprefix(f"{attribute} ").partition(" ")
    step = abs(offsets[-1])
    if kind == "changed":
        some = listed((f"{offset:+d}" for offset in offsets), "or")
        words = phrase("{attribute} changed by {some} from", attribute=name, some=some)
    elif english.endswith("steps after"):
        some = listed(map(str, offsets), "or")
        words = phrase("{attribute} {some} steps after", attribute=name, some=some)
    elif english.endswith("apart from"):
        words = _apart(name, kind, english, offsets)
    elif english.endswith("higher than"):
        words = (
            phrase("{attribute} exactly {n} higher than", attribute=name, n=step)
            if kind == "exactly"
            else phrase("{attribute} at least {n} higher than", attribute=name, n=offsets[0])
        )
    else:
        words = (
            phrase("{attribute} exactly {n} lower than", attribute=name, n=step)
            if kind == "exactly"
            else phrase("{attribute} at least {n} lower than", attribute=name, n=step)
        )
    return phrase("{relation} {place}", relation=words, place=place)


def _apart(name: str, kind: str, english: str, offsets: tuple[int, ...]) -> Message:
    if kind == "exactly":
        return phrase("{attribute} exactly {n} apart from", attribute=name, n=abs(offsets[0]))
    if "at least" in english:
        least = min(map(abs, offsets))
        return phrase("{attribute} at least {n} apart from", attribute=name, n=least)
    most = max(map(abs, offsets))
    return phrase("{attribute} at most {n} apart from", attribute=name, n=most)


_RELATIONS: Final = {
    "colour": (
        phrase("same colour as"),
        phrase("different colour from"),
        phrase("next colour after"),
        phrase("previous colour before"),
    ),
    "shape": (
        phrase("same shape as"),
        phrase("different shape from"),
        phrase("next shape after"),
        phrase("previous shape before"),
    ),
    "number": (
        phrase("same number as"),
        phrase("different number from"),
        phrase("higher number than"),
        phrase("lower number than"),
        phrase("equal or higher number than"),
        phrase("equal or lower number than"),
        phrase("next number after"),
        phrase("previous number before"),
    ),
    "parity": (phrase("same parity as"), phrase("different parity from")),
}


def _shared(counts: tuple[int, ...]) -> str:
    low, high = counts[0], counts[-1]
    if len(counts) == 1:
        if not low:
            return phrase("no attribute")
        return phrase_many("exactly {n} attribute", "exactly {n} attributes", low)
    if counts == tuple(range(low, len(SOLVER.bases) + 1)):
        return phrase_many("at least {n} attribute", "at least {n} attributes", low)
    if counts == tuple(range(high + 1)):
        return phrase_many("at most {n} attribute", "at most {n} attributes", high)
    return phrase("{some} attributes", some=listed(map(str, counts), "or"))


def _pattern(leaf: Pattern) -> str:
    classes = joined(
        ", ",
        (phrase("any card") if each is None else _listed(*each) for each in leaf.classes),
    )
    words: str = phrase("in turn {classes}", classes=classes)
    if leaf.anywhere:
        words = phrase("{words} starting anywhere", words=words)
    return phrase("not {words}", words=words) if leaf.negated else words


def _total(leaf: Total) -> str:
    if leaf.depth == 0:
        cards: str = phrase_in("rule", "all earlier cards")
    elif leaf.depth == 1:
        cards = _BACK[0]
    else:
        cards = phrase("the last {n} cards", n=leaf.depth)
    if leaf.with_this:
        cards = phrase("this card and {cards}", cards=cards)
    amount = _amount(leaf.amount, counted=leaf.operation == "product")
    if leaf.operation == "sum":
        return phrase("the sum of the numbers of {cards} is {amount}", cards=cards, amount=amount)
    return phrase("the product of the numbers of {cards} is {amount}", cards=cards, amount=amount)


_PARITIES: Final = (
    (phrase_in("amount", "odd"), phrase_in("amount", "even")),
    (phrase_in("amount of cards", "odd"), phrase_in("amount of cards", "even")),
)
"""Of a position or a sum, and of a number or a product."""


def _amount(amount: Amount, *, counted: bool = False) -> str:
    if isinstance(amount, Modulo):
        if amount.modulus == 2:
            odd, even = _PARITIES[counted]
            return odd if amount.residues == (1,) else even
        if amount.residues == (0,):
            return phrase("a multiple of {n}", n=amount.modulus)
        if amount.residues == tuple(range(1, amount.modulus)):
            return phrase("not a multiple of {n}", n=amount.modulus)
        return phrase(
            "{some} more than a multiple of {n}",
            some=listed(map(str, amount.residues), "or"),
            n=amount.modulus,
        )
    if amount.high < 0:
        return phrase("at least {n}", n=amount.low)
    if amount.low == amount.high:
        exactly = phrase("exactly {n}", n=amount.low)
        return phrase("not {words}", words=exactly) if amount.outside else exactly
    if amount.low == 0:
        return phrase("at most {n}", n=amount.high)
    between = phrase("between {low} and {high}", low=amount.low, high=amount.high)
    return phrase("not {words}", words=between) if amount.outside else between
