"""The words of a text as they are written, and what is said in other words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

_WORD: Final = re.compile(
    r"^['’](?:s|re|ve)\b|[^\W\d_]+(?:['’][^\W\d_]+)?|(?<![\w+])[+\-−]\d+|\d+(?:st|nd|rd|th|s)?(?![^\W\d_])|\.\.\.|"
    r"[<>=!]=|<>|[-=]>|→|\d+|\S"
)
_TAIL: Final = re.compile("'(?:s|re|ve)$")
PAUSES: Final = frozenset(".;:!?")
"""What is read as a comma."""

QUOTES: Final = frozenset("\"'“”‘’«»`*_")  # noqa: RUF001  # as they are typed
"""What is read as nothing."""

_WHOLE: Final = frozenset({"it's", "that's", "there's"})


@dataclass(frozen=True, slots=True)
class Raw:
    """A word as it is written, in small letters."""

    text: str
    start: int
    end: int


def raws(text: str) -> list[Raw]:
    """The words of a text as they are written.

    >>> [raw.text for raw in raws("It's red; so is the card's colour")]
    ["it's", 'red', ',', 'so', 'is', 'the', 'card', "'s", 'colour']
    """
    found = []
    for match in _WORD.finditer(text.lower()):
        word, start, end = match[0].replace("’", "'"), *match.span()
        if word in QUOTES:
            continue
        if (tail := _TAIL.search(word)) and tail.start() and word not in _WHOLE:
            cut = start + tail.start()
            found += [Raw(word[: tail.start()], start, cut), Raw(tail[0], cut, end)]
        elif word in PAUSES:
            found.append(Raw(",", start, end))
        else:
            found.append(Raw(word, start, end))
    return found


Phrases: TypeAlias = dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]
"""What is said otherwise, by its first word, the longest first, each with how it is said."""


def phrases_of(table: Mapping[str, list[str]], split: Callable[[str], list[Raw]]) -> Phrases:
    """What is said otherwise, of a table by how it is said."""
    found: Phrases = {}
    for form, others in table.items():
        for other in others:
            key = tuple(raw.text for raw in split(other))
            found.setdefault(key[0], []).append((key, tuple(form.split())))
    for ways in found.values():
        ways.sort(key=lambda way: -len(way[0]))
    return found


Spoken: TypeAlias = tuple[str, ...] | None
"""Some words as they are said otherwise; None for a word that is not known."""

Form: TypeAlias = tuple[int, Spoken]
"""How many words are said otherwise, and how."""


def matching(
    phrases: Phrases, found: Sequence[Raw], at: int
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """How many words from there are said otherwise, and how, the longest first."""
    for key, form in phrases.get(found[at].text, ()):
        if key == tuple(raw.text for raw in found[at : at + len(key)]):
            yield len(key), form


def longest(phrases: Phrases, found: Sequence[Raw], at: int) -> tuple[int, tuple[str, ...]]:
    """How many words from there are said otherwise, and how."""
    return next(matching(phrases, found, at), (1, (found[at].text,)))


def framed(
    found: Sequence[Raw], openings: Phrases, closings: Sequence[tuple[str, ...]]
) -> list[Raw]:
    """Words without what only opens or closes what is said, a question as what it asks."""
    done: list[Raw] = []
    rest = list(found)
    while rest:
        length, form = longest(openings, rest, 0)
        if form == (rest[0].text,) and rest[0].text != ",":
            break
        start, end = rest[0].start, rest[length - 1].end
        rest = rest[length:]
        if form != (",",):
            done = [Raw(word, start, end) for word in form]
    if not rest:
        return list(found)
    while closing := next((each for each in closings if ends(rest, each)), None):
        rest = list(rest[: -len(closing)])
        while len(rest) > 1 and rest[-1].text == ",":
            rest.pop()
    return done + rest


def ends(found: Sequence[Raw], closing: tuple[str, ...]) -> bool:
    """Whether words end with others, and have more before them."""
    length = len(closing)
    return len(found) > length and tuple(raw.text for raw in found[-length:]) == closing
