"""What a server sees to every second: clocks that run out, tables that nobody looks at."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.bots import bot_names
from facedown.table.clock import now_ms, time_is_over
from facedown.table.commits import Commits
from facedown.table.errors import NotYet
from facedown.table.live_table import LiveTable
from facedown.table.metrics import Metrics
from facedown.table.state import TableEvent, TableState
from facedown.table.store import Store
from facedown.table.table_registry import TableRegistry

log = logging.getLogger("facedown.table")

SWEEP_SECONDS: Final = 1.0
ALIVE_MS: Final = 15_000
"""After so long without a sign of life from any process, clocks are taken to have stood still."""


def served_from(store: Store) -> int:
    """Since when (ms since 1970) some process has served this store, as far as clocks care.

    Raises ``StoreError``.
    """
    alive = int(store.site_value("alive", lambda: "0"))
    if now_ms() - alive > ALIVE_MS:
        store.set_site_value("running-from", str(now_ms()))
    return int(store.site_value("running-from", lambda: "0"))


class Sweeper:
    """Sweeps over the tables in memory, of which ``most_live_tables`` may stay there unwatched.

    One that nobody has asked for in ``idle_seconds`` leaves it sooner, unless its clocks run.
    """

    def __init__(
        self,
        registry: TableRegistry,
        commits: Commits,
        store: Store,
        metrics: Metrics,
        most_live_tables: int,
        idle_seconds: float,
    ) -> None:
        self.registry = registry
        self.commits = commits
        self.store = store
        self.metrics = metrics
        self.most_live_tables = most_live_tables
        self.idle_seconds = idle_seconds
        self._alive_until = 0

    async def run(self) -> None:
        """Sweeps again and again until it is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception as problem:  # noqa: BLE001  # the store may be away, a game may fail
                log.warning("sweep failed", extra={"why": type(problem).__name__})

    async def sweep(self) -> None:
        """Looks at the clocks, gives a sign of life where one runs, and forgets idle tables."""
        live_tables = list(self.registry.live_tables.values())
        self.metrics.set("live_tables", len(live_tables))
        clocked = [live for live in live_tables if _clock_runs(live)]
        if clocked and now_ms() > self._alive_until:
            self._alive_until = now_ms() + ALIVE_MS // 3
            store = self.store
            await store.read(functools.partial(store.set_site_value, "alive", str(now_ms())))
        for live in clocked:
            await self._check_clock(live)
        self._forget(live_tables)

    async def _check_clock(self, live: LiveTable) -> None:
        for seat in live.state.actors:
            if not time_is_over(live.state, seat, now_ms()):
                continue
            turn = live.state.seats[seat].turn

            def decide(state: TableState, seat: Seat = seat, turn: int = turn) -> TableEvent:
                if state.seats[seat].turn != turn or not time_is_over(state, seat, now_ms()):
                    raise NotYet(phrase("There is time left."))
                return BotSeated(seat, bot_names(state.game)[0], "clock")

            with contextlib.suppress(FacedownError):
                await self.commits.commit(live.name, f"clock/{seat}/{live.state.head}", decide)

    def _forget(self, live_tables: list[LiveTable]) -> None:
        """Drops the tables from memory that nobody has looked at for longest."""
        spare = len(live_tables) - self.most_live_tables
        since = now_ms() - 1000 * self.idle_seconds
        idle = sorted((live for live in live_tables if not live.busy), key=lambda it: it.touched)
        for number, live in enumerate(idle):
            if number < spare or (live.touched <= since and not _clock_runs(live)):
                del self.registry.live_tables[live.name]


def _clock_runs(live: LiveTable) -> bool:
    return live.state.settings.clock is not None and live.state.status == "playing"
