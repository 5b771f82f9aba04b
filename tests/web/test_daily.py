"""The puzzle of a day: which it is, the days before it, and what one may tell of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from mcp.client.client import Client
from tests.web.drawn import snapshot
from tests.web.fixtures import A_DAY
from tests.web.site import Person, Site, on_site, words
from tests.web.test_moments import last_state
from tests.web.tool_caller import Caller

from facedown.core.registry import load_games, new_game
from facedown.core.seats import bot_of
from facedown.table.acts.play import play
from facedown.table.days import day_of
from facedown.web.mcp.server import new_server
from facedown.web.mcp.tools import Door
from facedown.web.pages.results import daily_text

pytestmark = pytest.mark.usefixtures("a_day")
DAILIES = [name for name, kind in load_games()[0].items() if kind.daily(A_DAY) is not None]


@pytest.mark.parametrize("name", DAILIES)
def test_a_month_of_puzzles_can_be_opened(name: str) -> None:
    first = dt.date(2026, 2, 1)
    found = []
    for number in range(28):
        day = (first + dt.timedelta(days=number)).isoformat()
        puzzle = day_of(load_games()[0][name], day, dt.date(2026, 3, 1))
        assert new_game(name, puzzle.seats, **puzzle.options).seats >= 1
        found.append(f"{puzzle.options} {puzzle.bots}")
    assert len(set(found)) > 4  # a week is not the same every day


@on_site
async def test_days_before_can_be_played_and_days_to_come_cannot(site: Site) -> None:
    ann = site.person()
    before = (A_DAY - dt.timedelta(days=7)).isoformat()
    led = await ann.http.get(f"/games/mystery/daily?date={before}")
    assert led.headers["location"] == f"/today?date={before}#day-mystery"
    assert (await ann.http.get("/games/mystery/daily")).headers["location"] == "/today#day-mystery"
    await ann.get(f"/games/mystery/daily?date={before}")
    await ann.send("begin-mystery")
    assert (await site.tables.watching.info(ann.table)).daily == before
    again = await ann.get(f"/today?date={before}")
    assert f'href="/t/{ann.table}">Go on' in again
    assert 'id="begin-mystery"' not in again
    assert 'id="begin-mystery"' in await ann.get("/today")
    later = (A_DAY + dt.timedelta(days=1)).isoformat()
    for page in (f"/games/mystery/daily?date={later}", f"/today?date={later}"):
        await ann.get(page, status=404)
        assert f"The puzzle of {later} is not there yet." in words(ann.page)
    await ann.get("/games/mystery/daily?date=<b>", status=404)
    await ann.get("/today")
    await ann.send("/tables", daily=later, status=400)


@pytest.mark.parametrize("name", DAILIES)
@on_site
async def test_a_day_is_the_same_from_every_side(site: Site, name: str) -> None:
    """On pages, by JSON and by tools; tests/terminal/test_people.py has the terminal."""
    puzzle = day_of(load_games()[0][name], A_DAY.isoformat())
    ann = site.person()
    await ann.get("/today")
    await ann.send(f"begin-{name}")
    opened = [ann.table]
    asked = {"game": name, "daily": A_DAY.isoformat()}
    answer = await site.person().http.post("/api/tables", json=asked)
    assert answer.status_code == 201, answer.text
    opened.append(answer.json()["table"])
    async with Client(new_server(lambda _: Door(site.tables))) as client:
        caller = Caller(client)
        opened.append(await caller.open(**asked))
        later = (A_DAY + dt.timedelta(days=1)).isoformat()
        assert "not there yet" in await caller.refused("new_game", game=name, daily=later)
    answer = await site.person().http.post("/api/tables", json={**asked, "daily": later})
    assert answer.status_code == 400
    assert "not there yet" in answer.text
    for table in opened:
        spec = (await site.tables.registry.live_table(table)).state.spec
        seats = (await site.tables.watching.info(table)).seats
        assert (spec.seed, len(seats)) == (puzzle.seed, puzzle.seats)
        assert {s.seat: bot_of(s.player) for s in seats[1:]} == dict(puzzle.bots)


@on_site
async def test_the_text_to_share_has_words_and_link_and_says_which_hints(site: Site) -> None:
    ann, eve = site.person(), site.person()
    texts = []
    for who, aid in ((ann, ""), (eve, "pile")):
        await who.get("/today")
        await who.send("begin-mystery", name="Ann")
        if aid:
            await who.get(f"/t/{who.table}?aid={aid}")
        await give_up(site, who)
        page = await who.get(f"/t/{who.table}")
        shown = page.partition('id="share-text"')[2].partition(">")[2].partition("</textarea>")[0]
        texts.append(unescape(shown).splitlines())
        # What hints were used only who played knows.
        assert 'id="share-text"' not in await site.person().get(f"/t/{who.table}")
    day = A_DAY.isoformat()
    for text, hints in zip(texts, ("Without hints.", "With hints: pile."), strict=True):
        assert text[0].startswith("Mystery Machine, puzzle of 25 November 2026: ")
        assert text[0].endswith(hints)
        assert text[1:] == [f"{site.base}/today?date={day}#day-mystery"]


async def give_up(site: Site, who: Person) -> None:
    """Names what may be wrong until the game is over."""
    secret = next(
        cookie.value
        for cookie in who.http.cookies.jar
        if (cookie.name, cookie.path) == ("seat", f"/t/{who.table}")
    )
    for _ in range(40):
        shot = await site.tables.watching.snapshot(who.table, secret)
        if shot.info.status == "over":
            return
        named = next(choice for choice in shot.choices.of("name") if choice.refusal is None)
        await site.tables.do(who.table, play(named.action), secret or "")
    raise AssertionError("the game does not end")


HIDDEN: dict[str, Callable[[Any], Sequence[str]]] = {
    "mystery": lambda view: view.truth.mystery,
    "solid": lambda view: (),
    "solver": lambda view: (view.rule,),
    "suspense": lambda view: (view.sheets[0].secret,),
    "turing": lambda view: (view.solution,),
}


@pytest.mark.parametrize("name", DAILIES)
def test_the_text_to_share_spoils_nothing(name: str) -> None:
    game = new_game(name)
    state = last_state(game)
    shot = snapshot(game, state, 0)
    shot = replace(shot, info=replace(shot.info, daily=A_DAY.isoformat()))
    text = daily_text(shot, (), "http://house")
    view = state.view(0)
    told = HIDDEN[name](view)
    assert told or name == "solid"  # where nothing is found out
    text += game.day_result(view).marks
    assert all(hidden and hidden not in text for hidden in told)


@on_site
async def test_a_table_says_by_its_day_which_puzzle_it_has(site: Site) -> None:
    ann = site.person()
    await ann.get("/today")
    table = await ann.send("begin-mystery")
    facts = words(table.partition('id="facts"')[2].partition("</dl>")[0])
    assert "Play a race" in facts
    assert "day-" not in facts
    assert "the puzzle of 25 November 2026" in words(table)
    named = await ann.get("/games/mystery?option.puzzle=day-294")
    assert "day-294" in named
    await ann.send("/tables", option__puzzle="day-294")
    assert "the daily puzzle with the number 294" in words(ann.page)
