"""Play in a browser: start the server of tables, and open its page.

``facedown serve [--host H] [--port N] [--db FILE-OR-URL] [--ratings] [--no-browser]``;
``facedown`` alone does the same.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import re
import socket
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facedown.core.errors import FacedownError, reason
from facedown.core.messages import phrase
from facedown.terminal.output import progress

if TYPE_CHECKING:
    from facedown.table.tables import ServerSettings

SUMMARY: Final = phrase("Play in a browser: start the server of tables, and open its page.")

DEFAULT_PORT: Final = 8419
_TRIES: Final = 20
LOOPBACK: Final = "127.0.0.1"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "--host",
        default=LOOPBACK,
        metavar="ADDRESS",
        help=phrase(
            "where to listen: {loopback} (only this computer) or 0.0.0.0 (its whole network)",
            loopback=LOOPBACK,
        ),
    )
    parser.add_argument(
        "--port",
        type=int,
        metavar="N",
        help=phrase(
            "the port (default: {default_port} or the next free)", default_port=DEFAULT_PORT
        ),
    )
    add_tables(parser)
    parser.add_argument("--no-browser", action="store_true", help=phrase("do not open a browser"))
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help=phrase("a host name under which the server is reached; may be given several times"),
    )
    parser.add_argument(
        "--proxies",
        default="",
        metavar="ADDRESSES",
        help=phrase("addresses of proxies, with commas, that tell who asks and whether by https"),
    )
    parser.add_argument(
        "--ratings",
        action="store_true",
        help=phrase("rate the games of people who ask for it as they sit down: a page of the site"),
    )
    parser.add_argument("--verbose", action="store_true", help=phrase("log every request"))


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Adds where tables are kept, and how many processes work for them."""
    parser.add_argument(
        "--db",
        default="",
        metavar="STORE",
        help=phrase(
            "where tables are kept: a file, or postgresql+psycopg://USER@HOST/NAME (default: a "
            "file in your data folder)"
        ),
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help=phrase("processes for bots and hints (default: 2 to 4, by how many cores there are)"),
    )


def settings_of(chosen: argparse.Namespace) -> ServerSettings:
    """How the tables are treated; raises ``FacedownError``."""
    from facedown.table.tables import ServerSettings

    if chosen.workers is not None and not 1 <= chosen.workers <= 256:
        raise FacedownError(phrase("--workers is a number from 1 to 256."))
    return ServerSettings(pace=0.7, workers=chosen.workers, warm_up=True)


def run(chosen: argparse.Namespace) -> int:
    """Serves until it is interrupted."""
    from facedown.web.guard import Config
    from facedown.web.serve import serve

    settings = replace(settings_of(chosen), ratings=chosen.ratings)
    url = store_url(chosen.db)
    sock, port = _listen(chosen.host, chosen.port)
    address = f"http://{_reachable(chosen.host)}:{port}/"

    def ready() -> None:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        progress(phrase("Facedown is running there. Ctrl-C stops it; tables are kept."))
        if not chosen.no_browser:
            webbrowser.open(address)

    with contextlib.closing(sock):
        serve(
            sock,
            url,
            Config(names=tuple(chosen.name)),
            settings,
            ready=ready,
            proxies=chosen.proxies,
            level=logging.INFO if chosen.verbose else logging.WARNING,
        )
    return 0


def _listen(host: str, port: int | None) -> tuple[socket.socket, int]:
    from facedown.web.serve import listen

    if port is not None:
        sock = listen(host, port)
        return sock, sock.getsockname()[1]
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + _TRIES):
        try:
            return listen(host, candidate), candidate
        except FacedownError:
            if candidate == DEFAULT_PORT + _TRIES - 1:
                raise
    raise AssertionError("the last try returns or raises")


def _reachable(host: str) -> str:
    """An address of this computer that a browser here can open."""
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104  # compared, not listened on
        return LOOPBACK
    return f"[{host}]" if ":" in host else host


def store_url(db: str) -> str:
    """The store's address from what was typed: a file, an address, or nothing for one's own file.

    >>> store_url("postgresql+psycopg://me@db/facedown")
    'postgresql+psycopg://me@db/facedown'
    """
    if re.match(r"[a-z0-9+]+://", db):
        return db if not db.startswith("postgresql://") else db.replace(":", "+psycopg:", 1)
    file = Path(db).expanduser().absolute() if db else data_folder() / "tables.sqlite"
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise FacedownError(
            phrase(
                "{folder} cannot be made: {reason}.",
                folder=file.parent,
                reason=reason(problem),
            )
        ) from None
    return f"sqlite:///{file}"


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Facedown"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Facedown"
    given = os.environ.get("XDG_DATA_HOME", "")
    return (Path(given) if given.startswith("/") else home / ".local" / "share") / "facedown"
