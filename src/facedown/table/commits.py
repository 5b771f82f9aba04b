"""How an event gets into a table: decided, stored, and only then shown."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from facedown.core.errors import FacedownError, IllegalMove
from facedown.core.messages import phrase
from facedown.table.clock import now_ms
from facedown.table.database import EventRow, Stored, StoredBefore
from facedown.table.errors import Closing, TableError
from facedown.table.live_table import LiveTable, TableRegistry, Tasks
from facedown.table.logs import Metrics
from facedown.table.state import TableEvent, TableState, event_to_json
from facedown.table.store import Store

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
