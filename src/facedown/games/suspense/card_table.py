"""The option ``table``: other stars and conditions than printed, as JSON (S23)."""

from __future__ import annotations

import json
from itertools import product
from typing import Final, get_args

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.games.suspense.cards import (
    NAMES,
    STANDARD,
    Category,
    Condition,
    Extreme,
    Face,
    Place,
    Table,
)
from facedown.games.suspense.words import condition_words

_ALL: Final = (Condition(*parts) for parts in product(*map(get_args, (Extreme, Category, Place))))
_CONDITIONS: Final = {
    condition_words(found): found
    for found in _ALL
    if (found.category, found.place) != ("sum", "hand")
}


def condition(words: str) -> Condition:
    """Reads a condition from its words; raises ``BadOption`` when they are none.

    >>> condition("highest number in play")
    Condition(extreme='highest', category='number', place='play')
    """
    found = _CONDITIONS.get(words)
    if found is None:
        raise BadOption(
            phrase(
                "{words!r} is not a victory condition, such as 'lowest black in hand'.",
                words=words[:60],
            )
        )
    return found


def read_table(text: str) -> Table:
    """The card table of a JSON text such as ``{"W1": [2, "highest number in play"], …}``.

    Cards that are not named keep their standard face; the rulebook describes the form. Raises
    :class:`~facedown.core.errors.BadOption` with one sentence when it cannot be read.
    """
    try:
        given = json.loads(text, object_pairs_hook=_each_once) if text else {}
    except json.JSONDecodeError as problem:
        raise BadOption(
            phrase(
                "The card table is not JSON: see line {line}, column {column}.",
                line=problem.lineno,
                column=problem.colno,
            )
        ) from None
    except (ValueError, RecursionError):
        raise BadOption(phrase("The card table is not JSON.")) from None
    if not isinstance(given, dict):
        example = '{"W1": [2, "lowest black in play"]}'
        raise BadOption(phrase("The card table is an object such as {example}.", example=example))
    table = list(STANDARD)
    for name, face in given.items():
        if name not in NAMES:
            raise BadOption(
                phrase(
                    "The card table names {name!r}; cards are {cards}.",
                    name=name[:20],
                    cards=", ".join(NAMES),
                )
            )
        match face:
            case [int(stars), str(words)] if type(stars) is int and 0 <= stars <= 9:
                table[NAMES.index(name)] = Face(stars, condition(words))
            case _:
                raise BadOption(
                    phrase(
                        "In the card table {name} needs stars (0 to 9) and a condition.", name=name
                    )
                )
    return tuple(table)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadOption(phrase("The card table names a card twice."))
    return found
