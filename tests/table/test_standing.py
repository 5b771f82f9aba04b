"""Answers in advance at a table: kept, played at their pace, and told to nobody else."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
from collections.abc import Awaitable, Callable, Iterator

import pytest
from tests.table.scenes import AMPLE, QUICK, Party
from tests.toys.skirmish import Skirmish

from facedown.core.errors import UnknownName
from facedown.core.match import Match
from facedown.core.registry import override_game
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.standing import Answer, StandingAnswer
from facedown.table.acts.answer_in_advance import AnswerInAdvance, SaidInAdvance
from facedown.table.acts.claim import Claimed, ClaimSeat
from facedown.table.acts.leave import Leave
from facedown.table.acts.open_seat import OpenSeat
from facedown.table.acts.play import Step
from facedown.table.acts.start import Started
from facedown.table.acts.undo import Undo
from facedown.table.clock import LONGEST_MS, SHORTEST_MS, Pace
from facedown.table.errors import NotAllowed, NotYet, TableError
from facedown.table.opening import NewTable
from facedown.table.state import (
    Clock,
    Settings,
    TableEvent,
    TableState,
    event_from_json,
    event_to_json,
    new_spec,
)
from facedown.table.tables import Tables
from facedown.table.watching import frames, info_of, take

GIVE, WARD = 2, 3
CONFLICT = NewTable("skirmish", 2)


@pytest.fixture(autouse=True)
def _skirmish() -> Iterator[None]:
    with override_game(Skirmish):
        yield


class Time:
    """Time that passes at once when something waits for it."""

    def __init__(self, passed: list[float]) -> None:
        self.slept: list[float] = []
        self._passed = passed
        self.held = asyncio.Event()
        self.held.set()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self.held.wait()
        self._passed.append(seconds)


Scene = Callable[[Tables, Time], Awaitable[None]]


def play(scene: Scene, passed: list[float], url: str = "") -> None:
    """Runs a scene at tables where no time is really waited for."""

    async def run() -> None:
        time = Time(passed)
        async with asyncio.timeout(60), Tables.open(url, QUICK, time.sleep) as tables:
            await scene(tables, time)

    asyncio.run(run())


def seed_with(*shields: bool) -> str:
    """A seed that deals these shields."""
    for seed in map(str, range(200)):
        match = Match(Skirmish(len(shields)), seed=seed)
        if all(match.view(s).shield == has for s, has in enumerate(shields)):  # type: ignore[attr-defined]
            return seed
    raise AssertionError("no such deal")


async def at(tables: Tables, *shields: bool, settings: Settings | None = None) -> Party:
    asked = NewTable("skirmish", len(shields), seed=seed_with(*shields), settings=settings)
    return await Party.at(tables, asked)


async def moves(tables: Tables, party: Party, viewer: int | None = None) -> list[str]:
    """What was played, in words, by seats."""
    secret = None if viewer is None else party.secrets[viewer]
    told = [
        move
        for frame in await tables.watching.feed(party.table, secret)
        for move in frame.form().get("moves", ())
    ]
    return [move["move"]["move"] for move in told if move["seat"] >= 0]


async def answered(tables: Tables, party: Party, asked: int) -> int:
    """Waits until what this event asked is answered by itself; the number of that event."""
    now = await tables.watching.wait(party.table, asked, AMPLE)
    assert now > asked, "nothing was played by itself"
    return now


@pytest.mark.parametrize("shield", [True, False])
@pytest.mark.parametrize("answer", ["decline", "always"])
def test_an_answer_is_played_by_itself(
    answer: Answer, shield: bool, pass_seconds: list[float]
) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, True, shield)
        await tables.do(
            party.table, AnswerInAdvance(question="shield", answer=answer), party.secrets[1]
        )
        await answered(tables, party, await party.move(0, 1))
        played = "ward" if answer == "always" and shield else "give"
        assert await moves(tables, party) == ["attack", played]

    play(scene, pass_seconds)


def test_who_says_ask_me_is_asked(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, True, True)
        table, secret = party.table, party.secrets[1]
        await tables.do(table, AnswerInAdvance(question="shield", answer="decline"), secret)
        await tables.do(table, AnswerInAdvance(question="shield", answer="ask"), secret)
        await party.move(0, 1)
        await tables.tasks.drain()
        assert (await tables.watching.info(table)).actors == (1,)
        assert time.slept == []

    play(scene, pass_seconds)


def test_an_answer_for_a_turn_ends_with_it(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, False, True)
        table, secret = party.table, party.secrets[1]
        await tables.do(table, AnswerInAdvance(question="shield", answer="always"), secret)
        await tables.do(
            table, AnswerInAdvance(question="shield", answer="decline", lasts="turn"), secret
        )
        now = StandingAnswer("shield", "decline", "turn", 0)
        assert await tables.watching.said_in_advance(table, secret) == (now,)
        await answered(tables, party, await party.move(0, 1))
        later = StandingAnswer("shield", "always", "table", 0)
        assert await tables.watching.said_in_advance(table, secret) == (later,)
        assert await moves(tables, party) == ["attack", "give"]

    play(scene, pass_seconds)


def test_it_outlasts_the_server(sqlite_url: str, pass_seconds: list[float]) -> None:
    kept: list[Party] = []

    async def before(tables: Tables, time: Time) -> None:
        time.held.clear()
        kept.append(await at(tables, True, True))
        await tables.do(
            kept[0].table, AnswerInAdvance(question="shield", answer="always"), kept[0].secrets[1]
        )
        await kept[0].move(0, 1)

    async def after(tables: Tables, time: Time) -> None:
        party = Party(tables, kept[0].table, "", kept[0].secrets)
        await tables.watching.wait(party.table, 5, AMPLE)
        assert await moves(tables, party) == ["attack", "ward"]

    play(before, pass_seconds, sqlite_url)
    play(after, pass_seconds, sqlite_url)


def test_a_move_taken_back_is_made_by_hand(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, True, True)
        table, secret = party.table, party.secrets[1]
        await tables.do(table, AnswerInAdvance(question="shield", answer="decline"), secret)
        await answered(tables, party, await party.move(0, 1))
        await tables.do(table, Undo(), secret)
        await tables.tasks.drain()
        assert (await tables.watching.info(table)).actors == (1,)
        await party.move(1, WARD)
        assert await moves(tables, party) == ["attack", "give", "ward"]

    play(scene, pass_seconds)


def test_an_answer_by_hand_comes_before_one_in_advance(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, True, True)
        time.held.clear()
        await tables.do(
            party.table, AnswerInAdvance(question="shield", answer="decline"), party.secrets[1]
        )
        await party.move(0, 1)
        await party.move(1, WARD)
        time.held.set()
        await tables.tasks.drain()
        assert await moves(tables, party) == ["attack", "ward"]

    play(scene, pass_seconds)


def test_what_cannot_be_said_is_refused_and_changes_nothing(
    pass_seconds: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        made = await tables.create(CONFLICT)
        early = await tables.do(made.table, ClaimSeat(seat=0))
        with pytest.raises(NotYet):
            await tables.do(
                made.table, AnswerInAdvance(question="shield", answer="always"), early.secret
            )
        party = await at(tables, True, True)
        table, secret = party.table, party.secrets[0]
        head = (await tables.watching.info(table)).head
        with pytest.raises(UnknownName, match="no question 'sword'"):
            await tables.do(table, AnswerInAdvance(question="sword", answer="always"), secret)
        with pytest.raises(NotAllowed):
            await tables.do(table, AnswerInAdvance(question="shield", answer="always"), "x" * 43)
        with pytest.raises(NotAllowed):
            await tables.watching.said_in_advance(table, "x" * 43)
        assert (await tables.watching.info(table)).head == head
        monkeypatch.setattr("facedown.table.acts.answer_in_advance.MOST_ANSWERS", 1)
        await tables.do(
            table, AnswerInAdvance(question="shield", answer="always", client="a"), secret
        )
        assert (
            await tables.do(
                table, AnswerInAdvance(question="shield", answer="always", client="a"), secret
            )
        ).again
        with pytest.raises(TableError, match="at most 1 times"):
            await tables.do(table, AnswerInAdvance(question="shield", answer="ask"), secret)

    play(scene, pass_seconds)


def test_who_takes_the_seat_over_is_asked(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        asked = NewTable("skirmish", 2, seed=seed_with(True, True), handover=True)
        party = await Party.at(tables, asked)
        table = party.table
        await tables.do(
            table, AnswerInAdvance(question="shield", answer="always"), party.secrets[1]
        )
        await tables.do(table, Leave(), party.secrets[1])
        await tables.do(table, OpenSeat(seat=1), party.host)
        secret = (await tables.do(table, ClaimSeat(seat=1))).secret
        assert [said.answer for said in await tables.watching.said_in_advance(table, secret)] == [
            "ask"
        ]

    play(scene, pass_seconds)


# What others learn: nothing. Neither that there is an answer, nor which, nor from the time.


def others(state: TableState, name: str, viewer: Seat) -> list[str]:
    """All that a viewer gets over the wire, as text."""
    shown = take(name, state, viewer)
    return [
        *(json.dumps(frame.form()) for frame in frames(state, viewer, 0)),
        json.dumps(info_of(name, state, 10**14).form()),
        repr([(one.action, one.record, one.refused) for one in shown.choices]),
        repr((shown.view, shown.events, shown.notes, shown.standing)),
    ]


def copied(state: TableState, change: Callable[[dict[str, object]], None]) -> TableState:
    """The table that these stored events make once each was changed."""
    other = TableState(state.spec)
    for record in state.history:
        form = json.loads(json.dumps(event_to_json(record.event)))
        change(form)
        other.apply(record.seq, record.at, f"c{record.seq}", event_from_json(state.game, form))
    return other


@pytest.mark.parametrize("shield", [True, False])
def test_nobody_else_learns_that_there_is_an_answer(
    shield: bool, pass_seconds: list[float]
) -> None:
    """With other stored answers, or notes in their place, others get the same bytes."""

    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, True, shield, True)
        table = party.table
        await tables.do(
            table, AnswerInAdvance(question="shield", answer="decline"), party.secrets[1]
        )
        await answered(tables, party, await party.move(0, 1))
        state = (await tables.registry.live_table(table)).state

        def as_note(form: dict[str, object]) -> None:
            if form["event"] == "said-in-advance":
                form.clear()
                form.update(event="noted", seat=1, text="n" * 99)

        def otherwise(form: dict[str, object]) -> None:
            if form["event"] == "said-in-advance":
                form.update(answer="always", lasts="turn")

        def took_longer(form: dict[str, object]) -> None:
            if form["event"] == "step" and form["seat"] == 1:
                form["used"] = 99_999

        for change in (as_note, otherwise, took_longer):
            other = copied(state, change)
            for viewer in (0, 2, ONLOOKER):
                assert others(other, table, viewer) == others(state, table, viewer)
            assert others(other, table, 1) != others(state, table, 1)

    play(scene, pass_seconds)


def test_an_answer_is_stored_as_a_move_by_hand_is(pass_seconds: list[float]) -> None:
    """The stored move, and everything that is shown of it, is that of a person who was asked."""

    async def scene(tables: Tables, time: Time) -> None:
        stored = []
        for by_itself in (True, False):
            party = await at(tables, True, True)
            table = party.table
            said: Answer = "decline" if by_itself else "ask"
            await tables.do(
                table, AnswerInAdvance(question="shield", answer=said), party.secrets[1]
            )
            asked = await party.move(0, 1)
            if by_itself:
                await answered(tables, party, asked)
            else:
                await party.move(1, GIVE)
            rows = [json.loads(row.body) for row in await tables.store.events(table)]
            stored.append([row | {"used": 0} for row in rows if row["event"] == "step"])
            log = (await tables.registry.live_table(table)).state.playing().log
            assert not any(entry.note for entry in log.entries)
        assert stored[0] == stored[1]

    play(scene, pass_seconds)


def test_how_long_a_seat_took_is_shown_to_itself_alone(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, True, True)
        pass_seconds.append(5)
        await party.move(0, 1)
        for viewer, told in ((party.secrets[0], True), (party.secrets[1], False), (None, False)):
            step = (await tables.watching.feed(party.table, viewer))[-1]
            assert (step.form()["used"] is not None) == told

    play(scene, pass_seconds)


def dues(answer: Answer, shield: bool, passed: list[float]) -> list[float]:
    """How long the answers of a few tables were put off."""
    found: list[float] = []

    async def scene(tables: Tables, time: Time) -> None:
        for _ in range(12):
            party = await at(tables, True, shield)
            await tables.do(
                party.table, AnswerInAdvance(question="shield", answer=answer), party.secrets[1]
            )
            await answered(tables, party, await party.move(0, 1))
            state = (await tables.registry.live_table(party.table)).state
            asked, done = (record.at for record in state.history[-2:])
            found.append(done - asked)

    play(scene, passed)
    return found


@pytest.mark.parametrize("shield", [True, False])
@pytest.mark.parametrize("answer", ["decline", "always"])
def test_answers_come_within_the_bounds_of_the_law(
    answer: Answer, shield: bool, pass_seconds: list[float]
) -> None:
    took = dues(answer, shield, pass_seconds)
    assert min(took) >= SHORTEST_MS - 5
    assert max(took) <= LONGEST_MS + 60_000  # a busy machine takes its own time
    assert len(set(took)) > 6


def state_of(shield: bool, answer: Answer, settings: Settings) -> TableState:
    """A table at which the second seat is asked, made of the same events at the same moments."""
    spec = new_spec(Skirmish(2), settings, "h" * 64, seed=seed_with(True, shield))
    state = TableState(spec)
    log = spec.new_log(("human",) * 2)
    steps: list[Callable[[], TableEvent]] = [
        lambda: Claimed(0, "Ann", "red", "a" * 64),
        lambda: Claimed(1, "Bob", "blue", "b" * 64),
        lambda: Started(Match.at(state.game, log).propose_start()),
        lambda: SaidInAdvance(1, "shield", answer, "table"),
        lambda: Step(state.playing().propose(0, 1), 0, "human", 5),
    ]
    for number, step in enumerate(steps, 1):
        state.apply(number, 10_000 * number, f"c{number}", step())
    return state


@pytest.mark.parametrize("settings", [Settings(), Settings(clock=Clock(10))])
def test_the_moment_depends_on_neither_hand_nor_answer(settings: Settings) -> None:
    pace = Pace("key")
    found = {
        pace.due("t", state_of(shield, answer, settings), 1)
        for shield in (True, False)
        for answer in ("ask", "decline", "always")
    }
    assert len(found) == 1
    state = state_of(True, "ask", settings)
    assert {Pace(key).due("t", state, 1) for key in ("a", "b")} != {Pace("a").due("t", state, 1)}


def test_the_moments_follow_the_published_law() -> None:
    state = state_of(True, "always", Settings())
    rng = random.Random(5)
    drawn = [Pace(str(rng.random())).due("t", state, 1) - 50_000 for _ in range(4000)]
    assert min(drawn) >= SHORTEST_MS
    assert max(drawn) == LONGEST_MS
    assert 2430 < statistics.mean(drawn) < 2560  # 1000 + 1500, less what the bound cuts off
    assert 0.004 < sum(each == LONGEST_MS for each in drawn) / len(drawn) < 0.016


def test_a_short_clock_is_not_run_out_by_waiting() -> None:
    state = state_of(True, "always", Settings(clock=Clock(10)))
    state.seats[1].used = 8500
    assert Pace("key").due("t", state, 1) <= 50_000 + 500
    state.seats[1].used = 9900
    assert Pace("key").due("t", state, 1) == 50_000


def test_bots_answer_at_the_same_pace(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        asked = NewTable("skirmish", 2, bots={1: "random"}, seed=seed_with(True, False))
        party = await Party.at(tables, asked)
        await answered(tables, party, await party.move(0, 1))
        assert len(time.slept) == 1
        assert (SHORTEST_MS - 1000) / 1000 < time.slept[0] <= LONGEST_MS / 1000

    play(scene, pass_seconds)


def test_a_read_back_plays_nothing(pass_seconds: list[float]) -> None:
    async def scene(tables: Tables, time: Time) -> None:
        party = await at(tables, True, True)
        head, back = await tables.watching.read_back(
            party.table, party.secrets[0], "shout  HOLD it"
        )
        assert back is not None
        assert back.meaning == "2 words for everybody."
        assert (await tables.watching.info(party.table)).head == head
        _, back = await tables.watching.read_back(party.table, party.secrets[0], "attack 2")
        assert back is None
        with pytest.raises(NotAllowed):
            await tables.watching.read_back(party.table, "x" * 43, "shout hold")

    play(scene, pass_seconds)
