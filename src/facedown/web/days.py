"""The puzzles of a day for whoever asks: which there are, how far they are, how they compare."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from starlette.requests import Request

from facedown.core.daily import DayResult, plain
from facedown.core.game import Game
from facedown.core.messages import Message, joined, phrase, phrase_in, phrase_many
from facedown.core.registry import load_games
from facedown.table.dailies import Compared, Dailies, PlayedDay, streaks
from facedown.table.days import day_of, level_of
from facedown.web.visitor import Visitor, tables_of

FIRST: Final = dt.date(2020, 1, 1)
"""Calendars go back to here."""
FEW: Final = 3
"""So many results of one game are worth a picture."""
MOST_BARS: Final = 15
MOST_HEAPS: Final = 8

MONTHS: Final = (
    phrase("January"),
    phrase("February"),
    phrase("March"),
    phrase("April"),
    phrase_in("month", "May"),
    phrase("June"),
    phrase("July"),
    phrase("August"),
    phrase("September"),
    phrase("October"),
    phrase("November"),
    phrase("December"),
)
WEEKDAYS: Final = (
    (phrase("Monday"), phrase("Mo")),
    (phrase("Tuesday"), phrase("Tu")),
    (phrase("Wednesday"), phrase("We")),
    (phrase("Thursday"), phrase("Th")),
    (phrase("Friday"), phrase("Fr")),
    (phrase("Saturday"), phrase("Sa")),
    (phrase("Sunday"), phrase("Su")),
)


def date_in_words(day: dt.date) -> str:
    """A day as it stands over its puzzles.

    >>> print(date_in_words(dt.date(2026, 11, 23)))
    Monday, 23 November
    """
    return phrase(
        "{weekday}, {number} {month}",
        weekday=WEEKDAYS[day.weekday()][0],
        number=_number(day),
        month=MONTHS[day.month - 1],
    )


def short_date(day: str) -> str:
    """A day, given as in an address, as it is named within a sentence.

    >>> print(short_date("2026-11-01"))
    1 November 2026
    """
    date = dt.date.fromisoformat(day)
    month = MONTHS[date.month - 1]
    return phrase("{number} {month} {year}", number=_number(date), month=month, year=date.year)


def _number(day: dt.date) -> object:
    """The number of a day, for which some languages have a word of its own on the first."""
    return phrase_in("first of a month", "1") if day.day == 1 else day.day


@dataclass(frozen=True, slots=True)
class Heap:
    """How many others needed the same with a day's puzzle, and whether the reader did.

    ``label`` is what was needed in figures, ✗ where it was not solved; ``high`` is in percent of
    the most.
    """

    label: str
    others: int
    mine: bool
    high: int
    words: str


@dataclass(frozen=True, slots=True)
class DayGame:
    """One of a day's puzzles as somebody sees it.

    ``state`` is ``"new"``, ``"begun"``, ``"solved"``, ``"left"`` (given up) or ``"missed"``
    (over and not solved), ``words`` says that; ``like`` says what the puzzle is like, ``against``
    which bot it is played with, ``took`` and ``par`` what solving it took and what best play needs,
    ``others`` and ``heaps`` how others at this site fared; all of them are empty where there is
    nothing to tell.
    """

    name: str
    title: str
    state: str
    words: str
    table: str
    like: str = ""
    against: str = ""
    took: str = ""
    par: str = ""
    others: str = ""
    heaps: tuple[Heap, ...] = ()
    marks: str = ""

    @property
    def over(self) -> bool:
        """Whether it is over, solved or not."""
        return self.state in _SIGNS


_STATES: Final = {
    "new": phrase("not begun"),
    "begun": phrase("begun"),
    "solved": phrase("solved"),
    "left": phrase("given up"),
    "missed": phrase("not solved"),
}
_AGAINST: Final = {**_STATES, "solved": phrase("won"), "missed": phrase("played")}


def _said(*, against: bool) -> dict[str, Message]:
    """The words for how far a puzzle is; ``against`` a bot it is won, not solved."""
    return _AGAINST if against else _STATES


async def played_by(request: Request, visitor: Visitor) -> tuple[PlayedDay, ...]:
    """All puzzles of days that a browser has begun, the oldest first."""
    return () if visitor.new else await tables_of(request).dailies.of(visitor.derive("daily"))


def day_kinds(day: str) -> dict[str, type[Game]]:
    """The games that have a puzzle of that day."""
    date = dt.date.fromisoformat(day)
    games = shortest_first(load_games()[0])
    return {name: kind for name, kind in games.items() if kind.daily(date) is not None}


def shortest_first(games: Mapping[str, type[Game]]) -> dict[str, type[Game]]:
    """Games as they stand on a shelf: the shortest first, of those the ones for one player.

    >>> list(shortest_first(load_games()[0]))[:2]
    ['turing', 'suspense']
    """

    def place(name: str) -> tuple[bool, int, int, str]:
        facts = games[name].facts
        return not facts.minutes, facts.minutes, facts.seats[0], name

    return {name: games[name] for name in sorted(games, key=place)}


def strip_of(played: Sequence[PlayedDay], day: str) -> list[DayGame]:
    """A day's puzzles and how far each is, without what it took."""
    mine = {one.game: one for one in played if one.day == day}
    return [_chip(kind, day, mine.get(name)) for name, kind in day_kinds(day).items()]


