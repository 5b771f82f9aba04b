"""What happened: by number, as a stream, and as the log of a finished game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from facedown.core.log import write_log
from facedown.web.api.answers import number_of, secret_of, table_of
from facedown.web.api.operations import TABLE, Query, operation
from facedown.web.live import last_seen, stream

MOST_WAIT: Final = 25
_AFTER: Final[Query] = ("after", "The number of the newest event you have.", 10**9)
_WAIT: Final[Query] = ("wait", "Seconds to wait for an event if there is none.", MOST_WAIT)


@operation("get", f"{TABLE}/events", "events", "viewer", gives="Events", query=(_AFTER, _WAIT))
async def events(request: Request) -> Response:
    """Every event after a number as you may know it, waiting for one if there is none."""
    tables, name = table_of(request)
    secret = secret_of(request)
    after = number_of(request, "after", 10**9)
    wait = number_of(request, "wait", MOST_WAIT)
    if secret is not None:
        await tables.watching.seat(name, secret)  # refuses before waiting
    if wait:
        await tables.watching.wait(name, after, wait)
    shot = await tables.watching.snapshot(name, secret, after=after)
    return JSONResponse({"head": shot.head, "events": [frame.form() for frame in shot.frames]})


@operation("get", f"{TABLE}/live", "live", "viewer", media="text/event-stream", query=(_AFTER,))
async def live(request: Request) -> Response:
    """The same as a stream of server-sent events; each has its number as id and an event as data.

    Reconnect with Last-Event-ID.
    """
    tables, name = table_of(request)
    secret = secret_of(request)
    await tables.watching.seat(name, secret)
    last = last_seen(request)
    after = number_of(request, "after", 10**9) if last is None else last

    async def frames() -> AsyncGenerator[tuple[int, str, str]]:
        seen, fresh = after, True
        while not tables.closing:
            heartbeat = request.app.state.config.heartbeat
            head = await tables.watching.wait(name, seen, heartbeat, fresh=fresh)
            fresh = head <= seen
            if fresh:
                yield -1, "", ""
                continue
            for frame in await tables.watching.feed(name, secret, seen, fresh=False):
                seen = frame.seq
                yield seen, "event", json.dumps(frame.form(), separators=(",", ":"))
            await asyncio.sleep(0)

    return stream(request, request.app.state.streams, frames())


@operation("get", f"{TABLE}/log", "log", "viewer", media="application/jsonl")
async def log(request: Request) -> Response:
    """The log of a finished game, seed and salt included."""
    tables, name = table_of(request)
    text = write_log(await tables.replays.log(name, secret_of(request)))
    return PlainTextResponse(text, media_type="application/jsonl")
