"""Card lists as texts in TOML, which people write by hand: read, checked and written (L16)."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from facedown.core.messages import listed, phrase, phrase_many
from facedown.core.texts import TextFault, check_keys, read_lines, tables_of
from facedown.games.solid.cards import (
    DATA_COPIES,
    EFFECTS,
    LETTERS,
    TYPES,
    Card,
    CardList,
    Effect,
    Limits,
)

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
_TOP: Final = ("rules", "data", "sharing", "event")
_SHARING: Final = ("name", "copies", "needs", "points", "bonus", "event")
_EVENT: Final = ("name", "copies", "effect")

SMALL_LIST: Final = """\
[rules]
hand = 3
total = 5
[data]
health = 4
buying = 4
mobility = 0
competences = 0
social-media = 0
[[sharing]]
name = "H2"
needs = { health = 2 }
points = 2
copies = 2
bonus = { B2 = 3, H2 = -1 }
[[sharing]]
name = "B2"
needs = { buying = 2 }
points = 1
copies = 2
event = "destroy any"
[[event]]
name = "steal"
effect = "steal"
[[event]]
name = "protect"
effect = "protect"
copies = 2
"""
"""A list of one's own that is quickly played: an example of the form."""


def read_cards(text: str) -> CardList:
    r"""The card list that a text describes; raises ``LineAtFault``.

    >>> read_cards('[[sharing]]\nname = "H2"\nneeds = { healht = 2 }\npoints = 1')
    Traceback (most recent call last):
    facedown.core.texts.LineAtFault: Line 3: card H2, needs: there is no …
    """
    return read_lines(text, phrase("the card list"), _list_of)


def _list_of(table: dict[str, Any]) -> CardList:
    check_keys(table, _TOP, phrase("a card list"))
    rules = numbers_of(
        table.get("rules", {}), [f.name for f in dataclasses.fields(Limits)], "rules"
    )
    types = [name.replace(" ", "-") for name in TYPES]
    data = numbers_of(table.get("data", {}), types, "data")
    cards = [
        Card(LETTERS[kind], data.get(name, DATA_COPIES), kind) for kind, name in enumerate(types)
    ]
    for name, read in (("sharing", _sharing), ("event", _event)):
        parts = tables_of(table, name, BEGINS[name])
        cards += [read(part, index) for index, part in enumerate(parts)]
    check_whole(tuple(cards), Limits(**rules))
    return CardList(tuple(cards), Limits(**rules))


def _sharing(part: dict[str, Any], index: int) -> Card:
    name = name_of(part, "sharing", index)
    check_keys(part, _SHARING, phrase("card {name}", name=name), "sharing", index)
    for key, example in (("needs", "{ health = 2 }"), ("points", "1")):
        if key not in part:
            sentence = phrase(
                "card {name} has no {key}; write a line such as {key} = {example}.",
                name=name,
                key=key,
                example=example,
            )
            raise TextFault(sentence, "sharing", index)
    at = ("sharing", index)
    types = [each.replace(" ", "-") for each in TYPES]
    needs = part["needs"]
    if not isinstance(needs, dict) or not needs:
        raise TextFault(
            phrase("card {name}, needs: it should be like {{ health = 2 }}.", name=name),
            *at,
            "needs",
        )
    for key in needs:
        if key not in types:
            raise TextFault(
                phrase(
                    "card {name}, needs: there is no {key!r}; the types are {types}.",
                    name=name,
                    key=key[:20],
                    types=listed(types),
                ),
                *at,
                "needs",
            )
    numbers = [number_of(needs[t], name, "needs", *at) if t in needs else 0 for t in types]
    bonus = part.get("bonus", {})
    if not isinstance(bonus, dict):
        raise TextFault(
            phrase("card {name}, bonus: it should be like {{ H2 = 1 }}.", name=name), *at, "bonus"
        )
    return Card(
        name,
        number_of(part.get("copies", 1), name, "copies", *at),
        needs=tuple(numbers),
        points=number_of(part["points"], name, "points", *at),
        bonus=tuple((key, number_of(n, name, "bonus", *at)) for key, n in bonus.items()),
        effect=effect_of(part["event"], name, "event", *at) if "event" in part else "",
    )


def _event(part: dict[str, Any], index: int) -> Card:
    name = name_of(part, "event", index)
    check_keys(part, _EVENT, phrase("card {name}", name=name), "event", index)
    if "effect" not in part:
        sentence = phrase(
            'card {name} has no effect; write a line such as effect = "steal".', name=name
        )
        raise TextFault(sentence, "event", index)
    return Card(
        name,
        number_of(part.get("copies", 1), name, "copies", "event", index),
        effect=effect_of(part["effect"], name, "effect", "event", index),
    )


