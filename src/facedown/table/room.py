"""One table in memory: its fold, a lock for those who change it, a signal for those who watch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable

from facedown.core.seats import Seat
from facedown.table.events import event_from_json
from facedown.table.fold import Fold
from facedown.table.rows import EventRow


class Room:
    """A table held in memory by one process.

    ``touched`` is the moment (ms since 1970) when somebody last asked for it.
    """

    def __init__(self, name: str, fold: Fold, now: int) -> None:
        self.name = name
        self.fold = fold
        self.touched = now
        self.lock = asyncio.Lock()
        self.watchers = 0
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        self._changed = asyncio.Event()

    def take(self, rows: Iterable[EventRow]) -> int:
        """Takes in stored events, those already known left out; returns how many were new."""
        count = 0
        for row in rows:
            if row.seq <= self.fold.head:
                continue
            event = event_from_json(self.fold.game, json.loads(row.body))
            self.fold.apply(row.seq, row.at, row.client, event)
            count += 1
        return count

    def tell(self) -> None:
        """Wakes everybody who waits for something new."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Returns after the next call of :meth:`tell`."""
        await self._changed.wait()
