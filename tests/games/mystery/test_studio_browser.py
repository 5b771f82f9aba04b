"""The puzzle studio in a browser: The Three Two's laid by mouse, by keyboard, and by forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, WIDE, Server, errors, open_page, press, tab_to, wait_until

PAGE = "games/mystery/workshop?new=yes"
ALL = "document.getElementById('working').textContent === 'This is all.'"
CELLS = (("Q1", "A1 B2 C2"), ("Q2", "A4 B3 D1"), ("Q3", "C1 C3"), ("joker swap", "A1"))
REMOVED = "new URL(location).searchParams.get('remove2') === '1'"
PRICES = (("1", "3 same suit"), ("2", "3 same number"), ("3", "3 straight flush"))

pytestmark = pytest.mark.slow


def lay(
    page: Page, take: Callable[[str], None], cell: Callable[[str], None], script: bool = True
) -> None:
    for tool, cells in CELLS:
        take(f"#tool-{tool.replace(' ', '-')}")
        for name in cells.split():
            cell(f"#cell-{name}")
            words = "joker swap" if tool == "joker swap" else f"pile {tool}"
            said = f"document.querySelector('#cell-{name}').textContent.includes('{words}')"
            if script:
                wait_until(page, said)


def finds(page: Page) -> None:
    """Waits until everything has been found; the first time something is compiled for it."""
    wait_until(page, f"{ALL} && document.body.textContent.includes('16/3 (5.333)')", 120)
    said = page.locator("#stages").inner_text()
    assert "Best play asks 7 questions at most" in said
    assert "Yes: the mystery is certain in the end." in said
    assert "None. Every pile counts." in said
    piles = (
        "Q1 3 cards for 3 of the same suit; Q2 2 cards for 3 of the same number (1 card removed); "
    )
    assert f"Piles: {piles}Q3 2 cards for a straight flush of 3." in said


def test_the_three_twos_by_mouse(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(f"{server.base}/{PAGE}")
    lay(page, lambda tool: page.locator(f"label:has({tool})").click(), page.click)
    for number, price in PRICES:
        page.select_option(f"#draft-price{number}", price)
    page.fill("#draft-remove2", "1")
    wait_until(page, REMOVED)
    finds(page)
    web.shoot(page, "studio-wide")
    link = page.locator("#link").get_attribute("href")
    other = open_page(browser)
    other.goto(f"{server.base}{link}")
    finds(other)
    other.locator("#play").click()
    other.wait_for_url("**/t/*")
    assert "My puzzle" in other.inner_text(".mm-title")
    page.locator("#cell-D4").click()  # no pile is taken: a joker swap is
    wait_until(page, "document.querySelectorAll('.studio-twists li').length === 2")
    page.locator("#undo").click()
    finds(page)
    assert errors(page) == errors(other) == []


def test_presses_that_come_quickly_are_all_made(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(f"{server.base}/{PAGE}")
    page.evaluate(
        "['B1', 'B2', 'B3', 'C4'].forEach(c => document.getElementById(`cell-${c}`).click())"
    )
    wait_until(page, "new URL(location).searchParams.get('cells') === '?... 111. ...1 ....'")
    assert errors(page) == []


def test_the_three_twos_by_keyboard(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(f"{server.base}/{PAGE}")

    def take(tool: str) -> None:
        """The tools are one stop of Tab; arrows go through them."""
        tab_to(page, page.locator("input[name=tool]:checked"))
        for _ in range(12):
            if page.locator(tool).is_checked():
                return
            page.keyboard.press("ArrowRight")
        raise AssertionError(f"arrows do not reach {tool}")

    lay(page, take, lambda cell: press(page, page.locator(cell)))
    for number, price in PRICES:
        field = page.locator(f"#draft-price{number}")
        tab_to(page, field)
        for _ in range(14):
            if field.input_value() == price:
                break
            page.keyboard.press("ArrowDown")
        assert field.input_value() == price
        wait_until(page, f"new URL(location).searchParams.get('price{number}') === '{price}'")
    tab_to(page, page.locator("#draft-remove2"))
    page.keyboard.press("ArrowUp")
    wait_until(page, REMOVED)
    finds(page)
    press(page, page.locator("#play"))
    page.wait_for_url("**/t/*")
    assert errors(page) == []


def test_the_three_twos_without_javascript(server: Server, browser: Browser) -> None:
    page = open_page(browser, java_script_enabled=False)
    page.set_default_timeout(90_000)  # the page comes when all is found
    page.goto(f"{server.base}/{PAGE}")
    lay(page, lambda t: page.locator(f"label:has({t})").click(), page.click, False)
    for number, price in PRICES:
        page.select_option(f"#draft-price{number}", price)
    page.fill("#draft-remove2", "1")
    page.locator("#draft button[name=find]").click()
    assert "16/3 (5.333)" in page.locator("#stages").inner_text()
    page.locator("#play").click()
    assert "My puzzle" in page.inner_text(".mm-title")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_studio_has_no_barriers(
    server: Server, browser: Browser, scheme: str, size: str
) -> None:
    viewport = WIDE if size == "wide" else PHONE
    page = open_page(browser, viewport=viewport, color_scheme=scheme)
    query = "cells=12.3+.1.2+31..+..2.&remove1=1&twists=joker+swap+A1;swap+B2+B3"
    page.goto(f"{server.base}/{PAGE}&{query}")
    wait_until(page, ALL, 120)
    page.locator("#studio-more summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert web.violations(page) == []
    web.shoot(page, f"studio-{size}-{scheme}")
