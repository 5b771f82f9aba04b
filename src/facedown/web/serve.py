"""Running the server: one process, stopped gracefully, with structured logs."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from types import FrameType

import uvicorn

from facedown.core.errors import FacedownError
from facedown.table import Tables
from facedown.table.logs import configure
from facedown.table.tables import Manner
from facedown.web.app import create_app
from facedown.web.config import Config


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


def listen(host: str, port: int) -> socket.socket:
    """A socket that is listened on; raises ``FacedownError`` when the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(1024)
    except (OSError, OverflowError) as problem:
        sock.close()
        why = getattr(problem, "strerror", None) or str(problem)
        raise FacedownError(f"The server cannot listen on {host}, port {port}: {why}.") from None
    return sock


def serve(
    sock: socket.socket,
    url: str,
    config: Config,
    manner: Manner,
    *,
    ready: Callable[[], None],
    proxies: str = "",
    level: int = logging.WARNING,
) -> None:
    """Serves until it is told to stop; ``ready`` is called once when it answers.

    ``proxies`` are the addresses of proxies whose word about clients and https is taken.
    """
    log_to_stderr(level)
    tables = Tables(url, manner)  # here, so that a store that cannot be used is told in a sentence

    @contextlib.asynccontextmanager
    async def open_tables() -> AsyncIterator[Tables]:
        tables.run()
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
            limit_concurrency=10_000,
            lifespan="on",
        )
    )
    server.run(sockets=[sock])
    if not server.started:
        raise FacedownError("The server could not start; the log says why.")


def _when_started(server: _Server, ready: Callable[[], None]) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.01)
    if server.started:
        ready()
