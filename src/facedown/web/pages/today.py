"""Today: the puzzles of a day, what became of them, the calendar; and each puzzle by itself."""

from __future__ import annotations

import datetime as dt
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.table import Tables
from facedown.table.opening import date_of, options_of_day, today
from facedown.web import days
from facedown.web.pages.common import kind_at, options_in_words, page
from facedown.web.pages.lobby import MyTable, line_of, onward
from facedown.web.pages.table import base_of
from facedown.web.visitor import Visitor, tables_of, visitor_of

ARCHIVE: Final = 30
"""So many days before today are listed."""


def _day_at(request: Request, now: dt.date) -> dt.date:
    text = request.query_params.get("date", now.isoformat())
    try:
        day = date_of(text)
    except FacedownError as problem:
        raise HTTPException(404, problem.message) from None
    if not days.FIRST <= day <= now:
        raise HTTPException(404, phrase("The puzzle of {day} is not there yet.", day=text))
    return day


async def all_of_day(request: Request) -> Response:
    """The puzzles of today, or of the day in the address, and how they went."""
    now = today()
    day = _day_at(request, now)
    visitor = visitor_of(request)
    context = await onward(request)
    played = await days.played_by(request, visitor)
    text = day.isoformat()
    games = await days.games_of(tables_of(request).dailies, visitor.derive("daily"), played, text)
    streak, longest = days.streak_of(played, now.isoformat())
    own = "" if day == now else f"?date={text}"
    context |= {
        "games": games,
        "pictures": {card.facts.name: card.picture for card in context["cards"]},
        "styles": [card.style for card in context["cards"] if card.style],
        "day": text,
        "title": days.date_in_words(day),
        "level": days.level_of(day),
        "now": day == now,
        "streak": streak,
        "longest": longest,
        "month": days.month_of(played, day, now),
        "weekdays": days.WEEKDAYS,
        "over": [game for game in games if game.state in {"solved", "missed"}],
        "shared": days.share_text(day, games, f"{base_of(request)}/today{own}"),
    }
    return page(request, "today.html", context)


async def daily(request: Request) -> Response:
    """A game's puzzle of today, or of the day in the address; the days to come have none yet."""
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
