"""How an event gets into a table: worked out, decided, stored, and only then shown.

Moves that take long are worked out first, while the table, like all others, goes on: what nature
draws in a process of its own, what a move itself has to find out in a thread. Both are stored with
the move, so that nobody who reads it works them out again.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from facedown.core.codec import Json
from facedown.core.errors import FacedownError, IllegalMove, MalformedMove
from facedown.core.game import Game
from facedown.core.log import Entry
from facedown.core.match import SlowDraw, SlowMove, Worked, work_out
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.clock import Beat, now_ms
from facedown.table.database import EventRow, Stored, StoredBefore
from facedown.table.errors import Closing, Crashed, NotYet, TableError
from facedown.table.live_table import LiveTable, TableRegistry, Tasks
from facedown.table.logs import Metrics
from facedown.table.pool import as_record
from facedown.table.slow_work import SlowWork
from facedown.table.state import TableEvent, TableState, event_to_json
from facedown.table.store import Store

T = TypeVar("T")

NATURE_SECONDS: Final = 120.0


@dataclass(frozen=True, slots=True)
class Nature:
    """Has nature's slow moves worked out while the table, like all others, goes on.

    What a move itself has to find out may be about something hidden, and take long or not by what
    that is: it is made on the ``beat``.
    """

    registry: TableRegistry
    slow_work: SlowWork
    beat: Beat

    async def patiently(self, table: str, act: Callable[[Worked | None], Awaitable[T]]) -> T:
        """Does what ends in a move: at once, or with what had to be worked out for it.

        That is done once however often the move is sent. Raises what ``act`` raises, and
        ``NotYet`` where the table has gone on meanwhile and it would have to be done anew.
        """
        begun = self.beat.clock()
        try:
            return await self._after_draws(table, act)
        except SlowMove as asked:
            found = await self.beat.found_out(asked.work, begun)
            worked = Worked(asked.log, asked.first, (found,))
        try:
            return await self._after_draws(table, act, worked)
        except SlowMove as problem:
            raise NotYet(problem.message) from None

    async def _after_draws(
        self,
        table: str,
        act: Callable[[Worked | None], Awaitable[T]],
        worked: Worked | None = None,
    ) -> T:
        try:
            return await act(worked)
        except SlowDraw as asked:
            live = await self.registry.live_table(table)
            about = (asked.log, asked.first)
            said = await self.slow_work.answer(live, "nature", NATURE_SECONDS, work_out, *about)
            entries = entries_from_json(live.state.game, said)
            worked = Worked(asked.log, asked.first, entries)
        try:
            return await act(worked)
        except SlowDraw as problem:
            raise NotYet(problem.message) from None


@dataclass(frozen=True, slots=True)
class _Said:
    """An entry that was worked out elsewhere, its move as it came."""

    seat: Seat
    move: dict[str, Any]
    note: None


def entries_from_json(game: Game, said: Json) -> tuple[Entry, ...]:
    """What ``work_out`` found in a worker process; raises ``Crashed`` when it is nothing such.

    >>> from facedown.core.registry import new_game
    >>> made = {"seat": 0, "move": {"move": "stop"}, "note": None}
    >>> entries_from_json(new_game("turing"), [made])
    (Entry(seat=0, move=Stop(), note=None),)
    """
    entries: tuple[_Said, ...] = as_record(tuple[_Said, ...], said)
    try:
        return tuple(Entry(made.seat, game.move_from_json(made.move)) for made in entries)
    except MalformedMove:
        raise Crashed(
            phrase("A helper of this server failed: {said}.", said="MalformedMove")
        ) from None


_TRIES: Final = 50
MOST_ADMINISTRATIVE: Final = 1000
"""How many changes beside moves, notes and talk a table keeps: all is read again and again."""

Decide = Callable[[TableState], TableEvent]
"""Looks at a table as it stands and says what shall happen; raises where that cannot be."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An event is stored: its number, and whether this very message had been stored before.

    ``head`` is the number of the newest event by then: what the next move may be said to expect.
    """

    seq: int
    head: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Commits:
    """Stores what happens at the tables of a process."""

    registry: TableRegistry
    store: Store
    tasks: Tasks
    metrics: Metrics

    async def commit(self, name: str, client: str, decide: Decide) -> Acknowledged:
        """Stores the event that ``decide`` asks for, then shows it; at most once for a client.

        Goes on to its end even if whoever asked has gone. Raises what ``decide`` raises.
        """
        if self.registry.closing:
            raise Closing
        return await asyncio.shield(self.tasks.spawn(self.commit_here(name, client, decide)))

    async def commit_here(self, name: str, client: str, decide: Decide) -> Acknowledged:
        """The same within work that was spawned: it ends with that, and is taken while closing.

        Raises what ``decide`` raises.
        """
        live = await self.registry.live_table(name)
        started = time.perf_counter()
        async with live.lock:
            acknowledged = await self._commit_locked(live, client, decide)
        self.metrics.took("commit", time.perf_counter() - started)
        return acknowledged

    async def _commit_locked(self, live: LiveTable, client: str, decide: Decide) -> Acknowledged:
        state = live.state
        for _ in range(_TRIES):
            if client in state.clients:
                return Acknowledged(state.clients[client], state.head, again=True)
            try:
                event = _decided(state, decide)
            except FacedownError as problem:
                # Perhaps it can be done after what another process has stored meanwhile.
                if not self.store.exclusive and await self.registry.catch_up(live):
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
                self.registry.changed(live)
                return Acknowledged(seq, state.head)
            await self.registry.catch_up(live)
            if isinstance(answer, StoredBefore):
                return Acknowledged(answer.seq, state.head, again=True)
        raise TableError(phrase("The table is too busy; try again."))


def _decided(state: TableState, decide: Decide) -> TableEvent:
    state.check_played_on()
    event = decide(state)
    if state.administrative >= MOST_ADMINISTRATIVE and not event.bounded:
        raise TableError(
            phrase(
                "A table keeps at most {most_administrative} changes beside moves.",
                most_administrative=MOST_ADMINISTRATIVE,
            )
        )
    return event
