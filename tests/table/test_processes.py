"""Several processes over one store: one order, no gap, nothing twice, nobody waits for ever."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, event
from tests.table.client import Client, Refused, hosted
from tests.table.scenes import QUICK, Party

from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.play import play
from facedown.table.acts.rename import Rename
from facedown.table.acts.say import Say
from facedown.table.opening import NewTable
from facedown.table.store import Store
from facedown.table.tables import ServerSettings, Tables, served_from

SEATS = 4
PROCESSES = 4
CLIENTS_OF_EACH = 8
MESSAGES = 12


@contextlib.asynccontextmanager
async def several(url: str, folder: Path, count: int) -> AsyncIterator[list[Path]]:
    sockets = [folder / f"host{number}" for number in range(count)]
    async with contextlib.AsyncExitStack() as stack:
        hosts = [stack.enter_async_context(hosted(url, socket)) for socket in sockets]
        await asyncio.gather(*hosts)
        yield sockets


class Hammer:
    """A client that moves for any seat and talks, as fast as it can."""

    def __init__(self, sockets: list[Path], number: int, table: str, secrets: list[str]) -> None:
        self.rng = random.Random(number)
        self.number, self.table, self.secrets = number, table, secrets
        mine = number % len(sockets)
        self.near, self.far = Client(sockets[mine]), Client(sockets[mine - 1])
        self.acknowledged: dict[str, int] = {}
        self.refused: list[str] = []

    async def run(self) -> None:
        for turn in range(MESSAGES):
            await self._once(f"c{self.number}.{turn}")
        self.near.close()
        self.far.close()

    async def _once(self, client: str) -> None:
        seat = self.rng.randrange(SEATS)
        message: dict[str, Any] = {"table": self.table, "secret": self.secrets[seat]}
        if self.rng.random() < 0.5:
            message |= {"do": "chat", "text": client}
        else:
            legal = await self.near("legal", **message)
            # Without declarations, so that the game does not end under the hammers.
            moves = [move for move in legal["moves"] if not move.get("solve")]
            if not moves:
                return
            move = self.rng.choice(moves)
            message |= {"do": "moves", "move": move, "expected": legal["head"]}
        senders = [self.near]
        if self.rng.random() < 0.3:
            senders.append(self.far)  # an impatient client that tries another server as well
        answers = await asyncio.gather(
            *(sender(client=client, **message) for sender in senders), return_exceptions=True
        )
        numbers = set()
        for answer in answers:
            if isinstance(answer, Refused):
                self.refused.append(answer.name)
            elif isinstance(answer, BaseException):
                raise answer
            else:
                numbers.add(answer["seq"])
        assert len(numbers) <= 1, f"one message was stored as {numbers}"
        if numbers:
            self.acknowledged[f"{seat}.1/{client}"] = numbers.pop()


async def hammer(url: str, folder: Path) -> tuple[list[Hammer], str, list[list[Any]]]:
    async with several(url, folder, PROCESSES) as sockets:
        first = Client(sockets[0])
        made = await first(
            "create", game="turing", seats=SEATS, options={"rounds": 99, "cards": "4,9,11,14"}
        )
        table = made["table"]
        secrets = [f"{seat}" * 40 for seat in range(SEATS)]
        for secret in secrets:
            await first("claim", table=table, secret=secret)
        count = PROCESSES * CLIENTS_OF_EACH
        hammers = [Hammer(sockets, number, table, secrets) for number in range(count)]
        async with asyncio.timeout(120):
            await asyncio.gather(*(each.run() for each in hammers))
        feeds = []
        for socket in sockets:
            client = Client(socket)
            feeds.append(await client("feed", table=table, secret=secrets[0]))
            client.close()
        first.close()
    return hammers, table, feeds


def test_four_processes_and_32_clients_on_one_table(postgres_url: str, tmp_path: Path) -> None:
    hammers, table, feeds = asyncio.run(hammer(postgres_url, tmp_path))
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as connection:
        rows = connection.execute(
            "SELECT seq, client FROM events WHERE table_name = %s ORDER BY seq", (table,)
        ).fetchall()
        found = connection.execute(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    assert found == (0,)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    stored = {client: seq for seq, client in rows}
    assert len(stored) == len(rows)
    acknowledged = {key: seq for each in hammers for key, seq in each.acknowledged.items()}
    assert {key: stored.get(key) for key in acknowledged} == acknowledged
    # Whatever is stored was acknowledged, apart from how the table came to be.
    assert len(acknowledged) == len(rows) - SEATS - 1
    assert len(acknowledged) > PROCESSES * CLIENTS_OF_EACH * MESSAGES / 3
    refused = {name for each in hammers for name in each.refused}
    assert refused <= {"OutOfDate", "IllegalMove"}
    assert all(feed == feeds[0] for feed in feeds)
    assert [frame["seq"] for frame in feeds[0]] == list(range(1, len(rows) + 1))


async def pass_on(url: str, folder: Path) -> None:
    """A viewer at one process sees what was said at another."""
    async with several(url, folder, 1) as (socket,), Tables.open(url) as tables:
        client = Client(socket)
        table = (await client("create", game="turing", seats=2))["table"]
        await client("claim", table=table, secret="0" * 40)
        watching = tables.watching.subscribe(table, None, 1)
        next_frame = asyncio.ensure_future(anext(watching))
        await asyncio.sleep(0.5)
        await client("chat", table=table, secret="0" * 40, text="hello")
        frame = await asyncio.wait_for(next_frame, 60)
        assert (frame.seq, frame.kind, frame.form()["text"]) == (2, "said", "hello")
        client.close()
        # What is stored here is seen there at once, though it is another process.
        assert (await tables.do(table, Say(text="hi"), "0" * 40)).seq == 3
        await watching.aclose()


def test_what_one_process_stores_another_shows(store_url: str, tmp_path: Path) -> None:
    asyncio.run(pass_on(store_url, tmp_path))


def test_a_seat_claimed_at_one_process_is_known_at_another(postgres_url: str) -> None:
    async def scene() -> None:
        async with (
            Tables.open(postgres_url, QUICK) as near,
            Tables.open(postgres_url, QUICK) as far,
        ):
            table = (await near.create(NewTable("turing", 2))).table
            await far.watching.info(table)
            assert far.store._listener is not None
            far.store._listener._notified = lambda _names: None  # news are slow
            secret = (await near.do(table, ClaimSeat(name="Ann"))).secret
            # Behind a proxy the next request may come to anybody.
            assert (await far.do(table, Rename(name="Ann Lee"), secret)).seq == 2
            assert (await near.do(table, Say(text="hello"), secret)).seq == 3

    asyncio.run(scene())


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def test_broken_connections_are_made_again(postgres_url: str) -> None:
    async def scene() -> None:
        async with (
            Tables.open(postgres_url, QUICK) as near,
            Tables.open(postgres_url, QUICK) as far,
        ):
            party = await Party.at(near, NewTable("turing", 2))
            ann = party.secrets[0]
            head = (await far.watching.info(party.table)).head
            with psycopg.connect(postgres_url.replace("+psycopg", ""), autocommit=True) as other:
                other.execute(CUT)
            said = await near.do(party.table, Say(text="still there?"), ann)
            assert said.seq == head + 1
            assert await far.watching.wait(party.table, head, 60) == head + 1
            # And what is stored from now on is heard again, without anybody asking the store.
            live = await far.registry.live_table(party.table)
            waiting = asyncio.ensure_future(live.changed())
            await near.do(party.table, Say(text="and now?"), ann)
            await asyncio.wait_for(waiting, 40)
            assert live.state.head == head + 2

    asyncio.run(scene())


class Thinking:
    """Counts the moves that the bots of some tables are asked for."""

    def __init__(self, tables: Tables) -> None:
        self.asked = 0
        self.dead = False
        self._run = tables.pool.run
        tables.pool.run = self.run  # type: ignore[method-assign]

    async def run(self, deadline: float, work: Any, *arguments: Any, **more: Any) -> Any:
        """Passes it on."""
        self.asked += 1
        if self.dead:
            await asyncio.sleep(1000)
        return await self._run(deadline, work, *arguments, **more)


def test_a_bot_thinks_in_one_process_and_in_another_when_that_is_gone(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = NewTable("suspense", 2, {"goal": 50}, {1: "beginner"}, seed="1")
    patient = ServerSettings(bot_seconds=30.0, workers=1)

    async def scene() -> None:
        async with (
            asyncio.timeout(180),
            Tables.open(store_url, patient) as near,
            Tables.open(store_url, patient) as far,
        ):
            party = await Party.at(near, asked)
            ann = party.secrets[0]
            for number, server in enumerate((near, far)):
                await server.do(party.table, Say(text=f"hello {number}"), ann)
            while near.store.exclusive or far.store.exclusive:
                await asyncio.sleep(0.05)
            while 1 in (await near.watching.info(party.table)).actors:
                await asyncio.sleep(0.05)
            # From here on neither may leave a move to the other.
            monkeypatch.setattr("facedown.table.bots.OTHERS_SECONDS", 1000.0)
            here, there = Thinking(near), Thinking(far)
            watching = asyncio.ensure_future(far.watching.wait(party.table, 10_000, 1000))
            rng = random.Random(1)
            before = moves = len(await bots_moves(far, party.table))
            for turn in range(40):
                # Ann goes from one process to the other, and each sees to what follows from it.
                server = (near, far)[moves % 2]
                info = await server.watching.info(party.table)
                while 0 not in info.actors:
                    info = await server.watching.info(party.table)
                    await asyncio.sleep(0.02)
                open_to = (await server.watching.snapshot(party.table, ann)).legal
                await server.do(party.table, play(rng.choice(open_to)[0], client=f"a{turn}"), ann)
                while 1 in (await server.watching.info(party.table)).actors:
                    await asyncio.sleep(0.02)
                moves = len(await bots_moves(far, party.table))
                if moves == before + 4:
                    break
            assert here.asked + there.asked == moves - before
            assert min(here.asked, there.asked) > 0

            monkeypatch.setattr("facedown.table.bots.OTHERS_SECONDS", 1.0)
            for server in (near, far):
                live = await server.registry.live_table(party.table)
                if live.standby is not None:  # it waits as long as was said before
                    live.standby.cancel()
                    live.standby = None
            here.dead = True
            open_to = (await near.watching.snapshot(party.table, ann)).legal
            await near.do(party.table, play(rng.choice(open_to)[0], client="last"), ann)
            while len(await bots_moves(far, party.table)) == moves:
                await asyncio.sleep(0.1)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    asyncio.run(scene())


def test_whoever_wakes_at_the_same_time_reads_the_store_once(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred watchers of a table cost the store as much as one, and none sees less."""

    async def scene() -> None:
        patient = ServerSettings(workers=1)
        async with (
            asyncio.timeout(60),
            Tables.open(store_url, patient) as near,
            Tables.open(store_url, patient) as far,
        ):
            party = await Party.at(near, NewTable("suspense", 2, seed="1"))
            while near.store.exclusive or far.store.exclusive:
                await asyncio.sleep(0.05)
            await far.watching.info(party.table)
            looks = 0
            events = far.store.events

            async def counted(name: str, after: int = 0) -> Any:
                nonlocal looks
                looks += 1
                return await events(name, after)

            monkeypatch.setattr(far.store, "events", counted)
            for number in range(3):
                said = await near.do(party.table, Say(text=f"hello {number}", name="Ann"))
                shots = [far.watching.snapshot(party.table) for _ in range(100)]
                heads = {shot.head for shot in await asyncio.gather(*shots)}
                assert heads == {said.seq}
            assert 3 <= looks <= 9  # a look for what was announced, and one for all who ask

    asyncio.run(scene())


