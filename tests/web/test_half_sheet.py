"""On a phone hints are half a sheet: what they speak of is read above them."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, ViewportSize
from tests.web import browser as web
from tests.web.browser import open_page, violations
from tests.web.site import site_in_a_thread

from facedown.web.guard import Config

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_a_hint_is_read_with_the_board(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "mystery", "seats": 1}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        page = open_page(browser)
        page.set_viewport_size(PHONE)
        page.goto(f"{base}/t/{table}")
        page.locator(".claim").first.get_by_role("button").click()
        page.locator("#table-place").wait_for()
        page.goto(f"{base}/t/{table}?aid=mystery#aid")
        page.locator("#aid", has_text="The mystery can be").wait_for()
        board, sheet = page.locator("#table-place"), page.locator("#aids")
        over, under = board.bounding_box(), sheet.bounding_box()
        assert over is not None
        assert under is not None
        middle = PHONE["height"] / 2
        assert over["y"] < middle < under["y"] + 1  # one above the other, neither over the other
        assert under["height"] < 0.5 * PHONE["height"]
        answer, others = (
            page.locator("#aid").bounding_box(),
            page.locator(".aid-links").bounding_box(),
        )
        assert answer is not None
        assert others is not None
        assert answer["y"] < others["y"]  # the answer is on top
        assert page.locator("#aids, .tabs").get_by_text("Close", exact=True).count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert violations(page) == []
        page.locator("#tab-close").click()
        page.locator("#aids").wait_for(state="hidden")
        assert not web.errors(page)
        page.context.close()


def test_an_end_is_not_hidden_by_a_panel(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "suspense", "seats": 2}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        other = httpx.post(f"{base}/api/tables/{table}/claim", json={"name": "Léa"}).json()
        page = open_page(browser)
        page.set_viewport_size(PHONE)
        page.goto(f"{base}/t/{table}")
        page.locator(".claim").first.get_by_role("button").click()
        page.locator("#menu").click()
        page.locator("#story:target").wait_for()
        assert not page.locator("#over-title").is_visible()
        head = {"authorization": f"Bearer {other['secret']}"}
        httpx.post(f"{base}/api/tables/{table}/resign", json={}, headers=head).raise_for_status()
        page.locator("#over-title", has_text="You win").wait_for()
        page.goto(f"{base}/t/{table}")
        assert page.evaluate("document.activeElement.id") == "status"
