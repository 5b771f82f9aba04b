"""What goes to those who watch a table: drawn once for each seat, however many look."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from markupsafe import escape

from facedown.core.seats import Seat
from facedown.languages import Language
from facedown.web.visitor import Visitor

FRESH: Final = 1.0
"""For so many seconds clocks that one was shown are shown to others; they go on meanwhile."""
MOST_KEPT: Final = 512
"""So many drawings are kept: as many seats as may look at the same time at tables that change."""

_STAND_IN: Final = Visitor(secrets.token_urlsafe(32), new=False)
_NAME: Final = _STAND_IN.derive("name")
_FORM: Final = _STAND_IN.csrf
ANYBODY: Final = replace(_STAND_IN, name=_NAME)
"""In whose name a page is drawn that goes to all who see the same; nobody can know its key."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that the part of a page which changes depends on, beside the browser that gets it.

    ``head`` is the newest event's number, ``viewer`` the seat that looks (or ``ONLOOKER``),
    ``host`` whether the host looks, ``symbols`` whether the pictures are wanted, ``base`` the
    address under which the server is reached, which stands in the links to share, ``language`` the
    one that whoever looks reads, and ``aids`` those that were asked for, which the text to share
    tells.
    """

    table: str
    head: int
    viewer: Seat
    host: bool
    symbols: bool
    base: str
    language: Language
    aids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """The part of a table's page that changes, up to an event.

    ``begun`` tells whether the game has, ``timed`` whether clocks are shown: all else changes with
    events alone.
    """

    head: int
    begun: bool
    timed: bool
    html: str

    def to(self, visitor: Visitor) -> str:
        """The same with the token of one's forms and one's own name put in."""
        own = self.html.replace(_FORM, visitor.csrf)
        return own.replace(_NAME, str(escape(visitor.name)))


_Kept: TypeAlias = tuple[float, asyncio.Task[Drawing]]


class Drawings:
    """The newest drawings of a server, for whoever is to see the same."""

    def __init__(self) -> None:
        self.drawn = 0
        self._kept: dict[Look, _Kept] = {}

    async def drawing(self, look: Look, draw: Callable[[], Awaitable[Drawing]]) -> Drawing:
        """What there is to see, drawn now unless somebody has just been shown the very same.

        ``draw`` has to draw for the viewer of the look, who was found out by a secret, in the name
        of ``ANYBODY``. Raises what ``draw`` raises.
        """
        at, task = self._kept.get(look, (-FRESH, None))
        if task is None or _failed(task) or (time.monotonic() - at > FRESH and _timed(task)):
            task = asyncio.ensure_future(_awaited(draw))
            self.drawn += 1
            self._kept.pop(look, None)
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[look] = time.monotonic(), task
        return await asyncio.shield(task)


async def _awaited(draw: Callable[[], Awaitable[Drawing]]) -> Drawing:
    return await draw()


def _timed(task: asyncio.Task[Drawing]) -> bool:
    return task.done() and task.result().timed


def _failed(task: asyncio.Task[Drawing]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
