"""All tables of a process: what pages, programs and tests use."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.seats import Seat
from facedown.table import events
from facedown.table.bots import RANDOM, bot_move, bot_names
from facedown.table.clock import time_is_over, used_now
from facedown.table.desk import Acknowledged, now_ms
from facedown.table.errors import NotYet, OutOfDate, StoreError
from facedown.table.fold import Fold
from facedown.table.metrics import Metrics
from facedown.table.pool import WorkerPool
from facedown.table.replay import Replaying
from facedown.table.room import Room
from facedown.table.seating import Claimed, Created
from facedown.table.store import Store
from facedown.table.thinking import rehearsals

__all__ = ["Acknowledged", "Claimed", "Created", "Manner", "Tables"]

log = logging.getLogger("facedown.table")

SWEEP_SECONDS: Final = 1.0
ALIVE_MS: Final = 15_000
"""After so long without a sign of life from any process, clocks are taken to have stood still."""


OTHERS_SECONDS: Final = 3.0
"""For so long, beside its pace, a bot is left to the process that stored the event before."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a server treats its tables.

    ``bot_seconds`` is a bot's deadline, ``pace`` the least time a bot's move takes, so that people
    can follow; ``workers`` the number of processes for slow work (None: as the machine has cores);
    ``most_rooms`` how many tables may stay in memory without anybody watching; ``rehearse`` whether
    all bots are tried out when the server starts, so that their first moves are quick.
    """

    bot_seconds: float = 10.0
    pace: float = 0.0
    workers: int | None = None
    most_rooms: int = 5000
    rehearse: bool = False


class Tables(Replaying):
    """All tables of one process.

    ``async with Tables.open(url) as tables``. Several processes may share a PostgreSQL store.
    """

    def __init__(self, url: str, manner: Manner | None = None) -> None:
        self.manner = manner or Manner()
        self._loop: asyncio.AbstractEventLoop | None = None
        metrics = Metrics()
        super().__init__(
            Store(url, self._heard, _measure(metrics)),
            WorkerPool(
                self.manner.workers, rehearsals=rehearsals if self.manner.rehearse else None
            ),
            metrics,
        )
        self._sweeper: asyncio.Task[None] | None = None
        self._alive_until = 0
        try:
            self.running_from = self._downtime()
        except StoreError:
            self.store.close()
            raise

    def _downtime(self) -> int:
        """The end of the last time when no process served this store, as far as clocks care."""
        alive = int(self.store.site_value("alive", lambda: "0"))
        if now_ms() - alive > ALIVE_MS:
            self.store.set_site_value("running-from", str(now_ms()))
        return int(self.store.site_value("running-from", lambda: "0"))

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str = "", manner: Manner | None = None) -> AsyncIterator[Tables]:
        """Opens the store (a temporary one for an empty address) and everything around it."""
        with contextlib.ExitStack() as stack:
            if not url:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="facedown-"))
                url = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
            tables = await asyncio.to_thread(cls, url, manner)
            tables.run()
            try:
                yield tables
            finally:
                await tables.close()

    def run(self) -> None:
        """Starts what goes on by itself: clocks, bots left behind, rooms nobody is in."""
        self._loop = asyncio.get_running_loop()
        self._sweeper = self._loop.create_task(self._sweep())
        self.spawn(self.pool.start())

    def retire(self) -> None:
        """Takes nothing new and wakes all watchers, so that they go before :meth:`close`."""
        self.closing = True
        for room in self._rooms.values():
            room.tell()

    async def close(self) -> None:
        """Stops gracefully: takes nothing new, stores what is under way, wakes all watchers."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self._rooms.values():
            for task in (*room.thinking.values(), *(task for _, task in room.helped.values())):
                task.cancel()
            room.tell()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pool.close()
        await asyncio.to_thread(self.store.close)

    # Other processes

    def _heard(self, names: Sequence[str] | None) -> None:
        """Called on any thread when others have stored something."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._catch_up_with, names)

    def _catch_up_with(self, names: Sequence[str] | None) -> None:
        if not self.closing:
            self.spawn(self._take_news(names))

    async def _take_news(self, names: Sequence[str] | None) -> None:
        mine = list(self._rooms) if names is None else [n for n in names if n in self._rooms]
        try:
            heads = await self.store.heads(mine) if names is None else dict.fromkeys(mine, 1 << 31)
            for name, head in heads.items():
                room = self._rooms.get(name)
                if room is not None and room.fold.head < head:
                    async with room.lock:
                        await self._catch_up(room)
        except StoreError as problem:  # whoever looks at a table next catches up by itself
            log.warning("news not taken", extra={"why": str(problem)})

    # Bots

    def after(self, room: Room) -> None:
        """Lets bots think that are to move now."""
        if self.closing or not room.attended(now_ms()):
            return
        places = room.fold.places
        bots = [seat for seat in room.fold.actors if places[seat].bot is not None]
        wait = self._others_first(room) if bots else 0.0
        if wait > 0:
            if room.standby is None:
                loop = asyncio.get_running_loop()
                room.standby = loop.call_later(wait, self._stand_in, room)
            return
        for seat in bots:
            if seat not in room.thinking:
                task = self.spawn(self._think(room, seat))
                room.thinking[seat] = task
                task.add_done_callback(functools.partial(self._thought, room, seat))

    def _others_first(self, room: Room) -> float:
        """For how many seconds bots are left to the process that stored the newest event."""
        if self.store.exclusive or room.own == room.fold.head:
            return 0.0
        grace = OTHERS_SECONDS + self.manner.pace
        return min(grace, grace - (now_ms() - room.fold.history[-1].at) / 1000)

    def _stand_in(self, room: Room) -> None:
        """Looks again whether a bot has moved; the process that was to see to it may be gone."""
        room.standby = None
        if self._rooms.get(room.name) is room:
            self.after(room)

    def _thought(self, room: Room, seat: Seat, _task: asyncio.Task[None]) -> None:
        room.thinking.pop(seat, None)
        self.after(room)  # what came while it was thinking did not start it again

    async def _think(self, room: Room, seat: Seat) -> None:
        """Makes a bot's move; whatever goes wrong, the table stands and it is tried again."""
        try:
            await self._move_for(room, seat)
        except OutOfDate:
            return  # the table has changed meanwhile: it thinks again about what is there now
        except Exception as problem:  # noqa: BLE001  # a game of somebody else can fail in any way
            kind = type(problem).__name__
            log.warning("bot move failed", extra={"table": room.name, "why": kind})
            self.metrics.count("bots_failed")
            await asyncio.sleep(SWEEP_SECONDS)

    async def _move_for(self, room: Room, seat: Seat) -> None:
        place, match = room.fold.places[seat], room.fold.playing()
        bot, turn = place.bot or RANDOM, place.turn
        started = asyncio.get_running_loop().time()

        def check() -> None:
            if place.bot is None or place.turn != turn:
                raise OutOfDate(room.fold.head)

        chosen = await bot_move(self.pool, match, seat, bot, self.manner.bot_seconds, check)
        rest = self.manner.pace - (asyncio.get_running_loop().time() - started)
        if rest > 0:
            await asyncio.sleep(rest)
        if chosen.instead:
            self.metrics.count(f"bots_{chosen.instead}")
            log.warning("bot replaced", extra={"table": room.name, "why": chosen.instead})

        def decide(fold: Fold) -> events.Event:
            if fold.places[seat].bot is None or fold.places[seat].turn != turn:
                raise OutOfDate(fold.head)
            used = used_now(fold, seat, now_ms())
            entries = fold.playing().propose(seat, chosen.action, at_once=True)
            return events.Step(entries, seat, chosen.by, used, chosen.instead)

        client = f"bot/{seat}/{turn}"
        await self.patiently(room.name, lambda: self._commit(room.name, client, decide))

    # By itself

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._sweep_once()
            except Exception as problem:  # noqa: BLE001  # the store may be away, a game may fail
                log.warning("sweep failed", extra={"why": type(problem).__name__})

    async def _sweep_once(self) -> None:
        rooms = list(self._rooms.values())
        self.metrics.set("rooms", len(rooms))
        clocked = [r for r in rooms if r.fold.settings.clock and r.fold.status == "playing"]
        if clocked and now_ms() > self._alive_until:
            self._alive_until = now_ms() + ALIVE_MS // 3
            alive = functools.partial(self.store.set_site_value, "alive", str(now_ms()))
            await self.store.read(alive)
        for room in clocked:
            await self._check_clock(room)
        self._forget(rooms)

    async def _check_clock(self, room: Room) -> None:
        for seat in room.fold.actors:
            if not time_is_over(room.fold, seat, now_ms()):
                continue
            turn = room.fold.places[seat].turn

            def decide(fold: Fold, seat: Seat = seat, turn: int = turn) -> events.Event:
                if fold.places[seat].turn != turn or not time_is_over(fold, seat, now_ms()):
                    raise NotYet("There is time left.")
                return events.BotSeated(seat, bot_names(fold.game)[0], "clock")

            with contextlib.suppress(FacedownError):
                await self.commit(room.name, f"clock/{seat}/{room.fold.head}", decide)

    def _forget(self, rooms: list[Room]) -> None:
        """Drops the tables from memory that nobody has looked at for longest."""
        spare = len(rooms) - self.manner.most_rooms
        if spare <= 0:
            return
        idle = [r for r in rooms if not (r.watchers or r.thinking or r.lock.locked())]
        for room in sorted(idle, key=lambda room: room.touched)[:spare]:
            del self._rooms[room.name]


def _measure(metrics: Metrics) -> Callable[[int, float], None]:
    def measured(rows: int, seconds: float) -> None:
        metrics.count("commits")
        metrics.count("rows", rows)
        metrics.took("store", seconds)

    return measured
