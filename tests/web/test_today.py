"""Today: five puzzles on one page, what became of each, how others fared, and what stays of it."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import re
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import delete, update
from tests.web.fixtures import A_DAY
from tests.web.site import Site, fields, on_site, running, words
from tests.web.test_daily import give_up

from facedown.core.codec import to_json
from facedown.core.daily import DayResult
from facedown.core.registry import load_games
from facedown.table.access import hash_token
from facedown.table.acts.resign import Resign
from facedown.table.dailies import Compared, PlayedDay
from facedown.table.database import dailies
from facedown.table.days import day_of
from facedown.web.days import (
    DayBar,
    compared_in_words,
    heaps_of,
    lately_of,
    month_of,
    share_text,
    strip_of,
)

OURS = ("mystery", "solid", "solver", "suspense", "turing")
pytestmark = pytest.mark.usefixtures("a_day")


def part(page: str, start: str, end: str = "</li>") -> str:
    """What stands between two marks, in words."""
    assert start in page, start
    return words(page.partition(start)[2].partition(end)[0])


@on_site
async def test_all_five_can_be_begun_from_one_page(site: Site) -> None:
    ann = site.person()
    for game in OURS:
        page = await ann.get("/today")
        assert "not begun" in part(page, f'id="day-{game}"')
        await ann.send(f"begin-{game}")
        info = await site.tables.watching.info(ann.table)
        assert (info.game, info.daily) == (game, A_DAY.isoformat())
        assert info.status == "playing"  # bots have the other seats
    page = await ann.get("/today")
    for game in OURS:
        assert "Go on" in part(page, f'id="day-{game}"')
        assert f'id="begin-{game}"' not in page
    lobby = await ann.get("/")
    shelf = ["turing", "suspense", "mystery", "solver", "solid"]  # the shortest first
    assert [name for name in re.findall(r'id="game-(\w+)"', lobby) if name in OURS] == shelf
    assert "1–4 players · 10 min" in part(lobby, 'id="game-turing"')
    strip = lobby.partition('class="strip"')[2].partition("</ul>")[0]
    assert re.findall(r'<li class="day-(\w+)"', strip) == ["begun"] * 5
    assert f'href="/t/{ann.table}"' in strip


@on_site
async def test_a_puzzle_that_is_over_is_told_counted_and_shared(site: Site) -> None:
    ann, bob = site.person(), site.person()
    for who in (ann, bob):
        await who.get("/today")
        assert "others" not in words(who.page)
        await who.send("begin-mystery", name="Somebody")
        if who is bob:  # nothing of others before one's own is over
            assert "solved it" not in words(await bob.get("/today"))
        await give_up(site, who)
    page = await bob.get("/today")
    told = part(page, 'id="day-mystery"')
    assert "solved" in told
    assert re.search(r"[01] of 1 other solved it", told)
    assert "Somebody" not in page
    shared = part(page, '<textarea id="share-day"', "</textarea>").partition(">")[2]
    day = f"{A_DAY.day} "
    assert unescape(shared).startswith("Facedown · ")
    assert day in shared
    assert f"{site.base}/today?date={A_DAY.isoformat()}" in shared
    assert re.search(r"day played in a row 1 the longest 1", words(page))
    row = re.search(r'class="day-(\w+)"><a href="/today#day-mystery"', await bob.get("/"))
    assert row is not None
    assert row[1] in {"solved", "missed"}


@on_site
async def test_the_end_of_a_puzzle_tells_of_others_and_leads_to_the_next(site: Site) -> None:
    ann, bob = site.person(), site.person()
    for who in (ann, bob):
        await who.get("/today")
        await who.send("begin-mystery")
        if who is bob:  # nothing of others before one's own is over
            assert 'class="heaps"' not in await bob.get(f"/t/{bob.table}")
        await give_up(site, who)
    mystery = bob.table
    page = await bob.get(f"/t/{mystery}")
    assert re.search("[01] of 1 other solved it", part(page, 'id="fared"', "</div>"))
    onlooker = await site.person().get(f"/t/{mystery}")  # may have it yet to play
    assert 'id="fared"' not in onlooker
    assert 'id="f-next"' not in onlooker
    assert f'id="to-day" href="/today?date={A_DAY.isoformat()}"' in page
    await bob.send("f-next", next="yes")
    solver = await site.tables.watching.info(bob.table)
    assert (solver.game, solver.daily) == ("solver", A_DAY.isoformat())  # stands next on the shelf
    await bob.get(f"/t/{mystery}")
    await bob.send("f-next", next="yes")
    assert bob.table == solver.table  # it is begun once
    for game in ("solid", "suspense", "turing"):
        await bob.get("/today")
        await bob.send(f"begin-{game}")
    writing, _ = site.tables.store.engines
    result = json.dumps(to_json(DayResult(solved=False)))
    with writing.begin() as connection:
        connection.execute(update(dailies).values(done=1, result=result))
    assert 'class="heaps"' in await bob.get("/today")
    await bob.get(f"/t/{mystery}")
    assert "To share" in await bob.send("f-next", next="yes")  # all are over: Today


def test_others_stand_in_heaps_of_what_they_needed() -> None:
    them = Compared(12, 11, tuple((n, 9) for n in (1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 9)))
    heaps = heaps_of(DayResult(solved=True, took=(2, 1)), them)
    assert [(heap.label, heap.others) for heap in heaps] == [
        *((str(n), 2 if n == 2 else 1) for n in range(1, 8)),
        ("8+", 3),
        ("✗", 1),
    ]
    assert [heap.words for heap in heaps if heap.mine] == ["2: you and 2 others"]
    alone = heaps_of(DayResult(solved=False), Compared(1, 1, ((),)))
    assert [heap.words for heap in alone] == ["solved: 1 other", "not solved: you"]
    against = heaps_of(DayResult(solved=False), Compared(1, 1, ((),)), against=True)
    assert [heap.words for heap in against] == ["won: 1 other", "played: you"]
    assert heaps_of(DayResult(solved=True), Compared()) == ()


@on_site
async def test_a_puzzle_of_an_earlier_version_is_counted_once_its_table_is_opened(
    site: Site,
) -> None:
    """Then a browser alone kept which puzzles were played, and the site only their tables."""
    ann, bob = site.person(), site.person()
    await ann.get("/today")
    await ann.send("begin-mystery")
    await give_up(site, ann)
    await forget(site)
    assert "not begun" in part(await ann.get("/today"), 'id="day-mystery"')
    await bob.get(f"/t/{ann.table}")  # who looks on has not played it
    assert "not begun" in part(await bob.get("/today"), 'id="day-mystery"')
    await ann.get(f"/t/{ann.table}")
    told = part(await ann.get("/today"), 'id="day-mystery"')
    assert "solved" in told


@on_site
async def test_a_puzzle_that_is_given_up_is_not_solved_and_no_day_in_a_row(site: Site) -> None:
    ann = site.person()
    await ann.get("/today")
    await ann.send("begin-suspense")
    seat = next(
        cookie.value
        for cookie in ann.http.cookies.jar
        if (cookie.name, cookie.path) == ("seat", f"/t/{ann.table}")
    )
    await site.tables.do(ann.table, Resign(), seat or "")
    assert "given up" in part(await ann.get("/today"), 'id="day-suspense"')
    await ann.send("begin-turing")
    assert "given up." in await ann.send("f-resign")
    page = await ann.get("/today")
    assert "given up" in part(page, 'id="day-turing"')
    assert "□ Turing Machine given up" in page
    assert "<dt>days played in a row</dt><dd>0</dd>" in page


async def forget(site: Site) -> None:
    """Leaves nothing of who played which puzzle, as a store of an earlier version has it."""
    dailies_of = site.tables.dailies
    await asyncio.sleep(0)

    def write() -> None:
        writing, _ = dailies_of._store.engines
        with writing.begin() as connection:
            connection.execute(delete(dailies))

    await dailies_of._store.read(write)
    dailies_of._brought.clear()


def test_a_result_survives_restarts_and_the_table_being_removed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'site.sqlite'}"
    cookies: list[tuple[str, str | None]] = []

    async def first() -> None:
        async with running(url) as site:
            ann = site.person()
            await ann.get("/today")
            await ann.send("begin-mystery")
            await give_up(site, ann)
            assert ">Look<" in await ann.get("/today")
            cookies.extend((cookie.name, cookie.value) for cookie in ann.http.cookies.jar)

    async def again() -> None:
        async with running(url) as site:
            ann = site.person()
            for name, value in cookies:
                if name == "visitor":
                    ann.http.cookies.set(name, value or "")
            assert ">Look<" in await ann.get("/today")
            name = (await site.tables.dailies.of(secret_of(ann.http.cookies["visitor"])))[0].table
            await site.tables.store.remove([name], 2**60)
            assert "of 5 solved or won" in words(await ann.get("/today"))
            mystery = part(ann.page, 'id="day-mystery"')
            assert "solved" in mystery
            assert "question" in mystery
            assert "<a " not in mystery  # its table is gone
            assert "<form" not in mystery

    asyncio.run(first())
    asyncio.run(again())


def secret_of(visitor: str) -> str:
    """The secret under which the days of a browser are kept."""
    from facedown.web.visitor import Visitor

    return Visitor(visitor, new=False).derive("daily")


@on_site
async def test_the_first_time_counts_and_what_was_missed_is_kept_later(site: Site) -> None:
    ann = site.person()
    await ann.get("/today")
    await ann.send("begin-mystery")
    first = ann.table
    await ann.get("/")
    await ann.send("start-mystery", daily=A_DAY.isoformat())
    assert ann.table == first  # not twice
    await give_up(site, ann)
    await ann.get("/")
    await ann.send("start-mystery", daily=A_DAY.isoformat())
    assert ann.table != first  # once more, for oneself
    secret = secret_of(ann.http.cookies["visitor"])
    (kept,) = await site.tables.dailies.of(secret)
    assert kept.table == first
    assert kept.result is not None
    # As if the process had ended before it was stored.
    writing, _ = site.tables.store.engines
    with writing.begin() as connection:
        connection.execute(update(dailies).values(done=None, result=""))
    assert (await site.tables.dailies.of(secret)) == (kept,)
    other = await site.tables.dailies.compare("mystery", kept.day, "y" * 43)
    assert other.finished == 1
    assert (await site.tables.dailies.compare("mystery", kept.day, secret)) == Compared()


@on_site
async def test_other_days_are_reached_by_the_calendar(site: Site) -> None:
    ann = site.person()
    page = await ann.get("/today?date=2026-02-11")
    assert "Wednesday, 11 February" in words(page)
    assert 'href="?date=2026-01-31" rel="prev"' in page
    assert 'href="?date=2026-03-01" rel="next"' in page
    assert 'value="2026-02-11"' in page
    await ann.send("begin-turing")
    assert (await site.tables.watching.info(ann.table)).daily == "2026-02-11"
    for text in ("2019-12-31", "2026-02-30", "never"):
        await ann.get(f"/today?date={text}", status=404)


def played(day: str, game: str, *, solved: bool | None, on_time: bool = True) -> PlayedDay:
    """A day's puzzle, over unless ``solved`` is None."""
    return PlayedDay(day, game, "t", 0, on_time, None if solved is None else DayResult(solved))


