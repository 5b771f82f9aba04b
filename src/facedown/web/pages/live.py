"""The stream that keeps the table's page live."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Final, TypeAlias

from markupsafe import escape
from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import Response

from facedown.table.moving import AID_SECONDS
from facedown.table.snapshot import Snapshot
from facedown.web.live import event_number, last_seen, stream
from facedown.web.pages.table import aid_of, fragment, offered
from facedown.web.state import snapshot_of, tables_of
from facedown.web.visitor import Visitor, visitor_of

AID_AT_ONCE: Final = 0.3
"""For so many seconds a live update waits for the aid that stands on the page."""
WORKED_OUT: Final = "This is being worked out …"


ANYBODY: Final = Visitor(secrets.token_urlsafe(32), new=False)
"""In whose name a page is drawn that goes to all onlookers; nobody can know the key."""
NAME: Final = ANYBODY.derive("name")
FRESH: Final = 1.0
"""For so many seconds what one onlooker was shown is shown to others; clocks go on meanwhile."""
MOST_SHOWN: Final = 64

_Key: TypeAlias = tuple[str, int, bool, str]
_Shown: TypeAlias = dict[_Key, tuple[float, tuple[int, bool, str]]]


async def live(request: Request) -> Response:
    """The changing part of the page again whenever it has changed, as server-sent events.

    Between them go ``beat`` events, from which the page knows that the line is not dead; each
    tells after how many milliseconds the next is due at the latest.
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

    async def frames() -> AsyncGenerator[tuple[int, str, str], None]:
        seen = start
        symbols = request.query_params.get("symbols") == "yes"
        yield beat
        while not tables.closing:
            if (head := await tables.watching.wait(name, seen, heartbeat)) <= seen:
                yield beat
                continue
            if visitor.seat is None and visitor.host is None:
                seen, begun, html = await _for_onlookers(request, visitor, head, symbols=symbols)
                yield seen, "table", html
            else:
                shot = await snapshot_of(request, visitor)
                seen, begun = max(head, shot.info.head), shot.view is not None
                async for html in _drawn(request, shot, visitor, aid, symbols=symbols):
                    yield seen, "table", html
            symbols = symbols and not begun
            await asyncio.sleep(0.02)  # a burst of moves is drawn once

    return stream(request, request.app.state.streams, frames())


async def _for_onlookers(
    request: Request, visitor: Visitor, head: int, *, symbols: bool
) -> tuple[int, bool, str]:
    """What every onlooker is sent, drawn once for all: up to which event, whether it has begun.

    Only the token of one's forms and one's own name are put in for each.
    """
    name, shown = request.path_params["table"], _shown(request.app.state)
    key = name, head, symbols, str(request.base_url)
    at, told = shown.get(key, (-FRESH, None))
    if told is None or time.monotonic() - at > FRESH:
        shot = await tables_of(request).watching.snapshot(name, None, None)
        whose = replace(ANYBODY, name=NAME)
        html = fragment(request, shot, whose, None, symbols=symbols)
        told = max(head, shot.info.head), shot.view is not None, html
        if len(shown) >= MOST_SHOWN:
            shown.pop(next(iter(shown)))
        shown[key] = time.monotonic(), told
    seen, begun, html = told
    own = html.replace(ANYBODY.csrf, visitor.csrf).replace(NAME, str(escape(visitor.name)))
    return seen, begun, own


def _shown(state: State) -> _Shown:
    if not hasattr(state, "shown"):
        state.shown = {}
    shown: _Shown = state.shown
    return shown


async def _drawn(
    request: Request, shot: Snapshot, visitor: Visitor, aid: str, *, symbols: bool
) -> AsyncGenerator[str, None]:
    """The part of the page that changes; twice where an aid takes longer than people wait."""
    if not offered(shot, visitor, aid):
        yield fragment(request, shot, visitor, None, symbols=symbols)
        return
    tables, info = tables_of(request), shot.info
    working = asyncio.ensure_future(aid_of(request, shot, visitor, aid))
    changed = asyncio.ensure_future(tables.watching.wait(info.table, info.head, 2 * AID_SECONDS))
    try:
        await asyncio.wait({working}, timeout=AID_AT_ONCE)
        if not working.done():
            yield fragment(
                request, shot, visitor, {"name": aid[:40], "words": WORKED_OUT}, symbols=symbols
            )
            await asyncio.wait({working, changed}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            yield fragment(request, shot, visitor, working.result(), symbols=symbols)
    finally:
        working.cancel()
        changed.cancel()
