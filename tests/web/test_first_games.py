"""A first game is stepped through on every screen: its bar leaves the board its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.web import browser as web


@pytest.fixture(name="page")
def _page(tmp_path: Path) -> Iterator[Page]:
    with web.serving(tmp_path) as server, web.chromium() as browser:
        page = web.open_page(browser)
        page.goto(f"{server.base}/games/suspense/first?turn=6")  # a round ends: much to say
        yield page


def test_the_bar_stays_low_however_long_the_sentence_is(page: Page) -> None:
    for wide in (360, 960, 1280):
        page.set_viewport_size({"width": wide, "height": 740})
        bar, sentence = page.locator("#bar").bounding_box(), page.locator("#step").bounding_box()
        assert bar is not None
        assert sentence is not None
        assert bar["height"] < 740 / 4
        assert sentence["width"] > 250
    assert web.errors(page) == []
