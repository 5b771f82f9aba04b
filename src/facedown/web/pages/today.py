"""Today: the puzzles of a day, what became of them, and the calendar."""

from __future__ import annotations

import datetime as dt

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.table.days import date_of, day_of, level_of, today
from facedown.web import days
from facedown.web.pages.common import kind_at, page
from facedown.web.pages.lobby import shelf, styles_of
from facedown.web.pages.table import base_of
from facedown.web.visitor import tables_of, visitor_of


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
    cards = shelf()
    played = await days.played_by(request, visitor)
    text = day.isoformat()
    games = await days.games_of(tables_of(request).dailies, visitor.derive("daily"), played, text)
    streak, longest = days.streak_of(played, now.isoformat())
    context = {
        "games": games,
        "pictures": {card.facts.name: card.picture for card in cards},
        "styles": styles_of(cards),
        "day": text,
        "title": days.date_in_words(day),
        "level": level_of(day),
        "now": day == now,
        "streak": streak,
        "longest": longest,
        "month": days.month_of(played, day, now),
        "weekdays": days.WEEKDAYS,
        "lately": days.lately_of(played),
        "over": [game for game in games if game.over],
        "shared": days.share_text(day, games, f"{base_of(request)}/today?date={text}"),
    }
    return page(request, "today.html", context)


async def daily(request: Request) -> Response:
    """Leads from a game's puzzle, of today or of the day in the address, to its place in Today."""
    kind = kind_at(request)
    now = today()
    day = request.query_params.get("date", now.isoformat())
    try:
        day_of(kind, day, now)
    except FacedownError as problem:
        raise HTTPException(404, problem.message) from None
    asked = "" if day == now.isoformat() else f"?date={day}"
    return RedirectResponse(f"/today{asked}#day-{kind.facts.name}", 303)
