"""What a reader of text alone is told of a game: its setting, and the rules that hold there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, Protocol

from facedown.core.errors import BadOption
from facedown.core.messages import Capital, Joined, Message, NamedSeats, Said, capital, fill, joined
from facedown.core.seats import Seat, seat_words

LONGEST_OPTION: Final = 400

_IF: Final = re.compile(r"\{([^{}]*)\} ")
_PART: Final = re.compile(r"(\w+)(!?=)(.*)")


def lines_for(text: str, values: Mapping[str, bool | int | str]) -> str:
    r"""The lines of a text that hold with these values.

    ``{mode=classic|extreme}`` before a line keeps it for two values of an option,
    ``{mode!=extreme}`` for all but one, ``{cards=}`` for an empty one; of several, with commas, all
    have to hold.
    Raises ``BadOption`` for an option that there is not.

    >>> text = "For all.\n{mode=hard} For hard ones.\n{mode!=hard, seats=1} For one alone.\n"
    >>> print(lines_for(text, {"mode": "easy", "seats": 1}))
    For all.
    For one alone.
    """
    return "\n".join(_kept(text, {name: _word(value) for name, value in values.items()}))


def _kept(text: str, values: Mapping[str, str]) -> Iterator[str]:
    for line in text.splitlines():
        found = _IF.match(line)
        if found is None:
            yield line
        elif all(_holds(part.strip(), values) for part in found[1].split(",")):
            yield line[found.end() :]


def _holds(condition: str, values: Mapping[str, str]) -> bool:
    part = _PART.fullmatch(condition)
    if part is None or part[1] not in values:
        raise BadOption(f"{condition!r} names no option.")
    return (values[part[1]] in part[3].split("|")) == (part[2] == "=")


def _word(value: bool | int | str) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def quoted(text: str) -> str:
    r"""What somebody else has written, on one line between quotation marks.

    >>> quoted('Ann says "go"')
    '"Ann says \\"go\\""'
    """
    return json.dumps(text, ensure_ascii=False)


def numbered(seats: int, viewer: Seat) -> tuple[str, ...]:
    """What seats are called: by their numbers.

    >>> numbered(2, 1)
    ('Seat 1', 'Seat 2 (you)')
    """
    return tuple(
        f"{seat_words(seat)} (you)" if seat == viewer else str(seat_words(seat))
        for seat in range(seats)
    )


class Typed(Protocol):
    """What is asked of a game here: its seats, and how its cards are typed."""

    seats: int
    typed_as: ClassVar[Mapping[str, str]]


def by_number(game: Typed, viewer: Seat, text: str) -> str:
    """A text of a game for somebody who reads and types: seats by number, cards as they are typed.

    >>> from facedown.core.messages import phrase
    >>> from facedown.core.registry import new_game
    >>> from facedown.games.suspense.words import card_words
    >>> played = phrase("{who} plays {card}.", who="{0}", card=card_words("W3"))
    >>> by_number(new_game("suspense", 2), 0, played)
    'Seat 1 (you) plays W3.'
    """
    return str(fill(_as_typed(text, game.typed_as), numbered(game.seats, viewer)))


def _as_typed(text: str, names: Mapping[str, str]) -> str:
    """The same with cards as they are typed; a message that has that beside the words keeps both.

    >>> from facedown.core.messages import phrase
    >>> _as_typed(phrase("{name}: {words}", name="W3", words=phrase("white 3")), {"white 3": "W3"})
    'W3: white 3'
    """
    if not names or not isinstance(text, Message):
        return text
    if text in names:
        return names[text]
    match text:
        case Said():
            beside = {each for each in text.arguments.values() if isinstance(each, str)}
            left = {word: name for word, name in names.items() if name not in beside}
            parts = {
                name: _as_typed(part, left) if isinstance(part, Message) else part
                for name, part in text.arguments.items()
            }
            return Said(text.message, parts, text.many, text.context)
        case Joined():
            return joined(text.between, [_as_typed(each, names) for each in text.texts])
        case Capital():
            return capital(_as_typed(text.text, names))
        case NamedSeats():
            return fill(_as_typed(text.text, names), text.names)
    return text


def setting_words(title: str, seats: int, options: Mapping[str, bool | int | str]) -> str:
    """A game's title, how many sit there, and every option.

    >>> setting_words("Suspense", 2, {"goal": 0, "both": True, "table": ""})
    'Suspense with 2 seats. Options: goal = 0, both = yes, table = "".'
    """
    chosen = [f"{name} = {_told(value)}" for name, value in options.items()]
    many = f"{seats} seat{'s' if seats > 1 else ''}"
    return f"{title} with {many}. Options: {', '.join(chosen) or 'none'}."


def _told(value: bool | int | str) -> str:
    return quoted(value[:LONGEST_OPTION]) if isinstance(value, str) else _word(value)
