"""A first game is played on pages: as its steps say, or otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.web import browser as web
from tests.web.site import Person, Site, on_site, words
from tests.web.test_browser import play_to_the_end, punch

from facedown.core.first_game import OTHERWISE, has_first_game
from facedown.core.registry import game_names
from facedown.core.seats import ONLOOKER

TOLD = [name for name in game_names() if has_first_game(name)]


async def begin(site: Site, game: str) -> Person:
    ann = site.person()
    await ann.get(f"/games/{game}/first")
    await ann.send("start-first")
    return ann


async def own_turn(site: Site, ann: Person) -> bool:
    """Waits until Ann is to move; False where the game is over."""
    while True:
        info = await site.tables.watching.info(ann.table)
        if info.status == "over" or 0 in info.actors:
            await ann.get(f"/t/{ann.table}")
            return info.status != "over"
        await site.tables.watching.wait(ann.table, info.head, 30)


@pytest.mark.parametrize("game", TOLD)
@on_site
async def test_who_does_as_told_makes_every_step(site: Site, game: str) -> None:
    ann = await begin(site, game)
    info = await site.tables.watching.info(ann.table)
    assert [seat.player for seat in info.seats[1:]] == ["bot:beginner"] * (len(info.seats) - 1)
    made = 0
    while await own_turn(site, ann) and 'id="f-lesson"' in ann.page:
        made += 1
        assert f"Step {made} of " in words(ann.page)
        await ann.send("f-lesson")
    assert made >= 6
    assert 'id="lesson"' in ann.page  # what came of the last step


@pytest.mark.parametrize("game", ["solid", "suspense"])
@on_site
async def test_who_does_otherwise_is_told_so_and_plays_on(site: Site, game: str) -> None:
    ann = await begin(site, game)
    assert await own_turn(site, ann)
    told = re.search(r'value="(\d+)"[^>]* data-told="yes"', ann.page)
    assert told is not None  # the thing on the board is ringed
    shot = await site.tables.watching.snapshot(ann.table)
    assert shot.viewer == ONLOOKER
    open_to = re.findall(
        r'form="f-act" name="action" value="(\d+)"(?![^>]*aria-disabled)', ann.page
    )
    other = next(action for action in open_to if action != told[1])
    await ann.send("f-act", action=other)
    await own_turn(site, ann)
    assert OTHERWISE in words(ann.page)
    assert 'id="lesson-hint"' in ann.page
    assert 'id="f-lesson"' not in ann.page
    left = ann.table
    await ann.send("f-lesson-back")
    assert ann.table != left
    assert re.search(r'data-told="yes"[^>]*>|id="f-lesson"', ann.page)  # at the step once more


@on_site
async def test_nobody_but_the_learner_is_told_anything(site: Site) -> None:
    ann, bob = await begin(site, "suspense"), site.person()
    assert 'id="lesson"' in ann.page
    assert 'id="lesson"' not in await bob.get(f"/t/{ann.table}")
    assert "data-told" not in bob.page


@on_site
async def test_a_first_game_is_in_the_list_of_tables_and_no_other_game_offers_one(
    site: Site,
) -> None:
    ann = await begin(site, "turing")
    assert f"/t/{ann.table}" in await ann.get("/")
    await ann.get("/games/nothing/first", status=404)


# In a browser


@pytest.fixture(name="page")
def _page(tmp_path: Path) -> Iterator[Page]:
    with web.serving(tmp_path) as server, web.chromium() as browser:
        page = web.open_page(browser)
        page.goto(server.base)
        yield page


PRESSED = {
    "mystery": (["#b-take-1"], ["#b-take-2"]),
    "solid": (["#b-choose-1 summary", "#b-play-1"], ["#b-choose-3 summary", "#b-play-3"]),
    "solver": (["#b-play-yellow-circle-1"], ["#b-swap"]),
    "suspense": (["#b-play-B1"], ["#b-pass"]),
    "turing": (["#lesson-do"], ["#b-ask-B"]),
}
"""What a learner presses as the first step says, and what instead of the second."""


@pytest.mark.slow
@pytest.mark.parametrize("game", TOLD)
def test_a_learner_presses_the_board_and_errs(page: Page, game: str) -> None:
    page.goto(f"{page.url.rstrip('/')}/games/{game}/first")
    page.locator("#start-first button").click()
    for step, pressed in enumerate(PRESSED[game], 1):
        page.get_by_role("heading", name=f"Step {step} of").wait_for(timeout=60_000)
        page.locator("#lesson-do").wait_for(timeout=60_000)
        for wide in (390, 960, 1280):
            page.set_viewport_size({"width": wide, "height": 800})
            strip = page.locator("#lesson").bounding_box()
            board = page.locator("#board").bounding_box()
            assert strip is not None
            assert board is not None
            assert strip["height"] < 800 / 2
            assert board["height"] > 800 / 3
        for thing in pressed:
            page.locator(thing).click(position={"x": 10, "y": 20})  # the next card may lie over it
    page.locator("#lesson-said").get_by_text(OTHERWISE).wait_for(timeout=60_000)
    if not page.locator("#lesson-do").count():  # no step holds any more
        page.get_by_role("heading", name="Your own way").wait_for(timeout=60_000)
        page.locator("#lesson-hint").click()
        page.locator("#aid").wait_for(timeout=60_000)
    assert web.errors(page) == []


FREE = ":not([aria-disabled=true])"
ERRS = {
    "mystery": (3, ["#b-take-1"]),
    "solid": (2, ["#b-choose-3 summary", "#b-play-3"]),
    "solver": (6, ["#b-draw"]),
    "suspense": (2, ["#b-pass"]),
    "turing": (3, ["#b-ask-D"]),
}
"""At which step a learner does something else, and what they press."""


def on_one_s_own(page: Page, game: str) -> None:
    """A move of the learner where the script has none."""
    if game == "turing" and page.locator("#b-stop").count():
        page.click("#b-stop")
    elif game == "turing":
        punch(page, "declare", "421", keyboard=False)
    elif game == "solver" and page.locator("#b-play-red-triangle-1").count():
        page.locator("#b-play-red-triangle-1").click(position={"x": 10, "y": 20})
    elif game == "solver":
        page.locator("#b-line").fill("circle or square")
        page.get_by_text("Understood: circle or square").wait_for()
        page.get_by_role("button", name="Say the rule").click()
    elif game == "mystery":
        page.click("#b-naming")
        page.locator("label:has(#b-name-rank-K)").click()
        page.locator("label:has(#b-name-suit-H)").click()
        page.locator("#b-name-sure").check()
        page.click("#b-name")
    else:
        if page.locator(web.HELD).count():
            page.locator(f"{web.HELD} > summary").click()
        quiet = ["#b-pass", "#b-let-happen", "#b-end-turn", "button[form=f-act]"]
        for each in quiet:
            button = page.locator(f"{each}{FREE}").and_(page.locator(":visible"))
            if button.count():
                button.first.click(position={"x": 10, "y": 20})
                return


@pytest.mark.slow
@pytest.mark.parametrize("game", TOLD)
def test_a_learner_who_errs_is_led_on_and_plays_to_the_end(page: Page, game: str) -> None:
    page.goto(f"{page.url.rstrip('/')}/games/{game}/first")
    page.locator("#start-first button").click()
    page.wait_for_selector("#table")
    said: list[str] = []
    erred: list[int] = []

    def turn(page: Page) -> None:
        said.append(page.inner_text("#lesson") if page.locator("#lesson").count() else "")
        step, pressed = ERRS[game]
        if said[-1].startswith(f"Step {step} of") and not erred:
            erred.append(len(said))
            for thing in pressed:
                page.locator(thing).click(position={"x": 10, "y": 20})
        elif page.locator("#lesson-do").count():
            page.locator("#lesson-do").click()
        else:
            on_one_s_own(page, game)

    play_to_the_end(page, turn)
    led_on = (OTHERWISE, "Step ")  # the next round of Suspense has steps of its own
    assert any(each in one for one in said[erred[0] :] for each in led_on)
    assert page.locator("#lesson-on").count() == 1
    if game in {"solver", "turing"}:
        assert re.search("won|Solved|found", page.inner_text("#status"))
    assert web.errors(page) == []
