"""How soon a move that is sent over HTTP is seen by another client, and how many a server carries.

The server is a process of its own; the clients are in this one, on the same machine, and take part
of its time. At each table one client sends moves and another holds a stream of events. The latency
of a move runs from the moment when its first byte is to go out to the moment when the other holds
the event that shows it. Once both are programs over the JSON interface, and once browsers: then the
move is a form, sent as the page's script does, and what is seen is the part of the page that
changes as HTML. Browsers ask for everything compressed, and are sent it so.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import math
import random
import subprocess
import sys
import time
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from facedown.core.match import Match
from facedown.core.registry import game_class, game_names
from facedown.core.workshop import Progress
from facedown.lab.benches.tables import (
    LIMIT,
    MOVES,
    RUNG_SECONDS,
    SECONDS_A_MOVE,
    TABLES,
    climb,
    paced,
    stores,
)
from facedown.lab.tools import Bench, Measurement

if TYPE_CHECKING:
    from facedown.web.visitor import Visitor

PAGE_TABLES: Final = 200
"""Fewer than of programs: a move draws a whole page for one and the changing part for another."""
_RUNGS: Final = (25, 50, 100, 150, 200, 300, 400, 500, 600, 800)
RAMP_TABLES: Final = 600
RAMP_MOVES: Final = 2 + math.ceil(2 * sum(_RUNGS) * RUNG_SECONDS / RAMP_TABLES)
"""As many as are made at a table before the climb and in it, where every rung is tried twice."""
_ATTEMPTS: Final = 200
CONNECTIONS: Final = 64


@dataclass(frozen=True, slots=True)
class Scripted:
    """A table that waits for its first move, its game, its seats' secrets, and who moves how."""

    table: str
    game: str
    secrets: tuple[str, ...]
    moves: tuple[tuple[int, int], ...]


def script(
    name: str, seed: str, length: int, seats: int | None = None
) -> tuple[tuple[int, int], ...] | None:
    """So many moves at random, as seats and action numbers; None where the game ends before.

    Of each kind of move there is as much as of any other, else most would be guesses that end it.
    """
    rng = random.Random(seed)
    moves: list[tuple[int, int]] = []
    match = Match(game_class(name)(seats or _seats(name)), seed=seed)
    while len(moves) < length:
        if match.outcome is not None:
            return None
        seat, state = rng.choice(match.actors), match.state()
        kinds: dict[type, list[int]] = {}
        for action in state.legal(seat):
            kinds.setdefault(type(state.move_of(seat, action)), []).append(action)
        action = rng.choice(rng.choice(list(kinds.values())))
        match.play(seat, action)
        moves.append((seat, action))
    return tuple(moves)


def _seats(name: str) -> int:
    return max(2, game_class(name).facts.seats[0])


def scripts(
    length: int, seats: int | None = None
) -> Iterator[tuple[str, str, tuple[tuple[int, int], ...]]]:
    """Games, seeds and moves without end: the same ones in the same order, whatever the machine.

    Only of games that last so long now and then.
    """
    numbers = dict.fromkeys(game_names(), 0)
    while numbers:
        for name in list(numbers):
            moves, seed, last = None, "", numbers[name] + _ATTEMPTS
            while moves is None and numbers[name] < last:
                numbers[name] += 1
                seed = f"bench/{name}/{numbers[name]}"
                moves = script(name, seed, length, seats)
            if moves is not None:
                yield name, seed, moves
            else:
                del numbers[name]


async def prepare(url: str, count: int, length: int, *, seats: int | None = None) -> list[Scripted]:
    """Tables in a store before it is served, each with so many moves to be made.

    With as many seats as are named; else each game with its fewest, but two at least.
    """
    from facedown.table import NewTable, Tables
    from facedown.table.acts.claim import ClaimSeat
    from facedown.table.tables import ServerSettings

    made: list[Scripted] = []
    wanted = list(itertools.islice(scripts(length, seats), count))
    async with Tables.open(url, ServerSettings(workers=1)) as tables:

        async def one(name: str, seed: str, moves: tuple[tuple[int, int], ...]) -> Scripted:
            taken = seats or _seats(name)
            table = (await tables.create(NewTable(name, taken, seed=seed))).table
            secrets = [(await tables.do(table, ClaimSeat())).secret for _ in range(taken)]
            return Scripted(table, name, tuple(secrets), moves)

        for start in range(0, count, 50):
            made += await asyncio.gather(*(one(*each) for each in wanted[start : start + 50]))
    return made


# HTTP, no more of it than is needed: a library would cost more time than the server


