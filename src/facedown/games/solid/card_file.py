"""Card lists as texts in TOML, which people write by hand, and back (L16)."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from facedown.core.errors import BadOption
from facedown.core.toml_text import NotToml, read_toml
from facedown.core.words import counted, listed
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


class CardListError(BadOption):
    """A card list that cannot be used: one sentence with the card and the part of it at fault.

    ``line`` (from 1) is where that stands in the text.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.sentence, self.line = sentence, line


class _Fault(Exception):
    """A sentence, and the table, its place among equal ones and the key that it is about."""

    def __init__(self, sentence: str, table: str = "", index: int = 0, key: str = "") -> None:
        super().__init__(sentence)
        self.where = table, index, key


def read_cards(text: str) -> CardList:
    r"""The card list that a text describes; raises ``CardListError``.

    >>> read_cards('[[sharing]]\nname = "H2"\nneeds = { healht = 2 }\npoints = 1')
    Traceback (most recent call last):
    facedown.games.solid.card_file.CardListError: Line 3: card H2, needs: there is no 'healht'; …
    """
    try:
        table = read_toml(text)
    except NotToml as problem:
        sentence = f"the card list is not TOML ({problem.why})."
        raise CardListError(sentence, problem.line) from None
    try:
        return _list_of(table)
    except _Fault as fault:
        raise CardListError(str(fault), _line_of(text, *fault.where)) from None


def _list_of(table: dict[str, Any]) -> CardList:
    _check_keys(table, _TOP, "a card list")
    rules = _numbers(table.get("rules", {}), [f.name for f in dataclasses.fields(Limits)], "rules")
    types = [name.replace(" ", "-") for name in TYPES]
    data = _numbers(table.get("data", {}), types, "data")
    cards = [
        Card(LETTERS[kind], data.get(name, DATA_COPIES), kind) for kind, name in enumerate(types)
    ]
    for name, read in (("sharing", _sharing), ("event", _event)):
        parts = table.get(name, [])
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
            raise _Fault(f"each {name} card begins with a line [[{name}]].", name)
        cards += [read(part, index) for index, part in enumerate(parts)]
    _check_whole(tuple(cards), Limits(**rules))
    return CardList(tuple(cards), Limits(**rules))


def _sharing(part: dict[str, Any], index: int) -> Card:
    name = _name(part, "sharing", index)
    _check_keys(part, _SHARING, f"card {name}", "sharing", index)
    for key, example in (("needs", "{ health = 2 }"), ("points", "1")):
        if key not in part:
            sentence = f"card {name} has no {key}; write a line such as {key} = {example}."
            raise _Fault(sentence, "sharing", index)
    at = ("sharing", index)
    types = [each.replace(" ", "-") for each in TYPES]
    needs = part["needs"]
    if not isinstance(needs, dict) or not needs:
        raise _Fault(f"card {name}, needs: it should be like {{ health = 2 }}.", *at, "needs")
    for key in needs:
        if key not in types:
            raise _Fault(
                f"card {name}, needs: there is no {key[:20]!r}; the types are {listed(types)}.",
                *at, "needs",
            )  # fmt: skip
    numbers = [_number(needs[t], name, "needs", *at) if t in needs else 0 for t in types]
    bonus = part.get("bonus", {})
    if not isinstance(bonus, dict):
        raise _Fault(f"card {name}, bonus: it should be like {{ H2 = 1 }}.", *at, "bonus")
    return Card(
        name,
        _number(part.get("copies", 1), name, "copies", *at),
        needs=tuple(numbers),
        points=_number(part["points"], name, "points", *at),
        bonus=tuple((key, _number(n, name, "bonus", *at)) for key, n in bonus.items()),
        effect=_effect(part["event"], name, "event", *at) if "event" in part else "",
    )


def _event(part: dict[str, Any], index: int) -> Card:
    name = _name(part, "event", index)
    _check_keys(part, _EVENT, f"card {name}", "event", index)
    if "effect" not in part:
        sentence = f'card {name} has no effect; write a line such as effect = "steal".'
        raise _Fault(sentence, "event", index)
    return Card(
        name,
        _number(part.get("copies", 1), name, "copies", "event", index),
        effect=_effect(part["effect"], name, "effect", "event", index),
    )


