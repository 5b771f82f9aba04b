"""All tables of a process: which are in memory, and how an event gets into one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from facedown.core.codec import Json
from facedown.core.errors import FacedownError, IllegalMove
from facedown.core.seats import ONLOOKER, Seat
from facedown.table.clock import now_ms
from facedown.table.errors import (
    Closing,
    NoSuchTable,
    NotAllowed,
    OutOfDate,
    StoreError,
    TableError,
    TooSlow,
)
from facedown.table.events import Event, event_to_json, is_administrative
from facedown.table.live_table import LiveTable
from facedown.table.metrics import Metrics
from facedown.table.pool import WorkerPool
from facedown.table.rows import EventRow, Known, Stored
from facedown.table.state import TableState
from facedown.table.store import Store
from facedown.table.tokens import opens

T = TypeVar("T")
log = logging.getLogger("facedown.table")

_CLIENT: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_TABLE: Final = re.compile(r"[a-z0-9]{1,64}")
_TRIES: Final = 50
MOST_ADMINISTRATIVE: Final = 1000
"""How many changes beside moves, notes and talk a table keeps: all is read again and again."""
HOST: Final = "host"
"""Stands for the host where it matters who sent a message."""

Decide = Callable[[TableState], Event]
"""Looks at a table as it stands and says what shall happen; raises where that cannot be."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An event is stored: its number, and whether this very message had been stored before."""

    seq: int
    again: bool = False


