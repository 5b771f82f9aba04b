"""What a viewer sees of a table: facts, view, legal moves, and every event by its number."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from facedown.core.game import Game
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.table.clock import now_ms
from facedown.table.feed import Frame, frames
from facedown.table.info import TableInfo, info_of
from facedown.table.table_registry import TableRegistry
from facedown.table.tokens import opens


@dataclass(frozen=True, slots=True)
class Watching:
    """Looking at a table: as the seat whose secret is shown, or as an onlooker with none."""

    registry: TableRegistry

    async def info(self, table: str) -> TableInfo:
        """What everybody may know about a table; raises ``NoSuchTable``."""
        live = await self.registry.live_table(table, fresh=True)
        return info_of(table, live.state, now_ms())

    async def game(self, table: str) -> Game:
        """The game with its options, for pages and words."""
        return (await self.registry.live_table(table)).state.game

    async def seat(self, table: str, secret: str | None) -> Seat:
        """The seat that a secret opens, ``ONLOOKER`` for no secret; raises ``NotAllowed``."""
        live = await self.registry.live_table(table, fresh=True)
        return self.registry.viewer_of(live.state, secret)

    async def is_host(self, table: str, secret: str | None) -> bool:
        """Whether a secret is the host's."""
        live = await self.registry.live_table(table)
        return opens(secret, live.state.spec.host_hash)

    async def view(self, table: str, secret: str | None = None) -> tuple[int, View]:
        """The number of the newest event and the game as a viewer may know it.

        Raises ``NotYet`` before the game has begun.
        """
        live = await self.registry.live_table(table, fresh=True)
        state = live.state
        return state.head, state.playing().view(self.registry.viewer_of(state, secret))

    async def legal(self, table: str, secret: str) -> tuple[int, tuple[tuple[int, Move], ...]]:
        """The newest number and the moves open to one's seat: action numbers with their records.

        Moves from an open language are not listed.
        """
        live = await self.registry.live_table(table, fresh=True)
        state = live.state
        seat = self.registry.seat_of(state, secret)
        return state.head, state.playing().open_to(seat)

    async def feed(
        self, table: str, secret: str | None = None, after: int = 0
    ) -> tuple[Frame, ...]:
        """Every event after that number as a viewer may know it, in order and without gaps."""
        live = await self.registry.live_table(table, fresh=True)
        return frames(live.state, self.registry.viewer_of(live.state, secret), after)

    async def subscribe(
        self, table: str, secret: str | None = None, after: int = 0
    ) -> AsyncGenerator[Frame, None]:
        """Every event after that number, and then each new one as soon as it is stored.

        Ends when the server stops; a viewer then goes on elsewhere after the last number it saw.
        """
        live = await self.registry.live_table(table, fresh=True)
        viewer = self.registry.viewer_of(live.state, secret)
        live.watchers += 1
        try:
            while not self.registry.closing:
                # Asked for before looking, so that nothing stored in between is slept through.
                changed = asyncio.ensure_future(live.changed())
                try:
                    for frame in frames(live.state, viewer, after):
                        yield frame
                        after = frame.seq
                    if live.state.head == after and not self.registry.closing:
                        await changed
                finally:
                    changed.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await changed
        finally:
            live.watchers -= 1

    async def wait(self, table: str, after: int, seconds: float) -> int:
        """Waits until there is an event after that number, at most so long; the newest number."""
        live = await self.registry.live_table(table, fresh=True)
        live.watchers += 1
        try:
            async with asyncio.timeout(seconds):
                while live.state.head <= after and not self.registry.closing:
                    await live.changed()
        except TimeoutError:
            pass
        finally:
            live.watchers -= 1
        return live.state.head
