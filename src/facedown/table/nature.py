"""Moves that take long: worked out while the table, like all others, goes on.

What nature draws is worked out in a process of its own, what a move itself has to find out in a
thread. Both are stored with the move, so that nobody who reads it works them out again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from facedown.core.codec import Json
from facedown.core.errors import MalformedMove
from facedown.core.game import Game
from facedown.core.log import Entry
from facedown.core.match import SlowDraw, SlowMove, Worked, work_out
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.clock import Beat
from facedown.table.errors import Crashed, NotYet
from facedown.table.live_table import TableRegistry
from facedown.table.pool import as_record
from facedown.table.slow_work import SlowWork

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
