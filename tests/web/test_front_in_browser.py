"""The front door in a real browser: it is a screen or two, whatever is on it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.web import browser as web
from tests.web.browser import open_page

DESKTOP, PHONE, SIDE = (1440, 900), (390, 844), (844, 390)


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
