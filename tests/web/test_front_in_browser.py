"""The front door in a real browser: it is a screen or two, whatever is on it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize
from tests.web import browser as web
from tests.web.browser import open_page, wait_until

DESKTOP, PHONE, SIDE = (1440, 900), (390, 844), (844, 390)


@pytest.mark.parametrize("size", [DESKTOP, (1024, 768), PHONE])
@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_no_button_of_today_touches_the_edge(
    base: str, browser: Browser, size: tuple[int, int], language: str
) -> None:
    page = open_page(browser, locale=language)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{base}/today")
    room = page.locator(".game-card:has(.button)").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right"
        " - one.querySelector('.button').getBoundingClientRect().right)"
    )
    assert len(room) == 5
    assert min(room) >= 10


@pytest.mark.parametrize(("size", "least"), [(DESKTOP, 60), (PHONE, 40)])
def test_cards_on_a_table_in_small_can_be_read(
    base: str, browser: Browser, size: tuple[int, int], least: int
) -> None:
    page = open_page(browser)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{base}/games/solid/rules")
    widths = page.locator(".judged-board .solid-columns > li").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert len(widths) == 10
    assert min(widths) >= least


@pytest.mark.parametrize(("size", "screens"), [(DESKTOP, 1), (PHONE, 2), (SIDE, 2)])
def test_the_front_door_is_a_screen_or_two(
    base: str, browser: Browser, size: tuple[int, int], screens: int
) -> None:
    page = open_page(browser)
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(base)
    for _ in range(2):  # without tables, and with one
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.documentElement.scrollHeight") <= screens * height
        page.locator("#start-suspense .go").click()
        page.wait_for_url("**/t/*")
        page.goto(base)
    assert page.locator(".my-tables li").count()
    page.goto(f"{base}/today")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if size == DESKTOP:
        assert page.evaluate("document.documentElement.scrollHeight") <= height
    assert not web.errors(page)
    page.context.close()


def test_tables_that_a_browser_kept_are_opened_once(base: str, browser: Browser) -> None:
    """An earlier version kept in a browser alone which puzzles of days were played, and where."""
    page = open_page(browser)
    page.goto(f"{base}/today")
    page.click("#begin-mystery button")
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    kept = {"mystery": {"2026-01-02": {"table": table}, "2026-01-01": {"table": "gone"}}}
    page.evaluate("(kept) => localStorage.setItem('daily', JSON.stringify(kept))", kept)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(f"{base}/today")
    seen = (
        "Object.values(JSON.parse(localStorage.getItem('daily')).mystery).every((one) => one.seen)"
    )
    wait_until(page, seen)
    page.goto(f"{base}/today")
    page.wait_for_load_state("networkidle")
    assert sorted(asked).count(table) == sorted(asked).count("gone") == 1
    page.context.close()


def test_settings_at_the_foot_of_a_page_open_in_sight(base: str, browser: Browser) -> None:
    page = open_page(browser, viewport={"width": PHONE[0], "height": PHONE[1]})
    page.goto(f"{base}/games/turing")
    summary = page.locator("details.settings summary")
    summary.focus()
    page.keyboard.press("Enter")
    wait_until(
        page,
        """(() => {
            const foot = document.querySelector("details.settings").getBoundingClientRect().bottom;
            return foot <= document.querySelector(".tabs-of-site").getBoundingClientRect().top;
        })()""",
    )
    page.context.close()


OUTSIDE = """() => [...document.querySelectorAll(".game-card")].flatMap((card) => {
  const edge = card.getBoundingClientRect().right;
  const cut = [...card.querySelectorAll(".button")].filter(
    (one) => one.checkVisibility() && one.getBoundingClientRect().right > edge);
  const title = card.querySelector("h2"), line = parseFloat(getComputedStyle(title).lineHeight);
  return [...cut, ...(title.clientHeight > 2.5 * line ? [title] : [])].map((one) => one.innerText);
})"""
"""Buttons that run out of their card, and titles in more lines than they have words."""


@pytest.mark.parametrize("locale", ["en", "fr", "pt-BR"])
def test_cards_hold_the_words_of_each_language_on_a_phone_and_enlarged(
    base: str, browser: Browser, locale: str
) -> None:
    page = open_page(browser, locale=locale)
    for size in (web.PHONE, ViewportSize(width=720, height=450)):
        page.set_viewport_size(size)
        for address in ("", "/today", "/learn", "/make"):
            page.goto(base + address)
            assert page.evaluate(OUTSIDE) == [], (size, address)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.context.close()
