"""A phone beside a real deck: the program keeps Mystery Machine's grid and piles."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.web import browser as web
from tests.web.browser import PHONE, open_page
from tests.web.test_browser import new_table


def test_a_game_alone_with_a_real_deck(base: str, browser: Browser) -> None:
    page = open_page(browser, viewport=PHONE, has_touch=True, bypass_csp=True)
    new_table(
        page,
        base,
        "mystery",
        keyboard=False,
        seats="1",
        option_cards="real",
        option_puzzle="the-three-twos",
    )
    page.get_by_text("Shuffle the other 36.", exact=False).wait_for(timeout=45_000)
    page.get_by_text("all four of ace, king, queen and jack; 1 joker", exact=False).wait_for()
    for each in page.locator(".mm-buy").all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.locator("#b-ways-of-Q1").tap()
    page.locator("#b-ways-Q1-0").get_by_role("button", name="Paid: turn up a card").tap()
    expect(page.locator("#b-pile-Q1 .mm-lay")).to_have_count(1, timeout=45_000)
    expect(page.locator(".mm-news")).to_contain_text("turned up")
    assert web.violations(page) == []
    page.locator("#b-naming").tap()
    page.locator("label:has(#b-name-rank-K)").tap()
    page.locator("label:has(#b-name-suit-H)").tap()
    page.locator("#b-name-sure").check()
    page.locator("#b-name").tap()
    expect(page.locator(".mm-over")).to_have_count(1, timeout=45_000)
    expect(page.locator(".mm-came-to")).not_to_contain_text("low card")
    assert web.errors(page) == []
    page.context.close()