class Connection:
    """A connection that is kept for many requests; ``answered`` is the last answer's bytes."""

    def __init__(self, port: int) -> None:
        self.answered = 0
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, head: str, body: str = "") -> int:
        """Sends a request (its first line and headers) and returns the answer's status."""
        while True:
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                return await self._once(head, body, *self._streams)
            self.close()  # the server ends connections that stand idle; messages have an id

    async def _once(
        self, head: str, body: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> int:
        writer.write(f"{head}Host: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        told = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        _, found, rest = told.partition("content-length: ")
        self.answered = int(rest.partition("\r\n")[0]) if found else 0
        await reader.readexactly(self.answered)
        return int(told.split(" ", 2)[1])

    def close(self) -> None:
        """Ends it."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Sizes(NamedTuple):
    """Bytes of an update of a page: as it is read, and as it is sent."""

    raw: int
    sent: int


class Client:
    """One who moves at a table by script, and the seats that watch it.

    ``updates`` are the sizes of what those were sent, ``answers`` what the mover was answered.
    """

    def __init__(
        self,
        port: int,
        free: asyncio.Queue[Connection],
        at: Scripted,
        *,
        pages: bool,
        watchers: Sequence[int] = (1,),
    ) -> None:
        self.times: list[float] = []
        self.updates: list[Sizes] = []
        self.answers: list[int] = []
        self._port, self._free, self._at, self._pages = port, free, at, pages
        self._next = 0
        self._sent = 0.0
        self._seen = asyncio.Event()
        self._visitor = _visitor()
        self._watchers = watchers
        self._waiting: set[int] = set()
        self._watching: list[asyncio.Task[None]] = []

    async def watch(self) -> None:
        """Opens the streams of the seats that watch, and returns when they have begun."""
        for seat in self._watchers:
            begun = asyncio.Event()
            self._watching.append(asyncio.create_task(self._watch(seat, begun)))
            await begun.wait()

    async def _watch(self, seat: int, begun: asyncio.Event) -> None:
        at, head = self._at, len(self._at.secrets) + 1
        base = f"/t/{at.table}" if self._pages else f"/api/tables/{at.table}"
        more = "&changes=yes" if self._pages else ""
        kinds = (b"event: table", b"event: change") if self._pages else (b"event: event",)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        try:
            writer.write(
                f"GET {base}/live?after={head}{more} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"{self._shown(seat)}\r\n".encode()
            )
            async for sent, text in _chunks(reader):
                begun.set()
                if not any(kind in text for kind in kinds):
                    continue
                self.updates.append(Sizes(len(text), sent))
                if seat in self._waiting:
                    self._waiting.remove(seat)
                    if not self._waiting:
                        self.times.append(time.perf_counter() - self._sent)
                        self._seen.set()
        finally:
            writer.close()

    def _shown(self, seat: int) -> str:
        secret = self._at.secrets[seat]
        if self._pages:
            cookie = f"Cookie: visitor={self._visitor.key}; seat={secret}\r\n"
            return f"Accept-Encoding: gzip\r\n{cookie}"
        return f"Authorization: Bearer {secret}\r\n"

    async def move(self) -> None:
        """Makes the next move and waits until the other has seen it."""
        seat, action = self._at.moves[self._next]
        self._next += 1
        self._seen.clear()
        self._waiting = set(self._watchers)
        self._sent = time.perf_counter()
        connection = await self._free.get()
        if self._pages:
            await self._send_form(connection, seat, action)
        else:
            head = f"POST /api/tables/{self._at.table}/moves HTTP/1.1\r\n{self._shown(seat)}"
            body = f'{{"action": {action}, "client": "m{self._next}"}}'
            status = await connection.ask(f"{head}Content-Type: application/json\r\n", body)
            assert status == 200, status
        self._free.put_nowait(connection)
        await self._seen.wait()

    async def _send_form(self, connection: Connection, seat: int, action: int) -> None:
        head = f"POST /t/{self._at.table}/moves HTTP/1.1\r\n{self._shown(seat)}"
        form = urlencode({"csrf": self._visitor.csrf, "seq": "", "action": action, "n": self._next})
        # As the page's script sends it: the stream brings what changes.
        kind = "Content-Type: application/x-www-form-urlencoded\r\nX-Part: table stream\r\n"
        status = await connection.ask(f"{head}{kind}", form)
        self.answers.append(connection.answered)
        assert status in {200, 204}, status

    def made(self) -> bytes:
        """What was done, for the checksum."""
        return repr(self._at.moves[: self._next]).encode()

    def close(self) -> None:
        """Stops watching."""
        for task in self._watching:
            task.cancel()


def _visitor() -> Visitor:
    from facedown.web.visitor import Visitor

    return Visitor("v" * 43, new=False)


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[tuple[int, bytes]]:
    """What a stream sends at a time: its bytes on the wire, and its text."""
    told = await reader.readuntil(b"\r\n\r\n")
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    packed = b"content-encoding: gzip" in told.lower()
    while size := int((await reader.readuntil(b"\r\n")).strip(), 16):
        sent = (await reader.readexactly(size + 2))[:-2]
        yield size, unpack.decompress(sent) if packed else sent


# The server


def host(url: str) -> None:
    """Serves a store without limits for one address, and prints the port; for the bench alone."""
    from facedown.table.tables import ServerSettings
    from facedown.web.guard import Config
    from facedown.web.serve import listen, serve

    sock = listen("127.0.0.1", 0)

    def ready() -> None:
        sys.stdout.write(f"{sock.getsockname()[1]}\n")
        sys.stdout.flush()

    serve(
        sock, url, Config(rates=None, most_streams=1 << 20), ServerSettings(workers=1), ready=ready
    )


@contextlib.contextmanager
def served(url: str) -> Iterator[int]:
    """The port of a server in a process of its own."""
    code = f"from facedown.lab.benches.web import host; host({url!r})"
    process = subprocess.Popen(  # noqa: S603  # this very program
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


@contextlib.asynccontextmanager
async def clients(
    port: int, tables: Sequence[Scripted], *, pages: bool, watchers: Sequence[int] = (1,)
) -> AsyncIterator[list[Client]]:
    """Clients at tables, with the seats at each that watch it."""
    free: asyncio.Queue[Connection] = asyncio.Queue()
    connections = [Connection(port) for _ in range(CONNECTIONS)]
    for connection in connections:
        free.put_nowait(connection)
    made = [Client(port, free, each, pages=pages, watchers=watchers) for each in tables]
    try:
        for start in range(0, len(made), 50):
            await asyncio.gather(*(each.watch() for each in made[start : start + 50]))
        yield made
    finally:
        for client in made:
            client.close()
        for connection in connections:
            connection.close()


def checksum(made: Sequence[Client]) -> str:
    """Proves that the same moves were made."""
    return hashlib.sha256(b"".join(each.made() for each in made)).hexdigest()[:16]


async def _measure(port: int, tables: list[Scripted], progress: Progress) -> list[Measurement]:
    found: list[Measurement] = []
    for pages, at in ((False, tables[:TABLES]), (True, tables[TABLES:])):
        kind = "pages" if pages else "programs"
        progress(f"{len(at):,} tables, {kind}")
        async with clients(port, at, pages=pages) as made:
            times = await paced(made, MOVES, SECONDS_A_MOVE)
            proof = checksum(made)
        what = f"move sent to seen, {len(at):,} tables, {kind}"
        found.append(Measurement(f"{what}, p50", 1000 * times.half, "ms", proof))
        found.append(Measurement(f"{what}, p99", 1000 * times.most, "ms", proof, "< 150 ms"))
    return found


async def _climb(port: int, tables: list[Scripted], progress: Progress) -> list[Measurement]:
    found: list[Measurement] = []
    for pages in (False, True):
        async with clients(port, tables[pages::2], pages=pages) as made:
            await asyncio.gather(*(each.move() for each in made))
            proof = checksum(made)
            best = await climb(made, _RUNGS, progress)
        kind = "pages" if pages else "programs"
        what = f"most moves until p99 > {1000 * LIMIT:.0f} ms, {kind}"
        found.append(Measurement(what, best, "moves/s", proof))
    return found


def _web(progress: Progress) -> Iterator[Measurement]:
    with stores(progress) as urls:
        for kind, url in urls.items():
            progress(f"preparing tables on {kind}")
            both = asyncio.run(prepare(url, TABLES + PAGE_TABLES, MOVES))
            ramps = asyncio.run(prepare(url, 2 * RAMP_TABLES, RAMP_MOVES))
            with served(url) as port:
                measured = asyncio.run(_measure(port, both, progress))
                measured += asyncio.run(_climb(port, ramps, progress))
            for one in measured:
                yield Measurement(f"{one.what}, {kind}", one.value, one.unit, one.checksum, one.aim)


BENCHES: Final = (Bench("web", "the same over HTTP, for programs and for pages in browsers", _web),)
"""The speeds this package claims."""
