"""The tools in the running server: the protocol's streamable HTTP at ``/api/mcp``, POST alone.

Each request stands for itself, so that a client does not notice when the server was killed, and
clients of the protocol before 2026-07-28 are served as well. Host, origin and size of a request are
the guard's affair; it counts each as a read, and what a tool costs beyond that is counted here.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Message, Receive, Scope, Send

from facedown.core.messages import counted
from facedown.table import Tables
from facedown.web.guard import TOOLS_PATH, Buckets, address_key
from facedown.web.mcp.tools import Door, Tool, TooMuch
from facedown.web.streams import Streams

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager


class McpEndpoint:
    """Hands requests to the SDK; without the extra ``mcp`` there is nothing at that address."""

    __name__ = "mcp"  # what the log calls it

    def __init__(self) -> None:
        self._manager: StreamableHTTPSessionManager | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if self._manager is None:
            raise HTTPException(404)
        await self._manager.asgi_app(scope, receive, _repeating_nothing(scope, receive, send))

    @property
    def route(self) -> BaseRoute:
        """Where it is found, below ``/api``."""
        return Route(TOOLS_PATH.removeprefix("/api"), self, methods=["POST"])

    @contextlib.asynccontextmanager
    async def running(self, app: Starlette, tables: Tables) -> AsyncIterator[None]:
        """Serves the tools of these tables until it is left."""
        if find_spec("mcp") is None:
            yield
            return
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        from facedown.web.mcp.server import new_server

        server = new_server(lambda context: _door(app, tables, context.request))
        manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
        async with manager.run():
            self._manager = manager
            try:
                yield
            finally:
                self._manager = None


UNREADABLE: Final = {
    "jsonrpc": "2.0",
    "id": None,
    "error": {"code": -32600, "message": "That is no request of the Model Context Protocol."},
}


def _repeating_nothing(scope: Scope, receive: Receive, send: Send) -> Send:
    """Sends on; of a request that cannot be read only that, as the SDK repeats parts of it."""
    refused: list[Message] = []

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 400:
            refused.append(message)
        elif refused and _is_about_nothing(message["body"]):
            await JSONResponse(UNREADABLE, 400)(scope, receive, send)
        else:
            for each in (*refused, message):
                await send(each)
            refused.clear()

    return sent


def _is_about_nothing(body: bytes) -> bool:
    """Whether an answer is an error of the protocol without the number of a request."""
    try:
        told = json.loads(body)
    except ValueError:
        return False
    return isinstance(told, dict) and told.get("id") is None and "error" in told


def _door(app: Starlette, tables: Tables, request: Request) -> Door:
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    address = address_key(request.client.host) if request.client else ""

    @contextlib.contextmanager
    def admitted(call: Tool) -> Iterator[None]:
        """Counts a call for its address, and while it waits a stream."""
        buckets: Buckets = app.state.buckets
        streams: Streams = app.state.streams
        seconds = 0 if call.cost == "read" else buckets.wait(call.cost, address)
        if seconds:
            raise TooMuch(f"That is too much at once; wait {counted(seconds, 'second')}.")
        if not call.waits:
            yield
            return
        if not streams.take(address):
            raise TooMuch("Too many calls wait for your address; send it with wait = 0.")
        try:
            yield
        finally:
            streams.give_back(address)

    return Door(
        tables,
        bearer=shown.strip() if scheme.lower() == "bearer" else "",
        link=f"{request.base_url}t/",
        admitted=admitted,
    )
