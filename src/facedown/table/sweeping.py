"""What a server sees to every second: clocks that run out, tables that nobody looks at."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.seats import Seat
from facedown.table import events
from facedown.table.bots import bot_names
from facedown.table.clock import now_ms, time_is_over
from facedown.table.desk import Desk
from facedown.table.errors import NotYet
from facedown.table.room import Room
from facedown.table.state import TableState
from facedown.table.store import Store

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
    """Sweeps over the tables in memory, of which ``most_rooms`` may stay there unwatched."""

    def __init__(self, desk: Desk, most_rooms: int) -> None:
        self.desk = desk
        self.most_rooms = most_rooms
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
        rooms = list(self.desk.rooms.values())
        self.desk.metrics.set("rooms", len(rooms))
        clocked = [r for r in rooms if r.state.settings.clock and r.state.status == "playing"]
        if clocked and now_ms() > self._alive_until:
            self._alive_until = now_ms() + ALIVE_MS // 3
            store = self.desk.store
            await store.read(functools.partial(store.set_site_value, "alive", str(now_ms())))
        for room in clocked:
            await self._check_clock(room)
        self._forget(rooms)

    async def _check_clock(self, room: Room) -> None:
        for seat in room.state.actors:
            if not time_is_over(room.state, seat, now_ms()):
                continue
            turn = room.state.seats[seat].turn

            def decide(state: TableState, seat: Seat = seat, turn: int = turn) -> events.Event:
                if state.seats[seat].turn != turn or not time_is_over(state, seat, now_ms()):
                    raise NotYet("There is time left.")
                return events.BotSeated(seat, bot_names(state.game)[0], "clock")

            with contextlib.suppress(FacedownError):
                await self.desk.commit(room.name, f"clock/{seat}/{room.state.head}", decide)

    def _forget(self, rooms: list[Room]) -> None:
        """Drops the tables from memory that nobody has looked at for longest."""
        spare = len(rooms) - self.most_rooms
        if spare <= 0:
            return
        idle = [r for r in rooms if not (r.watchers or r.thinking or r.lock.locked())]
        for room in sorted(idle, key=lambda room: room.touched)[:spare]:
            del self.desk.rooms[room.name]
