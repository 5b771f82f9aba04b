"""What a rule may speak of: the attributes of the cards of a deck, as data. The decks there are."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase


class RuleError(FacedownError):
    """A text that is no rule, card or track; ``str(error)`` is one sentence that says why.

    ``position`` is the character (from 0) at which reading stopped, or -1 where no single one is
    wrong; ``expected`` the words that could have stood there; ``ways`` the normal sentences of
    up to three rules that may have been meant. ``unfinished`` says that the text can be read as
    far as it goes.
    """

    def __init__(
        self,
        sentence: str,
        position: int = -1,
        expected: tuple[str, ...] = (),
        ways: tuple[str, ...] = (),
        *,
        unfinished: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.position = position
        self.expected = expected
        self.ways = ways
        self.unfinished = unfinished


class Ambiguous(RuleError):
    """A text that can be read in more than one way: ``ways`` are the first of them."""


LARGEST: Final = 64
"""Cards in a deck at most: sets of cards are bit masks in one machine word."""


@dataclass(frozen=True, eq=False)
class Attribute:
    """One attribute of the cards: its values in their printed order.

    ``ordered`` values are consecutive whole numbers from ``lowest`` on, which can be compared and
    added; ``cyclic`` ones have a next, the first after the last. A grouping is an attribute ``of``
    another one: ``groups`` has for each of the other's values which of its own it belongs to.
    ``named`` values are written behind the attribute's name ("number 3"). ``plural`` is the name
    for several; ``aliases`` are other spellings of values, ``other_names`` of the attribute.
    """

    name: str
    plural: str
    values: tuple[str, ...]
    ordered: bool = False
    cyclic: bool = False
    lowest: int = 1
    named: bool = False
    of: str = ""
    groups: tuple[int, ...] = ()
    aliases: Mapping[str, int] = field(default_factory=dict)
    other_names: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.values)

    @cached_property
    def words(self) -> dict[str, int]:
        """Every way to write a value."""
        return {**{word: value for value, word in enumerate(self.values)}, **self.aliases}

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Every difference that two values can have, as positions in the printed order.

        Without an order they are counted around the cycle.
        """
        return tuple(range(1 - self.size, self.size) if self.ordered else range(self.size))

    def offset(self, value: int, other: int) -> int:
        """How far a value is from another one, as one of ``offsets``."""
        return value - other if self.ordered else (value - other) % self.size


