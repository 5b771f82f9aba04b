"""Bots at a table: they get a view and a deadline, and never hold up the game."""

from __future__ import annotations

import asyncio
import functools
import logging
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import FacedownError, MalformedMove, UnknownName
from facedown.core.first_game import first_game_of
from facedown.core.game import Game
from facedown.core.match import Match, Worked
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.play import any_move
from facedown.core.roster import adjustments, factory_of, planned_seconds, roster_of
from facedown.core.seats import HUMAN, Seat, bot_player
from facedown.table.acts.play import Step
from facedown.table.clock import LONGEST_MS, Beat, Pace, now_ms, used_now
from facedown.table.commits import Commits, Nature
from facedown.table.errors import Crashed, OutOfDate, TooSlow
from facedown.table.live_table import LiveTable, TableRegistry, Tasks
from facedown.table.logs import Metrics
from facedown.table.pool import WorkerPool
from facedown.table.state import TableEvent, TableState, action_in_advance, is_asked
from facedown.table.thinking import choose, name_of, warm_up_of

RANDOM = "random"
"""The bot that every game has: any legal move."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A bot's move: who made it, and why not the one who was asked (empty when it was)."""

    action: Action
    by: str
    instead: str


def bot_names(game: Game) -> tuple[str, ...]:
    """The bots that are offered at a table of this game, weakest first."""
    bots = adjustments(game)
    return bots if RANDOM in bots else (*bots, RANDOM)


def usual_bot(game: Game) -> str:
    """The bot that sits down unless somebody chooses another."""
    return roster_of(game).usual or RANDOM


def check_bot(game: Game, name: str) -> str:
    """The name itself; raises ``UnknownName`` or ``BadOption`` when the game has no such bot."""
    names = bot_names(game)
    if name in names:
        return name
    try:
        factory_of(game, name)
    except UnknownName:
        listed = ", ".join(names)
        raise UnknownName(
            phrase(
                "{title} has no bot {name!r}; its bots: {listed}.",
                title=game.facts.title,
                name=name[:40],
                listed=listed,
            )
        ) from None
    return name


async def bot_move(
    pool: WorkerPool,
    match: Match,
    seat: Seat,
    bot: str,
    deadline: float,
    check: Callable[[], None],
    ready: Callable[[], None],
) -> Chosen:
    """A move of a bot that is allowed: its own, else of the weakest bot, else a random one.

    ``deadline`` in seconds holds for the bot that was asked; the weakest gets a quarter of it.
    ``check`` raises when what it thought about has passed meanwhile; ``ready`` is called whenever a
    process begins to think.
    """
    game, view = match.game, match.view(seat)
    instead = ""
    names = list(roster_of(game).bots)
    tries = [(bot, deadline)] if bot.partition(":")[0] in names else []
    if tries and names[0] != bot:
        tries.append((names[0], deadline / 4))
    for name, seconds in tries:
        seed = secrets.randbits(64)
        try:
            after = warm_up_of(game.facts.name, name.partition(":")[0])
            about = name_of(game), name, view, seed
            said = await pool.run(seconds, choose, *about, after=after, begun=ready)
        except TooSlow:
            why = "late"
        except Crashed:
            why = "crashed"
        else:
            check()
            action = _action(game, said)
            if action is not None and match.allows(seat, action):
                return Chosen(action, bot_player(name), instead)
            why = "refused"
        check()
        instead = instead or why
    return Chosen(_any_move(match, seat), RANDOM, instead)


def _action(game: Game, said: Json) -> Action | None:
    """The move that a process answered with, None when it cannot be read as one."""
    try:
        return said if type(said) is int else game.move_from_json(said)
    except MalformedMove:
        return None


def _any_move(match: Match, seat: Seat) -> Action:
    move = any_move(match.game, match.view(seat), random.Random(secrets.randbits(64)))
    if move is None:
        raise FacedownError(
            phrase("Seat {seat} has no move that could be found for it.", seat=seat + 1)
        )
    return move


def _told(state: TableState, seat: Seat, bot: str) -> Chosen | None:
    """The move that the script of a first game has for a bot, None where it has none."""
    first = first_game_of(state.spec.game, state.spec.origin)
    if first is None:
        return None
    match = state.playing()
    move = first.move_of(seat, match.view(seat))
    return None if move is None else Chosen(match.check_move(seat, move), bot_player(bot), "")


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

        chosen = _told(live.state, seat, bot)
        if chosen is None:
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
