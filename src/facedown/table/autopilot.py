"""What moves by itself at a table: bots that are to move, and what seats have said in advance."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from facedown.core.match import Worked
from facedown.core.players import HUMAN
from facedown.core.roster import planned_seconds
from facedown.core.seats import Seat
from facedown.table.acts.play import Step
from facedown.table.bots import RANDOM, bot_move
from facedown.table.clock import now_ms, used_now
from facedown.table.commits import Commits
from facedown.table.errors import OutOfDate
from facedown.table.live_table import LiveTable
from facedown.table.metrics import Metrics
from facedown.table.nature import Nature
from facedown.table.pace import LONGEST_MS, Beat, Pace
from facedown.table.pool import WorkerPool
from facedown.table.standing import action_in_advance, is_asked
from facedown.table.state import TableEvent, TableState
from facedown.table.table_registry import TableRegistry
from facedown.table.tasks import Tasks

log = logging.getLogger("facedown.table")

OTHERS_SECONDS: Final = 3.0
"""For so long, beside a beat, a bot is left to the process that stored the event before."""
FAILED_SECONDS: Final = 1.0
"""After so long a bot whose move failed is asked again."""


@dataclass(frozen=True, slots=True)
class Autopilot:
    """Moves for the bots of a process, patiently where nature's answer takes long, like anybody.

    ``bot_seconds`` is a bot's deadline. Its moves come on the ``beat``, from when a process is
    ready for it: how long it took tells nothing about what it had to choose from. Answers that
    could have been given in advance, a bot's as well, come when ``answers`` says.
    """

    registry: TableRegistry
    commits: Commits
    nature: Nature
    pool: WorkerPool
    tasks: Tasks
    metrics: Metrics
    bot_seconds: float
    beat: Beat
    answers: Pace

    def look(self, live: LiveTable) -> None:
        """Has whoever is to move by itself now do so, at a table that has changed or was loaded."""
        if self.registry.closing or not live.attended(now_ms()):
            return
        state = live.state
        works = {
            seat: self._think if state.seats[seat].bot is not None else self._answer
            for seat in state.actors
            if state.seats[seat].bot is not None or action_in_advance(state, seat) is not None
        }
        wait = self._others_first(live) if works else 0.0
        if wait > 0:
            if live.standby is None:
                loop = asyncio.get_running_loop()
                live.standby = loop.call_later(wait, self._stand_in, live)
            return
        for seat, work in works.items():
            if seat not in live.thinking:
                task = self.tasks.spawn(work(live, seat))
                live.thinking[seat] = task
                task.add_done_callback(functools.partial(self._thought, live, seat))

    def _others_first(self, live: LiveTable) -> float:
        """For how many seconds bots are left to the process that stored the newest event."""
        if self.registry.exclusive or live.own == live.state.head:
            return 0.0
        grace = OTHERS_SECONDS + self.beat.seconds
        return min(grace, grace - (now_ms() - live.state.history[-1].at) / 1000)

    def _stand_in(self, live: LiveTable) -> None:
        """Looks again whether a bot has moved; the process that was to see to it may be gone."""
        live.standby = None
        if self.registry.live_tables.get(live.name) is live:
            self.look(live)

    def _thought(self, live: LiveTable, seat: Seat, _task: asyncio.Task[None]) -> None:
        live.thinking.pop(seat, None)
        self.look(live)  # what came while it was thinking did not start it again

    async def _think(self, live: LiveTable, seat: Seat) -> None:
        """Makes a bot's move; whatever goes wrong, the table stands and it is tried again."""
        try:
            await self._move_for(live, seat)
        except OutOfDate:
            return  # the table has changed meanwhile: it thinks again about what is there now
        except Exception as problem:  # noqa: BLE001  # a game of somebody else can fail in any way
            kind = type(problem).__name__
            log.warning("bot move failed", extra={"table": live.name, "why": kind})
            self.metrics.count("bots_failed")
            await self.beat.sleep(FAILED_SECONDS)

    def _until_due(self, live: LiveTable, seat: Seat) -> float:
        """Seconds until an answer may be played that could have been given in advance."""
        rest = self.answers.due(live.name, live.state, seat) - now_ms()
        return min(rest, LONGEST_MS) / 1000

    async def _answer(self, live: LiveTable, seat: Seat) -> None:
        """Plays what a seat has said in advance, when it is due; again if that goes wrong."""
        turn = live.state.seats[seat].turn
        rest = self._until_due(live, seat)
        if rest > 0:
            await self.beat.sleep(rest)

        def decide(state: TableState, *, worked: Worked | None) -> TableEvent:
            action = action_in_advance(state, seat)
            if action is None or state.seats[seat].turn != turn:
                raise OutOfDate(state.head)
            entries = state.playing().propose(seat, action, at_once=True, worked=worked)
            return Step(entries, seat, HUMAN, used_now(state, seat, now_ms()))

        try:
            await self._commit(live, f"advance/{seat}/{turn}", decide)
        except OutOfDate:
            return  # it was answered by hand meanwhile, or is to be
        except Exception as problem:  # noqa: BLE001  # the store may be away, a game may fail
            kind = type(problem).__name__
            log.warning("standing answer failed", extra={"table": live.name, "why": kind})
            await self.beat.sleep(FAILED_SECONDS)

    async def _move_for(self, live: LiveTable, seat: Seat) -> None:
        seat_state, match = live.state.seats[seat], live.state.playing()
        bot, turn = seat_state.bot or RANDOM, seat_state.turn
        begun = [self.beat.clock()]

        def ready() -> None:
            begun.append(self.beat.clock())

        def check() -> None:
            if seat_state.bot is None or seat_state.turn != turn:
                raise OutOfDate(live.state.head)

        chosen = await bot_move(self.pool, match, seat, bot, self.bot_seconds, check, ready)
        # Others' work is waited for before: that takes as long whatever this bot has to choose.
        planned = min(planned_seconds(match.game, bot), self.bot_seconds)
        rest = self.beat.left(begun[:2][-1], planned)
        if is_asked(live.state, seat):
            rest = max(rest, self._until_due(live, seat))
        if rest > 0:
            await self.beat.sleep(rest)
        if chosen.instead:
            self.metrics.count(f"bots_{chosen.instead}")
            log.warning("bot replaced", extra={"table": live.name, "why": chosen.instead})

        def decide(state: TableState, *, worked: Worked | None) -> TableEvent:
            if state.seats[seat].bot is None or state.seats[seat].turn != turn:
                raise OutOfDate(state.head)
            used = used_now(state, seat, now_ms())
            entries = state.playing().propose(seat, chosen.action, at_once=True, worked=worked)
            return Step(entries, seat, chosen.by, used, chosen.instead)

        await self._commit(live, f"bot/{seat}/{turn}", decide)

    async def _commit(
        self, live: LiveTable, client: str, decide: Callable[..., TableEvent]
    ) -> None:
        await self.nature.patiently(
            live.name,
            lambda worked: self.commits.commit_here(
                live.name, client, functools.partial(decide, worked=worked)
            ),
        )
