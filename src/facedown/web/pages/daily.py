"""The puzzle of a day, the same for everybody, and the days before it."""

from __future__ import annotations

import datetime as dt
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.table import Tables
from facedown.table.daily import options_of_day, today
from facedown.web.pages.common import kind_at, page
from facedown.web.pages.lobby import onward, options_in_words
from facedown.web.pages.mine import MyTable, line_of
from facedown.web.state import tables_of
from facedown.web.visitor import Visitor, visitor_of

ARCHIVE: Final = 30
"""So many days before today are listed."""


async def daily(request: Request) -> Response:
    """The puzzle of today, or of the day in the address; the days to come have none yet."""
    kind = kind_at(request)
    now = today()
    day = request.query_params.get("date", now.isoformat())
    try:
        options = options_of_day(kind, day, now)
    except FacedownError as problem:
        raise HTTPException(404, problem.message) from None
    visitor = visitor_of(request)
    context = {
        **await onward(request),
        "facts": kind.facts,
        "today": now.isoformat(),
        "day": day,
        "days": [(now - dt.timedelta(days=back)).isoformat() for back in range(ARCHIVE)],
        "options": options_in_words(kind, options, day),
        "own": await _own(tables_of(request), visitor, kind.facts.name, day),
        "name": visitor.name,
    }
    return page(request, "daily.html", context)


async def _own(tables: Tables, visitor: Visitor, game: str, day: str) -> MyTable | None:
    """The table at which this browser plays or has played a day's puzzle, if it remembers one."""
    for name, seat in visitor.tables:
        try:
            info = await tables.watching.info(name)
        except FacedownError:
            continue
        if (info.game, info.daily) == (game, day):
            return line_of(info, seat)
    return None