class TableRegistry:
    """What everything that is done at the tables of a process stands on.

    ``live_tables`` are the tables in memory. ``subscribers`` are called with a table whenever it
    has changed or was loaded. While ``closing`` nothing new is taken. Before ``running_from`` (ms
    since 1970) the store was not served, and clocks stood still.
    """

    def __init__(self, store: Store, pool: WorkerPool, metrics: Metrics, running_from: int) -> None:
        self.store = store
        self.pool = pool
        self.metrics = metrics
        self.running_from = running_from
        self.closing = False
        self.live_tables: dict[str, LiveTable] = {}
        self.subscribers: list[Callable[[LiveTable], None]] = []
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._helpers = asyncio.Semaphore(max(1, pool.workers // 2))

    # Rooms

    async def live_table(self, name: str, *, fresh: bool = False) -> LiveTable:
        """A table in memory; ``fresh`` makes sure that it knows what other processes stored.

        Raises ``NoSuchTable``.
        """
        live = self.live_tables.get(name)
        if live is None and not _TABLE.fullmatch(name):  # no store is asked for what cannot be
            raise NoSuchTable("There is no such table.")
        if live is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = self._loading[name] = self.spawn(self._load(name))
                loading.add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(loading)
        elif fresh and not self.store.exclusive:
            async with live.lock:
                await self._catch_up(live)
        live.touched = now_ms()
        if fresh:
            asleep = not live.attended(live.touched)
            live.looked = live.touched
            if asleep:
                self._publish(live)
        return live

    async def _load(self, name: str) -> LiveTable:
        spec = await self.store.spec(name)
        live = LiveTable(name, TableState(spec), now_ms())
        live.state.running_from = self.running_from
        live.take(await self.store.events(name))
        self.live_tables[name] = live
        if not self.store.exclusive:  # what came meanwhile was announced before we were listening
            async with live.lock:
                await self._catch_up(live)
        self._publish(live)
        return live

    async def _catch_up(self, live: LiveTable) -> bool:
        """Takes in what others stored; whether there was anything. The lock is held."""
        news = live.take(await self.store.events(live.name, live.state.head))
        if news:
            live.notify()
            self._publish(live)
        return news > 0

    def notice(self, names: Sequence[str] | None) -> None:
        """Catches up with what other processes stored at these tables (None: perhaps any)."""
        if not self.closing:
            self.spawn(self._take_news(names))

    async def _take_news(self, names: Sequence[str] | None) -> None:
        mine = (
            list(self.live_tables) if names is None else [n for n in names if n in self.live_tables]
        )
        try:
            heads = await self.store.heads(mine) if names is None else dict.fromkeys(mine, 1 << 31)
            for name, head in heads.items():
                live = self.live_tables.get(name)
                if live is not None and live.state.head < head:
                    async with live.lock:
                        await self._catch_up(live)
        except StoreError as problem:  # whoever looks at a table next catches up by itself
            log.warning("news not taken", extra={"why": str(problem)})

    # Events

    async def commit(self, name: str, client: str, decide: Decide) -> Acknowledged:
        """Stores the event that ``decide`` asks for, then shows it; at most once for a client.

        Goes on to its end even if whoever asked has gone. Raises what ``decide`` raises.
        """
        if self.closing:
            raise Closing
        return await asyncio.shield(self.spawn(self.commit_here(name, client, decide)))

    async def commit_here(self, name: str, client: str, decide: Decide) -> Acknowledged:
        """The same within work that was spawned: it ends with that, and is taken while closing.

        Raises what ``decide`` raises.
        """
        live = await self.live_table(name)
        started = time.perf_counter()
        async with live.lock:
            acknowledged = await self._commit_locked(live, client, decide)
        self.metrics.took("commit", time.perf_counter() - started)
        return acknowledged

    async def _commit_locked(self, live: LiveTable, client: str, decide: Decide) -> Acknowledged:
        state = live.state
        for _ in range(_TRIES):
            if client in state.clients:
                return Acknowledged(state.clients[client], again=True)
            try:
                event = decide(state)
                if state.administrative >= MOST_ADMINISTRATIVE and is_administrative(event):
                    raise TableError(
                        f"A table keeps at most {MOST_ADMINISTRATIVE} changes beside moves."
                    )

            except FacedownError as problem:
                # Perhaps it can be done after what another process has stored meanwhile.
                if not self.store.exclusive and await self._catch_up(live):
                    continue
                if isinstance(problem, IllegalMove):  # it names seats, whose names are known here
                    raise IllegalMove(problem.refusal, state.names()) from None
                raise
            seq = state.head + 1
            at = max(now_ms(), state.history[-1].at if state.history else 0)
            body = json.dumps(event_to_json(event), separators=(",", ":"))
            answer = await self.store.append(EventRow(live.name, seq, at, client, body))
            if isinstance(answer, Stored):
                state.apply(seq, at, client, event)
                live.own = seq
                self.metrics.count(f"events_{event.kind.replace('-', '_')}")
                live.notify()
                self._publish(live)
                return Acknowledged(seq)
            await self._catch_up(live)
            if isinstance(answer, Known):
                return Acknowledged(answer.seq, again=True)
        raise TableError("The table is too busy; try again.")

    def _publish(self, live: LiveTable) -> None:
        for subscriber in self.subscribers:
            subscriber(live)

    # Who asks

    @staticmethod
    def client(actor: str, client: str | None) -> str:
        """The name under which a message of a client is stored: nobody can use another's.

        Raises ``TableError`` when the id is not one.
        """
        if client is None:
            return f"~{secrets.token_urlsafe(12)}"
        if not _CLIENT.fullmatch(client):
            raise TableError("A client's id has 1 to 64 letters, digits or any of _ . : -")
        return f"{actor}/{client}"

    async def sender(self, table: str, secret: str, client: str | None) -> str:
        """The same for whoever holds a seat; raises ``NotAllowed`` when the secret opens none.

        Who had the seat before may have used the same ids, so each who sits there has their own.
        """
        live = await self.live_table(table)
        try:
            seat = self.seat_of(live.state, secret)
        except NotAllowed:  # perhaps claimed a moment ago, in another process
            live = await self.live_table(table, fresh=True)
            seat = self.seat_of(live.state, secret)
        return self.client(f"{seat}.{live.state.seats[seat].occupant}", client)

    @staticmethod
    def seat_of(state: TableState, secret: str | None) -> Seat:
        """The seat that a secret opens; raises ``NotAllowed`` when there is none."""
        for seat, seat_state in enumerate(state.seats):
            if opens(secret, seat_state.secret_hash):
                return seat
        raise NotAllowed("That is not the secret of a seat at this table.")

    def viewer_of(self, state: TableState, secret: str | None) -> Seat:
        """The seat that a secret opens, or an onlooker where none is shown."""
        return ONLOOKER if secret is None else self.seat_of(state, secret)

    @staticmethod
    def check_host(state: TableState, secret: str | None) -> None:
        """Raises ``NotAllowed`` when this is not the host's secret."""
        if not opens(secret, state.spec.host_hash):
            raise NotAllowed("Only the host of this table can do that.")

    @staticmethod
    def check_seen(state: TableState, expected: int | None) -> None:
        """Raises ``TableError`` when somebody claims to have seen what has not happened."""
        if expected is not None and expected > state.head:
            raise TableError(f"Nothing has the number {expected} at this table yet.")

    def check_turn(self, state: TableState, seat: Seat, expected: int | None) -> None:
        """Raises ``OutOfDate`` when the seat's decision began after what it has seen."""
        self.check_seen(state, expected)
        if expected is not None and expected < state.seats[seat].turn:
            raise OutOfDate(state.head)

    # Running

    async def help(
        self,
        live: LiveTable,
        what: Hashable,
        seconds: float,
        work: Callable[..., object],
        *about: object,
    ) -> Json:
        """The JSON form of what slow work returns: done once, however often it is asked.

        Half of the helpers stay free for bots. Raises ``TooSlow`` or ``Crashed``.
        """
        kept = live.helped.get(what)
        if kept is None or kept[0] != about or _failed(kept[1]):
            kept = live.helped[what] = (about, self.spawn(self._help(seconds, work, about)))
            kept[1].add_done_callback(_failed)  # looked at, even when whoever asked has gone
        return await asyncio.shield(kept[1])

    async def _help(
        self, seconds: float, work: Callable[..., object], about: tuple[object, ...]
    ) -> Json:
        await self._take_helper()
        try:
            return await self.pool.run(seconds, work, *about)
        finally:
            self._helpers.release()

    async def follow(
        self, seconds: float, work: Callable[..., object], *about: object
    ) -> AsyncGenerator[Json]:
        """What slow work tells while it is at it, for somebody who may lose interest.

        Whoever closes this has the work stopped, and no process ended for it. Raises ``TooSlow`` or
        ``Crashed``.
        """
        await self._take_helper()
        told = self.pool.follow(seconds, work, *about, freed=self._helpers.release)
        async with contextlib.aclosing(told):
            async for said in told:
                yield said

    async def _take_helper(self) -> None:
        try:
            async with asyncio.timeout(self.pool.patience):
                await self._helpers.acquire()
        except TimeoutError:
            raise TooSlow("The helpers of this server are all busy.") from None

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts work that outlives whoever asked for it; closing waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def drain(self) -> None:
        """Waits until all that was spawned, and whatever that spawns, has come to its end."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
