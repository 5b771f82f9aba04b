"""Solid's cards by kind, as data: 33 kinds and 81 cards, or 91 with every event on its own card.

A pod, a hand and a pile hold so many of each kind; copies of a kind are alike. The paragraphs are
those of ``rulebook.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from facedown.core.messages import joined, listed, phrase, phrase_in, phrase_many

Effect: TypeAlias = Literal[
    "", "destroy data", "destroy sharing", "destroy any", "steal", "take", "protect"
]

TYPES: Final = (
    phrase_in("data", "health"),
    phrase_in("data", "buying"),
    phrase_in("data", "mobility"),
    phrase_in("data", "competences"),
    phrase_in("data", "social media"),
)
"""The types of data in their cyclic order: yellow, blue, green, red and black (L12)."""

LETTERS: Final = "HBMCS"
DATA_COPIES: Final = 10


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of the rules.

    ``hand`` cards are held after drawing and up to ``plays`` played in a turn (L6), ``reactions``
    played in one turn of another (L3). A pod ends the game with ``each`` data of every type,
    ``twice`` of two types, or ``total`` in all (L7). Sharing cards with fewer points than
    ``destroyed_below`` can be destroyed by "destroy sharing" (L15).
    """

    hand: int = 5
    plays: int = 3
    reactions: int = 2
    each: int = 3
    twice: int = 7
    total: int = 22
    destroyed_below: int = 8


LIMITS: Final = Limits()
"""The numbers as printed."""


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card.

    ``name`` is short and unique. ``type`` is the type of a data card, else -1. ``needs`` are the
    data that a pod must hold of each type to share it, and ``points`` what it then scores; both
    are 0 without a sharing side. ``bonus`` says how many points it adds to (or takes from) its
    owner for each other sharing card of some name that the owner has in play (L2). ``effect`` is
    its event side, empty where it has none.
    """

    name: str
    copies: int
    type: int = -1
    needs: tuple[int, ...] = (0,) * 5
    points: int = 0
    bonus: tuple[tuple[str, int], ...] = ()
    effect: Effect = ""

    @property
    def shares(self) -> bool:
        """Whether it has a sharing side."""
        return any(self.needs)


Deck: TypeAlias = tuple[Card, ...]

_ROWS: Final = (  # what is needed of the card's own type, the next and the previous one; points
    ("2", (2, 0, 0), 1),
    ("4", (4, 0, 0), 3),
    ("3+3", (3, 3, 0), 7),
    ("7", (7, 0, 0), 10),
    ("5+3+3", (5, 3, 3), 15),
)


def _needs(kind: int, row: tuple[int, int, int]) -> tuple[int, ...]:
    needs = [0] * 5
    for step, number in zip((0, 1, -1), row, strict=True):
        needs[(kind + step) % 5] += number
    return tuple(needs)


def _event_side(row: str, kind: int) -> Effect:
    if row == "7":
        return "destroy data"
    if row == "5+3+3":
        return "destroy any" if kind == 4 else "destroy sharing"
    return ""


def _deck(*, separate: bool) -> Deck:
    data = [Card(LETTERS[kind], DATA_COPIES, kind) for kind in range(5)]
    sharing = [
        Card(
            LETTERS[kind] + row,
            1,
            needs=_needs(kind, needs),
            points=points,
            effect="" if separate else _event_side(row, kind),
        )
        for row, needs, points in _ROWS
        for kind in range(5)
    ]
    own: list[tuple[Effect, int]] = [("steal", 2), ("take", 1), ("protect", 3)]
    if separate:
        own += [("destroy data", 5), ("destroy sharing", 4), ("destroy any", 1)]
    events = [Card(effect.replace(" ", "-"), copies, effect=effect) for effect, copies in own]
    return (*data, *sharing, *events)


@dataclass(frozen=True, slots=True)
class CardList:
    """A set of cards, and the numbers of the rules that are played with it."""

    cards: Deck
    limits: Limits = LIMITS


DECKS: Final[Mapping[str, CardList]] = MappingProxyType(
    {"two-sided": CardList(_deck(separate=False)), "separate": CardList(_deck(separate=True))}
)
"""The card lists that come along, by name (L13)."""


# The deck for so many players (L9)


def copies_for(card: Card, seats: int) -> int:
    """A set for every two, and of data half a set for an odd one."""
    sets, odd = divmod(seats, 2)
    return card.copies * sets + (card.copies // 2 if odd and card.type >= 0 else 0)


def half_set(deck: Deck) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Half of the sharing cards and half of the events, rounded down, and their kinds."""
    for shares in (True, False):
        kinds = [k for k, card in enumerate(deck) if card.type < 0 and card.shares == shares]
        number = sum(deck[kind].copies for kind in kinds) // 2
        if number:
            yield number, tuple(kinds)