def _chip(kind: type[Game], day: str, one: PlayedDay | None) -> DayGame:
    state = "new" if one is None else "begun"
    if one is not None and one.result is not None:
        state = "solved" if one.result.solved else "left" if one.result.given_up else "missed"
    table = "" if one is None else one.table
    against = day_of(kind, day).bots.get(1, "")
    words = _said(against=bool(against))[state]
    return DayGame(kind.facts.name, kind.facts.title, state, words, table, against=against)


async def games_of(
    dailies: Dailies, secret: str, played: Sequence[PlayedDay], day: str
) -> list[DayGame]:
    """A day's puzzles with all that may be told of each; of others only to who is done with it."""
    mine = {one.game: one for one in played if one.day == day}
    found = []
    for name, kind in day_kinds(day).items():
        one = mine.get(name)
        like = kind.day_in_words(day_of(kind, day).options)
        chip = replace(_chip(kind, day, one), like=like)
        if one is not None and one.result is not None:
            result, them = one.result, await dailies.compare(name, day, secret)
            chip = replace(
                chip,
                took=kind.took_in_words(result.hundredths) if result.solved and result.took else "",
                par=kind.took_in_words(result.par) if result.par else "",
                marks=result.marks,
                others=compared_in_words(kind, result, them, against=bool(chip.against)),
                heaps=heaps_of(result, them, against=bool(chip.against)),
            )
        found.append(chip)
    return found


def compared_in_words(
    kind: type[Game], mine: DayResult, them: Compared, *, against: bool = False
) -> str:
    """How others fared, with nothing of any one of them; empty where nobody else is done."""
    if not them.finished:
        return ""
    n, solved = them.finished, them.solved
    some = (
        phrase_many(
            "{solved} of {n} other has won it",
            "{solved} of {n} others have won it",
            n,
            solved=solved,
        )
        if against
        else phrase_many(
            "{solved} of {n} other solved it", "{solved} of {n} others solved it", n, solved=solved
        )
    )
    if not them.middle:
        return some
    half = kind.took_in_words(tuple(100 * each for each in them.middle))
    if not mine.solved:
        return phrase("{some}, half of them in {half}", some=some, half=half)
    less = sum(mine.took < took for took in them.took)
    return phrase(
        "{some}, half of them in {half}; you needed less than {less}",
        some=some,
        half=half,
        less=less,
    )


def heaps_of(mine: DayResult, them: Compared, *, against: bool = False) -> tuple[Heap, ...]:
    """How others fared beside one's own result, the least needed first; else nothing.

    What counts second is left out, and the most needed stand together where they are many.

    >>> them = Compared(4, 3, ((3, 9), (4, 8), (4, 11)))
    >>> [(heap.label, heap.others, heap.mine) for heap in heaps_of(DayResult(True, (4, 7)), them)]
    [('3', 1, False), ('4', 2, True), ('✗', 1, False)]
    """
    if not them.finished:
        return ()
    counts = Counter(took[0] if took else 0 for took in them.took)
    own = -1 if not mine.solved else mine.took[0] if mine.took else 0
    needed = sorted({*counts, own} - {-1})
    kept, more = needed[: MOST_HEAPS - 1], needed[MOST_HEAPS - 1 :]
    told = [(plain(100 * n) if n else "✓", counts[n], n == own) for n in kept]
    if more:
        label = plain(100 * more[0]) + ("+" if more[1:] else "")
        told.append((label, sum(counts[n] for n in more), own in more))
    if (missed := them.finished - them.solved) or own < 0:
        told.append(("✗", missed, own < 0))
    top = max(n + is_mine for _, n, is_mine in told)
    said = _said(against=against)
    named = {"✓": said["solved"], "✗": said["missed"]}
    return tuple(
        Heap(
            label,
            n,
            is_mine,
            round(100 * (n + is_mine) / top),
            _heap_words(named.get(label, label), n, is_mine),
        )
        for label, n, is_mine in told
    )


def _heap_words(named: str, n: int, is_mine: bool) -> str:
    if not is_mine:
        return phrase_many("{label}: {n} other", "{label}: {n} others", n, label=named)
    if not n:
        return phrase("{label}: you", label=named)
    return phrase_many("{label}: you and {n} other", "{label}: you and {n} others", n, label=named)


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day in the calendar: its puzzles that are over and solved, and whether it can be opened."""

    date: str
    number: int
    solved: int
    over: int
    future: bool
    words: str


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the calendar by weeks from Monday on, None for days of another month."""

    words: str
    weeks: tuple[tuple[DayCell | None, ...], ...]
    before: str
    after: str