@dataclass(frozen=True, eq=False)
class Deck:
    """A deck with one card for every choice of a value for each attribute that is no grouping.

    A card is a number, its index in that list (the last attribute changes fastest), and is called
    after ``card_form``.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> len(SOLVER.cards), [attribute.name for attribute in SOLVER.bases]
    (64, ['colour', 'shape', 'number'])
    """

    name: str
    attributes: tuple[Attribute, ...]
    card_form: str

    @cached_property
    def bases(self) -> tuple[Attribute, ...]:
        """The attributes that are no groupings."""
        return tuple(attribute for attribute in self.attributes if not attribute.of)

    @cached_property
    def by_name(self) -> dict[str, Attribute]:
        """The attributes by their names."""
        return {attribute.name: attribute for attribute in self.attributes}

    @cached_property
    def cards(self) -> tuple[tuple[int, ...], ...]:
        """For each card its value (from 0) of each base attribute."""
        cards = tuple(itertools.product(*(range(base.size) for base in self.bases)))
        if len(cards) > LARGEST:
            raise ValueError(f"{self.name} has {len(cards)} cards; {LARGEST} are the most.")
        return cards

    @cached_property
    def everything(self) -> int:
        """The mask of all cards."""
        return (1 << len(self.cards)) - 1

    @cached_property
    def values(self) -> dict[str, tuple[int, ...]]:
        """For each attribute the value of every card."""
        values = {
            base.name: tuple(card[index] for card in self.cards)
            for index, base in enumerate(self.bases)
        }
        for grouping in self.attributes:
            if grouping.of:
                values[grouping.name] = tuple(grouping.groups[v] for v in values[grouping.of])
        return values

    @cached_property
    def masks(self) -> dict[str, tuple[int, ...]]:
        """For each attribute and value the mask of the cards that have it."""
        return {
            attribute.name: tuple(
                sum(1 << card for card, v in enumerate(self.values[attribute.name]) if v == value)
                for value in range(attribute.size)
            )
            for attribute in self.attributes
        }

    def mask(self, attribute: str, values: tuple[int, ...]) -> int:
        """The mask of the cards whose attribute has one of the values."""
        return sum(self.masks[attribute][value] for value in values)

    @cached_property
    def value_words(self) -> dict[str, tuple[str, int]]:
        """What each word for a value means, where no attribute has to be named before it."""
        return {
            word: (attribute.name, value)
            for attribute in self.attributes
            if not attribute.named
            for word, value in attribute.words.items()
        }

    def card_name(self, card: int) -> str:
        """A card in words.

        >>> from facedown.deduce.rules.deck import SOLVER, STANDARD
        >>> SOLVER.card_name(17), STANDARD.card_name(51)
        ('red circle 2', 'king of spades')
        """
        return self.card_form.format(
            **{base.name: base.values[self.values[base.name][card]] for base in self.bases}
        )

    @cached_property
    def cards_by_name(self) -> dict[tuple[str, ...], int]:
        """The cards by the words of their names."""
        return {tuple(self.card_name(card).split()): card for card in range(len(self.cards))}

    @cached_property
    def _cards_by_words(self) -> dict[frozenset[str], int]:
        return {frozenset(words) - {"of"}: card for words, card in self.cards_by_name.items()}

    def read_card(self, text: str) -> int:
        """The card that a text names, its attributes in any order.

        Raises :class:`~facedown.deduce.rules.deck.RuleError`.

        >>> from facedown.deduce.rules.deck import SOLVER
        >>> SOLVER.read_card("circle red 2")
        17
        """
        words = []
        for word in re.findall(r"\w+", text[:200].lower()):
            for base in self.bases:
                if word in base.words:
                    words.append(base.values[base.words[word]])
                    break
            else:
                if word not in {"of", "the", "a"}:
                    raise RuleError(
                        phrase(
                            "{word!r} is nothing a card has; write it like {card!r}.",
                            word=word[:20],
                            card=self._example(),
                        )
                    )
        card = self._cards_by_words.get(frozenset(words))
        if card is None or len(words) != len(self.bases):
            raise RuleError(
                phrase(
                    "{text!r} is not one card; write it like {card!r}.",
                    text=text[:40],
                    card=self._example(),
                )
            )
        return card

    def _example(self) -> str:
        return self.card_name(len(self.cards) // 4 + 1)


SOLVER: Final = Deck(  # R1
    "solver",
    (
        Attribute(
            "colour",
            "colours",
            ("blue", "red", "green", "yellow"),
            cyclic=True,
            other_names=("color",),
        ),
        Attribute(
            "shape",
            "shapes",
            ("circle", "square", "triangle", "diamond"),
            cyclic=True,
            aliases={"circles": 0, "squares": 1, "triangles": 2, "diamonds": 3},
        ),
        Attribute("number", "numbers", ("1", "2", "3", "4"), ordered=True, cyclic=True, named=True),
        Attribute("parity", "parities", ("odd", "even"), of="number", groups=(0, 1, 0, 1)),
    ),
    "{colour} {shape} {number}",
)
"""Four colours, four shapes, the numbers 1 to 4: one card of each."""

STANDARD: Final = Deck(
    "standard",
    (
        Attribute(
            "rank",
            "ranks",
            ("ace", *map(str, range(2, 11)), "jack", "queen", "king"),
            ordered=True,
            cyclic=True,
            named=True,
            aliases={"1": 0, "11": 10, "12": 11, "13": 12},
        ),
        Attribute(
            "suit",
            "suits",
            ("clubs", "diamonds", "hearts", "spades"),
            cyclic=True,
            aliases={"club": 0, "diamond": 1, "heart": 2, "spade": 3},
        ),
        Attribute(
            "colour",
            "colours",
            ("black", "red"),
            of="suit",
            groups=(0, 1, 1, 0),
            other_names=("color",),
        ),
        Attribute("parity", "parities", ("odd", "even"), of="rank", groups=(0, 1) * 6 + (0,)),
        Attribute("kind", "kinds", ("pip", "face"), of="rank", groups=(0,) * 10 + (1,) * 3),
    ),
    "{rank} of {suit}",
)
"""Ace (1) to king (13) in four suits; face cards are jack, queen and king."""

DECKS: Final = {deck.name: deck for deck in (SOLVER, STANDARD)}


def deck_called(name: str) -> Deck:
    """The deck of that name; raises :class:`~facedown.deduce.rules.deck.RuleError`.

    >>> deck_called("standard").read_card("ace of spades") < 52
    True
    """
    if name not in DECKS:
        raise RuleError(
            phrase(
                "There is no deck {name!r}; the decks are: {decks}.",
                name=name[:40],
                decks=", ".join(DECKS),
            )
        )
    return DECKS[name]
