"""The same deal at several tables, compared once a game with it is over."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.table import NoSuchTable, Tables
from facedown.table.errors import NotPlayedOn
from facedown.table.snapshot import Snapshot
from facedown.web.pages.status import verdict_of
from facedown.web.sharing import result_words


@dataclass(frozen=True, slots=True)
class Points:
    """What a seat has reached, and whether it has won."""

    name: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A table with the deal, and how it went there: without words where it is not over yet."""

    table: str
    called: str
    words: tuple[str, ...] = ()
    points: tuple[Points, ...] = ()


async def duplicates_of(tables: Tables, shot: Snapshot) -> tuple[Duplicate, ...]:
    """The other tables with this table's deal; this one first where its game is over.

    How it went elsewhere is told to whoever may know it here: nobody before the end.
    """
    if not shot.duplicates:
        return ()
    if shot.info.status != "over":
        return tuple(
            Duplicate(name, _called(number)) for number, name in enumerate(shot.duplicates, 2)
        )
    compared = [_went(shot, phrase("Here"))]
    for number, name in enumerate(shot.duplicates, 2):
        with contextlib.suppress(NoSuchTable, NotPlayedOn):  # it may have been removed
            other = await tables.watching.snapshot(name, after=None)
            compared.append(_went(other, _called(number)))
    return tuple(compared) if len(compared) > 1 else ()


def _called(number: int) -> str:
    return phrase("Table {index}", index=number)


def _went(shot: Snapshot, called: str) -> Duplicate:
    info = shot.info
    if info.outcome is None:
        return Duplicate(info.table, called)
    words = [verdict_of(shot, info.names)]
    if len(info.seats) == 1:
        words.append(result_words(shot))
    points = tuple(
        Points(seat.name, reached, info.won(seat.seat))
        for seat, reached in zip(info.seats, info.outcome.points, strict=True)
    )
    return Duplicate(info.table, called, tuple(words), points)
