"""Things of which a press says what they mean, and what the next press does."""

from __future__ import annotations

import random
from dataclasses import replace

from playwright.sync_api import Browser
from tests.web import browser as web
from tests.web.boards import states
from tests.web.drawn import REQUEST, VISITOR, document, drawn, snapshot
from tests.web.test_browser import new_table, wait_for_turn

from facedown.core.registry import new_game
from facedown.games.suspense.rules import SuspenseState
from facedown.web.pages.table import fragment

COVERED = """(said) => {
  const box = said.getBoundingClientRect();
  return [...document.querySelectorAll(".s-pile .s-card")].filter((card) => {
    const its = card.getBoundingClientRect();
    return its.bottom > box.top + 1 && its.top < box.bottom - 1 &&
      its.right > box.left && its.left < box.right;
  }).length;
}"""


def test_a_touch_says_what_a_card_in_play_means(browser: Browser) -> None:
    game = new_game("suspense", seats=3)
    state = [each for each in states(game, random.Random(1)) if each.actors() == (0,)][1]
    for size in (web.PHONE, {"width": 390, "height": 844}, {"width": 844, "height": 390}):
        page = web.open_page(browser, viewport=size, has_touch=True)
        page.set_content(document(game, drawn(game, state, 0)))
        tile = page.locator("button.s-line").first
        assert tile.locator(".s-words").is_visible()  # what it rewards stands on it
        card = page.locator(".s-board .s-pile > li").last
        card.locator(".s-pick").tap()
        said = card.locator(".s-meaning")
        assert said.is_visible()
        assert said.evaluate(COVERED) == 0
        box = said.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert page.locator(".s-meaning:visible").count() == 1
        assert web.violations(page) == []
        page.context.close()
    page = web.open_page(browser)
    page.set_content(document(game, drawn(game, state, 0)))
    assert not page.locator(".s-pick").first.is_visible()  # the words stand on the card
    page.context.close()


AT_THE_CARD = """(card) => {
  const box = card.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return at.closest("button")?.value;
}"""


def test_a_card_that_is_pressed_again_is_played(browser: Browser) -> None:
    game = new_game("solid")
    state = next(each for each in states(game, random.Random(1)) if each.actors() == (0,))
    for size in (web.PHONE, web.WIDE, {"width": 844, "height": 390}):
        page = web.open_page(browser, viewport=size)
        page.set_content(document(game, drawn(game, state, 0)))
        card = page.locator(".solid-held:not(.cannot) summary").first
        card.click()
        plays = page.locator("[open] .solid-acts .k-go").get_attribute("value")
        assert plays
        assert card.evaluate(AT_THE_CARD) == plays
        # What cannot be played says so at the card, inside of the page.
        page.locator(".cannot summary").first.click()
        said = page.locator(".cannot [open] .k-slip")
        box, held = said.bounding_box(), page.locator(".cannot [open] summary").bounding_box()
        assert box is not None
        assert held is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
        assert box["y"] >= held["y"] + held["height"] / 2
        assert web.violations(page) == []
        page.context.close()


def test_a_finger_lifts_a_card_before_it_is_played(base: str, browser: Browser) -> None:
    page = web.open_page(browser, viewport=web.PHONE, has_touch=True)
    new_table(page, base, "suspense", keyboard=False, bot_1="bot: beginner", option_dealer="2")
    wait_for_turn(page)
    head = web.state(page, "head")
    first, second = page.locator("#hand-place button[form=f-act]").all()[:2]
    for card in (first, second):
        card.tap()
        assert card.get_attribute("aria-pressed") == "true"
        said = card.evaluate("(card) => getComputedStyle(card, '::before').content")
        assert said.startswith('"Play it"')
    assert first.get_attribute("aria-pressed") is None
    page.wait_for_timeout(300)
    assert web.state(page, "head") == head
    second.tap()
    web.wait_until(page, f"Number(document.getElementById('table').dataset.head) > {head}")
    new_table(page, base, "suspense", keyboard=False, bot_1="bot: beginner", option_dealer="2")
    wait_for_turn(page)
    head = web.state(page, "head")
    page.keyboard.press("1")  # a key plays at once
    web.wait_until(page, f"Number(document.getElementById('table').dataset.head) > {head}")
    assert web.errors(page) == []
    page.context.close()


def test_an_open_round_says_that_the_clock_runs() -> None:
    game = new_game("suspense", seats=2, goal=6)
    state = next(
        each
        for each in states(game, random.Random(1))
        if isinstance(each, SuspenseState) and each.view(0).sheets and each.actors()[0] in (0, 1)
    )
    (seat,) = state.actors()
    shot = snapshot(game, state, seat)
    assert "It is your turn.</b>" in fragment(REQUEST, shot, VISITOR, None)
    seats = tuple(replace(each, left=60_000) for each in shot.info.seats)
    timed = replace(shot, info=replace(shot.info, seats=seats))
    assert "It is your turn, and your clock runs.</b>" in fragment(REQUEST, timed, VISITOR, None)
