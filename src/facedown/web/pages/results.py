"""How a game went, in words: for whoever looks, over games in a row, beside other tables."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from facedown.core.default_words import ending_for
from facedown.core.messages import fill, joined, listed, phrase, phrase_many
from facedown.core.seats import Ending, Seat, given_up
from facedown.table import NoSuchTable, Tables
from facedown.table.errors import NotPlayedOn
from facedown.table.watching import Snapshot, TableInfo
from facedown.table.words import is_unnamed
from facedown.web.days import Heap, compared_in_words, heaps_of, short_date


def daily_text(shot: Snapshot, aids: Sequence[str], base: str) -> str:
    """How the puzzle of a day went, with which hints, and the link to it.

    ``aids`` are those that the reader has asked for; ``base`` is the server's address.
    """
    info = shot.info
    words = result_words(shot)
    link = f"{base}/today?date={info.daily}#day-{info.game}"
    date = short_date(info.daily)
    said = phrase("{title}, puzzle of {date}: {words}", title=info.title, date=date, words=words)
    return joined("", (said, " ", hint_words(aids), "\n", link))


def result_words(shot: Snapshot) -> str:
    """How the game went in a sentence that tells nothing of what was hidden."""
    info = shot.info
    if info.outcome is not None and info.outcome.given_up:
        gone = next(seat.seat for seat in info.seats if seat.resigned)
        if gone == shot.viewer or len(info.seats) == 1:
            return phrase("given up.")
        return fill(given_up(gone, len(info.seats)).reason, info.names)
    return "" if shot.view is None else fill(shot.game.in_brief(shot.view), info.names)


def hint_words(aids: Sequence[str]) -> str:
    """Which hints were asked for.

    >>> hint_words(["codes", "laws"]), hint_words([])
    ('With hints: codes and laws.', 'Without hints.')
    """
    if not aids:
        return phrase("Without hints.")
    return phrase("With hints: {hints}.", hints=listed(aids))


def ending_of(shot: Snapshot) -> Ending:
    """How a finished game ended for this viewer, with the names of the others."""
    info, game = shot.info, shot.game
    assert info.outcome is not None
    if info.outcome.given_up:
        told = ending_for(shot.viewer, info.outcome)
    elif shot.viewer >= 0 and info.seats[shot.viewer].resigned:  # a bot went on in their stead
        told = Ending(phrase("You gave the game up"), info.outcome.reason)
    elif shot.view is None:
        told = ending_for(shot.viewer, info.outcome)
    else:
        told = game.ending(shot.view)
    names = winners_called(info, shot.viewer)
    return Ending(fill(told.words, names), fill(told.why, names))


def winners_called(info: TableInfo, viewer: Seat) -> list[str]:
    """What the seats are called where a viewer is told who has won: nobody who resigned has."""
    names = list(info.names)
    if info.outcome is not None and info.outcome.given_up:
        return names
    for seat in info.seats:
        if seat.resigned:
            unnamed = is_unnamed(seat.name, seat.seat)
            bot = (
                phrase("The bot on seat {n}", n=seat.seat + 1)
                if unnamed
                else phrase("Bot for {name}", name=seat.name)
            )
            names[seat.seat] = phrase("Your bot") if seat.seat == viewer else bot
    return names


def score_words(info: TableInfo, viewer: Seat) -> str:
    """Who has won how many of several games in a row, whoever reads it first; else nothing."""
    if info.games < 2 or len(info.seats) < 2:
        return ""
    order = sorted(info.seats, key=lambda seat: (seat.seat != viewer, -(seat.games_won or 0)))
    each = [
        joined(" ", [phrase("you") if seat.seat == viewer else seat.name, str(seat.games_won)])
        for seat in order
    ]
    return phrase("After {n} games: {score}.", n=info.games, score=joined(", ", each))


@dataclass(frozen=True, slots=True)
class Others:
    """How others fared with a day's puzzle."""

    words: str
    heaps: tuple[Heap, ...]


async def others_of(tables: Tables, shot: Snapshot) -> Others | None:
    """How others fared with a day's puzzle, told to whoever is done with it; else None."""
    if not shot.info.daily or shot.info.outcome is None or shot.viewer < 0:
        return None
    told = await tables.dailies.beside(shot.info.table, shot.viewer)
    if told is None or not told[1].finished:
        return None
    against = len(shot.info.seats) > 1
    words = compared_in_words(type(shot.game), *told, against=against)
    return Others(words, heaps_of(*told, against=against))


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
    compared = [_went(shot, phrase("Here"), None)]
    for number, name in enumerate(shot.duplicates, 2):
        with contextlib.suppress(NoSuchTable, NotPlayedOn):  # it may have been removed
            other = await tables.watching.snapshot(name, after=None)
            compared.append(_went(other, _called(number), shot))
    return tuple(compared) if len(compared) > 1 else ()


def _called(number: int) -> str:
    return phrase("Table {index}", index=number)


def _went(shot: Snapshot, called: str, own: Snapshot | None) -> Duplicate:
    """How it went at a table; ``own`` is that of whoever reads it, where it is another one."""
    info = shot.info
    if info.outcome is None:
        return Duplicate(info.table, called)
    told = ending_of(shot)
    words = [
        phrase("{who} played it.", who=listed(info.names)),
        joined("", [told.words, "."]),
        result_words(shot) if len(info.seats) == 1 else told.why,
    ]
    if own is not None:
        words += beside_mine(info, own)
    points = tuple(
        Points(info.names[seat], reached, info.won(seat))
        for seat, reached in enumerate(info.outcome.points)
    )
    return Duplicate(info.table, called, tuple(words), points)


def beside_mine(there: TableInfo, own: Snapshot) -> list[str]:
    """What somebody made of the reader's seat at another table, where points tell it."""
    mine, seat = own.info.outcome, own.viewer
    counted = own.game.facts.points != (0, 1)
    if seat < 0 or not counted or not (mine and mine.points and there.outcome):
        return []
    if not there.outcome.points:
        return []
    more, who = there.outcome.points[seat] - mine.points[seat], there.names[seat]
    if not more:
        return [phrase("In your seat {who} has as many points as you.", who=who)]
    if more > 0:
        return [
            phrase_many(
                "In your seat {who} has {n} point more than you.",
                "In your seat {who} has {n} points more than you.",
                more,
                who=who,
            )
        ]
    return [
        phrase_many(
            "In your seat {who} has {n} point less than you.",
            "In your seat {who} has {n} points less than you.",
            -more,
            who=who,
        )
    ]