def test_the_calendar_says_how_many_were_solved_and_how_hard_a_day_is() -> None:
    done = [
        played("2026-11-23", "solid", solved=True),
        played("2026-11-23", "turing", solved=False),
        played("2026-11-24", "turing", solved=None),
    ]
    month = month_of(done, A_DAY, A_DAY)
    assert month.words == "November 2026"
    assert (month.before, month.after) == ("2026-10-31", "")
    cells = {cell.number: cell for week in month.weeks for cell in week if cell is not None}
    assert len(cells) == 30
    assert all(len(week) == 7 for week in month.weeks)
    assert month.weeks[0][:6] == (None,) * 6
    assert (cells[23].solved, cells[23].over) == (1, 2)
    assert cells[23].words == "Monday, 23 November, easy: 1 of 2 played solved or won"
    assert (cells[24].over, cells[25].future, cells[26].future) == (0, False, True)


def test_the_strip_says_how_far_each_is() -> None:
    day = A_DAY.isoformat()
    done = [
        played(day, "solid", solved=True),
        played(day, "turing", solved=False),
        played(day, "solver", solved=None),
        played("2026-11-24", "mystery", solved=True),
    ]
    states = {one.name: one.state for one in strip_of(done, day)}
    assert {name: states[name] for name in OURS} == {
        "mystery": "new",
        "solid": "solved",
        "solver": "begun",
        "suspense": "new",
        "turing": "missed",
    }


