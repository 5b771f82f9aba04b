"""When bots' moves and what moves have to find out are seen: on a beat that no secret changes.

No real time passes: what is thought takes as long as the test says, by what there is to choose.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any
from unittest.mock import AsyncMock

import pytest
from tests.table.scenes import AMPLE, Party
from tests.table.test_secrecy import GAMES, OFTEN, Played
from tests.table.test_stored_secrecy import store

from facedown.core.codec import Json, to_json
from facedown.core.registry import new_game
from facedown.core.roster import planned_seconds, roster_of
from facedown.core.seats import Seat
from facedown.core.standing import open_question
from facedown.core.view import View
from facedown.deduce.rules import Rule
from facedown.games.solver.game import Solver
from facedown.games.solver.moves import Guess
from facedown.table.acts.play import Step
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.clock import SHORTEST_MS
from facedown.table.opening import NewTable
from facedown.table.pool import WorkerPool
from facedown.table.state import TableState
from facedown.table.tables import ServerSettings, Tables
from facedown.table.thinking import choose

BEAT = 0.5
START = 1_700_000_000


class Clock:
    """A clock that only goes on when something takes time."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 0.0  # seconds after the start: small, so that sums are exact to the nanosecond
        patch.setattr(time, "time_ns", lambda: START * 10**9 + round(self.now * 1e9))
        patch.setattr(time, "monotonic_ns", lambda: round(self.now * 1e9))

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    def thinks(self, tables: Tables, cost: Callable[[View], float]) -> None:
        """Bots think here, for as long as this says."""

        async def run(deadline: float, work: Any, *about: Any, **how: Any) -> Json:
            if work is not choose:  # nature's part
                return to_json(work(*about))
            self.now += 0.3  # others' work was before it
            how["begun"]()
            self.now += cost(about[2])
            return to_json(choose(*about))

        tables.pool.run = run  # type: ignore[method-assign]


def cost(view: View) -> float:
    """Longer the more there is to choose, and otherwise by everything that the seat knows."""
    known = zlib.crc32(repr(view).encode()) % 100
    return 0.1 + 0.1 * min(len(view.legal), 2) + known / 1000


class Site:
    """Tables of one server whose clock is the test's."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self.tables, self.clock = tables, clock
        self.names = map("t{}".format, count())

    async def seen_after(self, state: TableState, seat: Seat, bot: str) -> float:
        """After how many seconds a bot's move is seen at a table as it stands."""
        tables, clock = self.tables, self.clock
        before, moves, name = state.head, state.playing().moves, next(self.names)
        seated = BotSeated(seat, bot, "host")
        state.apply(before + 1, state.history[-1].at, "seated", seated)
        clock.now = 0.0
        clock.thinks(tables, lambda view: cost(view) + planned_seconds(state.game, bot))
        await store(tables, name, state, START * 1000 - state.history[-1].at)
        live = await tables.registry.live_table(name)
        while live.state.playing().moves == moves:
            await tables.watching.wait(name, live.state.head, AMPLE)
        moved = next(r for r in live.state.history[before:] if isinstance(r.event, Step))
        assert moved.event.by == f"bot:{bot}"  # type: ignore[attr-defined]
        await tables.tasks.drain()
        return moved.at / 1000 - START


def at_two_sites(clock: Clock, scene: Callable[[Site, Site], Awaitable[None]]) -> None:
    """Runs a scene with two servers that are equal but for what lies face down there."""
    settings = ServerSettings(pace=BEAT, workers=1)

    async def run() -> None:
        async with (
            asyncio.timeout(AMPLE),
            Tables.open("", settings, clock.sleep) as here,
            Tables.open("", settings, clock.sleep) as there,
        ):
            await scene(Site(here, clock), Site(there, clock))

    asyncio.run(run())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr("facedown.table.tables.new_token", lambda: "the same at every site here")
    monkeypatch.setattr(WorkerPool, "start", AsyncMock())
    return Clock(monkeypatch)


