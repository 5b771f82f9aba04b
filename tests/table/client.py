"""Clients for the test server: they send a message until it is acknowledged."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Refused(Exception):
    """The server refused: the name of the error and its sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name = name


@asynccontextmanager
async def hosted(url: str, socket: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """A running test server; killed at the end."""
    socket.unlink(missing_ok=True)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        Path(__file__).with_name("host.py"),
        url,
        socket,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}"},
    )
    assert process.stdout is not None
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


class Client:
    """One client with one connection, made again whenever it breaks."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __call__(self, do: str, **message: Any) -> Any:
        """Sends the very same message until there is an answer."""
        line = json.dumps({"do": do, **message}).encode() + b"\n"
        while True:
            try:
                if self._streams is None:
                    self._streams = await asyncio.open_unix_connection(self.socket, limit=1 << 22)
                reader, writer = self._streams
                writer.write(line)
                await writer.drain()
                said = await reader.readline()
                if not said.endswith(b"\n"):
                    raise ConnectionError
            except OSError:
                self.close()
                await asyncio.sleep(0.02)
                continue
            answer = json.loads(said)
            if "error" in answer:
                raise Refused(answer["error"], answer["sentence"])
            return answer["done"]

    def close(self) -> None:
        """Drops the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Player:
    """Plays whole games on all seats of its own tables, one after the other.

    ``acknowledged`` has for each message that was acknowledged its table and number.
    """

    def __init__(self, client: Client, game: str, rng: random.Random) -> None:
        self.client, self.game, self.rng = client, game, rng
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.finished = 0
        self._sent = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Plays until told to stop, and then the message under way to its acknowledgement."""
        while not stop.is_set():
            made = await self.client("create", game=self.game, seats=2)
            table = made["table"]
            secrets = [f"{self.rng.getrandbits(160):040x}" for _ in range(2)]
            for secret in secrets:
                await self.client("claim", table=table, secret=secret)
            while not stop.is_set():
                info = await self.client("info", table=table)
                if info["status"] == "over":
                    self.finished += 1
                    break
                await self._do_something(table, info, secrets)

    async def _do_something(self, table: str, info: Any, secrets: list[str]) -> None:
        seat = self.rng.choice(info["actors"])
        if self.rng.random() < 0.2:
            await self._send(table, seat, "chat", secret=secrets[seat], text=f"{self._sent}")
            return
        open_to = await self.client("legal", table=table, secret=secrets[seat])
        move = self.rng.choice(open_to["moves"])
        await self._send(
            table, seat, "moves", secret=secrets[seat], move=move, expected=open_to["head"]
        )

    async def _send(self, table: str, seat: int, do: str, **message: Any) -> None:
        self._sent += 1
        client = f"m{self._sent}"
        answer = await self.client(do, table=table, client=client, **message)
        self.acknowledged[table, f"{seat}.1/{client}"] = answer["seq"]
