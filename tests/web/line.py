"""A line between browsers and servers, as proxies and networks are: it can fall silent, or move."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress

from facedown.web.serve import listen


class Line:
    """An address whose connections go to the first server of a list that answers."""

    def __init__(self, bases: Sequence[str]) -> None:
        self._servers = [base.removeprefix("http://").split(":") for base in bases]
        self._silent: list[asyncio.Event] = []
        self._sock = listen("127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self._sock.getsockname()[1]}"
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        self._thread.start()

    async def _run(self) -> None:
        server = await asyncio.start_server(self._talk, sock=self._sock)
        await self._stop.wait()
        server.close()
        talks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in talks:
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    async def _talk(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        sinks = [back]
        with suppress(OSError, asyncio.CancelledError):
            far, forth = await self._reach()
            sinks.append(forth)
            silent = asyncio.Event()
            self._silent.append(silent)
            ways = ((near, forth), (far, back))
            both = [asyncio.ensure_future(_publish(*way, silent)) for way in ways]
            with suppress(asyncio.CancelledError):
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        for sink in sinks:
            sink.close()
            with suppress(OSError):
                await sink.wait_closed()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for host, port in self._servers:
            with suppress(ConnectionRefusedError):
                return await asyncio.open_connection(host, int(port))
        raise ConnectionRefusedError

    def fall_silent(self) -> None:
        """Nothing more goes over the connections that are open now, and nobody is told."""
        for silent in list(self._silent):
            self._loop.call_soon_threadsafe(silent.set)

    def close(self) -> None:
        """Cuts everything."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(60)
        self._loop.close()


async def _publish(
    source: asyncio.StreamReader, sink: asyncio.StreamWriter, silent: asyncio.Event
) -> None:
    while data := await source.read(1 << 16):
        if not silent.is_set():
            sink.write(data)
            await sink.drain()
