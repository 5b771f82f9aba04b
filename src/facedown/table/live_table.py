"""One table in memory: its state, a lock for those who change it, a signal for those who watch."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from facedown.analysis.told import Told
from facedown.core.seats import Seat
from facedown.table.errors import StoreError
from facedown.table.rows import EventRow
from facedown.table.state import TableState, event_from_json

LOOKED_MS: Final = 60_000
"""For so long after somebody looked at it a table of bots goes on by itself."""


@dataclass(slots=True)
class Judging:
    """A seat's game being judged, or judged: last asked for when, and how far it is in words.

    ``told`` is what of it is judged so far, ``asked`` in seconds of the event loop's clock.
    """

    asked: float
    told: Told | None = None
    words: str = ""
    task: asyncio.Task[Any] | None = None


def take_row(state: TableState, row: EventRow) -> None:
    """Takes in a stored event; where it cannot be read or made, the table is stopped there."""
    form = json.loads(row.body)
    try:
        event = event_from_json(state.game, form, stopped=bool(state.stopped))
        state.apply(row.seq, row.at, row.client, event)
    except StoreError:
        if state.stopped or row.seq != state.head + 1:
            raise
        state.stop()
        take_row(state, row)


class LiveTable:
    """A table held in memory by one process.

    ``touched`` is the moment (ms since 1970) when somebody last asked for it, ``looked`` when
    somebody last looked at it. ``answers`` has the newest answer to each kind of question that
    takes long, with what it was about. ``judgings`` is what comes of judging each
    seat's game once it is over. ``reading`` is a look into the store that has not begun yet.
    ``own`` is the number of the newest event that this very
    process stored, and ``standby`` set while it leaves bots to the process that stored the next.
    ``streams`` counts the open streams of each seat, which no event tells of.
    """

    def __init__(self, name: str, state: TableState, now: int) -> None:
        self.name = name
        self.state = state
        self.touched = self.looked = now
        self.lock = asyncio.Lock()
        self.watchers = 0
        self.streams: Counter[Seat] = Counter()
        self.own = 0
        self.standby: asyncio.TimerHandle | None = None
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        self.answers: dict[Hashable, tuple[tuple[object, ...], asyncio.Task[Any]]] = {}
        self.judgings: dict[Seat, Judging] = {}
        self.reading: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def attended(self, now: int) -> bool:
        """Whether anybody would miss it: a person has a seat, or somebody watches or did lately."""
        state = self.state
        people = any(seat.person and not seat.gone for seat in state.seats)
        return people or self.watchers > 0 or now < self.looked + LOOKED_MS

    @property
    def busy(self) -> bool:
        """Whether somebody watches or something is under way, so that it has to stay in memory."""
        working = [*(task for _, task in self.answers.values()), self.reading]
        working += [judging.task for judging in self.judgings.values()]
        return bool(
            self.watchers
            # A stream that is between two waits still tells that its seat is connected.
            or self.connected
            or self.thinking
            or self.standby
            or self.lock.locked()
            or any(task is not None and not task.done() for task in working)
        )

    @property
    def connected(self) -> frozenset[Seat]:
        """The seats with a stream that is open to this process."""
        return frozenset(seat for seat, streams in self.streams.items() if streams)

    def count_stream(self, seat: Seat, change: int) -> None:
        """A stream of a seat begins (1) or ends (-1); wakes who waits when that connects it or not.

        Onlookers are not counted.
        """
        if seat < 0:
            return
        before = self.connected
        self.streams[seat] += change
        if self.connected != before:
            self.notify()

    def take(self, rows: Iterable[EventRow]) -> int:
        """Takes in stored events, those already known left out; returns how many were new."""
        count = 0
        for row in rows:
            if row.seq <= self.state.head:
                continue
            take_row(self.state, row)
            count += 1
        return count

    def notify(self) -> None:
        """Wakes everybody who waits for something new."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Returns after the next call of :meth:`notify`."""
        await self._changed.wait()
