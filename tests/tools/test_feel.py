"""The tool that measures how a press is felt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.web.browser import chromium
from tests.web.site import FREE, site_in_a_thread
from tools import feel


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.mark.parametrize("screen", feel.SCREENS, ids=lambda screen: screen.name)
def test_moves_are_pressed_and_their_drawing_is_timed(
    browser: Browser, screen: feel.Screen
) -> None:
    with site_in_a_thread(FREE) as base:
        found = feel.felt(browser, base, "solver", screen, 2)
    assert len(found) == 2
    for each in found:
        assert each.ms > 0
        assert each.busy > 0
        assert each.shift >= 0
    line = feel.in_words("solver", screen, found)
    assert line.startswith(f"solver     {screen.name}")
    assert "2 moves" in line


def test_what_is_over_its_aim_is_marked() -> None:
    slow, quick = feel.Felt(400, 300, 0.2, "#hand-place"), feel.Felt(20, 10, 0.0)
    for screen in feel.SCREENS:
        assert feel.in_words("solid", screen, [slow]).count("!") == 2
        assert feel.in_words("solid", screen, [quick]).count("!") == 0
