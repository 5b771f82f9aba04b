"""Server-sent events: a stream for each page or program that watches."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from facedown.web.limits import address_key

RETRY_MS = 1000


class Streams:
    """How many streams each address has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Opens a stream for an address; False when it has too many."""
        if self.open[address] >= self.most:
            return False
        self.open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """A stream of an address has ended."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


def event(number: int, kind: str, data: str) -> str:
    r"""One event in the form of the protocol; a negative number makes a comment (a heartbeat).

    >>> event(7, "table", "<p>\nHi</p>")
    'id: 7\nevent: table\ndata: <p>\ndata: Hi</p>\n\n'
    """
    if number < 0:
        return ":\n\n"
    lines = "".join(f"data: {line}\n" for line in data.splitlines())
    return f"id: {number}\nevent: {kind}\n{lines}\n"


def stream(
    request: Request, streams: Streams, frames: AsyncIterator[tuple[int, str, str]]
) -> Response:
    """A response that goes on as long as somebody listens; ends when the frames do."""
    address = address_key(request.client.host) if request.client else ""
    if not streams.take(address):
        return PlainTextResponse("Too many streams are open from your address.\n", 429)

    async def body() -> AsyncIterator[str]:
        try:
            yield f"retry: {RETRY_MS}\n\n"
            async for number, kind, data in frames:
                yield event(number, kind, data)
        finally:
            streams.give_back(address)

    return StreamingResponse(
        body(),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )
