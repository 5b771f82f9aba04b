"""What a viewer sees of a table: a snapshot of one moment, and every event by its number."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Final

from facedown.core.errors import UnknownName
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.standing import StandingAnswer
from facedown.core.typed import ReadBack, say_back
from facedown.table.access import check_turn, seat_of, viewer_of
from facedown.table.clock import now_ms
from facedown.table.errors import NotAllowed, TableError
from facedown.table.feed import Frame, frames
from facedown.table.info import TableInfo, info_of
from facedown.table.live_table import LiveTable
from facedown.table.process import as_record
from facedown.table.slow_work import SlowWork
from facedown.table.snapshot import Snapshot, take
from facedown.table.standing import holding
from facedown.table.state import TableState
from facedown.table.table_registry import TableRegistry
from facedown.table.thinking import Advice, advise, name_of
from facedown.table.tokens import opens

AID_SECONDS: Final = 10.0
"""So long somebody waits for an aid at most."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The seats with an open stream; ``all`` tells that no other process could have one."""

    seats: frozenset[Seat]
    all: bool


class Stream:
    """One open stream of a table, told as whose it is: that seat is then connected."""

    def __init__(self, live: LiveTable) -> None:
        self._live, self._seat = live, ONLOOKER

    def belongs_to(self, seat: Seat) -> None:
        """From now on it is this seat's."""
        if seat != self._seat:
            self._live.count_stream(seat, 1)
            self._live.count_stream(self._seat, -1)
            self._seat = seat

    def end(self) -> None:
        """Nobody listens any more."""
        self.belongs_to(ONLOOKER)


@dataclass(frozen=True, slots=True)
class Watching:
    """Looking at a table: as the seat whose secret is shown, or as an onlooker with none."""

    registry: TableRegistry
    slow_work: SlowWork

    async def snapshot(
        self,
        table: str,
        secret: str | None = None,
        host: str | None = None,
        *,
        lenient: bool = False,
        after: int | None = 0,
    ) -> Snapshot:
        """The table now for whoever shows these secrets.

        Of the events only those after a number (None: none). Raises ``NoSuchTable``, and
        ``NotAllowed`` where the seat's secret opens none; to be ``lenient`` makes that an onlooker.
        """
        state = (await self.registry.live_table(table, fresh=True)).state
        viewer, is_host = _reader(state, secret, host, lenient=lenient)
        return take(table, state, viewer, host=is_host, after=after)

    async def whose(self, table: str, secret: str | None, host: str | None) -> tuple[Seat, bool]:
        """The seat that a secret opens, ``ONLOOKER`` for any other, and whether the host looks.

        As far as this process knows the table: for whoever has just waited for what is new.
        """
        state = (await self.registry.live_table(table)).state
        return _reader(state, secret, host, lenient=True)

    async def snapshot_as(self, table: str, viewer: Seat, *, host: bool) -> Snapshot:
        """The table now as :meth:`whose` told that somebody may see it."""
        return take(table, (await self.registry.live_table(table)).state, viewer, host=host)

    async def info(self, table: str) -> TableInfo:
        """What everybody may know about a table; raises ``NoSuchTable``."""
        live = await self.registry.live_table(table, fresh=True)
        return info_of(table, live.state, now_ms())

    async def game(self, table: str) -> Game:
        """The game with its options, which never changes."""
        return (await self.registry.live_table(table)).state.game

    async def seat(self, table: str, secret: str | None) -> Seat:
        """The seat that a secret opens, ``ONLOOKER`` for no secret; raises ``NotAllowed``."""
        live = await self.registry.live_table(table, fresh=True)
        return viewer_of(live.state, secret)

    async def read_back(self, table: str, secret: str, text: str) -> tuple[int, ReadBack | None]:
        """The newest number, and what a typed line would mean to one's seat; nothing is played.

        None where the game says nothing back. It is worked out from what the seat may know.
        """
        live = await self.registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
        match = live.state.playing()
        return live.state.head, say_back(match.game, text, match.view(seat))

    async def check_move(
        self, table: str, secret: str, move: Move, *, expected: int | None = None
    ) -> None:
        """Raises what playing it would where the move is refused as things stand."""
        live = await self.registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
        check_turn(live.state, seat, expected)
        live.state.playing().check_move(seat, move)

    async def aid(self, table: str, secret: str, name: str) -> Advice:
        """What an aid that the host allows says, from what the seat may know."""
        live = await self.registry.live_table(table, fresh=True)
        state = live.state
        seat = seat_of(state, secret)
        match = state.playing()
        if name not in {aid.name for aid in match.game.facts.aids}:
            raise UnknownName(
                phrase(
                    "{title} has no hint {name!r}.", title=match.game.facts.title, name=name[:40]
                )
            )
        if name not in state.settings.aids:
            raise NotAllowed(phrase("The host does not allow this aid."))
        asked = name_of(match.game), name, match.view(seat), match.notes(seat)
        said = await self.slow_work.answer(live, (seat, name), AID_SECONDS, advise, *asked)
        advice: Advice = as_record(Advice, said)
        if not advice.given:
            raise TableError(advice.words)
        return advice

    async def notes(self, table: str, secret: str) -> tuple[str, ...]:
        """The notes of one's own seat, oldest first."""
        live = await self.registry.live_table(table, fresh=True)
        seat: Seat = seat_of(live.state, secret)
        return live.state.playing().notes(seat)

    async def said_in_advance(self, table: str, secret: str) -> tuple[StandingAnswer, ...]:
        """What holds now for one's own seat, for each kind of question of the game."""
        live = await self.registry.live_table(table, fresh=True)
        live.state.playing()
        return holding(live.state, seat_of(live.state, secret))

    async def feed(
        self, table: str, secret: str | None = None, after: int = 0, *, fresh: bool = True
    ) -> tuple[Frame, ...]:
        """Every event after that number as a viewer may know it, in order and without gaps.

        Unless ``fresh``, as far as this process knows: for whoever has just waited for what is new.
        """
        live = await self.registry.live_table(table, fresh=fresh)
        return frames(live.state, viewer_of(live.state, secret), after)

    async def subscribe(
        self, table: str, secret: str | None = None, after: int = 0
    ) -> AsyncGenerator[Frame, None]:
        """Every event after that number, and then each new one as soon as it is stored.

        Ends when the server stops; a viewer then goes on elsewhere after the last number it saw.
        """
        live = await self.registry.live_table(table, fresh=True)
        viewer = viewer_of(live.state, secret)
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

    async def stream(self, table: str) -> Stream:
        """A stream that begins; whoever serves it says whose it is, and when it ends."""
        return Stream(await self.registry.live_table(table))

    async def connected(self, table: str) -> Connected:
        """Who has an open stream at this process."""
        live = await self.registry.live_table(table)
        return Connected(live.connected, self.registry.exclusive)

    async def wait(
        self,
        table: str,
        after: int,
        seconds: float,
        *,
        fresh: bool = True,
        connected: Connected | None = None,
    ) -> int:
        """Waits until there is an event after that number, at most so long; the newest number.

        Also until others than those given are ``connected``, where that is given.
        Unless ``fresh`` the store is not looked into first: this process is told of what others
        store, and whoever waits again and again looks once in a while.
        """
        live = await self.registry.live_table(table, fresh=fresh)
        live.watchers += 1
        try:
            async with asyncio.timeout(seconds):
                while (
                    live.state.head <= after
                    and not self.registry.closing
                    and (connected is None or connected.seats == live.connected)
                ):
                    await live.changed()
        except TimeoutError:
            pass
        finally:
            live.watchers -= 1
        return live.state.head


def _reader(
    state: TableState, secret: str | None, host: str | None, *, lenient: bool
) -> tuple[Seat, bool]:
    is_host = opens(host, state.spec.host_hash)
    try:
        return viewer_of(state, secret), is_host
    except NotAllowed:
        if not lenient:
            raise
        return ONLOOKER, is_host
