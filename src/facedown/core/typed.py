"""The language in which lines are typed now, beside English.

Whoever serves a reader says so; a game that reads whole sentences may ask. Moves and what logs
hold stay the same in every language.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Final

_TYPED: Final[ContextVar[str]] = ContextVar("typed", default="en")


def typed_in() -> str:
    """The code of the language; "en" unless :func:`typing_in` says otherwise.

    >>> with typing_in("fr"):
    ...     typed_in()
    'fr'
    """
    return _TYPED.get()


@contextlib.contextmanager
def typing_in(code: str) -> Iterator[None]:
    """Lines are typed in a language within the block, and in the tasks that are started there."""
    before = _TYPED.set(code)
    try:
        yield
    finally:
        _TYPED.reset(before)
