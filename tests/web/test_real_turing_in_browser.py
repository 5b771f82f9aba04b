"""Two phones beside a real machine of Turing Machine, one of them without a network for a while."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect
from tests.web import browser as web
from tests.web.browser import Server, open_page
from tests.web.test_browser import new_table
from tests.web.test_real_suspense_in_browser import PHONE, tap

KEPT = "Kept: it is sent once, as soon as the connection is back."


def phone(browser: Browser) -> Page:
    return open_page(browser, viewport=PHONE, has_touch=True, bypass_csp=True)


def propose(page: Page, code: str) -> None:
    for place, digit in enumerate(code, 1):
        page.locator(f"label:has(#b-propose-{place}-{digit})").tap()
    tap(page, "propose")


def name(page: Page, code: str) -> None:
    for place, digit in enumerate(code, 1):
        page.locator(f"label:has(#b-declare-{place}-{digit})").tap()
    tap(page, "declare")


def test_two_phones_around_one_machine(server: Server, browser: Browser) -> None:
    ann, bob = phone(browser), phone(browser)
    new_table(
        ann,
        server.base,
        "turing",
        keyboard=False,
        seats="2",
        option_answers="real",
        option_cards="4,9,11,14",
    )
    bob.goto(ann.url)
    bob.click("text=Sit down on seat 2")
    bob.locator("#b-propose").wait_for(timeout=45_000)
    propose(ann, "241")
    expect(ann.locator("#b-propose")).to_have_count(0, timeout=45_000)
    propose(bob, "135")
    for page in (ann, bob):
        page.locator("#b-heard-A-yes").wait_for(timeout=45_000)
        for key in page.locator(".tm-key").all():
            box = key.bounding_box()
            assert box is not None
            assert min(box["height"], box["width"]) >= 44
            assert box["y"] + box["height"] <= PHONE["height"]
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert web.violations(ann) == []

    ann.context.set_offline(True)
    ann.locator("#b-heard-A-no").tap()
    ann.get_by_text(KEPT).wait_for()
    tap(bob, "heard-B-no")
    expect(bob.locator(".sheet-table .now .answer")).to_have_count(1, timeout=45_000)
    ann.context.set_offline(False)
    expect(ann.locator(".told .said")).to_have_count(1, timeout=45_000)
    expect(ann.locator(".sheet-table .anothers .asked")).to_have_count(1, timeout=45_000)
    expect(bob.locator(".sheet-table .anothers .asked")).to_have_count(1, timeout=45_000)
    assert bob.locator(".sheet-table .anothers .answer").count() == 0

    ann.locator("#b-mend > summary").tap()
    tap(ann, "mend-1-A")
    expect(ann.locator(".told .said .answer")).to_have_count(1, timeout=45_000)
    expect(ann.locator("#b-mend")).to_have_count(0, timeout=45_000)
    tap(ann, "stop")
    tap(bob, "stop")
    name(bob, "241")
    ann.locator("#b-go-on").tap()
    bob.locator("#b-is-right").wait_for(timeout=45_000)
    expect(ann.locator("#b-go-on")).to_have_count(0, timeout=45_000)
    assert web.violations(bob) == []
    tap(bob, "is-right")
    expect(bob.locator(".verdict-words")).to_contain_text("You win", timeout=45_000)
    expect(ann.locator(".verdict-why")).to_contain_text("241", timeout=45_000)
    for page in (ann, bob):
        assert web.errors(page) == []
        page.context.close()
