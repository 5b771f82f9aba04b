"""How a server of pages is set up, and the guard around every request.

The guard looks at whom a request is for, where it comes from, how big it is and how many there are.
What is refused changes nothing and is logged without secrets: neither addresses of tables nor
cookies, tokens or bodies stand in the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from facedown.core.messages import phrase
from facedown.languages import speaking, spoken
from facedown.table.logs import Metrics
from facedown.table.opening import MOST_DUPLICATES
from facedown.web.environment import whole_number
from facedown.web.pages.common import language_for

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


MOST_BUCKETS: Final = 50_000


@lru_cache(4096)
def address_key(host: str) -> str:
    """What counts as one address: an IPv4 address, or a network of 64 bits of IPv6.

    >>> address_key("203.0.113.7"), address_key("2001:db8:1:2:3:4:5:6")
    ('203.0.113.7', '2001:db8:1:2::/64')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Buckets:
    """Token buckets, the least used forgotten when there are too many.

    >>> now = [0.0]
    >>> buckets = Buckets({"write": Rate(2, 1.0)}, clock=lambda: now[0])
    >>> [buckets.wait("write", "a") for _ in range(3)]
    [0, 0, 1]
    >>> now[0] = 1.0
    >>> buckets.wait("write", "a"), buckets.wait("other", "a")
    (0, 0)
    >>> buckets.wait("write", "b", 5), buckets.wait("write", "b", 2)
    (0, 2)
    """

    def __init__(
        self, rates: dict[str, Rate] | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rates = rates or {}
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, kind: str, address: str, cost: int = 1) -> int:
        """Takes tokens, all or none: 0 when there were so many, else the seconds until there are.

        What costs more than a whole bucket costs a whole bucket.
        """
        rate = self._rates.get(kind)
        if rate is None:
            return 0
        cost = min(cost, rate.burst)
        key, now = (kind, address), self._clock()
        tokens, since = self._buckets.pop(key, (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + (now - since) * rate.per_second)
        if tokens < cost:
            self._buckets[key] = (tokens, now)
            return max(1, math.ceil((cost - tokens) / rate.per_second))
        self._buckets[key] = (tokens - cost, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0


log = logging.getLogger("facedown.web")

TOO_LONG: Final = phrase("That is more than this server reads.")
TOO_OFTEN: Final = phrase("That is too much at once; wait a little.")
TOOLS_PATH: Final = "/api/mcp"
"""Where language models call tools, which count for themselves what they do."""
CREATE: Final = "create"
"""The kind of request that opens tables."""
MOST_DRAINED: Final = 4 * 1024 * 1024
_CLOSE: Final = {"connection": "close"}
_SLOW_PAGES: Final = ("/findings", "/print", "/strategy")
_SLOW: Final = {"aid", "why", "find"}
"""Parts of an address that ask for slow work."""
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class Guard:
    """ASGI middleware with every check that does not depend on what is asked."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.config = config
        self.metrics = Metrics()  # the tables' own, once they are open
        self.buckets = Buckets(config.rates)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it with why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope.get("scheme") == "https":
                    headers.setdefault("strict-transport-security", "max-age=31536000")
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                if not await self._drain(receive):
                    refusal.headers["connection"] = "close"
                await refusal(scope, receive, send_guarded)
                return
            await self.app(scope, self._bounded(receive, _length(scope)), send_guarded)
        finally:
            self._log(scope, status, time.perf_counter() - started)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.config.knows(host):
            return _told(scope, phrase("This server does not answer to that name."), 421)
        length = _length(scope)
        # A form's page says so itself, with a way back, once its body is asked for.
        form = scope["method"] == "POST" and not scope["path"].startswith("/api/")
        if length is None or (length > self.config.most_body and not form):
            return _told(scope, TOO_LONG, 413)
        if scope["method"] not in SAFE and not _same_site(headers, host, scope["scheme"]):
            return _told(scope, phrase("That request came from another site."), 403)
        client = scope.get("client")
        address = address_key(client[0]) if client else ""
        wait = self.buckets.wait(_kind(scope), address)
        if wait:
            self.metrics.count("http_limited")
            return _told(scope, TOO_OFTEN, 429, {"retry-after": str(wait)})
        return None

    def _bounded(self, receive: Receive, length: int | None) -> Receive:
        """The same messages, with no more of a body than allowed, and none that trickles in.

        Of a body whose ``length`` is said to be more than that nothing is read.
        """
        left = -1 if (length or 0) > self.config.most_body else self.config.most_body
        until: float | None = asyncio.get_running_loop().time() + self.config.body_seconds

        async def bounded() -> Message:
            nonlocal left, until
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, phrase("That took too long to arrive."), _CLOSE) from None
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                if left < 0:
                    whole = not message.get("more_body") or await self._drain(receive)
                    close = None if whole else _CLOSE
                    raise HTTPException(413, TOO_LONG, close)
                if not message.get("more_body"):
                    until = None  # all of it is here; how long the answer takes is our affair
            return message

        return bounded

    async def _drain(self, receive: Receive) -> bool:
        """Reads what is left of a body, within reason: who still sends does not hear the answer.

        Returns whether that was all; else there is no more talking on this connection.
        """
        left = MOST_DRAINED
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.config.body_seconds):
                while left > 0:
                    message = await receive()
                    if message["type"] != "http.request" or not message.get("more_body"):
                        return True
                    left -= len(message.get("body", b""))
        return False

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        endpoint = scope.get("endpoint")
        path = getattr(endpoint, "__name__", "-")
        self.metrics.count(f"http_{status // 100}xx")
        if path not in {"live", "live_findings"}:  # a stream lasts as long as somebody watches
            self.metrics.took("http", seconds)
        level = logging.WARNING if status >= 400 and status != 404 else logging.INFO
        said = {"method": scope["method"], "route": path, "status": status}
        log.log(level, "request", extra={**said, "seconds": round(seconds, 4)})


def charge_tables(request: Request, tables: int) -> None:
    """Counts all tables that a request opens, of which the guard has counted one.

    Raises ``HTTPException`` when the address may not open so many yet; then none is to be opened.
    """
    buckets: Buckets = request.app.state.buckets
    address = address_key(request.client.host) if request.client else ""
    if not 1 < tables <= MOST_DUPLICATES:  # one is counted, and so many are opened for nobody
        return
    wait = buckets.wait(CREATE, address, tables - 1)
    if wait:
        raise HTTPException(429, TOO_OFTEN, {"retry-after": str(wait)})


def _length(scope: Scope) -> int | None:
    """How long a body is said to be; None where that is no number."""
    return whole_number(Headers(scope=scope).get("content-length", "0"))


def _told(
    scope: Scope, sentence: str, status: int, headers: Mapping[str, str] | None = None
) -> PlainTextResponse:
    """A sentence alone, in the reader's language: nothing more is done for such a request."""
    with speaking(language_for(scope)):
        return PlainTextResponse(f"{spoken(sentence)}\n", status, headers)


def _same_site(headers: Headers, host: str, scheme: str) -> bool:
    """Whether a request that changes something comes from a page of ours, or from no page.

    Browsers send Sec-Fetch-Site or at least Origin with every such request; programs send neither,
    and are told apart by the secrets they show. Forms are checked for their token as well.
    """
    fetch = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if fetch is not None and fetch not in {"same-origin", "none"}:
        return False
    if origin is None:
        return True
    way, _, address = origin.partition("://")
    return address == host and not (scheme == "https" and way == "http")


def _kind(scope: Scope) -> str:
    method, path = scope["method"], scope["path"]
    if method in SAFE:
        asked = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        slow = "/aids/" in path or path.endswith(_SLOW_PAGES) or asked.keys() & _SLOW
        return "aid" if slow else "read"
    if path == TOOLS_PATH:
        return "read"
    if path.startswith("/api/games/"):
        return "aid"
    opens = path in {"/tables", "/api/tables"} or path.endswith("/practice")
    return CREATE if opens else "write"
