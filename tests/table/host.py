"""A server for tests, with nothing of the web: tables behind a Unix socket, a line a message.

``python tests/table/host.py URL SOCKET`` prints "ready" and serves until it is told to stop or
killed. A message is ``{"do": ACT, …}``; the answer is ``{"done": …}`` or ``{"error": …}``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Any

from facedown.core.codec import to_json
from facedown.core.errors import FacedownError
from facedown.core.moves import move_to_json
from facedown.table.all_acts import ACTS
from facedown.table.opening import NewTable
from facedown.table.tables import ServerSettings, Tables


async def answer(tables: Tables, message: dict[str, Any]) -> Any:
    """Does what a message asks and returns the answer's JSON."""
    do = message.pop("do")
    if do == "create":
        made = await tables.create(
            NewTable(message["game"], message.get("seats"), message.get("options", {}))
        )
        return to_json(made)
    if do == "legal":
        shot = await tables.watching.snapshot(**message)
        return {"head": shot.head, "moves": [move_to_json(move) for _, move in shot.legal]}
    if do == "feed":
        return [frame.form() for frame in await tables.watching.feed(**message)]
    if do == "info":
        return to_json(await tables.watching.info(**message))
    kind, table = ACTS[do], message.pop("table")
    secret = None if kind.who == "anybody" else message.pop("secret", None)
    return to_json(await tables.do(table, kind.read(message), secret))


async def serve(url: str, socket: str) -> None:
    """Serves until it is cancelled."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                try:
                    said: Any = {"done": await answer(tables, json.loads(line))}
                except FacedownError as problem:
                    said = {"error": type(problem).__name__, "sentence": str(problem)}
                writer.write(json.dumps(said).encode() + b"\n")
                await writer.drain()
        writer.close()

    async with Tables.open(url, ServerSettings(workers=1)) as tables:
        server = await asyncio.start_unix_server(talk, socket, limit=1 << 22)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        async with server:
            await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
