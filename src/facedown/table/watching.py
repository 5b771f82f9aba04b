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
from facedown.table.desk import Desk
from facedown.table.feed import Frame, frames
from facedown.table.info import TableInfo, info_of
from facedown.table.tokens import opens


@dataclass(frozen=True, slots=True)
class Watching:
    """Looking at a table: as the seat whose secret is shown, or as an onlooker with none."""

    desk: Desk

    async def info(self, table: str) -> TableInfo:
        """What everybody may know about a table; raises ``NoSuchTable``."""
        room = await self.desk.room(table, fresh=True)
        return info_of(table, room.state, now_ms())

    async def game(self, table: str) -> Game:
        """The game with its options, for pages and words."""
        return (await self.desk.room(table)).state.game

    async def seat(self, table: str, secret: str | None) -> Seat:
        """The seat that a secret opens, ``ONLOOKER`` for no secret; raises ``NotAllowed``."""
        room = await self.desk.room(table, fresh=True)
        return self.desk.viewer_of(room.state, secret)

    async def is_host(self, table: str, secret: str | None) -> bool:
        """Whether a secret is the host's."""
        room = await self.desk.room(table)
        return opens(secret, room.state.spec.host_hash)

    async def view(self, table: str, secret: str | None = None) -> tuple[int, View]:
        """The number of the newest event and the game as a viewer may know it.

        Raises ``NotYet`` before the game has begun.
        """
        room = await self.desk.room(table, fresh=True)
        state = room.state
        return state.head, state.playing().view(self.desk.viewer_of(state, secret))

    async def legal(self, table: str, secret: str) -> tuple[int, tuple[tuple[int, Move], ...]]:
        """The newest number and the moves open to one's seat: action numbers with their records.

        Moves from an open language are not listed.
        """
        room = await self.desk.room(table, fresh=True)
        state = room.state
        seat = self.desk.seat_of(state, secret)
        return state.head, state.playing().open_to(seat)

    async def feed(
        self, table: str, secret: str | None = None, after: int = 0
    ) -> tuple[Frame, ...]:
        """Every event after that number as a viewer may know it, in order and without gaps."""
        room = await self.desk.room(table, fresh=True)
        return frames(room.state, self.desk.viewer_of(room.state, secret), after)

    async def subscribe(
        self, table: str, secret: str | None = None, after: int = 0
    ) -> AsyncGenerator[Frame, None]:
        """Every event after that number, and then each new one as soon as it is stored.

        Ends when the server stops; a viewer then goes on elsewhere after the last number it saw.
        """
        room = await self.desk.room(table, fresh=True)
        viewer = self.desk.viewer_of(room.state, secret)
        room.watchers += 1
        try:
            while not self.desk.closing:
                # Asked for before looking, so that nothing stored in between is slept through.
                changed = asyncio.ensure_future(room.changed())
                try:
                    for frame in frames(room.state, viewer, after):
                        yield frame
                        after = frame.seq
                    if room.state.head == after and not self.desk.closing:
                        await changed
                finally:
                    changed.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await changed
        finally:
            room.watchers -= 1

    async def wait(self, table: str, after: int, seconds: float) -> int:
        """Waits until there is an event after that number, at most so long; the newest number."""
        room = await self.desk.room(table, fresh=True)
        room.watchers += 1
        try:
            async with asyncio.timeout(seconds):
                while room.state.head <= after and not self.desk.closing:
                    await room.changed()
        except TimeoutError:
            pass
        finally:
            room.watchers -= 1
        return room.state.head