def names_of(deck: Deck, counts: Sequence[int]) -> tuple[str, ...]:
    """The names of so many cards of each kind.

    >>> names_of(DECKS["two-sided"].cards[:3], (2, 0, 1))
    ('H', 'H', 'M')
    """
    return tuple(card.name for card, count in zip(deck, counts, strict=True) for _ in range(count))


def counts_of(kinds: Mapping[str, int], names: Sequence[str]) -> list[int]:
    """How many of each kind there are among these names; ``kinds`` gives a kind's number by name.

    >>> counts_of({"H": 0, "B": 1, "M": 2}, ("H", "M", "H"))
    [2, 0, 1]
    """
    counts = [0] * len(kinds)
    for name in names:
        counts[kinds[name]] += 1
    return counts


EFFECTS: Final[tuple[Effect, ...]] = (
    "destroy data", "destroy sharing", "destroy any", "steal", "take", "protect",
)  # fmt: skip


def effect_words(effect: Effect, limits: Limits = LIMITS) -> str:
    """What an event does.

    >>> effect_words("destroy sharing")
    'destroy a sharing card under 8 points'
    """
    if effect == "destroy sharing":
        below = limits.destroyed_below
        return phrase("destroy a sharing card under {points} points", points=below)
    return _EFFECT_WORDS[effect]


_EFFECT_WORDS: Final[Mapping[Effect, str]] = {
    "": "",
    "destroy data": phrase("destroy a data card"),
    "destroy any": phrase("destroy any card in play"),
    "steal": phrase("steal a data card"),
    "take": phrase("take a card from the discard pile"),
    "protect": phrase("protect a card from an event"),
}


def bonus_words(card: Card) -> str:
    """The penalties and bonuses of a sharing card, in words.

    >>> bonus_words(Card("H2", 1, bonus=(("B2", 2), ("B4", -1))))
    '2 points more with each B2, 1 point fewer with each B4'
    """
    return joined(", ", (_bonus(name, points) for name, points in card.bonus))


def _bonus(name: str, points: int) -> str:
    if points > 0:
        return phrase_many(
            "{n} point more with each {card}", "{n} points more with each {card}", points, card=name
        )
    return phrase_many(
        "{n} point fewer with each {card}", "{n} points fewer with each {card}", -points, card=name
    )


def data_words(counts: tuple[int, ...]) -> str:
    """How many of which types.

    >>> data_words((3, 3, 0, 0, 0))
    '3 health and 3 buying'
    """
    parts = [
        phrase("{number} {type}", number=number, type=TYPES[kind])
        for kind, number in enumerate(counts)
        if number
    ]
    return listed(parts) if parts else phrase("no data")


@lru_cache(256)
def card_words(card: Card, limits: Limits = LIMITS) -> str:
    """What a kind of card is, in words.

    >>> card_words(DECKS["two-sided"].cards[20])
    'H7: 10 points for 7 health; or destroy a data card'
    """
    return phrase("{card}: {sides}", card=card.name, sides=side_words(card, limits))


@lru_cache(256)
def side_words(card: Card, limits: Limits = LIMITS) -> str:
    """What a kind of card is, without its name.

    >>> side_words(DECKS["two-sided"].cards[0])
    'data, health'
    """
    if card.type >= 0:
        return phrase("data, {type}", type=TYPES[card.type])
    sides: list[str] = []
    if card.shares:
        points = phrase_many("{n} point", "{n} points", card.points)
        side = phrase("{points} for {data}", points=points, data=data_words(card.needs))
        if card.bonus:
            side = phrase("{side} ({bonus})", side=side, bonus=bonus_words(card))
        sides.append(side)
    if card.effect:
        sides.append(effect_words(card.effect, limits))
    return joined(phrase("; or "), sides)
