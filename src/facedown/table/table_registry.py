"""Which tables a process has in memory, and what other processes have stored about them."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from typing import Final

from facedown.core.messages import phrase
from facedown.table.clock import now_ms
from facedown.table.errors import NoSuchTable, StoreError
from facedown.table.live_table import LiveTable
from facedown.table.state import TableState
from facedown.table.store import Store
from facedown.table.tasks import Tasks

log = logging.getLogger("facedown.table")

_TABLE: Final = re.compile(r"[a-z0-9]{1,64}")


class TableRegistry:
    """The tables in memory, ``live_tables``, by name.

    ``subscribers`` are called with a table whenever it has changed or was loaded. While ``closing``
    nothing new is taken. Before ``running_from`` (ms since 1970) the store was not served, and
    clocks stood still.
    """

    def __init__(self, store: Store, tasks: Tasks, running_from: int) -> None:
        self.running_from = running_from
        self.closing = False
        self.live_tables: dict[str, LiveTable] = {}
        self.subscribers: list[Callable[[LiveTable], None]] = []
        self._store = store
        self._tasks = tasks
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
        live.take(await self._store.events(name))
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
        news = live.take(await self._store.events(live.name, live.state.head))
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
