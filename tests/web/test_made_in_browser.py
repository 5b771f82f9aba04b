"""Each editor makes one thing by mouse, which is then played with a friend who has its link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, WIDE, Server, open_page, wait_until
from tests.web.test_rematch import sit

BENCH = "games/solver/workshop"


def addressed(page: Page, name: str, value: str) -> None:
    """Waits until the address says this of the draft."""
    wait_until(page, f"new URL(location).searchParams.get('{name}') === '{value}'")


def propose(page: Page, code: str) -> None:
    """Punches a code and proposes it."""
    wait_until(page, "document.getElementById('b-propose') !== null")
    for place, digit in enumerate(code, 1):
        page.locator(f"label:has(#b-propose-{place}-{digit})").click()
    page.locator("#b-propose").click()


def test_a_problem_is_made_and_played_with_a_friend(server: Server, browser: Browser) -> None:
    ann, bob = open_page(browser), open_page(browser)
    ann.goto(f"{server.base}/games/turing/workshop")
    ann.locator("#take-17").click()
    addressed(ann, "cards", "2,4,14")
    ann.locator("#card-16").click()
    addressed(ann, "cards", "2,4,14,16")
    ann.locator("#friends").click()
    ann.wait_for_url("**/games/turing?*")
    ann.locator(".open button").click()
    ann.wait_for_url("**/t/*")
    sit(bob, ann.url, "Bob")
    propose(ann, "123")
    propose(bob, "321")
    for page in (ann, bob):
        wait_until(page, "document.querySelector('[id^=\"b-ask-\"]') !== null")
        assert page.locator(".tm-card").count() == 4
        assert web.errors(page) == []
        page.context.close()


def test_a_rule_is_made_and_played_with_a_friend(server: Server, browser: Browser) -> None:
    ann, bob = open_page(browser), open_page(browser)
    ann.goto(f"{server.base}/{BENCH}")
    ann.locator("#rest-1").click()  # without "red"
    addressed(ann, "rule", "circle")
    ann.locator("#draft-rule").fill("no circles after a red card")
    addressed(ann, "rule", "if the last card is red then not circle")
    assert ann.locator("#draft-rule").input_value() == "no circles after a red card"
    ann.locator("#no-cards").click()
    wait_until(ann, "document.querySelectorAll('.rb-track button').length === 0")
    ann.locator("#card-red-square-1").click()
    wait_until(ann, "document.querySelectorAll('.rb-card.out').length === 16")  # all circles
    ann.locator("#card-blue-circle-1").click()
    wait_until(ann, "document.querySelectorAll('.rb-errors button').length === 1")
    ann.locator("#undo").click()
    wait_until(ann, "document.querySelectorAll('.rb-errors button').length === 0")
    ann.locator("#friends").click()
    ann.wait_for_url("**/t/*")
    sit(bob, ann.url, "Bob")
    bob.locator("button[id^='b-play-']").first.click()
    for page in (ann, bob):
        wait_until(page, "document.querySelectorAll('.solver-track .k-card .answer').length >= 2")
        assert web.errors(page) == []
    assert "if the last card is red then not circle" in ann.locator(".solver-paper").inner_text()
    assert "then not circle" not in bob.content()
    for page in (ann, bob):
        page.context.close()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_bench_has_no_barriers(
    server: Server, browser: Browser, scheme: str, size: str
) -> None:
    viewport = WIDE if size == "wide" else PHONE
    page = open_page(browser, viewport=viewport, color_scheme=scheme)
    for query in ("", "?rule=red+or", "?rule=red+and+circle+and+number+3&track=red+circle+3"):
        page.goto(f"{server.base}/{BENCH}{query}")
        if not query.endswith("+or"):
            wait_until(page, "document.getElementById('finding-level') !== null", 60)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert web.violations(page) == []
    web.shoot(page, f"bench-{size}-{scheme}")
    page.context.close()
