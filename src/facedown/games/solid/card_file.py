"""Card lists as texts in TOML, which people write by hand, and back (L16)."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Final

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.core.toml_text import NotToml, read_toml
from facedown.core.words import listed
from facedown.games.solid.card_checks import (
    BEGINS,
    Fault,
    check_keys,
    check_whole,
    effect_of,
    name_of,
    number_of,
    numbers_of,
)
from facedown.games.solid.cards import (
    DATA_COPIES,
    LETTERS,
    TYPES,
    Card,
    CardList,
    Limits,
)

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
        super().__init__(
            phrase("Line {line}: {sentence}", line=line, sentence=sentence) if line else sentence
        )
        self.sentence, self.line = sentence, line


def read_cards(text: str) -> CardList:
    r"""The card list that a text describes; raises ``CardListError``.

    >>> read_cards('[[sharing]]\nname = "H2"\nneeds = { healht = 2 }\npoints = 1')
    Traceback (most recent call last):
    facedown.games.solid.card_file.CardListError: Line 3: card H2, needs: there is no 'healht'; …
    """
    try:
        table = read_toml(text)
    except NotToml as problem:
        sentence = phrase("the card list is not TOML ({why}).", why=problem.why)
        raise CardListError(sentence, problem.line) from None
    try:
        return _list_of(table)
    except Fault as fault:
        raise CardListError(fault.sentence, _line_of(text, *fault.where)) from None


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
        parts = table.get(name, [])
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
            raise Fault(BEGINS[name], name)
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
            raise Fault(sentence, "sharing", index)
    at = ("sharing", index)
    types = [each.replace(" ", "-") for each in TYPES]
    needs = part["needs"]
    if not isinstance(needs, dict) or not needs:
        raise Fault(
            phrase("card {name}, needs: it should be like {{ health = 2 }}.", name=name),
            *at,
            "needs",
        )
    for key in needs:
        if key not in types:
            raise Fault(
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
        raise Fault(
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
        raise Fault(sentence, "event", index)
    return Card(
        name,
        number_of(part.get("copies", 1), name, "copies", "event", index),
        effect=effect_of(part["effect"], name, "effect", "event", index),
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
