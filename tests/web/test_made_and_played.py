"""What is made in the studio and the card list editor in a browser, and played with a friend."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, WIDE, Server, errors, open_page, press, wait_until
from tests.web.test_browser import newer_than

pytestmark = pytest.mark.slow

ALL = "document.getElementById('working').textContent === 'This is all.'"
TWICE = """[...document.querySelectorAll("[id]")].map((one) => one.id)
  .filter((id, at, all) => all.indexOf(id) !== at)"""
SMALL = """[...document.querySelectorAll(".bench button, .bench label.tool, .use a.button, #play")]
  .filter((one) => one.checkVisibility() && !one.closest("[hidden]"))
  .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44).map((one) => one.id)"""
MINE = "document.getElementById('table')?.dataset.mine === 'yes'"
H2 = "document.querySelector('#card-H2').textContent.includes('H2: 2 ×')"
A3 = "document.querySelector('#cell-A3').textContent.includes('pile Q3')"


def opened(server: Server, page: Page, game: str) -> None:
    """The editor as it opens: an example without a flaw."""
    page.goto(f"{server.base}/games/{game}/workshop")
    assert page.locator("#play").count() == 1
    assert [one for one in page.locator(".flaws").all_inner_texts() if one] == []


def lay(page: Page, how: str) -> None:
    """A third kind of token on A3, by mouse or by keyboard."""
    if how == "mouse":
        page.locator("label:has(#tool-Q3)").click()
        page.locator("#cell-A3").click()
    else:
        page.keyboard.press("3")
        assert page.locator("#tool-Q3").is_checked()
        press(page, page.locator("#cell-A3"))
    wait_until(page, A3)


def add(page: Page, how: str) -> None:
    """A second copy of H2."""
    if how == "mouse":
        page.locator("#card-H4").click()
        wait_until(page, "document.querySelector('#card-H4').ariaPressed === 'true'")
        page.locator("#card-H2").click()
        wait_until(page, "document.querySelector('#card-H2').ariaPressed === 'true'")
        page.locator("#more-H2").click()
    else:
        press(page, page.locator("#card-H2"))
        wait_until(page, "location.search.includes('chosen=H2')")
        page.keyboard.press("+")
    wait_until(page, H2)


def ask(page: Page, how: str) -> None:
    """Another condition for the white 4, by mouse."""
    assert how == "mouse"
    page.locator("#choose-W4").click()
    wait_until(page, "document.querySelector('#choose-W4').ariaPressed === 'true'")
    page.locator("#ask-3").click()
    wait_until(page, "document.querySelector('#ask-3').ariaPressed === 'true'")
    page.locator("#more").click()
    wait_until(page, "document.querySelector('#usual') !== null")


def take(page: Page, how: str) -> None:
    """Other cards of a problem, by mouse: too few first."""
    assert how == "mouse"
    page.locator("#no-cards").click()
    for card in ("3", "7", "10", "14"):
        page.locator(f"#card-{card}").click()
        wait_until(page, f"document.querySelector('#card-{card}').ariaPressed === 'true'")


IN_USE = {"mystery": lay, "solid": add, "suspense": ask, "turing": take}
EDITORS: dict[str, tuple[Callable[[Page, str], None], str]] = {
    "mystery": (lay, "#b-take-1"),
    "solid": (add, "#b-end-turn"),
}
"""How something is made in each, and what a player then presses first."""


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
@pytest.mark.parametrize("game", EDITORS)
def test_what_was_made_is_played_with_a_friend(
    server: Server, browser: Browser, game: str, how: str
) -> None:
    ann, bob = open_page(browser), open_page(browser)
    make, first = EDITORS[game]
    opened(server, ann, game)
    make(ann, how)
    if how == "keyboard":
        press(ann, ann.locator("#friends"))
    else:
        ann.locator("#friends").click()
    ann.wait_for_url(f"**/games/{game}?**")
    ann.select_option("#seats", "2")
    if how == "keyboard":
        press(ann, ann.locator("text=Open the table"))
    else:
        ann.click("text=Open the table")
    ann.wait_for_url("**/t/*")
    bob.goto(ann.locator("#share code").first.text_content() or "")
    bob.fill("[name=name]:visible", "Bob")
    bob.locator("[form=claim-1], #claim-1 button").first.click()
    wait_until(bob, "document.getElementById('table')?.dataset.me === '1'")
    moved = 0
    for _ in range(2):
        wait_until(ann, f"{MINE} || document.getElementById('status').textContent.includes('Bob')")
        for page in (ann, bob):
            if page.evaluate(MINE) and page.locator(first).is_visible():
                head = web.state(page, "head")
                if how == "keyboard":
                    press(page, page.locator(first))
                else:
                    page.locator(first).click()
                wait_until(page, newer_than(head))
                moved += 1
                for other in (ann, bob):
                    wait_until(other, newer_than(head))
    assert moved >= 2
    assert errors(ann) == errors(bob) == []
    ann.context.close()
    bob.context.close()


def test_one_like_it_is_found_and_taken_back(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    opened(server, page, "mystery")
    page.locator("#asked-alike").click()
    wait_until(page, "document.getElementById('draft-title').value === 'Paper Lantern 2'", 90)
    assert page.locator("#play").count() == 1
    page.locator("#undo").click()
    wait_until(page, "document.getElementById('draft-title').value === 'Paper Lantern'")
    page.locator("#stop").click()
    wait_until(page, "document.getElementById('working').textContent.startsWith('Stopped.')")
    assert errors(page) == []
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("game", IN_USE)
def test_an_editor_in_use_has_no_barriers(
    server: Server, browser: Browser, game: str, size: str, scheme: str
) -> None:
    viewport = WIDE if size == "wide" else PHONE
    page = open_page(browser, viewport=viewport, color_scheme=scheme)
    opened(server, page, game)
    IN_USE[game](page, "mouse")
    wait_until(page, ALL, 120)
    assert page.evaluate(SMALL) == []
    for details in page.locator("main details").all():
        details.evaluate("(element) => { element.open = true; }")
    assert page.evaluate(TWICE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert web.violations(page) == []
    assert errors(page) == []
    page.context.close()
