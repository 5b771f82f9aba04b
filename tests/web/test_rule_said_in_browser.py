"""SOLVER's rule said in a browser: marks on the track, and pieces that are taken out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, open_page, wait_until
from tests.web.test_browser import new_table

MARKED = """() => [...document.querySelectorAll("[data-play]")]
  .filter((card) => getComputedStyle(card).outlineStyle === "solid").length"""
SAID = "document.querySelector('#b-line').value"


def to_a_rule(page: Page, base: str) -> None:
    """Somebody alone at a table, who has played a card, and types a rule that is always wrong."""
    new_table(page, base, "solver", keyboard=False, seats="1")
    page.locator(".solver-hand button").last.click()
    page.wait_for_selector("#b-line")
    page.locator("#b-line").fill("red and circle and odd")
    wait_until(page, "document.querySelectorAll('.say-piece button').length === 3")


@pytest.mark.parametrize("how", ["mouse", "touch", "keyboard"])
def test_a_piece_is_taken_out(base: str, browser: Browser, how: str) -> None:
    page = open_page(browser, **({"viewport": PHONE, "has_touch": True} if how == "touch" else {}))
    to_a_rule(page, base)
    cross = page.get_by_role("button", name="Take out: odd")
    box = cross.bounding_box()
    assert box is not None
    assert how != "touch" or min(box["width"], box["height"]) >= 44
    if how == "keyboard":
        web.press(page, cross)
    else:
        (cross.tap if how == "touch" else cross.click)()
    wait_until(page, f"{SAID} === 'red and circle '")
    wait_until(page, "document.querySelectorAll('.say-piece button').length === 2")
    assert web.errors(page) == []
    page.context.close()


def test_cards_that_disagree_are_marked_on_the_track(base: str, browser: Browser) -> None:
    page = open_page(browser, bypass_csp=True)
    to_a_rule(page, base)
    told = page.locator(".say-otherwise li")
    found = told.count()
    assert page.evaluate(MARKED) == found
    assert web.violations(page) == []
    page.locator("#b-line").fill("red or not red")
    wait_until(page, "document.querySelector('.say-piece q')?.textContent === 'anything'")
    assert page.evaluate(MARKED) == told.count()
    assert found + told.count() > 0
    assert web.violations(page) == []
    page.locator("#b-line").fill("")
    wait_until(page, "!document.querySelector('.say-piece')")
    assert page.evaluate(MARKED) == 0
    assert web.errors(page) == []
    page.context.close()