def test_the_picture_in_words_has_what_is_over_and_nothing_else() -> None:
    day = A_DAY.isoformat()
    done = [played(day, "solid", solved=True), played(day, "turing", solved=False)]
    text = share_text(A_DAY, [g for g in strip_of(done, day) if g.name in OURS], "https://h/today")
    assert text.splitlines() == [
        "Facedown · Wednesday, 25 November · 1 of 5",
        "□ Turing Machine not solved",
        "■ Solid won",
        "https://h/today",
    ]


@pytest.mark.parametrize(
    ("mine", "them", "words_"),
    [
        ((True, (2, 4)), Compared(), ""),
        ((True, (2, 4)), Compared(3, 0), "0 of 3 others solved it"),
        (
            (True, (2, 4)),
            Compared(2, 2, ((1, 3), (2, 5))),
            (
                "2 of 2 others solved it, half of them in 1 round and 3 questions; "
                "you needed less than 1"
            ),
        ),
        (
            (False, ()),
            Compared(1, 1, ((2, 5),)),
            "1 of 1 other solved it, half of them in 2 rounds and 5 questions",
        ),
    ],
)
def test_others_are_told_of_together(
    mine: tuple[bool, tuple[int, ...]], them: Compared, words_: str
) -> None:
    kind = load_games()[0]["turing"]
    assert compared_in_words(kind, DayResult(*mine), them) == words_


