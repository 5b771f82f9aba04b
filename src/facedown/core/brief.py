"""What a reader of text alone is told of a game: its setting, and the rules that hold there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from facedown.core.errors import BadOption
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
