"""Several servers over one PostgreSQL store, and one of them killed in the middle of a game."""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, closing
from typing import Any

import httpx
import pytest
from tests.web import browser as web
from tests.web.browser import Server, open_page, wait_until
from tests.web.line import Line
from tests.web.site import Program

from facedown.table.postgres import private_server

SERVERS = 3
ANN, BOB, BOT = range(3)


@pytest.fixture(scope="module")
def started() -> Iterator[list[Server]]:
    with private_server() as store, ExitStack() as stack:
        yield [stack.enter_context(web.serving(store)) for _ in range(SERVERS)]


@pytest.fixture
def servers(started: list[Server]) -> list[Server]:
    """Running servers, all over the same store."""
    for server in started:
        if server.process is None:
            server.start()
    return started


class Listener:
    """A program that follows a table at one server after the other."""

    def __init__(self, bases: list[str], table: str, secret: str) -> None:
        self.bases, self.path = bases, f"/api/tables/{table}/live"
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}
        self.frames: list[dict[str, Any]] = []
        self.moved = 0

    async def listen(self) -> None:
        """Listens until it is cancelled; where a server is gone it goes on at the next."""
        while True:
            base = self.bases[self.moved % len(self.bases)]
            try:
                async with self._stream(base) as lines:
                    async for line in lines:
                        if line.startswith("data: "):
                            self.frames.append(json.loads(line.removeprefix("data: ")))
            except httpx.TransportError:
                await asyncio.sleep(0.05)
            self.moved += 1

    @asynccontextmanager
    async def _stream(self, base: str) -> AsyncIterator[AsyncIterator[str]]:
        since = {"last-event-id": str(len(self.frames))}
        async with (
            httpx.AsyncClient(base_url=base, timeout=60) as http,
            http.stream("GET", self.path, headers={**self.headers, **since}) as answer,
        ):
            assert answer.status_code == 200
            yield answer.aiter_lines()


class Group:
    """Two people and a bot at one table, whose requests go to whichever server is chosen."""

    def __init__(self, servers: list[Server], rng: random.Random) -> None:
        self.servers, self.rng = servers, rng
        self.table, self.host = "", ""
        self.secrets: list[str] = []
        self.acknowledged: dict[str, int] = {}

    def alive(self) -> list[str]:
        """The addresses of the servers that are up."""
        return [server.base for server in self.servers if server.process is not None]

    async def ask(
        self,
        path: str,
        body: Any = None,
        *,
        who: int = -1,
        at: int | None = None,
        status: int = 200,
    ) -> Any:
        """An answer of one of the servers; sent again, the very same, where one is gone."""
        for _ in range(500):
            base = self.rng.choice(self.alive()) if at is None else self.servers[at].base
            program = Program(base, "" if who < 0 else self.secrets[who])
            try:
                async with program.http:
                    return await program.ask(path, body, status)
            except httpx.TransportError:
                at = None
                await asyncio.sleep(0.1)
        raise AssertionError("no server answers")

    async def open(self, **asked: Any) -> None:
        """Opens a table at the first server; Ann sits down there and Bob at the second."""
        made = await self.ask("/tables", asked, at=0, status=201)
        self.table, self.host = f"/tables/{made['table']}", made["host_secret"]
        self.secrets = []
        for seat in (ANN, BOB):
            taken = await self.ask(f"{self.table}/claim", {"seat": seat}, at=seat, status=201)
            self.secrets.append(taken["secret"])

    async def act(self, who: int, number: int) -> None:
        """Makes a random move, now and then sent to two servers at once."""
        open_to = await self.ask(f"{self.table}/moves", who=who)
        if not open_to["moves"]:
            return
        action = self.rng.choice(open_to["moves"])["action"]
        body = {"action": action, "expected": open_to["head"], "client": f"m{number}"}
        times = 2 if self.rng.random() < 0.5 else 1
        told = await asyncio.gather(
            *(self.ask(f"{self.table}/moves", body, who=who) for _ in range(times))
        )
        (seq,) = {answer["seq"] for answer in told}
        self.acknowledged[f"m{number}"] = seq

    async def until_over(self, kill_after: int) -> None:
        """Plays on; after so many moves the first server is killed with requests under way."""
        for number in range(400):
            info = await self.ask(self.table)
            if info["status"] == "over":
                return
            people = [seat for seat in info["actors"] if seat != BOT]
            if not people:
                await self.ask(f"{self.table}/events?after={info['head']}&wait=10")
                continue
            if number >= kill_after and self.servers[0].process is not None:
                talk = {"text": "Are you still there?", "client": "talk"}
                saying = asyncio.ensure_future(self.ask(f"{self.table}/chat", talk, who=ANN, at=0))
                await asyncio.sleep(self.rng.random() / 50)
                await asyncio.to_thread(self.servers[0].stop, signal.SIGKILL)
                self.acknowledged["talk"] = (await saying)["seq"]
            await self.act(self.rng.choice(people), number)