def test_whoever_waits_again_and_again_is_told_and_reads_nothing(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred streams of a table cost the store one look for each event that others store."""

    async def scene() -> None:
        patient = ServerSettings(workers=1)
        async with (
            asyncio.timeout(60),
            Tables.open(store_url, patient) as near,
            Tables.open(store_url, patient) as far,
        ):
            party = await Party.at(near, NewTable("suspense", 2, seed="1"))
            while near.store.exclusive or far.store.exclusive:
                await asyncio.sleep(0.05)
            start = (await far.watching.info(party.table)).head
            last, looks = start + 3, 0
            events = far.store.events

            async def counted(name: str, after: int = 0) -> Any:
                nonlocal looks
                looks += 1
                return await events(name, after)

            async def watch() -> list[int]:
                seen: list[int] = [start]
                while seen[-1] < last:
                    await far.watching.wait(party.table, seen[-1], 30, fresh=False)
                    told = await far.watching.feed(party.table, None, seen[-1], fresh=False)
                    seen += [frame.seq for frame in told]
                return seen

            monkeypatch.setattr(far.store, "events", counted)
            watching = [asyncio.create_task(watch()) for _ in range(100)]
            for number in range(3):
                await near.do(party.table, Say(text=f"hello {number}", name="Ann"))
            for seen in await asyncio.gather(*watching):
                assert seen == [*range(start, last + 1)]
            assert 1 <= looks <= 3

    asyncio.run(scene())


async def bots_moves(tables: Tables, table: str) -> list[Any]:
    """The moves of the bot on seat 2."""
    told = await tables.watching.feed(table)
    return [f for f in told if f.kind == "step" and f.form()["seat"] == 1]


@pytest.mark.parametrize("new", [True, False])
def test_a_start_rides_out_a_cut_connection(postgres_url: str, new: bool) -> None:
    """Before whichever of its statements: in an empty store, and in one that is there."""
    address = postgres_url.replace("+psycopg", "")
    if not new:
        Store(postgres_url, lambda _names: None).close()
    cut_at = done = 0

    def cut(*_about: object) -> None:
        nonlocal done
        done += 1
        if done == cut_at:
            with psycopg.connect(address, autocommit=True) as other:
                other.execute(CUT)

    event.listen(Engine, "before_cursor_execute", cut)
    try:
        while done >= cut_at:  # until there is no such statement any more
            cut_at, done = cut_at + 1, 0
            store = Store(postgres_url, lambda _names: None)
            served_from(store)
            assert store.site_value(f"key{cut_at}", lambda: "made once") == "made once"
            store.set_site_value("alive", "0")
            store.close()
            if new:
                with psycopg.connect(address, autocommit=True) as other:
                    other.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    finally:
        event.remove(Engine, "before_cursor_execute", cut)
    assert cut_at > 5
