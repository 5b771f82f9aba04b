"""How a server of pages is set up."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from starlette.requests import Request

from facedown.table import Tables
from facedown.table.watching import Snapshot
from facedown.web.visitor import Visitor

LOCAL_NAME: Final = "localhost"


@dataclass(frozen=True, slots=True)
class Rate:
    """At most ``burst`` at once, and ``per_second`` of them in the long run."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Config:
    """A server's settings.

    ``names`` are the host names it answers to, beside ``localhost`` and plain IP addresses (which
    no name of a stranger's can be pointed at). ``most_body`` is in bytes, ``body_seconds`` how long
    a body may take to arrive; ``most_streams`` holds for one address, and so does
    ``most_workshops``, the number of drafts that are looked into at the same time. ``rates`` has a
    rate for each kind of request of one address; None sets none.
    """

    names: tuple[str, ...] = ()
    most_body: int = 256 * 1024
    body_seconds: float = 20.0
    most_streams: int = 60
    most_workshops: int = 4
    heartbeat: float = 15.0
    rates: dict[str, Rate] | None = field(
        default_factory=lambda: {
            "read": Rate(300, 30.0),
            "write": Rate(60, 15.0),
            "create": Rate(20, 0.5),
            "aid": Rate(20, 2.0),
        }
    )

    def knows(self, host: str) -> bool:
        """Whether this is a host header that the server answers to.

        >>> config = Config(names=("play.example",))
        >>> hosts = ("play.example", "127.0.0.1:8000", "[::1]:8000", "evil.example")
        >>> [config.knows(host) for host in hosts]
        [True, True, True, False]
        """
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name.casefold() == LOCAL_NAME or name.casefold() in {n.casefold() for n in self.names}:
            return True
        return _is_address(name.strip("[]"))


@lru_cache(1024)
def _is_address(name: str) -> bool:
    """Whether this is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def tables_of(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


async def snapshot_of(request: Request, visitor: Visitor) -> Snapshot:
    """The table that a page is about, as its visitor may know it now.

    A browser may hold the secret of a seat that is somebody else's by now: it is an onlooker.
    Raises ``NoSuchTable``.
    """
    name = request.path_params["table"]
    watching = tables_of(request).watching
    return await watching.snapshot(name, visitor.seat, visitor.host, lenient=True)