def test_a_game_on_three_servers_of_which_one_is_killed(servers: list[Server]) -> None:
    async def scene() -> None:
        group = Group(servers, random.Random(7))
        await group.open(
            game="suspense",
            seats=3,
            options={"goal": 0},
            bots={str(BOT): "careful"},
            settings={"clock": {"bank": 600, "increment": 5}},
        )
        bases = [server.base for server in servers]
        name = group.table.rpartition("/")[2]
        listeners = [
            Listener(bases[at:] + bases[:at], name, secret)
            for at in range(SERVERS)
            for secret in (*group.secrets, "")
        ]
        listening = [asyncio.ensure_future(each.listen()) for each in listeners]
        await group.until_over(kill_after=2)
        assert servers[0].process is None, group.acknowledged

        feeds = [await group.ask(f"{group.table}/events", at=at) for at in (1, 2)]
        head = feeds[0]["head"]
        assert feeds[0] == feeds[1]
        assert [frame["seq"] for frame in feeds[0]["events"]] == list(range(1, head + 1))
        async with asyncio.timeout(120):
            while any(len(each.frames) < head for each in listeners):
                await asyncio.sleep(0.05)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for each in listeners:
            assert [frame["seq"] for frame in each.frames] == list(range(1, head + 1))
        assert listeners[2].frames == feeds[0]["events"]
        assert any(each.moved for each in listeners)
        _check(feeds[0]["events"], group)
        times = [
            [seat["left"] for seat in (await group.ask(group.table, at=at))["seats"]]
            for at in (1, 2)
        ]
        assert times[0] == times[1], "the clocks of a finished game stand, and are the same"
        assert all(left is not None and left > 0 for left in times[0])

    asyncio.run(asyncio.wait_for(scene(), 150))


def _check(events: list[dict[str, Any]], group: Group) -> None:
    steps = [event for event in events if event["kind"] == "step"]
    by_bot = [event for event in steps if event["seat"] == BOT]
    assert by_bot
    assert {event["by"] for event in by_bot} == {"bot:careful"}
    assert {event["instead"] for event in by_bot} == {""}
    ours = {event["seq"] for event in steps if event["seat"] != BOT}
    talk = group.acknowledged.pop("talk")
    assert ours == set(group.acknowledged.values()), "every move once, and none that nobody made"
    assert [event["seq"] for event in events if event["kind"] == "said"] == [talk]


def test_taking_back_and_talking_across_servers(servers: list[Server]) -> None:
    async def scene() -> None:
        group = Group(servers, random.Random(1))
        await group.open(game="turing", seats=2, options={"cards": "4,9,11,14"})
        code = {"move": {"move": "propose", "code": "123"}, "client": "one"}
        first = await group.ask(f"{group.table}/moves", code, who=ANN, at=0)
        back = await group.ask(f"{group.table}/undo", {"client": "two"}, who=ANN, at=1)
        again = await group.ask(f"{group.table}/moves", {**code, "client": "three"}, who=ANN, at=2)
        said = await group.ask(f"{group.table}/chat", {"text": "Go on"}, who=BOB, at=0)
        seen = [first["seq"], back["seq"], again["seq"], said["seq"]]
        assert seen == list(range(seen[0], seen[0] + 4))
        for at in range(SERVERS):
            told = await group.ask(f"{group.table}/events?after={seen[0] - 1}", at=at)
            kinds = [event["kind"] for event in told["events"]]
            assert kinds == ["step", "undone", "step", "said"]

    asyncio.run(asyncio.wait_for(scene(), 60))


def test_pages_at_different_servers_and_one_that_is_moved(servers: list[Server]) -> None:
    # Ann's proxy has the first server, and the second when that is gone; Bob is at the third.
    addresses = [servers[0].base, servers[1].base]
    with web.chromium() as browser, closing(Line(addresses)) as line:
        ann, bob = open_page(browser), open_page(browser)
        ann.goto(f"{line.base}/games/turing")
        ann.select_option("#seats", label="2")
        ann.click("text=Of your own making")
        ann.fill("#option-cards", "4,9,11,14")
        ann.click("text=Open the table")
        ann.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))
        bob.goto(f"{servers[2].base}/t/{ann.url.rpartition('/')[2]}?sat=2")
        bob.click("text=Sit down on seat 2")
        for page in (ann, bob):
            wait_until(page, "() => document.getElementById('table').dataset.mine === 'yes'")
        ann.click("#tab-story")
        ann.fill("#say-text", "half a sen")

        servers[0].stop(signal.SIGKILL)
        bob.click("#tab-story")
        bob.fill("#say-text", "Is one of them gone?")
        bob.click("text=Say it")
        heard = "() => document.getElementById('log').textContent.includes('{}')"
        for page in (ann, bob):
            wait_until(page, heard.format("Is one of them gone?"), 20)
        assert ann.input_value("#say-text") == "half a sen"
        ann.fill("#say-text", "I did not notice")
        ann.click("text=Say it")
        wait_until(bob, heard.format("I did not notice"))
        assert web.state(ann, "me") == "0"
        assert not web.errors(bob)
        ann.context.close()
        bob.context.close()
