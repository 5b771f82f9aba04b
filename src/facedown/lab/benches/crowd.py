"""What one move costs a server when a crowd watches its table in browsers.

At one table of each game a move is sent after another, as a form, while browsers hold streams of
the table's page: most of them onlookers, some of one seat. What is measured is the processor time
of the server alone, from one move to when all have seen the last, and the bytes that one watcher is
sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

from facedown.core.registry import game_names
from facedown.core.workshop import Progress
from facedown.lab.benches.web import Scripted, checksum, clients, prepare, served
from facedown.lab.tools import Bench, Measurement

WATCHERS: Final = 300
OF_A_SEAT: Final = 30
"""So many of the watchers hold the secret of the second seat."""
MOVES: Final = 10
_PATIENCE: Final = 60.0
_AT_ONCE: Final = 50


class Watcher:
    """A browser that watches: counts the updates it was sent, and their bytes on the wire."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.sizes: list[int] = []
        self._port, self._path, self._cookie = port, path, cookie
        self._came = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Opens the stream, and returns when it has begun."""
        begun = asyncio.Event()
        self._reading = asyncio.create_task(self._read(begun))
        await begun.wait()

    async def _read(self, begun: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(
                f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
                f"{self._cookie}\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
            while size := int(await reader.readuntil(b"\r\n"), 16):
                text = unpack.decompress((await reader.readexactly(size + 2))[:-2])
                begun.set()
                if b"event: table" in text or b"event: change" in text:
                    self.sizes.append(size)
                    self._came.set()
        finally:
            writer.close()

    async def seen(self, updates: int) -> None:
        """Returns when so many updates have come."""
        while len(self.sizes) < updates:
            self._came.clear()
            await self._came.wait()

    def close(self) -> None:
        """Ends it."""
        if self._reading is not None:
            self._reading.cancel()


@contextlib.asynccontextmanager
async def crowd(
    port: int, at: Scripted, watchers: int, of_a_seat: int, moved: int = 0
) -> AsyncIterator[list[Watcher]]:
    """So many watchers of a table, some of them of its second seat, with all streams begun.

    They have seen so many moves.
    """
    path = f"/t/{at.table}/live?after={len(at.secrets) + 1 + moved}&changes=yes"
    cookies = [f"Cookie: seat={at.secrets[1]}\r\n"] * of_a_seat
    cookies += [""] * (watchers - of_a_seat)
    made = [Watcher(port, path, cookie) for cookie in cookies]
    try:
        for start in range(0, len(made), _AT_ONCE):
            await asyncio.gather(*(each.open() for each in made[start : start + _AT_ONCE]))
        yield made
    finally:
        for watcher in made:
            watcher.close()


async def processor_seconds(port: int) -> float:
    """The processor time that the server has taken so far."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    lines = (await reader.read()).decode().splitlines()
    writer.close()
    found = [line for line in lines if line.startswith("process_cpu_seconds_total ")]
    return float(found[0].split(" ")[1])


async def say(port: int, at: Scripted, text: str) -> None:
    """Says something at a table, as its first seat."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps({"text": text}).encode()
    writer.write(
        f"POST /api/tables/{at.table}/chat HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {at.secrets[0]}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    answer = await reader.read()
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(answer.decode())


async def talked(
    port: int, at: Scripted, watchers: int = WATCHERS, of_a_seat: int = OF_A_SEAT
) -> float:
    """Seconds of the server's processor for a line of the chat, after all moves were made."""
    async with crowd(port, at, watchers, of_a_seat, len(at.moves)) as made:
        await say(port, at, "Hello")
        await asyncio.gather(*(each.seen(1) for each in made))
        before = await processor_seconds(port)
        for number in range(MOVES):
            await say(port, at, f"Hello {number}")
            async with asyncio.timeout(_PATIENCE):
                await asyncio.gather(*(each.seen(number + 2) for each in made))
        return (await processor_seconds(port) - before) / MOVES


async def watched(
    port: int, at: Scripted, watchers: int = WATCHERS, of_a_seat: int = OF_A_SEAT
) -> tuple[float, list[int], str]:
    """Seconds of the server's processor for a move, the sizes of updates, and what was done."""
    async with (
        clients(port, [at], pages=True) as (mover,),
        crowd(port, at, watchers, of_a_seat) as made,
    ):
        await mover.move()  # what is loaded with the first drawing is not counted
        await asyncio.gather(*(each.seen(1) for each in made))
        before = await processor_seconds(port)
        for number in range(2, len(at.moves) + 1):
            await mover.move()
            async with asyncio.timeout(_PATIENCE):
                await asyncio.gather(*(each.seen(number) for each in made))
        spent = await processor_seconds(port) - before
        sizes = [size for each in made for size in each.sizes[1:]]
        return spent / (len(at.moves) - 1), sizes, checksum([mover])


def _crowd(progress: Progress) -> Iterator[Measurement]:
    with tempfile.TemporaryDirectory(prefix="facedown-") as folder:
        url = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        tables = asyncio.run(prepare(url, len(game_names()), MOVES))
        with served(url) as port:
            for at in tables:
                progress(f"{at.game}, {WATCHERS} watchers")
                seconds, sizes, proof = asyncio.run(watched(port, at))
                what = f"{WATCHERS} watchers of {at.game}"
                yield Measurement(f"{what}, a move", 1000 * seconds, "ms CPU", proof, "< 300 ms")
                half = statistics.median(sizes)
                yield Measurement(f"{what}, an update", half, "bytes", proof, "< 15,000")
                seconds = asyncio.run(talked(port, at))
                yield Measurement(
                    f"{what}, a chat line", 1000 * seconds, "ms CPU", proof, "< 50 ms"
                )


BENCHES: Final = (
    Bench("crowd", "what a move costs a server when many watch, and what each is sent", _crowd),
)
"""The speeds this package claims."""