@pytest.mark.parametrize("game", ["solid", "suspense"])
def test_bots_of_a_day_grow_stronger_through_the_week(game: str) -> None:
    kind = load_games()[0][game]
    week = [day_of(kind, f"2026-11-{day}", dt.date(2026, 12, 1)).bots[1] for day in range(23, 30)]
    assert week[0] == week[1]
    assert week[-1] != week[0]


@on_site
async def test_make_and_learn_lead_to_every_editor_first_game_and_rulebook(site: Site) -> None:
    ann = site.person()
    learn, make = await ann.get("/learn"), await ann.get("/make")
    for game in OURS:
        assert f'href="/games/{game}/rules"' in learn
        assert f'id="first-{game}"' in learn
        shop = load_games()[0][game].workshop()
        assert (f'href="/games/{game}/workshop"' in make) == (shop is not None)
    for page, tab in (("/", "/"), ("/today", "/today"), ("/make", "/make"), ("/learn", "/learn")):
        assert f'<a href="{tab}" aria-current="true">' in await ann.get(page)


def lately_played(results: list[DayResult]) -> list[PlayedDay]:
    first = dt.date(2026, 10, 1)
    days = [(first + dt.timedelta(days=n)).isoformat() for n in range(len(results))]
    return [
        PlayedDay(day, "turing", "t", 0, on_time=True, result=one)
        for day, one in zip(days, results, strict=True)
    ]


def test_what_the_last_puzzles_took_is_drawn_beside_best_play() -> None:
    found = DayResult(solved=True, took=(1, 2), par=(100, 200))
    more = DayResult(solved=True, took=(2, 4), par=(100, 200))
    missed = DayResult(solved=False, took=(2, 5))
    given_up = DayResult(solved=False)  # counts nothing, and is not drawn
    assert lately_of(lately_played([found, more, given_up])) is None
    lately = lately_of(lately_played([found] * 14 + [more, given_up, missed]))
    assert lately is not None
    assert lately.words == "Turing Machine: your last 15"
    assert [bar.state for bar in lately.bars] == ["par"] * 13 + ["more", "missed"]
    assert lately.bars[-2:] == (
        DayBar(
            "more",
            80.0,
            40.0,
            "Thursday, 15 October: solved, 2 rounds and 4 questions, "
            "best play: 1 round and 2 questions",
        ),
        DayBar(
            "missed",
            100.0,
            None,
            "Saturday, 17 October: not solved",
        ),
    )


@on_site
async def test_the_day_s_five_are_solved_and_not_on_one_page(site: Site) -> None:
    ann = site.person()
    await ann.get("/today")
    secret = secret_of(ann.http.cookies["visitor"])
    c = dailies.c
    ends = {
        "turing": DayResult(solved=True, took=(1, 3), par=(100, 200), marks="✗✓✓"),
        "suspense": DayResult(solved=True, marks="★★★"),
        "mystery": DayResult(solved=False, took=(6,), par=(442,), marks="◆" * 6),
        "solver": DayResult(solved=False),
    }
    for game in OURS:
        await ann.get("/today")
        await ann.send(f"begin-{game}")
        if game in ends:
            mine = update(dailies).where(c.player == hash_token(secret), c.game == game)
            writing, _ = site.tables.store.engines
            with writing.begin() as connection:
                connection.execute(mine.values(done=1, result=json.dumps(to_json(ends[game]))))
    page = await ann.get("/today")
    told = {game: part(page, f'id="day-{game}"') for game in OURS}
    assert [game for game in OURS if "Look" in told[game]] == sorted(ends)
    assert "1 round and 3 questions ✗✓✓ best play: 1 round and 2 questions" in told["turing"]
    assert "★★★ won" in told["suspense"]
    assert "◆◆◆◆◆◆ best play: 4.42 questions not solved" in told["mystery"]
    assert "not solved" in told["solver"]
    assert "begun Go on" in told["solid"]
    assert "of 5 solved or won 2 day played in a row 1" in words(page)
    strip = (await ann.get("/")).partition('class="strip"')[2].partition("</ul>")[0]
    marks = ["solved", "solved", "missed", "missed", "begun"]
    assert re.findall(r'<li class="day-(\w+)"', strip) == marks


@pytest.mark.parametrize("processes", ["one", "several"])
@on_site
async def test_begin_pressed_twice_leads_to_one_table(
    site: Site, processes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = site.person()
    await ann.get("/today")
    if processes == "several":  # none of which knows what another is about to do
        monkeypatch.setattr(site.tables.dailies, "beginning", lambda *_: asyncio.Lock())
    form = fields(ann.page, "begin-turing")
    answers = await asyncio.gather(*(ann.http.post("/tables", data=form) for _ in range(3)))
    led_to = {answer.headers["location"] for answer in answers}
    (kept,) = await site.tables.dailies.of(secret_of(ann.http.cookies["visitor"]))
    assert led_to == {f"/t/{kept.table}"}
