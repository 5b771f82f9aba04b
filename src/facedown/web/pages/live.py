"""The stream that keeps the table's page live."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from facedown.core.messages import phrase
from facedown.languages import current_language
from facedown.table.watching import AID_SECONDS, Connected, Snapshot
from facedown.web.pages.table import ShownAid, aid_of, drawing_of, duplicates_of, fragment, offered
from facedown.web.streams import Look, Sent, event_number, last_seen, stream
from facedown.web.visitor import Visitor, snapshot_of, tables_of, visitor_of

AID_AT_ONCE: Final = 0.3
"""For so many seconds a live update waits for the aid that stands on the page."""
WORKED_OUT: Final = phrase("This is being worked out …")


async def live(request: Request) -> Response:
    """The changing part of the page again whenever it has changed, as server-sent events.

    Between them go ``beat`` events, from which the page knows that the line is not dead; each
    tells after how many milliseconds the next is due at the latest. ``here`` events say which seats
    are connected, at first and when that has changed: for that nothing is drawn or stored.
    """
    visitor = visitor_of(request)
    name = request.path_params["table"]
    tables = tables_of(request)
    await tables.watching.info(name)  # refuses a table that there is not
    last = last_seen(request)
    start = event_number(request.query_params.get("after", "0")) if last is None else last
    aid = request.query_params.get("aid", "")
    heartbeat: float = request.app.state.config.heartbeat
    beat = (-1, "beat", str(round(1000 * heartbeat)))

    async def frames() -> AsyncGenerator[Sent, None]:
        seen = start
        symbols = request.query_params.get("symbols") == "yes"
        yield beat
        fresh, told = True, None
        own.belongs_to((await tables.watching.whose(name, visitor.seat, visitor.host))[0])
        while not tables.closing:
            here = await tables.watching.connected(name)
            if here != told:
                told = here
                yield -1, "here", words_of(here)
            head = await tables.watching.wait(name, seen, heartbeat, fresh=fresh, connected=here)
            if head <= seen:
                fresh = await tables.watching.connected(name) == here
                if fresh:
                    yield beat
                continue
            fresh = False
            viewer, host = await tables.watching.whose(name, visitor.seat, visitor.host)
            own.belongs_to(viewer)
            if aid and viewer >= 0:
                shot = await snapshot_of(request, visitor)
                seen, begun = max(head, shot.head), shot.view is not None
                async for html in _with_aid(request, shot, visitor, aid, symbols=symbols):
                    yield seen, "table", html
            else:
                base, language = str(request.base_url), current_language()
                look = Look(name, head, viewer, host, symbols, base, language, visitor.aids)
                drawing = await drawing_of(request, look)
                seen, begun = drawing.head, drawing.begun
                yield drawing.event_to(visitor.name)
            symbols = symbols and not begun
            await asyncio.sleep(0.02)  # a burst of moves is drawn once

    async def counted() -> AsyncGenerator[Sent, None]:
        try:
            async with contextlib.aclosing(frames()) as told:
                async for frame in told:
                    yield frame
        finally:
            own.end()

    own = await tables.watching.stream(name)
    return stream(request, request.app.state.streams, counted(), visitor.csrf)


def words_of(here: Connected) -> str:
    """Who is connected, as the script of a page is told.

    >>> words_of(Connected(frozenset({2, 0}), all=True))
    '{"seats": [0, 2], "all": true}'
    """
    return json.dumps({"seats": sorted(here.seats), "all": here.all})


async def _with_aid(
    request: Request, shot: Snapshot, visitor: Visitor, aid: str, *, symbols: bool
) -> AsyncGenerator[str, None]:
    """The part of the page that changes; twice where an aid takes longer than people wait."""
    tables, info = tables_of(request), shot.info
    draw = partial(fragment, symbols=symbols, duplicates=await duplicates_of(tables, shot))
    if not offered(shot, visitor, aid):
        yield draw(request, shot, visitor, None)
        return
    working = asyncio.ensure_future(aid_of(request, shot, visitor, aid))
    changed = asyncio.ensure_future(tables.watching.wait(info.table, info.head, 2 * AID_SECONDS))
    try:
        await asyncio.wait({working}, timeout=AID_AT_ONCE)
        if not working.done():
            yield draw(request, shot, visitor, ShownAid(aid[:40], WORKED_OUT))
            await asyncio.wait({working, changed}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            yield draw(request, shot, visitor, working.result())
    finally:
        working.cancel()
        changed.cancel()
