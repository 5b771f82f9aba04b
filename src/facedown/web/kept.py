"""Templates that are drawn again only where a value that they are given differs.

A template is drawn with the values it is given and nothing else: reading any other is an error. So
whoever gives equal values would be shown the very same, be it another seat, at another moment. What
equals is told by :func:`key_of`: types are told apart, and a message counts by what it says in the
language that is spoken. What cannot be compared by its value is drawn anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Final

from jinja2 import Environment
from markupsafe import Markup

from facedown.core.facts import Facts
from facedown.core.messages import Message
from facedown.languages import current_language, spoken

MOST: Final = 1 << 25
"""Characters that are kept at most."""


class NotKept(Exception):
    """Something cannot be compared by its value."""


class _Itself:
    """Something that is the same only as itself."""

    __slots__ = ("what",)

    def __init__(self, what: object) -> None:
        self.what = what

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.what is self.what

    def __hash__(self) -> int:
        return id(self.what)


def key_of(value: object) -> object:
    """What equals the same of another value only where both are drawn alike in this language.

    Raises ``NotKept``.

    >>> key_of(True) == key_of(1), key_of([1, {"a": 2}]) == key_of([1, {"a": 2}])
    (False, True)
    """
    kind: Any = type(value)
    if kind is str or kind is int or value is None:
        return value
    make = _way(kind)
    if make is None:
        raise NotKept(kind)
    return make(value)


@cache
def _way(kind: Any) -> Callable[[Any], object] | None:
    """How values of a type become keys, None where they cannot."""
    if issubclass(kind, Message):
        return spoken
    if kind in {bool, float, Markup}:
        return lambda value: (kind, str(value))
    if kind in {tuple, list}:
        return lambda value: (kind, *map(key_of, value))
    if kind is dict:
        return lambda value: (kind, *[(key_of(k), key_of(v)) for k, v in value.items()])
    if kind is Facts:
        return _Itself
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is None or not parameters.frozen:
        return None
    parts = [attrgetter(field.name) for field in dataclasses.fields(kind)]
    return lambda value: (kind, *[key_of(part(value)) for part in parts])


class KeptDrawing:
    """What was drawn last, by template and values; the oldest beyond ``MOST`` is forgotten."""

    def __init__(self) -> None:
        self._size = 0
        self._found: dict[object, Markup] = {}

    def of(
        self,
        templates: Environment,
        name: str,
        values: Mapping[str, object],
        told: Mapping[str, object],
    ) -> Markup:
        """What a template draws with these values.

        What is ``told`` beside them follows from them, and is not compared.
        """
        try:
            key = (name, current_language(), key_of(dict(values)))
        except NotKept:
            return _draw(templates, name, values, told)
        found = self._found.pop(key, None)
        if found is None:
            found = _draw(templates, name, values, told)
            self._size += len(found)
        self._found[key] = found
        while self._size > MOST:
            self._size -= len(self._found.pop(next(iter(self._found))))
        return found

    def forget(self) -> None:
        """Forgets everything."""
        self._found.clear()
        self._size = 0


def _draw(
    templates: Environment, name: str, values: Mapping[str, object], told: Mapping[str, object]
) -> Markup:
    html = templates.get_template(name).render({**told, **values})
    return Markup(html)  # noqa: S704  # autoescaped by the template


DRAWN: Final = KeptDrawing()
"""What this process has drawn."""
