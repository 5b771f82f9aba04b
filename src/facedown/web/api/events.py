"""What happened: by number, as a stream, and as the log of a finished game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from facedown.core.log import write_log
from facedown.web.api.answers import in_json, number_of, secret_of, table_of
from facedown.web.live import last_seen, stream

MOST_WAIT: Final = 25.0


@in_json
async def events(request: Request) -> Response:
    """Every event after a number, as one's seat or an onlooker may know it."""
    tables, name = table_of(request)
    secret = secret_of(request)
    after = number_of(request, "after", 10**9)
    wait = number_of(request, "wait", int(MOST_WAIT))
    if secret is not None:
        await tables.watching.seat(name, secret)  # refuses before waiting
    if wait:
        await tables.watching.wait(name, after, wait)
    shot = await tables.watching.snapshot(name, secret, after=after)
    return JSONResponse({"head": shot.head, "events": [frame.form() for frame in shot.frames]})


@in_json
async def live(request: Request) -> Response:
    """The same as a stream of server-sent events."""
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


@in_json
async def log(request: Request) -> Response:
    """The log of a finished game."""
    tables, name = table_of(request)
    text = write_log(await tables.replays.log(name, secret_of(request)))
    return PlainTextResponse(text, media_type="application/jsonl")
