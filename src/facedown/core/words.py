"""Words that every room needs: lists, counts, and names put in place of seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from facedown.core.messages import joined, phrase, with_names


def fill(text: str, names: Sequence[str]) -> str:
    """The text with ``{0}``, ``{1}``, … replaced by the names of the seats.

    Other braces stay: a text may quote what somebody wrote.

    >>> fill("{0} asks {1}; {9} {x}", ["Seat 1", "Seat 2"])
    'Seat 1 asks Seat 2; {9} {x}'
    """
    return with_names(text, names)


def listed(words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """The words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    *first, end = tuple(words) or ("",)
    if not first:
        return end
    some = joined(", ", first)
    if last == "or":
        return phrase("{some} or {end}", some=some, end=end)
    return phrase("{some} and {end}", some=some, end=end)


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "round"), counted(0, "round"), counted(7, "point")
    ('1 round', '0 rounds', '7 points')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"
