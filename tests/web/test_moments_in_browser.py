"""The moments that stand large over the table, in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import HELD, open_page, wait_until
from tests.web.test_browser import new_table, newer_than, over, solve_turing, wait_for_turn
from tests.web.test_frame import SIZES, suspense_turn

MOMENT = f"""() => document.getElementById('moment').childElementCount > 0 ||
  document.querySelector('{HELD}') !== null"""
NO_MOMENT = f"() => !({MOMENT})()"
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
    """Plays on until a round or the end is shown in the table's place."""
    for _ in range(60):
        wait_until(page, f"() => ({MOMENT})() || document.querySelector('[data-mine]')")
        if page.evaluate(MOMENT):
            return
        head = web.state(page, "head")
        suspense_turn(page)
        wait_until(page, newer_than(head))
    raise AssertionError("there is no moment")


def check_held(page: Page) -> None:
    """A round that is over shows all cards; the hand behind it is not played by a key."""
    assert page.locator(".turned").first.is_visible()
    assert page.locator(f"{HELD} .s-lines .s-card").count() == 12
    assert not page.locator("#hand-place").is_visible()
    assert not page.locator("#news").is_visible()  # it tells what has come after
    wait_until(page, "() => document.activeElement.id === 'b-go-on'")
    # The bot may open the next round meanwhile: only then is what is played one's own.
    wait_until(page, "() => document.querySelector('[data-mine], [data-status=over]') !== null")
    head = web.state(page, "head")
    if web.state(page, "mine"):
        page.keyboard.press("1")
        page.wait_for_timeout(200)
        assert web.state(page, "head") == head
    assert page.locator(HELD).count() == 1


def test_rounds_lie_open_and_the_end_stands_large_until_one_goes_on(
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
        held = page.locator(HELD).count() > 0
        shown.append(page.inner_text("h3[id^=b-last-title]" if held else "#moment .moment-words"))
        wait_until(
            page, "() => heard.some((one) => ['round', 'won', 'lost', 'over'].includes(one))"
        )
        page.evaluate("() => { heard = []; }")
        if held:
            check_held(page)
            page.keyboard.press("Enter" if len(shown) % 2 else "Escape")
        else:
            assert page.get_attribute("#moment", "role") == "status"
            assert page.evaluate(COVERED) == []
            page.keyboard.press("Escape")
        wait_until(page, NO_MOMENT)
    assert shown[:-1] == [f"Round {number} is over" for number in range(1, len(shown))]
    assert re.fullmatch(r"You .*win|\d+ points? behind|Not this time|Nobody wins", shown[-1])
    assert page.locator(".verdict-words").inner_text() == shown[-1]
    page.reload()  # what one has seen is not shown again
    assert over(page)
    assert page.evaluate(NO_MOMENT)
    assert not web.errors(page)
    page.context.close()


def test_a_refusal_goes_with_the_next_press_elsewhere(base: str, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, base, "mystery", keyboard=False, seats="1")
    wait_for_turn(page)
    page.locator("#board button[aria-disabled=true]").first.click(force=True)
    page.locator("#problem p").wait_for()
    page.locator("#status").click()
    page.locator("#problem p").wait_for(state="detached")
    assert not web.errors(page)
    page.context.close()


CLASSES = """
  classes = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) classes.push(`${target.id} ${target.className}`);
  }).observe(document, { attributes: true, attributeFilter: ["class"], subtree: true });
"""


def test_a_secret_in_sight_turns_over_there_before_the_words(base: str, browser: Browser) -> None:
    page = open_page(browser, reduced_motion="no-preference")
    page.add_init_script(CLASSES)
    new_table(page, base, "turing", keyboard=False, seats="1")
    solve_turing(page, keyboard=False)
    wait_until(page, "() => classes.includes(' turning words-after')")
    assert page.locator(".end .turned").is_visible()
    assert page.evaluate("classes.includes('moment visually-hidden')")  # read out, not in the way
    assert not page.evaluate("classes.some((one) => one.startsWith('moment moment '))")
    page.keyboard.press("Escape")
    wait_until(page, NO_MOMENT)
    assert not web.errors(page)
    page.context.close()
