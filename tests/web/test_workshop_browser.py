"""The problem editor in a real browser: by mouse and by keyboard, going back and forth, shared."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, WIDE, Server, errors, open_page, press, tab_to, wait_until

PAGE = "games/turing/workshop"
ALL = "document.getElementById('working').textContent === 'This is all.'"


def cards(page: Page) -> str:
    return page.locator("#draft-cards").input_value()


def lies(page: Page, numbers: str) -> None:
    """Waits until these cards are chosen, in the form and in the address."""
    wait_until(page, f"document.getElementById('draft-cards').value === '{numbers}'")
    said = f"'{numbers}'" if numbers else "null"
    wait_until(page, f"(new URL(location)).searchParams.get('cards') === {said}")


def finds(page: Page) -> None:
    """Waits for all findings; the first time something is compiled for them."""
    wait_until(page, ALL, 90)
    said = page.locator("#stages").text_content() or ""
    assert "9/7 (1.286)" in said
    assert "20/7 (2.857)" in said
    assert "Value of each first question" in said


def test_a_problem_is_made_by_mouse(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(f"{server.base}/{PAGE}")  # it opens with a problem, and no fault
    assert cards(page) == "2,4,14,17"
    assert page.locator("#draft-cards-flaws").inner_text() == ""
    page.locator("#no-cards").click()
    lies(page, "")
    numbers: list[str] = []
    for card in ("3", "7", "9", "14"):
        page.locator(f"#card-{card}").click()
        numbers.append(card)
        lies(page, ",".join(numbers))
    page.locator("#take-9").click()
    lies(page, "3,7,14")
    said = "1 more card makes a problem."
    wait_until(page, f"document.getElementById('draft-cards-flaws').textContent === '{said}'")
    page.locator("#undo").click()
    lies(page, "3,7,9,14")
    page.locator("#undo").click()
    lies(page, "3,7,9")
    assert page.locator("#redo").is_enabled()
    page.locator("#card-10").click()
    lies(page, "3,7,9,10")
    assert not page.locator("#redo").is_enabled()
    page.locator("#card-9").click()
    lies(page, "3,7,10")
    page.locator("#card-14").click()
    lies(page, "3,7,10,14")
    finds(page)
    link = page.locator("#link").get_attribute("href")
    other = open_page(browser)
    other.goto(f"{server.base}{link}")
    finds(other)
    other.locator("#play").click()
    other.wait_for_url("**/t/*")
    assert errors(page) == errors(other) == []


def test_a_problem_is_made_by_keyboard(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(f"{server.base}/{PAGE}?cards=")
    press(page, page.locator("#card-3"))
    lies(page, "3")
    for _ in range(4):  # by arrows through the cards; the focus stays where it is
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    wait_until(page, "document.querySelectorAll('.criterion[aria-pressed=true]').length === 2")
    page.keyboard.press("Control+z")
    lies(page, "3")
    page.keyboard.press("Control+y")
    wait_until(page, "document.querySelectorAll('.criterion[aria-pressed=true]').length === 2")
    tab_to(page, page.locator("#draft-cards"))
    page.keyboard.press("Control+a")
    page.keyboard.type("3, 7 10, x")
    wait_until(page, "document.getElementById('draft-cards-flaws').textContent !== ''")
    assert cards(page) == "3, 7 10, x"  # what is typed stays as it is
    assert page.evaluate("document.activeElement.id") == "draft-cards"
    page.keyboard.press("Backspace")
    page.keyboard.type("14")
    page.keyboard.press("Enter")
    wait_until(page, "(new URL(location)).searchParams.get('cards') === '3,7,10,14'")
    finds(page)
    press(page, page.locator("#mode-nightmare"))
    wait_until(page, "(new URL(location)).searchParams.get('mode') === 'nightmare'")
    wait_until(page, f"{ALL} && document.body.textContent.includes('127/56')", 60)
    press(page, page.locator("#play"))
    page.wait_for_url("**/t/*")
    assert errors(page) == []


def test_what_cannot_be_played_is_said_at_the_field_and_not_begun(
    server: Server, browser: Browser
) -> None:
    page = open_page(browser)
    page.goto(f"{server.base}/{PAGE}?cards=3,7,10,14")
    said = "document.getElementById('draft-cards-flaws').textContent"
    for numbers, flaw in (("3,7,99", "no criteria card 99"), ("1,2,3,4", "make no problem")):
        page.fill("#draft-cards", numbers)
        wait_until(page, f"{said}.includes('{flaw}')")
        assert page.locator("#play").is_disabled()
    page.fill("#draft-cards", "3,7,10,14")
    wait_until(page, f"{said} === ''")
    assert page.locator("#play").is_enabled()
    assert errors(page) == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_editor_has_no_barriers(
    server: Server, browser: Browser, scheme: str, size: str
) -> None:
    viewport = WIDE if size == "wide" else PHONE
    page = open_page(browser, viewport=viewport, color_scheme=scheme)
    page.goto(f"{server.base}/{PAGE}?cards=3,7,10,14")
    finds(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert web.violations(page) == []
    web.shoot(page, f"workshop-{size}-{scheme}")


def test_without_javascript_the_same_is_done_by_forms(server: Server, browser: Browser) -> None:
    page = open_page(browser, java_script_enabled=False)
    page.set_default_timeout(60_000)  # the page comes when all is found
    page.goto(f"{server.base}/{PAGE}?cards=")
    for card in ("3", "7", "10", "14"):
        page.locator(f"#card-{card}").click()
    page.locator("#plain-find a").click()
    assert "20/7 (2.857)" in (page.locator("#stages").text_content() or "")
    page.go_back()
    page.go_back()
    assert cards(page) == "3,7,10"
