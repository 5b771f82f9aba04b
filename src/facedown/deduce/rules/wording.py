"""The sentence of a condition, in the constrained English that the parser reads."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import listed
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
from facedown.deduce.rules.deck import Attribute, Deck

BACK: Final = ("the last card", "the last card but one", "the last card but two")
"""The places of the last accepted cards in words."""


def sentence(condition: Condition, deck: Deck) -> str:
    """A condition in normal form as a sentence."""
    if isinstance(condition, And):
        return " and ".join(_operand(part, deck) for part in condition.parts)
    if isinstance(condition, Or):
        return " or ".join(_operand(part, deck, alternatives=True) for part in condition.parts)
    if isinstance(condition, Xor):
        *rest, last = condition.parts
        first = rest[0] if len(rest) == 1 else Xor(tuple(rest))
        return f"either {_operand(first, deck)} or {_operand(last, deck)} but not both"
    if isinstance(condition, If):
        guard, then = (
            f"({sentence(part, deck)})" if isinstance(part, If) else sentence(part, deck)
            for part in (condition.guard, condition.then)
        )
        otherwise = sentence(condition.otherwise, deck)
        end = "" if condition.otherwise == ANYTHING else f" else {otherwise}"
        return f"if {guard} then {then}{end}"
    return leaf_words(condition, deck)


def _operand(condition: Condition, deck: Deck, *, alternatives: bool = False) -> str:
    """A part of a condition, in brackets where it would run into its neighbours."""
    words = sentence(condition, deck)
    if isinstance(condition, And | Or | Xor | If):
        return f"({words})"
    # A list of this card's values reads like an "or" of them, which is what it is.
    listing = isinstance(condition, HasValue) and condition.place.kind == "this"
    return f"({words})" if listing and " or " in words and not alternatives else words


def leaf_words(leaf: Leaf, deck: Deck) -> str:  # noqa: C901  # one line for each kind
    """A single condition in words."""
    if isinstance(leaf, Constant):
        return "anything" if leaf.value else "nothing"
    if isinstance(leaf, HasValue):
        words = value_words(leaf.attribute, leaf.values, deck)
        return words if leaf.place.kind == "this" else f"{place_words(leaf.place)} is {words}"
    if isinstance(leaf, Compares):
        words = relation_words(deck.by_name[leaf.attribute], leaf.offsets)
        subject = "" if leaf.subject.kind == "this" else f"{place_words(leaf.subject)} has "
        return f"{subject}{words} {place_words(leaf.place)}"
    if isinstance(leaf, Shares):
        return f"shares {share_words(leaf.counts, len(deck.bases))} with {place_words(leaf.place)}"
    if isinstance(leaf, Pattern):
        return pattern_words(leaf, deck)
    if isinstance(leaf, Position):
        return f"the position is {amount_words(leaf.amount)}"
    if isinstance(leaf, Count):
        words = listed_values(leaf.attribute, leaf.values, deck)
        return f"the count of {words} cards so far is {amount_words(leaf.amount)}"
    if isinstance(leaf, CountAlike):
        amount = amount_words(leaf.amount)
        return f"the count of cards with the same {leaf.attribute} so far is {amount}"
    if isinstance(leaf, More):
        words = listed_values(leaf.attribute, leaf.values, deck)
        than = listed_values(leaf.than_attribute, leaf.than, deck)
        if leaf.equal:
            return f"at least as many {words} as {than} cards so far"
        return f"more {words} than {than} cards so far"
    if isinstance(leaf, Run):
        return f"the run of the same {leaf.attribute} is {amount_words(leaf.amount)}"
    if isinstance(leaf, Total):
        return total_words(leaf, deck)
    return f"the last play was {'accepted' if leaf.accepted else 'an error'}"


def place_words(place: Place) -> str:
    """Which accepted card is meant, in words.

    >>> place_words(Place("back", 2)), place_words(Place("any", 3)), place_words(Place("each"))
    ('the last card but one', 'one of the last 3 cards', 'every earlier card')
    """
    if place.kind == "back":
        return BACK[place.depth - 1]
    if place.kind == "first":
        return "the first card"
    if place.depth:
        return f"{'one' if place.kind == 'any' else 'each'} of the last {place.depth} cards"
    return "some earlier card" if place.kind == "any" else "every earlier card"


def _group_word(attribute: str, values: tuple[int, ...], deck: Deck) -> str:
    """The word for a set of values that is a whole group, or nothing."""
    for grouping in deck.attributes:
        if grouping.of == attribute:
            groups = {grouping.groups[value] for value in values}
            if len(groups) == 1 and grouping.groups.count(*groups) == len(values):
                return grouping.values[groups.pop()]
    return ""


def listed_values(attribute: str, values: tuple[int, ...], deck: Deck) -> str:
    """A set of values in words: as a group of them, or one by one."""
    if group := _group_word(attribute, values, deck):
        return group
    found = deck.by_name[attribute]
    words = " or ".join(found.values[value] for value in values)
    return f"{attribute} {words}" if found.named else words


def value_words(attribute: str, values: tuple[int, ...], deck: Deck) -> str:
    """A set of values in words, by those that are not in it where they are fewer.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> value_words("colour", (0, 1), SOLVER), value_words("number", (0, 1, 2), SOLVER)
    ('blue or red', 'not number 4')
    """
    size = deck.by_name[attribute].size
    others = tuple(value for value in range(size) if value not in values)
    few = len(values) <= len(others) or _group_word(attribute, values, deck)
    if values and (few or not others):
        return listed_values(attribute, values, deck)
    return f"not {listed_values(attribute, others, deck)}"


def amount_words(amount: Amount) -> str:
    """An amount in words.

    >>> from facedown.deduce.rules.conditions import Between
    >>> amount_words(Between(2, -1)), amount_words(Modulo(4, (1, 2)))
    ('at least 2', '1 or 2 more than a multiple of 4')
    """
    if isinstance(amount, Modulo):
        if amount.modulus == 2:
            return "odd" if amount.residues == (1,) else "even"
        if amount.residues == (0,):
            return f"a multiple of {amount.modulus}"
        if amount.residues == tuple(range(1, amount.modulus)):
            return f"not a multiple of {amount.modulus}"
        residues = listed(map(str, amount.residues), "or")
        return f"{residues} more than a multiple of {amount.modulus}"
    negation = "not " if amount.outside else ""
    if amount.high < 0:
        return f"at least {amount.low}"
    if amount.low == amount.high:
        return f"{negation}exactly {amount.low}"
    if amount.low == 0:
        return f"at most {amount.high}"
    return f"{negation}between {amount.low} and {amount.high}"


def relations(attribute: Attribute) -> dict[tuple[int, ...], str]:
    """The relations between two cards that have words of their own, by their offsets."""
    name, everything, top = attribute.name, attribute.offsets, attribute.size - 1
    found: dict[tuple[int, ...], str] = {}

    def add(words: str, *offsets: int) -> None:
        wanted = tuple(each for each in everything if each in offsets)
        if 0 < len(wanted) < len(everything):
            found.setdefault(wanted, words)

    add(f"same {name} as", 0)
    add(f"different {name} from", *(each for each in everything if each))
    if attribute.ordered:
        add(f"higher {name} than", *range(1, top + 1))
        add(f"lower {name} than", *range(-top, 0))
        add(f"equal or higher {name} than", *range(top + 1))
        add(f"equal or lower {name} than", *range(-top, 1))
    if attribute.cyclic:
        add(f"next {name} after", 1, -top)
        add(f"previous {name} before", -1, top)
    if attribute.ordered:
        for step in range(1, top + 1):
            far = range(step, top + 1)
            add(f"{name} exactly {step} higher than", step)
            add(f"{name} exactly {step} lower than", -step)
            add(f"{name} at least {step} higher than", *far)
            add(f"{name} at least {step} lower than", *(-each for each in far))
            add(f"{name} exactly {step} apart from", step, -step)
            add(f"{name} at least {step} apart from", *far, *(-each for each in far))
            add(f"{name} at most {step} apart from", *range(-step, step + 1))
    return found


def relation_words(attribute: Attribute, offsets: tuple[int, ...]) -> str:
    """How one card's attribute is to be beside another's, in words up to the other card.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> relation_words(SOLVER.by_name["number"], (-1, 1))
    'number exactly 1 apart from'
    >>> relation_words(SOLVER.by_name["colour"], (0, 2))
    'colour 0 or 2 steps after'
    """
    if (words := relations(attribute).get(offsets)) is not None:
        return words
    if attribute.ordered:
        return f"{attribute.name} changed by {listed((f'{o:+d}' for o in offsets), 'or')} from"
    return f"{attribute.name} {listed(map(str, offsets), 'or')} steps after"


def share_words(counts: tuple[int, ...], most: int) -> str:
    """How many attributes are in common, in words.

    >>> share_words((1,), 3), share_words((1, 2, 3), 3), share_words((0, 2), 3)
    ('exactly 1 attribute', 'at least 1 attribute', '0 or 2 attributes')
    """
    low, high = counts[0], counts[-1]
    thing = "attribute" if low == 1 else "attributes"
    if len(counts) == 1:
        return f"exactly {low} {thing}" if low else "no attribute"
    if counts == tuple(range(low, most + 1)):
        return f"at least {low} {thing}"
    if counts == tuple(range(high + 1)):
        return f"at most {high} attribute{'s' if high > 1 else ''}"
    return f"{listed(map(str, counts), 'or')} attributes"


def pattern_words(leaf: Pattern, deck: Deck) -> str:
    """A pattern in words."""
    classes = ", ".join(
        "any card" if each is None else listed_values(*each, deck) for each in leaf.classes
    )
    negation = "not " if leaf.negated else ""
    return f"{negation}in turn {classes}{' starting anywhere' if leaf.anywhere else ''}"


def total_words(leaf: Total, deck: Deck) -> str:
    """A condition on a sum or product in words."""
    plural = deck.by_name[leaf.attribute].plural
    if leaf.depth == 0:
        cards = "all earlier cards"
    elif leaf.depth == 1:
        cards = "the last card"
    else:
        cards = f"the last {leaf.depth} cards"
    this = "this card and " if leaf.with_this else ""
    return f"the {leaf.operation} of the {plural} of {this}{cards} is {amount_words(leaf.amount)}"
