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
from typing import Final, TypeVar

from facedown.analysis.ratings import check_choix
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.access import new_token
from facedown.table.acting import Act, Services
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.bots import Autopilot, bot_names
from facedown.table.clock import Beat, Pace, Sleep, now_ms, time_is_over
from facedown.table.commits import Commits, Nature
from facedown.table.dailies import Dailies
from facedown.table.errors import NotYet, StoreError
from facedown.table.live_table import LiveTable, TableRegistry, Tasks
from facedown.table.logs import Metrics
from facedown.table.opening import Created, NewTable, open_tables
from facedown.table.pool import WorkerPool
from facedown.table.ratings import Ratings
from facedown.table.replay import Replays
from facedown.table.slow_work import SlowWork
from facedown.table.state import TableEvent, TableState
from facedown.table.store import Store
from facedown.table.thinking import warm_ups
from facedown.table.watching import Watching


class Warming:
    """Warms up each kind of game once in a process, in a thread, when a table of it is loaded."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._warm: set[type[Game]] = set()

    def look(self, live: LiveTable) -> None:
        """Warms up the game of a table, unless that was done."""
        game = live.state.game
        if type(game) not in self._warm:
            self._warm.add(type(game))
            self._tasks.spawn(asyncio.to_thread(game.warm_up))


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


R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server treats its tables.

    ``bot_seconds`` is a bot's deadline, ``pace`` the beat in seconds on which bots move, so that
    people can follow and the time tells nothing of what a bot holds; ``workers`` the number of
    processes for slow work (None: as the machine has cores);
    ``most_live_tables`` how many tables may stay in memory without anybody watching, and
    ``idle_seconds`` for how long (each takes some 0.2 MB, and is read from the store again when
    somebody asks for it); ``warm_up`` whether all bots are tried out when the server starts, and
    what moves of a game need is loaded when a table of it is opened, so that first moves are quick;
    ``ratings`` whether the games of people who ask for it are rated.
    """

    bot_seconds: float = 10.0
    pace: float = 0.0
    workers: int | None = None
    most_live_tables: int = 500
    idle_seconds: float = 600.0
    warm_up: bool = False
    ratings: bool = False


class Tables:
    """All tables of one process.

    ``async with Tables.open(url) as tables``; then ``await tables.create(NewTable("turing"))``
    opens a table, ``await tables.do(table, act, secret)`` does there what an act says
    (:mod:`facedown.table.acts`), and ``tables.watching`` and ``tables.replays`` look at it, over
    ``tables.registry``, which has the tables in memory, ``tables.commits``, which stores what
    happens, ``tables.dailies``, which keeps the results of days, ``tables.ratings``, which rates
    players (None where the site does not), and ``tables.slow_work``. Several processes may share a
    PostgreSQL store. ``sleep`` lets the time pass after which something is
    played by itself. Raises ``StoreError`` when the store cannot be opened,
    and ``BadOption`` where what ratings need is not installed.
    """

    def __init__(
        self, url: str, settings: ServerSettings | None = None, sleep: Sleep = asyncio.sleep
    ) -> None:
        settings = settings or ServerSettings()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self.metrics = Metrics()
        if settings.ratings:
            check_choix()
        self.store = Store(url, self._notified, _measure(self.metrics))
        try:
            running_from = served_from(self.store)
            answers = Pace(self.store.site_value("pace", new_token))
        except StoreError:
            self.store.close()
            raise
        self.tasks = Tasks()
        self.pool = WorkerPool(settings.workers, warm_ups=warm_ups if settings.warm_up else None)
        self.slow_work = SlowWork(self.pool, self.tasks)
        beat = Beat(settings.pace, sleep)
        self.registry = registry = TableRegistry(self.store, self.tasks, running_from, beat)
        self.commits = commits = Commits(registry, self.store, self.tasks, self.metrics)
        nature = Nature(registry, self.slow_work, beat)
        self.services = Services(
            registry,
            commits,
            self.store,
            self.metrics,
            self.slow_work,
            nature,
            rates=settings.ratings,
        )
        self.watching = Watching(registry, self.slow_work)
        self.replays = Replays(registry, self.slow_work, self.tasks)
        self.sweeper = Sweeper(
            registry,
            commits,
            self.store,
            self.metrics,
            settings.most_live_tables,
            settings.idle_seconds,
        )
        autopilot = Autopilot(
            registry,
            commits,
            nature,
            self.pool,
            self.tasks,
            self.metrics,
            settings.bot_seconds,
            beat,
            answers,
        )
        registry.subscribers.append(autopilot.look)
        self.dailies = Dailies(self.store, registry, self.tasks)
        registry.subscribers.append(self.dailies.look)
        self.ratings = Ratings(self.store, self.tasks, self.slow_work) if settings.ratings else None
        if self.ratings is not None:
            registry.subscribers.append(self.ratings.look)
        if settings.warm_up:
            registry.subscribers.append(Warming(self.tasks).look)

    @property
    def closing(self) -> bool:
        """Whether nothing new is taken any more."""
        return self.registry.closing

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls, url: str = "", settings: ServerSettings | None = None, sleep: Sleep = asyncio.sleep
    ) -> AsyncIterator[Tables]:
        """Opens the store (a temporary one for an empty address) and everything around it."""
        with contextlib.ExitStack() as stack:
            if not url:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="facedown-"))
                url = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
            tables = await asyncio.to_thread(cls, url, settings, sleep)
            tables.run()
            try:
                yield tables
            finally:
                await tables.close()

    async def create(self, asked: NewTable) -> Created:
        """Opens a table, or several that are dealt the same.

        Raises ``UnknownName``, ``BadOption`` or ``TableError`` with one sentence.
        """
        return await open_tables(self.services, asked)

    async def do(self, table: str, act: Act[R], secret: str | None = None) -> R:
        """Does at a table what an act says, for whoever shows this secret of a seat or a host.

        What it stores is stored before this returns, and once for the same ``client`` of the act.
        Raises ``NoSuchTable``, or another ``FacedownError`` with one sentence.
        """
        return await act.do(self.services, table, secret)

    def run(self) -> None:
        """Starts what goes on by itself: clocks, bots left behind, tables nobody looks at."""
        self._loop = asyncio.get_running_loop()
        self._sweeping = self._loop.create_task(self.sweeper.run())
        self.tasks.spawn(self.pool.start())

    def retire(self) -> None:
        """Takes nothing new and wakes all watchers, so that they go before :meth:`close`."""
        self.registry.closing = True
        for live in self.registry.live_tables.values():
            live.notify()

    async def close(self) -> None:
        """Stops gracefully: takes nothing new, stores what is under way, wakes all watchers."""
        self.registry.closing = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        for live in self.registry.live_tables.values():
            for task in (*live.thinking.values(), *(task for _, task in live.answers.values())):
                task.cancel()
            for judging in live.judgings.values():
                if judging.task is not None:
                    judging.task.cancel()
            live.notify()
        await self.tasks.drain()
        await self.pool.close()
        await asyncio.to_thread(self.store.close)

    def _notified(self, names: Sequence[str] | None) -> None:
        """Called on any thread when other processes have stored something."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self.registry.notice, names)


def _measure(metrics: Metrics) -> Callable[[int, float], None]:
    def measured(rows: int, seconds: float) -> None:
        metrics.count("commits")
        metrics.count("rows", rows)
        metrics.took("store", seconds)

    return measured
