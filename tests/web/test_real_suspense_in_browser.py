"""A phone in the middle of a table of real cards keeps Suspense's turns, sum and points."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect
from tests.web import browser as web
from tests.web.browser import open_page, wait_until
from tests.web.test_browser import new_table

PHONE = {"width": 390, "height": 844}


def tap(page: Page, *things: str) -> None:
    """Taps each of these, and waits until the table has gone on."""
    for thing in things:
        head = web.state(page, "head")
        page.locator(f"#b-{thing}").tap()
        wait_until(page, f"() => document.getElementById('table').dataset.head !== '{head}'")


def test_a_game_of_three_on_one_phone(base: str, browser: Browser) -> None:
    page = open_page(browser, viewport=PHONE, has_touch=True, bypass_csp=True)
    new_table(
        page,
        base,
        "suspense",
        keyboard=False,
        seats="1",
        option_cards="real",
        option_dealer="1",
        option_goal="2",
        option_names="Ann, Ben, Cleo",
    )
    page.locator("#b-press-W1").wait_for(timeout=45_000)
    expect(page.locator("#status")).to_have_text("It is the turn of Ann: which card is laid down?")
    for each in page.locator(".s-thirteen button").all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 44
        assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")

    tap(page, "press-W6", "press-B3", "press-red")
    expect(page.locator("#b-seat-1 .s-pile")).to_contain_text("black 3")
    tap(page, "press-W1", "press-B1")
    page.locator("#undo").tap()
    expect(page.locator("#b-press-B1")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("It is the turn of Ben")
    tap(page, "pass", "fold", "press-B2")
    expect(page.locator("#b-seat-2")).to_contain_text("folded")
    tap(page, "pass", "pass")
    expect(page.locator("#status")).to_contain_text("Turn the secret card over: which is it?")
    assert web.violations(page) == []

    tap(page, "press-B4")  # lowest white in hand
    expect(page.locator(".s-turn")).to_have_text("Who holds this card: white 2?")
    assert web.violations(page) == []
    tap(page, "hold-2")
    expect(page.locator(".s-last[open] .s-taken")).to_have_text("Nobody takes the round")
    expect(page.locator(".s-last[open]")).to_contain_text("folded although white 2 would have won")
    page.locator("#b-go-on").tap()

    expect(page.locator("#status")).to_contain_text("It is the turn of Ben")
    tap(page, "press-W6", "press-B6", "press-W5", "press-B5", "press-B4")
    tap(page, "hold-0")
    expect(page.locator(".verdict-words")).to_have_text("Ann wins")
    expect(page.locator(".verdict-why")).to_have_text("Ann reached 2 points.")
    assert web.errors(page) == []
    page.context.close()
