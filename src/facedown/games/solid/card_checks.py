"""What a card list may hold: each part of it by itself, and the list as a whole (L16)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from facedown.core.messages import phrase, phrase_many
from facedown.core.words import listed
from facedown.games.solid.cards import EFFECTS, Card, Effect, Limits

MOST_POINTS: Final = 2_000
"""No seat can have more points, or fewer than so many below 0, with any list."""
MOST_KINDS: Final = 60
MOST_SETS: Final = 3

BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "hand": (1, 10),
    "plays": (1, 10),
    "reactions": (0, 10),
    "each": (1, 30),
    "twice": (1, 30),
    "total": (1, 150),
    "destroyed_below": (0, 100),
    "copies": (1, 20),
    "data": (0, 20),
    "needs": (1, 20),
    "points": (0, 100),
    "bonus": (-20, 20),
}
"""The least and the most that a number of a list may be, by what it is."""

BEGINS: Final = {
    "rules": phrase("the rules begin with a line [rules]."),
    "data": phrase("the data begin with a line [data]."),
    "sharing": phrase("each sharing card begins with a line [[sharing]]."),
    "event": phrase("each event card begins with a line [[event]]."),
}
_NAME: Final = r"[A-Za-z][A-Za-z0-9+-]{0,19}"


class Fault(Exception):
    """A sentence, and the table, its place among equal ones and the key that it is about."""

    def __init__(self, sentence: str, table: str = "", index: int = 0, key: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.where = sentence, (table, index, key)


def name_of(part: dict[str, Any], table: str, index: int) -> str:
    """The name of a card, from its part of the list; raises :class:`Fault`.

    >>> name_of({"name": "H2"}, "sharing", 0)
    'H2'
    """
    name = part.get("name")
    if not isinstance(name, str) or not re.fullmatch(_NAME, name):
        raise Fault(
            phrase(
                "{card}, name: it should be a letter and up to 19 letters, figures, + or -.",
                card=_numbered(table, index + 1),
            ),
            table,
            index,
            "name",
        )
    return name


def _numbered(table: str, number: int) -> str:
    """A card that has no name yet."""
    if table == "sharing":
        return phrase("sharing card {number}", number=number)
    return phrase("event card {number}", number=number)


def effect_of(value: object, name: str, key: str, table: str, index: int) -> Effect:
    """What an event does, as the part ``key`` of a card says; raises :class:`Fault`.

    >>> effect_of("steal", "S1", "effect", "event", 0)
    'steal'
    """
    if value not in EFFECTS:
        effects = listed((f'"{effect}"' for effect in EFFECTS), "or")
        given = str(value)[:20]
        raise Fault(
            phrase(
                "card {name}, {key}: it is {effects}, not {given!r}.",
                name=name,
                key=key,
                effects=effects,
                given=given,
            ),
            table,
            index,
            key,
        )
    if value == "protect" and table == "sharing":
        raise Fault(
            phrase("card {name}, {key}: protect needs a card of its own.", name=name, key=key),
            table,
            index,
            key,
        )
    return value


def number_of(value: object, name: str, key: str, table: str, index: int) -> int:
    """A number of a card, within its bounds; raises :class:`Fault`.

    >>> number_of(21, "H2", "copies", "sharing", 0)
    Traceback (most recent call last):
    facedown.games.solid.card_checks.Fault: card H2, copies: a number from 1 to 20 is …
    """
    low, high = BOUNDS[key]
    if type(value) is not int or not low <= value <= high:
        given = str(value)[:20]
        sentence = phrase(
            "card {name}, {key}: a number from {low} to {high} is needed, not {given}.",
            name=name,
            key=key,
            low=low,
            high=high,
            given=given,
        )
        raise Fault(sentence, table, index, key)
    return value


def numbers_of(table: object, keys: Sequence[str], what: str) -> dict[str, int]:
    """A table of numbers, such as the rules, each within its bounds; raises :class:`Fault`.

    >>> numbers_of({"hand": 4}, ["hand", "plays"], "rules")
    {'hand': 4}
    """
    if not isinstance(table, dict):
        raise Fault(BEGINS[what], what)
    check_keys(table, keys, f"[{what}]", what)
    for key, value in table.items():
        low, high = BOUNDS.get(key, BOUNDS["data"])
        if type(value) is not int or not low <= value <= high:
            given = str(value)[:20]
            sentence = phrase(
                "{what}, {key}: a number from {low} to {high} is needed, not {given}.",
                what=what,
                key=key,
                low=low,
                high=high,
                given=given,
            )
            raise Fault(sentence, what, 0, key)
    return table


def check_keys(
    table: dict[str, Any], known: Sequence[str], what: str, name: str = "", index: int = 0
) -> None:
    """Raises :class:`Fault` for a key that a table cannot have.

    >>> check_keys({"hnad": 4}, ["hand", "plays"], "[rules]", "rules")
    Traceback (most recent call last):
    facedown.games.solid.card_checks.Fault: [rules] has no 'hnad'; it can have hand and plays.
    """
    for key in table:
        if key not in known:
            sentence = phrase(
                "{what} has no {key!r}; it can have {known}.",
                what=what,
                key=key[:20],
                known=listed(known),
            )
            raise Fault(sentence, name or key, index, key)


def check_whole(cards: tuple[Card, ...], limits: Limits) -> None:
    """Raises :class:`Fault` for what only the whole list shows.

    That is a name twice, a bonus for no card, too few cards or too many.

    >>> check_whole((Card("H", 3, 0),), Limits(hand=5))
    Traceback (most recent call last):
    facedown.games.solid.card_checks.Fault: the list has 3 cards; two hands take 10.
    """
    names: dict[str, str] = {}
    shared = {card.name for card in cards if card.shares}
    indices = {"sharing": -1, "event": -1, "data": -1}
    for card in cards:
        table = "data" if card.type >= 0 else "sharing" if card.shares else "event"
        indices[table] += 1
        at = (table, indices[table])
        if card.name.lower() in names:
            other = names[card.name.lower()]
            raise Fault(
                phrase(
                    "card {name}, name: there is a card {other} already.",
                    name=card.name,
                    other=other,
                ),
                *at,
                "name",
            )
        names[card.name.lower()] = card.name
        for other, _ in card.bonus:
            if other not in shared:
                raise Fault(
                    phrase(
                        "card {name}, bonus: there is no sharing card {other!r}.",
                        name=card.name,
                        other=other[:20],
                    ),
                    *at,
                    "bonus",
                )
    if len(cards) > MOST_KINDS:
        raise Fault(
            phrase(
                "there are {number} kinds of card; at most {most} can be.",
                number=len(cards),
                most=MOST_KINDS,
            )
        )
    number, needed = sum(card.copies for card in cards), 2 * limits.hand
    if number < needed:
        raise Fault(
            phrase(
                "the list has {cards}; two hands take {needed}.",
                cards=phrase_many("{n} card", "{n} cards", number),
                needed=needed,
            )
        )
    _check_points(cards)


def _check_points(cards: Sequence[Card]) -> None:
    copies = {card.name: MOST_SETS * card.copies for card in cards}
    most = sum(copies[card.name] * card.points for card in cards)
    for card in cards:
        most += sum(abs(n) * copies[card.name] * copies[other] for other, n in card.bonus)
    if most > MOST_POINTS:
        raise Fault(
            phrase(
                "points: a player could have {points:,} with six at the table; at most {most:,} "
                "can be.",
                points=most,
                most=MOST_POINTS,
            )
        )
