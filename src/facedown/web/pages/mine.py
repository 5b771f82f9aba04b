"""The tables that a browser remembers, as the lobby lists them: public facts only."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase, phrase_many
from facedown.core.seats import Seat
from facedown.core.words import listed
from facedown.table import Tables
from facedown.table.info import TableInfo
from facedown.web.visitor import Visitor


@dataclass(frozen=True, slots=True)
class MyTable:
    """One line of the list; ``urgent`` where the others wait for this person.

    ``day`` is when somebody first sat down there, in UTC; empty before.
    """

    name: str
    title: str
    company: str
    state: str
    urgent: bool
    over: bool
    day: str


async def my_tables(tables: Tables, visitor: Visitor) -> list[MyTable]:
    """The tables of a browser's list that are still there, those going on first."""
    found = []
    for name, seat in visitor.tables:
        try:
            info = await tables.watching.info(name)
        except FacedownError:
            continue
        found.append(line_of(info, seat))
    return sorted(found, key=lambda each: (each.over, not each.urgent))


def line_of(info: TableInfo, seat: Seat | None) -> MyTable:
    """A table's line for whoever has that seat (None: nobody there)."""
    mine = seat is not None and seat < len(info.seats)
    others = [s.name for s in info.seats if s.player != "open" and not (mine and s.seat == seat)]
    urgent = mine and seat in info.actors
    return MyTable(
        info.table,
        _title(info),
        phrase("with {others}", others=listed(others)) if others else "",
        _state(info, seat if mine else None, urgent=urgent),
        urgent,
        info.status == "over",
        _day(info.since),
    )


def _title(info: TableInfo) -> str:
    if info.daily:
        return phrase("{title}, puzzle of {date}", title=info.title, date=info.daily)
    if info.origin is not None:
        return phrase("{title}, for practice", title=info.title)
    return info.title


def _day(moment: int) -> str:
    """The day of a moment (ms since 1970) in UTC; empty for 0."""
    return dt.datetime.fromtimestamp(moment / 1000, dt.UTC).date().isoformat() if moment else ""


def _state(info: TableInfo, seat: Seat | None, *, urgent: bool) -> str:
    if info.outcome is not None:
        return phrase("over, you won") if seat is not None and info.won(seat) else phrase("over")
    if info.stopped:
        return phrase("cannot be played on")
    if info.status == "waiting":
        free = sum(s.player == "open" for s in info.seats)
        if not free:
            return phrase("ready to begin")
        return phrase_many("{n} open seat", "{n} open seats", free)
    if urgent:
        return phrase("your turn")
    return phrase("{who} to move", who=listed(info.names[s] for s in info.actors))