def month_of(played: Sequence[PlayedDay], day: dt.date, now: dt.date) -> Month:
    """The calendar of the month of a day."""
    first = day.replace(day=1)
    last_before = first - dt.timedelta(days=1)
    first_after = (first + dt.timedelta(days=31)).replace(day=1)
    cells: list[DayCell | None] = [None] * first.weekday()
    days = [first + dt.timedelta(days=n) for n in range((first_after - first).days)]
    cells += [_cell(played, day, now) for day in days]
    cells += [None] * (-len(cells) % 7)
    after = "" if first_after > now else first_after.isoformat()
    words = phrase("{month} {year}", month=MONTHS[day.month - 1], year=day.year)
    weeks = tuple(tuple(cells[start : start + 7]) for start in range(0, len(cells), 7))
    before = "" if last_before < FIRST else last_before.isoformat()
    return Month(words, weeks, before, after)


def _cell(played: Sequence[PlayedDay], date: dt.date, now: dt.date) -> DayCell:
    text = date.isoformat()
    over = [one.result for one in played if one.day == text and one.result is not None]
    solved = sum(result.solved for result in over)
    words = phrase(
        "{date}, {level}: {solved} of {over} played solved or won",
        date=date_in_words(date),
        level=level_of(date)[1],
        solved=solved,
        over=len(over),
    )
    return DayCell(text, date.day, solved, len(over), date > now, words)


@dataclass(frozen=True, slots=True)
class DayBar:
    """What a day's puzzle took, to be drawn: ``high`` and ``par`` in percent of the highest.

    ``state`` is ``"par"`` (as good as best play), ``"more"``, ``"solved"`` where nobody knows what
    best play needs, or ``"missed"``; ``par`` is None where nobody knows.
    """

    state: str
    high: float
    par: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Lately:
    """What the last puzzles of one game took, the oldest first."""

    words: str
    bars: tuple[DayBar, ...]
    said: Mapping[str, str]

    @property
    def states(self) -> frozenset[str]:
        """Those that there are, for a legend."""
        return frozenset(bar.state for bar in self.bars)


def lately_of(played: Sequence[PlayedDay]) -> Lately | None:
    """The last puzzles of the game that has most to compare; None where there are few so far."""
    games = shortest_first(load_games()[0])
    counted = {
        name: [one for one in played if one.game == name and one.result and one.result.took]
        for name in games
    }
    name = max(counted, key=lambda each: len(counted[each]), default="")
    if not name or len(counted[name]) < FEW:
        return None
    kind, last = games[name], counted[name][-MOST_BARS:]
    said = _said(against=bool(day_of(kind, last[-1].day).bots))
    results = [one.result for one in last if one.result is not None]
    top = max(1, *(max(100 * each.took[-1], each.par[-1] if each.par else 0) for each in results))
    bars = tuple(
        _bar(kind, dt.date.fromisoformat(one.day), result, top, said)
        for one, result in zip(last, results, strict=True)
    )
    words = phrase("{title}: your last {n}", title=kind.facts.title, n=len(bars))
    return Lately(words, bars, said)


def _bar(
    kind: type[Game], day: dt.date, result: DayResult, top: int, said: Mapping[str, str]
) -> DayBar:
    state = "missed" if not result.solved else "solved" if not result.par else "more"
    told: list[str] = [said["solved" if result.solved else "missed"]]
    if result.solved:
        told.append(kind.took_in_words(result.hundredths))
    high, par = 10_000 * result.took[-1] / top, None
    if result.par:
        par = round(100 * result.par[-1] / top, 1)
        told.append(phrase("best play: {par}", par=kind.took_in_words(result.par)))
    words = phrase("{name}: {text}", name=date_in_words(day), text=joined(", ", told))
    return DayBar("par" if result.at_par else state, round(high, 1), par, words)


def streak_of(played: Sequence[PlayedDay], today: str) -> tuple[int, int]:
    """The days in a row on which something was played to its end in time, now and at most."""
    days = [one.day for one in played if one.on_time and one.result and not one.result.given_up]
    return streaks(days, today)


def share_text(day: dt.date, games: Sequence[DayGame], address: str) -> str:
    """A day as a picture in words, which tells nothing of what was hidden."""
    over = [game for game in games if game.over]
    solved = sum(game.state == "solved" for game in over)
    head = phrase(
        "Facedown · {date} · {solved} of {n}",
        date=date_in_words(day),
        solved=solved,
        n=len(games),
    )
    lines = [
        joined(" ", filter(None, (_SIGNS[one.state], one.title, one.words, one.marks, one.took)))
        for one in over
    ]
    return joined("\n", [head, *lines, address])


_SIGNS: Final = {"solved": "■", "missed": "□", "left": "□"}
