"""The moments that stand large over the table, in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import open_page, wait_until
from tests.web.test_browser import new_table, newer_than, over, wait_for_turn
from tests.web.test_frame import SIZES, suspense_turn

MOMENT = "() => document.getElementById('moment').childElementCount > 0"
NO_MOMENT = "() => document.getElementById('moment').childElementCount === 0"
COVERED = """() => {
  const over = document.getElementById("moment").getBoundingClientRect();
  return [...document.querySelectorAll("#after .button, #hand-place, #bar")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > over.top + 1 && box.top < over.bottom - 1 &&
      box.right > over.left + 1 && box.left < over.right - 1;
  }).map((one) => one.id || one.textContent);
}"""


LISTEN = """
  heard = [];
  new MutationObserver((changes) => {
    for (const { oldValue } of changes) heard.push(oldValue);
    heard.push(document.documentElement.dataset.played);
  }).observe(document, {
    attributes: true, attributeFilter: ["data-played"], attributeOldValue: true, subtree: true,
  });
"""
"""Keeps every sound that is played: after a round's, one's turn may follow at once."""


def to_the_next_moment(page: Page) -> None:
    """Plays on until something is shown large over the table."""
    for _ in range(60):
        wait_until(page, f"() => ({MOMENT})() || document.querySelector('[data-mine]')")
        if page.evaluate(MOMENT):
            return
        head = web.state(page, "head")
        suspense_turn(page)
        wait_until(page, newer_than(head))
    raise AssertionError("there is no moment")


def test_rounds_and_the_end_stand_large_over_the_table_until_escape(
    base: str, browser: Browser
) -> None:
    page = open_page(browser, viewport=SIZES["phone"], reduced_motion="no-preference")
    new_table(page, base, "suspense", keyboard=False, bot_1="bot: beginner", option_goal="4")
    wait_for_turn(page)
    page.evaluate("localStorage.setItem('sound', 'on')")
    page.add_init_script(LISTEN)
    page.reload()
    assert page.evaluate(NO_MOMENT)
    shown = []
    while "The game is over" not in page.inner_text("#status"):
        to_the_next_moment(page)
        shown.append(page.inner_text("#moment .moment-words"))
        wait_until(
            page, "() => heard.some((one) => ['round', 'won', 'lost', 'over'].includes(one))"
        )
        page.evaluate("() => { heard = []; }")
        assert page.get_attribute("#moment", "role") == "status"
        assert page.evaluate(COVERED) == []
        page.keyboard.press("Escape")
        wait_until(page, NO_MOMENT)
        assert page.locator(".turned").first.is_visible()
    assert shown[:-1] == [f"Round {number} is over" for number in range(1, len(shown))]
    assert re.fullmatch(r"You .*win|\d+ points? behind|Not this time|Nobody wins", shown[-1])
    assert page.locator(".verdict-words").inner_text() == shown[-1]
    page.reload()  # what one has seen is not shown again
    assert over(page)
    assert page.evaluate(NO_MOMENT)
    assert not web.errors(page)
    page.context.close()
