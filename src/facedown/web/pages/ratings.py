"""The ratings of a site, where it keeps any: a table for each game and kind of table."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.core.seats import bot_of, bot_words
from facedown.table.access import hash_token
from facedown.table.ratings import RatingTable
from facedown.web.pages.common import options_in_words, page
from facedown.web.visitor import tables_of, visitor_of


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player as everybody may see them, without what they are known by; whether it is you."""

    name: str
    you: bool
    rating: int
    low: int
    high: int
    games: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """A table of ratings: the game, how many seats, its options in words, and its lines.

    ``apart`` tells that these players have met nobody of the table before it.
    """

    title: str
    seats: int
    options: dict[str, str]
    apart: bool
    lines: tuple[RatingLine, ...]


async def ratings(request: Request) -> Response:
    """Everybody who is rated."""
    kept = tables_of(request).ratings
    if kept is None:
        raise HTTPException(404)
    visitor = visitor_of(request)
    me = "" if visitor.new else hash_token(visitor.derive("ratings"))
    rankings: list[Ranking] = []
    before = None
    for table in await kept.tables():
        with contextlib.suppress(FacedownError):  # of a game or options that are not here any more
            rankings.append(_ranking(table, me, apart=table.kind == before))
            before = table.kind
    return page(request, "ratings.html", {"rankings": rankings}, visitor)


def _ranking(table: RatingTable, me: str, *, apart: bool) -> Ranking:
    kind, options = table.kind.read()
    lines = tuple(
        RatingLine(
            _name(each.player, table.names[each.player]),
            each.player == me,
            each.rating,
            each.low,
            each.high,
            each.games,
        )
        for each in table.players
    )
    words = options_in_words(kind, options)
    return Ranking(kind.facts.title, table.kind.seats, words, apart, lines)


def _name(player: str, name: str) -> str:
    bot = bot_of(player)
    if bot is not None:
        return phrase("bot: {bot}", bot=bot_words(bot))
    return name or phrase("somebody without a name")