# Checking, part by part and as a whole


def name_of(part: dict[str, Any], table: str, index: int) -> str:
    """The name of a card, from its part of the list; raises :class:`TextFault`.

    >>> name_of({"name": "H2"}, "sharing", 0)
    'H2'
    """
    name = part.get("name")
    if not isinstance(name, str) or not re.fullmatch(_NAME, name):
        raise TextFault(
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
    """What an event does, as the part ``key`` of a card says; raises :class:`TextFault`.

    >>> effect_of("steal", "S1", "effect", "event", 0)
    'steal'
    """
    if value not in EFFECTS:
        effects = listed((f'"{effect}"' for effect in EFFECTS), "or")
        given = str(value)[:20]
        raise TextFault(
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
        raise TextFault(
            phrase("card {name}, {key}: protect needs a card of its own.", name=name, key=key),
            table,
            index,
            key,
        )
    return value


def number_of(value: object, name: str, key: str, table: str, index: int) -> int:
    """A number of a card, within its bounds; raises :class:`TextFault`.

    >>> number_of(21, "H2", "copies", "sharing", 0)
    Traceback (most recent call last):
    facedown.core.texts.TextFault: card H2, copies: a number from 1 to 20 is …
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
        raise TextFault(sentence, table, index, key)
    return value


def numbers_of(table: object, keys: Sequence[str], what: str) -> dict[str, int]:
    """A table of numbers, such as the rules, each within its bounds; raises :class:`TextFault`.

    >>> numbers_of({"hand": 4}, ["hand", "plays"], "rules")
    {'hand': 4}
    """
    if not isinstance(table, dict):
        raise TextFault(BEGINS[what], what)
    check_keys(table, keys, f"[{what}]", what, 0)
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
            raise TextFault(sentence, what, 0, key)
    return table


def check_whole(cards: tuple[Card, ...], limits: Limits) -> None:
    """Raises :class:`TextFault` for what only the whole list shows.

    That is a name twice, a bonus for no card, too few cards or too many.

    >>> check_whole((Card("H", 3, 0),), Limits(hand=5))
    Traceback (most recent call last):
    facedown.core.texts.TextFault: the list has 3 cards; two hands take 10.
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
            raise TextFault(
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
                raise TextFault(
                    phrase(
                        "card {name}, bonus: there is no sharing card {other!r}.",
                        name=card.name,
                        other=other[:20],
                    ),
                    *at,
                    "bonus",
                )
    if len(cards) > MOST_KINDS:
        raise TextFault(
            phrase(
                "there are {number} kinds of card; at most {most} can be.",
                number=len(cards),
                most=MOST_KINDS,
            )
        )
    number, needed = sum(card.copies for card in cards), 2 * limits.hand
    if number < needed:
        raise TextFault(
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
        raise TextFault(
            phrase(
                "points: a player could have {points:,} with six at the table; at most {most:,} "
                "can be.",
                points=most,
                most=MOST_POINTS,
            )
        )


# Writing


def write_cards(card_list: CardList) -> str:
    """The text of a card list, in its one form.

    >>> read_cards(write_cards(read_cards(SMALL_LIST))) == read_cards(SMALL_LIST)
    True
    """
    limits = dataclasses.asdict(card_list.limits)
    lines = ["[rules]", *(f"{key} = {value}" for key, value in limits.items()), "", "[data]"]
    types = [name.replace(" ", "-") for name in TYPES]
    lines += [f"{types[card.type]} = {card.copies}" for card in card_list.cards if card.type >= 0]
    for card in card_list.cards:
        if card.type >= 0:
            continue
        lines += ["", "[[sharing]]" if card.shares else "[[event]]", f'name = "{card.name}"']
        if card.shares:
            needs = ", ".join(f"{types[k]} = {n}" for k, n in enumerate(card.needs) if n)
            lines += [f"needs = {{ {needs} }}", f"points = {card.points}"]
        if card.bonus:
            bonus = ", ".join(f'"{name}" = {points}' for name, points in card.bonus)
            lines.append(f"bonus = {{ {bonus} }}")
        if card.effect:
            lines.append(f'{"event" if card.shares else "effect"} = "{card.effect}"')
        if card.copies > 1:
            lines.append(f"copies = {card.copies}")
    return "\n".join(lines) + "\n"
