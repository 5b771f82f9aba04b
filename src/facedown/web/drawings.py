"""What goes to those who watch a table: drawn once for each seat, however many look."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from markupsafe import escape

from facedown.core.seats import Seat
from facedown.languages import Language
from facedown.web.live import Personal, event
from facedown.web.visitor import Visitor

FRESH: Final = 1.0
"""For so many seconds clocks that one was shown are shown to others; they go on meanwhile."""
MOST_KEPT: Final = 512
"""So many drawings are kept: as many seats as may look at the same time at tables that change."""

NEAR: Final = 12_000
"""Bytes of an event without a token in them, at most, but for a longer line."""
MOST_NAMES: Final = 4
"""So many readers' names a drawing is kept as an event for; most who only watch have none."""

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
    events alone. As an event of a stream it is made once for all who watch.
    """

    head: int
    begun: bool
    timed: bool
    html: str
    _events: dict[str, Personal] = field(default_factory=dict, compare=False)

    def to(self, visitor: Visitor) -> str:
        """The same with the token of one's forms and one's own name put in."""
        own = self.html.replace(_FORM, visitor.csrf)
        return own.replace(_NAME, str(escape(visitor.name)))

    def event_to(self, name: str) -> Personal:
        """The same as an event of a stream for whoever has that name: made once for all."""
        if name not in self._events:
            if len(self._events) >= MOST_NAMES:
                self._events.clear()
            own = self.html.replace(_NAME, str(escape(name)))
            pieces = _reminding(event(self.head, "table", own)).split(_FORM)
            self._events[name] = Personal(tuple(piece.encode() for piece in pieces))
        return self._events[name]


def _reminding(text: str) -> str:
    """An event with the token in comments, which nobody is told of: never far from any place in it.

    So packed it can copy the token from what was sent before (:mod:`facedown.web.live`).
    """
    lines, since = [], 0
    for line in text.rstrip("\n").split("\n"):
        lines.append(f"{line}\n")
        since = 0 if _FORM in line else since + len(line.encode())
        if since > NEAR:
            lines.append(f":{_FORM}\n")
            since = 0
    return "".join(lines) + f":{_FORM}\n\n"


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
        return task.result() if task.done() else await asyncio.shield(task)


async def _awaited(draw: Callable[[], Awaitable[Drawing]]) -> Drawing:
    return await draw()


def _timed(task: asyncio.Task[Drawing]) -> bool:
    return task.done() and task.result().timed


def _failed(task: asyncio.Task[Drawing]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
