"""Card tables: other stars and conditions than the usual ones, as texts in TOML (S23).

Earlier ones are JSON, a text that begins with ``{``; logs have them, so they are read for good.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from facedown.core.errors import BadOption
from facedown.core.messages import joined, phrase
from facedown.core.texts import NEARLY, TextFault, check_keys, read_lines
from facedown.games.suspense.cards import NAMES, STANDARD, Face, Faces
from facedown.games.suspense.words import CONDITIONS, condition, condition_words
from facedown.paper.books import CREDIT, Credit, line_in, read_credit

MOST_STARS: Final = 9

CARD_TABLE: Final = """\
title = "Hot hands"
by = "Ann"
licence = "CC BY 4.0"
[cards]
W6 = { stars = 3, condition = "lowest white in hand" }
B1 = { stars = 1 }
"?" = { condition = "highest sum of numbers in play" }
"""
"""An example of the form."""
_TOP: Final = ("title", *CREDIT, "cards")
_PARTS: Final = ("stars", "condition")


class CardTable(NamedTuple):
    """The faces of all thirteen cards, and what the text says of itself."""

    faces: Faces = STANDARD
    title: str = ""
    credit: Credit = Credit()

    @property
    def words(self) -> str:
        """What it is called and whose it is, as far as it says so."""
        return joined(", ", [part for part in (self.title, self.credit.words) if part])


def read_table(text: str) -> CardTable:
    r"""The card table that a text describes; cards that it does not name are the usual ones.

    Raises :class:`~facedown.core.errors.BadOption` with one sentence, which begins with the line.

    >>> read_table(CARD_TABLE).faces[5]
    Face(stars=3, condition=Condition(extreme='lowest', category='white', place='hand'))
    >>> read_table('[cards]\nW6 = { stars = 12 }')
    Traceback (most recent call last):
    facedown.core.texts.LineAtFault: Line 2: card W6, stars: a number from 0 to 9 is needed, not 12.
    """
    if not text or text.startswith("{"):
        return CardTable(_faces_of_json(text))
    return read_lines(text, phrase("The card table"), _table_of)


def _table_of(table: dict[str, Any]) -> CardTable:
    check_keys(table, _TOP, phrase("A card table"))
    cards = table.get("cards", {})
    if not isinstance(cards, dict):
        raise TextFault(phrase("The cards begin with a line [cards]."), "cards")
    faces = list(STANDARD)
    for name, given in cards.items():
        place = _place(name)
        faces[place] = _face(name, given, STANDARD[place])
    return CardTable(tuple(faces), line_in(table, "title"), read_credit(table))


def _place(name: str) -> int:
    if name not in NAMES:
        raise TextFault(
            phrase(
                "The card table names {name!r}; cards are {cards}.",
                name=name[:20],
                cards=", ".join(NAMES),
            ),
            "cards",
            0,
            name,
        )
    return NAMES.index(name)


def _face(name: str, given: object, usual: Face) -> Face:
    at = ("cards", 0, name)
    if not isinstance(given, dict):
        example = '{ stars = 2, condition = "lowest black in play" }'
        raise TextFault(
            phrase("card {name}: it should be like {example}.", name=name, example=example), *at
        )
    check_keys(given, _PARTS, phrase("card {name}", name=name), *at)
    stars, asked = given.get("stars", usual.stars), given.get("condition")
    if type(stars) is not int or not 0 <= stars <= MOST_STARS:
        sentence = phrase(
            "card {name}, {key}: a number from {low} to {high} is needed, not {given}.",
            name=name,
            key="stars",
            low=0,
            high=MOST_STARS,
            given=str(stars)[:20],
        )
        raise TextFault(sentence, *at)
    if asked is None:
        return Face(stars, usual.condition)
    if asked not in CONDITIONS:
        sentence = phrase(
            "card {name}: {words!r} is not a victory condition, such as 'lowest black in hand'.",
            name=name,
            words=str(asked)[:60],
        )
        for meant in get_close_matches(str(asked).lower(), CONDITIONS, 1, NEARLY):
            sentence = joined(" ", [sentence, phrase("Did you mean {word}?", word=meant)])
        raise TextFault(sentence, *at)
    return Face(stars, CONDITIONS[asked])


def write_table(table: CardTable) -> str:
    """The text of a card table in its one form: all that is not as usual.

    >>> read_table(write_table(read_table(CARD_TABLE))) == read_table(CARD_TABLE)
    True
    """
    said = {"title": table.title, "by": table.credit.by, "licence": table.credit.licence}
    lines = [f"{key} = {_quoted(line)}" for key, line in said.items() if line]
    lines.append("[cards]")
    for name, face, usual in zip(NAMES, table.faces, STANDARD, strict=True):
        if face != usual:
            key = name if name.isalnum() else _quoted(name)
            words = _quoted(str(condition_words(face.condition)))
            lines.append(f"{key} = {{ stars = {face.stars}, condition = {words} }}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _faces_of_json(text: str) -> Faces:
    """The card table of a JSON text such as ``{"W1": [2, "highest number in play"]}``."""
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
    faces = list(STANDARD)
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
                faces[NAMES.index(name)] = Face(stars, condition(words))
            case _:
                raise BadOption(
                    phrase(
                        "In the card table {name} needs stars (0 to 9) and a condition.", name=name
                    )
                )
    return tuple(faces)


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadOption(phrase("The card table names a card twice."))
    return found
