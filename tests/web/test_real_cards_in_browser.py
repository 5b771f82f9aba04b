"""A phone beside real cards: the program is SOLVER's Master, and the network goes away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import browser as web
from tests.web.browser import PHONE, Server, open_page
from tests.web.test_browser import new_table


def real_cards(page: Page, base: str) -> None:
    """A table at which everybody around one phone looks for the rule."""
    new_table(
        page, base, "solver", keyboard=False, seats="1", option_cards="real", option_mode="casual"
    )
    expect(page.locator(".solver-real button")).to_have_count(64, timeout=45_000)


def card(page: Page, name: str) -> None:
    """Presses a card, and waits until it lies on the table."""
    button = page.locator(f"#b-play-{name}")
    button.tap()
    expect(button).to_have_count(0, timeout=45_000)


def test_a_game_around_one_phone_whose_network_goes_away(server: Server, browser: Browser) -> None:
    page = open_page(browser, viewport=PHONE, has_touch=True)
    real_cards(page, server.base)
    box = page.locator("#b-play-red-circle-2").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    card(page, "red-circle-2")
    page.context.set_offline(True)
    page.locator("#b-play-blue-square-3").tap()
    kept = page.get_by_text("Kept: it is sent once, as soon as the connection is back.")
    kept.wait_for()
    page.locator("#b-play-blue-square-4").tap()
    page.get_by_text("What you pressed before is kept").wait_for()
    expect(page.locator(".solver-gauge b")).to_have_text("1", timeout=45_000)
    page.context.set_offline(False)
    expect(page.locator("#b-play-blue-square-3")).to_have_count(0, timeout=45_000)
    expect(page.locator("#b-play-blue-square-4")).to_have_count(1, timeout=45_000)
    expect(page.locator(".solver-gauge b")).to_have_text("2", timeout=45_000)
    page.locator("#b-line").fill("red and circle and odd")
    page.locator(".say-heard").wait_for()
    page.get_by_role("button", name="Say the rule").tap()
    expect(page.locator(".solver-said li")).to_have_count(1, timeout=45_000)
    assert web.errors(page) == []
    page.context.close()


def test_the_cards_are_in_sight_beside_the_field(base: str, browser: Browser) -> None:
    page = open_page(browser, viewport={"width": 390, "height": 844}, bypass_csp=True)
    real_cards(page, base)
    page.locator("#b-play-green-diamond-1").click()
    field = page.locator("#b-line")
    field.wait_for()
    for seen in (field, page.locator("#b-play-yellow-diamond-4")):
        box = seen.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
        assert seen.evaluate(
            """(e) => { const r = e.getBoundingClientRect();
            const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
            return e === at || e.contains(at); }"""
        )
    assert web.violations(page) == []
    page.context.close()


@pytest.mark.parametrize("size", [(1440, 900), (844, 390)], ids=lambda size: f"{size[0]}")
def test_a_rule_is_said_there_without_a_script(
    server: Server, browser: Browser, size: tuple[int, int]
) -> None:
    page = open_page(
        browser, viewport={"width": size[0], "height": size[1]}, java_script_enabled=False
    )
    real_cards(page, server.base)
    page.locator("#b-play-blue-circle-1").click()
    page.wait_for_selector("#b-line")
    for line, seen in (("red circel", ".no-move"), ("red", ".say-piece")):
        page.locator("#b-line").fill(line)
        page.locator("#b-typed .k-go").click()  # which does not move from under the press
        page.wait_for_selector(seen)
    page.context.close()
