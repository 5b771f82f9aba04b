"""Macros that are drawn once: equal values give the same picture, whoever looks at it."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, Final

from jinja2.runtime import Macro

from facedown.languages import current_language, spoken

_MOST: Final = 4096
_PLAIN: Final = frozenset({str, int, float, bool, type(None), tuple})


class Kept:
    """A macro that gives what it has drawn before, where it is called with the same values again.

    A macro of an imported template sees its arguments and the language, and nothing else. Those
    that are plain values or frozen records never change; with any other, or arguments by name, it
    is drawn anew.
    """

    def __init__(self, macro: Macro) -> None:
        self._macro = macro
        self._drawn: dict[object, str] = {}

    def __call__(self, *values: Any, **named: Any) -> str:
        """What the macro draws."""
        values = tuple(map(spoken, values))
        types = tuple(map(type, values))
        if named or not all(map(_is_value, types)):
            return self._macro(*values, **named)
        # 1 and True are equal, but not drawn alike
        key = (values, types, current_language())
        try:
            drawn = self._drawn.get(key)
        except TypeError:  # a list in a tuple
            return self._macro(*values)
        if drawn is None:
            if len(self._drawn) >= _MOST:
                self._drawn.clear()
            drawn = self._drawn[key] = self._macro(*values)
        return drawn


@cache
def _is_value(kind: type) -> bool:
    """Whether things of a type never change, and are equal where they are drawn alike."""
    parameters = getattr(kind, "__dataclass_params__", None)
    frozen = dataclasses.is_dataclass(kind) and parameters is not None and parameters.frozen
    return kind in _PLAIN or frozen
