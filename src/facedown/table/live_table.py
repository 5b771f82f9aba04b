"""One table in memory: its state, a lock for those who change it, a signal for those who watch."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from facedown.analysis.words import Told
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.clock import Beat, now_ms
from facedown.table.database import EventRow
from facedown.table.errors import NoSuchTable, StoreError
from facedown.table.state import TableEvent, TableState, event_from_json
from facedown.table.store import Store

T = TypeVar("T")


class Tasks:
    """What a process is at beside answering requests."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts work that outlives whoever asked for it; :meth:`drain` waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def drain(self) -> None:
        """Waits until all that was spawned, and whatever that spawns, has come to its end."""
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)


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
    """Takes in a stored event; where it cannot be read or made, the table is stopped there.

    However long it takes where an earlier version stored it without what it found out.
    """
    event = _read(state, row)
    work = state.slow_part(event)
    _take(state, row, event if work is None else work())


def _read(state: TableState, row: EventRow) -> TableEvent:
    form = json.loads(row.body)
    try:
        return event_from_json(state.game, form, stopped=bool(state.stopped))
    except StoreError:
        _stop(state, row)
        return _read(state, row)


def _take(state: TableState, row: EventRow, event: TableEvent) -> None:
    try:
        state.apply(row.seq, row.at, row.client, event)
    except StoreError:
        _stop(state, row)
        take_row(state, row)


def _stop(state: TableState, row: EventRow) -> None:
    """Stops a table at an event that failed; raises that anew where it is not for that."""
    if state.stopped or row.seq != state.head + 1:
        raise  # noqa: PLE0704  # called where it failed
    state.stop()


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

    async def take(self, rows: Iterable[EventRow], beat: Beat) -> int:
        """Takes in stored events, those already known left out; returns how many were new.

        What an earlier version stored without what it found out is completed in a thread and taken
        in on the ``beat``, as when a move is made.
        """
        count = 0
        for row in rows:
            if row.seq <= self.state.head:
                continue
            event = _read(self.state, row)
            work = self.state.slow_part(event)
            if work is not None:
                event = await beat.found_out(work)
            _take(self.state, row, event)
            count += 1
        return count

    def notify(self) -> None:
        """Wakes everybody who waits for something new."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Returns after the next call of :meth:`notify`."""
        await self._changed.wait()


log = logging.getLogger("facedown.table")

_TABLE: Final = re.compile(r"[a-z0-9]{1,64}")


class TableRegistry:
    """The tables in memory, ``live_tables``, by name.

    ``subscribers`` are called with a table whenever it has changed or was loaded. While ``closing``
    nothing new is taken. Before ``running_from`` (ms since 1970) the store was not served, and
    clocks stood still.
    """

    def __init__(self, store: Store, tasks: Tasks, running_from: int, beat: Beat) -> None:
        self.running_from = running_from
        self.closing = False
        self.live_tables: dict[str, LiveTable] = {}
        self.subscribers: list[Callable[[LiveTable], None]] = []
        self._store = store
        self._tasks = tasks
        self._beat = beat
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    @property
    def exclusive(self) -> bool:
        """Whether no other process has this store open."""
        return self._store.exclusive

    async def live_table(self, name: str, *, fresh: bool = False) -> LiveTable:
        """A table in memory; ``fresh`` makes sure that it knows what other processes stored.

        Raises ``NoSuchTable``.
        """
        live = self.live_tables.get(name)
        if live is None and not _TABLE.fullmatch(name):  # no store is asked for what cannot be
            raise NoSuchTable(phrase("There is no such table."))
        if live is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = self._loading[name] = self._tasks.spawn(self._load(name))
                loading.add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(loading)
        elif fresh and not self._store.exclusive:
            await self._read_news(live)
        live.touched = now_ms()
        if fresh:
            asleep = not live.attended(live.touched)
            live.looked = live.touched
            if asleep:
                self._publish(live)
        return live

    async def _load(self, name: str) -> LiveTable:
        spec = await self._store.spec(name)
        live = LiveTable(name, TableState(spec), now_ms())
        live.state.running_from = self.running_from
        await live.take(await self._store.events(name), self._beat)
        self.live_tables[name] = live
        if not self._store.exclusive:  # what came meanwhile was announced before we were listening
            async with live.lock:
                await self.catch_up(live)
        self._publish(live)
        return live

    async def _read_news(self, live: LiveTable) -> None:
        """Catches up by a look into the store that begins from now on, one for all who wait."""
        reading = live.reading
        if reading is None or reading.done():
            reading = live.reading = self._tasks.spawn(self._read_once(live))
            # Looked at, even when everybody who asked has gone.
            reading.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(reading)

    async def _read_once(self, live: LiveTable) -> None:
        async with live.lock:
            live.reading = None  # whoever asks from now on has to be answered by another look
            await self.catch_up(live)

    async def catch_up(self, live: LiveTable) -> bool:
        """Takes in what others stored; whether there was anything. The lock is held."""
        news = await live.take(await self._store.events(live.name, live.state.head), self._beat)
        if news:
            self.changed(live)
        return news > 0

    def notice(self, names: Sequence[str] | None) -> None:
        """Catches up with what other processes stored at these tables (None: perhaps any)."""
        if not self.closing:
            self._tasks.spawn(self._take_news(names))

    async def _take_news(self, names: Sequence[str] | None) -> None:
        mine = [n for n in (self.live_tables if names is None else names) if n in self.live_tables]
        try:
            heads = await self._store.heads(mine) if names is None else dict.fromkeys(mine, 1 << 31)
            for name, head in heads.items():
                live = self.live_tables.get(name)
                if live is not None and live.state.head < head:
                    async with live.lock:
                        await self.catch_up(live)
        except StoreError as problem:  # whoever looks at a table next catches up by itself
            log.warning("news not taken", extra={"why": str(problem)})

    def changed(self, live: LiveTable) -> None:
        """Notifies whoever watches a table, and all subscribers, that it has changed."""
        live.notify()
        self._publish(live)

    def _publish(self, live: LiveTable) -> None:
        for subscriber in self.subscribers:
            subscriber(live)