def _name(part: dict[str, Any], table: str, index: int) -> str:
    name = part.get("name")
    if not isinstance(name, str) or not re.fullmatch(_NAME, name):
        raise _Fault(
            f"{table} card {index + 1}, name: it should be a letter and up to 19 letters, figures, "
            "+ or -.", table, index, "name",
        )  # fmt: skip
    return name


def _effect(value: object, name: str, key: str, table: str, index: int) -> Effect:
    if value not in EFFECTS:
        effects = listed((f'"{effect}"' for effect in EFFECTS), "or")
        given = str(value)[:20]
        raise _Fault(f"card {name}, {key}: it is {effects}, not {given!r}.", table, index, key)
    if value == "protect" and table == "sharing":
        raise _Fault(f"card {name}, {key}: protect needs a card of its own.", table, index, key)
    return value


def _number(value: object, name: str, key: str, table: str, index: int) -> int:
    low, high = BOUNDS[key]
    if type(value) is not int or not low <= value <= high:
        given = str(value)[:20]
        sentence = f"card {name}, {key}: a number from {low} to {high} is needed, not {given}."
        raise _Fault(sentence, table, index, key)
    return value


def _numbers(table: object, keys: Sequence[str], what: str) -> dict[str, int]:
    if not isinstance(table, dict):
        raise _Fault(f"the {what} begin with a line [{what}].", what)
    _check_keys(table, keys, f"[{what}]", what)
    for key, value in table.items():
        low, high = BOUNDS.get(key, BOUNDS["data"])
        if type(value) is not int or not low <= value <= high:
            given = str(value)[:20]
            sentence = f"{what}, {key}: a number from {low} to {high} is needed, not {given}."
            raise _Fault(sentence, what, 0, key)
    return table


def _check_keys(
    table: dict[str, Any], known: Sequence[str], what: str, name: str = "", index: int = 0
) -> None:
    for key in table:
        if key not in known:
            sentence = f"{what} has no {key[:20]!r}; it can have {listed(known)}."
            raise _Fault(sentence, name or key, index, key)


def _check_whole(cards: tuple[Card, ...], limits: Limits) -> None:
    """What only the whole list shows: names twice, bonuses for no card, too few or too many."""
    names: dict[str, str] = {}
    shared = {card.name for card in cards if card.shares}
    indices = {"sharing": -1, "event": -1, "data": -1}
    for card in cards:
        table = "data" if card.type >= 0 else "sharing" if card.shares else "event"
        indices[table] += 1
        at = (table, indices[table])
        if card.name.lower() in names:
            other = names[card.name.lower()]
            raise _Fault(f"card {card.name}, name: there is a card {other} already.", *at, "name")
        names[card.name.lower()] = card.name
        for other, _ in card.bonus:
            if other not in shared:
                raise _Fault(
                    f"card {card.name}, bonus: there is no sharing card {other[:20]!r}.",
                    *at, "bonus",
                )  # fmt: skip
    if len(cards) > MOST_KINDS:
        raise _Fault(f"there are {len(cards)} kinds of card; at most {MOST_KINDS} can be.")
    number, needed = sum(card.copies for card in cards), 2 * limits.hand
    if number < needed:
        raise _Fault(f"the list has {counted(number, 'card')}; two hands take {needed}.")
    _check_points(cards)


def _check_points(cards: Sequence[Card]) -> None:
    copies = {card.name: MOST_SETS * card.copies for card in cards}
    most = sum(copies[card.name] * card.points for card in cards)
    for card in cards:
        most += sum(abs(n) * copies[card.name] * copies[other] for other, n in card.bonus)
    if most > MOST_POINTS:
        raise _Fault(
            f"points: a player could have {most:,} with six at the table; at most {MOST_POINTS:,} "
            "can be."
        )


def _line_of(text: str, table: str, index: int, key: str) -> int:
    """The line (from 1) of a key of a table; of the table where it has no line of its own."""
    lines = text.splitlines()
    headers = [n for n, line in enumerate(lines) if re.match(r"\s*\[", line)]
    of_table = [n for n in headers if re.match(rf"\s*\[\[?\s*{re.escape(table)}\s*\]", lines[n])]
    if not table:
        return 0
    start = of_table[index] if index < len(of_table) else 0
    end = next((n for n in headers if n > start), len(lines))
    own = (n for n in range(start, end) if re.match(rf'\s*"?{re.escape(key)}"?\s*=', lines[n]))
    return (next(own, start) if key else start) + 1


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
