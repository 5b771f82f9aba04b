"""Running the server: one process, stopped gracefully, with structured logs."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from types import FrameType
from typing import Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.table import Tables
from facedown.table.logs import configure
from facedown.table.tables import ServerSettings
from facedown.web.app import create_app
from facedown.web.guard import Config

MOST_CONNECTIONS: Final = 10_000
HEAD_SECONDS: Final = 20.0
"""For so long a connection may stand without a whole request."""


def log_to_stderr(level: int) -> None:
    """Writes the logs of our packages and of the server to standard error."""
    handler = configure(sys.stderr, level)
    logger = logging.getLogger("uvicorn.error")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(level)


class _Server(uvicorn.Server):
    """Uvicorn, with watchers sent home as soon as it is told to stop, so that it need not wait."""

    tables: Tables | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called on a signal, in the main thread."""
        if self.tables is not None:
            self.tables.retire()
        super().handle_exit(sig, frame)


class Impatient(H11Protocol):
    """Uvicorn's, with an end to connections on which no whole request comes."""

    _impatient: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Called when somebody connects."""
        super().connection_made(transport)
        self._expect()

    def on_response_complete(self) -> None:
        """Called when a request was answered and the next may come."""
        super().on_response_complete()
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called at the end."""
        if self._impatient is not None:
            self._impatient.cancel()
        super().connection_lost(exc)

    def _expect(self) -> None:
        if self._impatient is not None:
            self._impatient.cancel()
        self._impatient = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:  # else it is being answered
            self.transport.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that is listened on; raises ``FacedownError`` when the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, asyncio sends small answers at once, without waiting for more.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(1024)
    except (OSError, OverflowError) as problem:
        sock.close()
        why = getattr(problem, "strerror", None) or str(problem)
        raise FacedownError(
            phrase(
                "The server cannot listen on {host}, port {port}: {why}.",
                host=host,
                port=port,
                why=why,
            )
        ) from None
    return sock


def _allow_many_connections() -> None:
    """Raises this process's own limit of open files, which is often as low as 1024."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # no such thing, or not allowed
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MOST_CONNECTIONS
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


_SELDOM: Final = 20_000, 20, 50
"""After so many new things the memory is looked through for what nobody holds; a page makes
thousands, which go by themselves."""


def _collect_seldom() -> None:
    """Leaves what was loaded by now, which stays, out of the search for what nobody holds."""
    gc.freeze()
    gc.set_threshold(*_SELDOM)


def serve(
    sock: socket.socket,
    url: str,
    config: Config,
    settings: ServerSettings,
    *,
    ready: Callable[[], None],
    proxies: str = "",
    level: int = logging.WARNING,
) -> None:
    """Serves until it is told to stop; ``ready`` is called once when it answers.

    ``proxies`` are the addresses of proxies whose word about clients and https is taken.
    """
    log_to_stderr(level)
    _allow_many_connections()
    # Here, so that a store that cannot be used is told in a sentence.
    tables = Tables(url, settings)

    @contextlib.asynccontextmanager
    async def open_tables() -> AsyncIterator[Tables]:
        tables.run()
        _collect_seldom()
        server.tables = tables
        threading.Thread(target=_when_started, args=(server, ready), daemon=True).start()
        try:
            yield tables
        finally:
            await tables.close()

    server = _Server(
        uvicorn.Config(
            create_app(open_tables, config),
            log_config=None,
            access_log=False,  # its lines would hold addresses of tables
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies or None,
            timeout_graceful_shutdown=10,
            h11_max_incomplete_event_size=16 * 1024,
            limit_concurrency=MOST_CONNECTIONS,
            lifespan="on",
            http=Impatient,
        )
    )
    server.run(sockets=[sock])
    if not server.started:
        raise FacedownError(phrase("The server could not start; the log says why."))


def _when_started(server: _Server, ready: Callable[[], None]) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.01)
    if server.started:
        ready()
