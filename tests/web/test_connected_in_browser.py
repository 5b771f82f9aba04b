"""Who is connected, as a page says it."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser
from tests.web import browser as web
from tests.web.browser import open_page, wait_until
from tests.web.site import site_in_a_thread
from tests.web.test_rematch import sit

from facedown.web.guard import Config

SAYS = """(word) => {
  const there = document.querySelector('#seat-1 [data-here]')?.textContent === word;
  const strip = document.querySelector('.seat [data-here="1"], h3 [data-here="1"]');
  return there && strip?.title === word;
}"""


def test_a_page_says_who_is_connected(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        ann, bob = open_page(browser), open_page(browser)
        asked = {"game": "suspense", "seats": 2}
        address = (
            f"{base}/t/{httpx.post(f'{base}/api/tables', json=asked, timeout=60).json()['table']}"
        )
        sit(ann, address, "Ann")
        sit(bob, address, "Bob")
        ann.bring_to_front()
        wait_until(ann, f"() => ({SAYS})('connected')")
        bob.goto(base)
        wait_until(ann, f"() => ({SAYS})('not connected')")
        bob.go_back()
        wait_until(ann, f"() => ({SAYS})('connected')")
        assert not web.errors(ann)
        for page in (ann, bob):
            page.context.close()