async def compare(here: Site, there: Site, name: str, most: int) -> None:
    """Plays games, and has bots move in positions of them and in others that look alike."""
    games = (Played(GAMES[name](), seed) for seed in count())
    played, compared = next(games), 0
    bot = next(iter(roster_of(played.true.game).bots))
    while compared < most:
        if played.true.status != "playing":
            played = next(games)
        seat, action = played.choose()
        step = played.moves(played.true, seat, action)
        assert step is not None
        if played.rng.random() < OFTEN.get(name, 0.3):
            other = played.otherwise((seat + 1) % played.spec.seats)
            true = copy_of(played, played.true)
            if other is not None and seat in other.actors:
                seen = await here.seen_after(true, seat, bot)
                assert seen == await there.seen_after(other, seat, bot)
                assert round(seen, 3) >= BEAT
                compared += 1
        played.happen(played.true, step)


def copy_of(played: Played, state: TableState) -> TableState:
    copy = TableState(state.spec)
    for event in played.done:
        played.happen(copy, event)
    return copy


@pytest.mark.parametrize("name", [name for name in GAMES if name != "solver"])
def test_a_bot_s_move_is_seen_when_it_is_whatever_it_holds(name: str, clock: Clock) -> None:
    at_two_sites(clock, lambda here, there: compare(here, there, name, 4))


@pytest.mark.parametrize("bot", ["careful", "strong:seconds=4"])
def test_a_bot_that_can_protect_takes_as_long_as_one_that_cannot(bot: str, clock: Clock) -> None:
    """A window for protecting (L10): one move where it holds no protect, two where it does."""
    played = Played(new_game("solid", 2), 1)
    windows: dict[int, TableState] = {}
    while len(windows) < 2:
        seat, action = played.choose()
        windows = {}
        asked = seat
        if open_question(played.true.game, played.true.playing().view(seat)) is not None:
            for _ in range(20):
                state = played.otherwise(1 - seat)
                assert state is not None
                windows[min(len(state.playing().view(seat).legal), 2)] = state
        step = played.moves(played.true, seat, action)
        assert step is not None
        played.happen(played.true, step)

    async def scene(here: Site, there: Site) -> None:
        alone = await here.seen_after(windows[1], asked, bot)
        assert alone == await there.seen_after(windows[2], asked, bot)
        assert alone >= SHORTEST_MS / 1000

    at_two_sites(clock, scene)


def test_how_long_a_guess_takes_to_answer_tells_nothing_of_the_rule(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside the catalogue an answer is worked out, which takes as long as the secret rule says.

    Once it was worked out it is remembered, at any table with that rule.
    """
    guess = Solver().normal_form(Guess("red or the sum of the numbers of the last 2 cards is even"))

    def slowly(secret: Rule, guessed: Rule, **_: bool) -> str:
        clock.now += 0.001 + zlib.crc32(repr(secret).encode()) % 100 / 200
        return "0"

    monkeypatch.setattr("facedown.deduce.rules.parts.answer", slowly)
    monkeypatch.setattr("facedown.games.solver.judging._remembered", {})
    took: list[float] = []

    async def scene(seed: str, options: dict[str, bool | int | str]) -> None:
        settings = ServerSettings(pace=BEAT, workers=1)
        async with asyncio.timeout(AMPLE), Tables.open("", settings, clock.sleep) as tables:
            party = await Party.at(tables, NewTable("solver", 1, options, seed=seed))
            live = await tables.registry.live_table(party.table)
            await party.move(0, live.state.playing().legal_moves(0)[0][1])
            begun = clock.now
            await party.move(0, guess)
            took.append(round(clock.now - begun, 6))

    for seed in ("1", "2", "3", "3"):
        asyncio.run(scene(seed, {"level": 2}))
    assert took == [2 * BEAT] * 4
