"""What pages keep in a browser: switches that hold on every page."""

from __future__ import annotations

from playwright.sync_api import Browser
from tests.web import browser as web
from tests.web.browser import open_page, wait_until
from tests.web.test_browser import new_table, wait_for_turn


def test_switches_hold_on_every_page_and_a_move_may_take_two_presses(
    base: str, browser: Browser
) -> None:
    page = open_page(browser)
    asked = (
        "() => { window.asked = 0; Notification.requestPermission ="
        " async () => { window.asked += 1; return 'denied'; }; }"
    )
    page.goto(base)
    light = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.click("footer summary")
    page.select_option("#theme", "dark")
    dark = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.check("#confirm-on")
    page.evaluate(asked)
    page.click("#notify-on")
    wait_until(page, "() => !document.getElementById('notify-on').checked")
    assert page.evaluate("() => window.asked") == 1
    assert "does not allow" in page.inner_text("#notify-said")
    new_table(page, base, "suspense", keyboard=False, bot_1="bot: beginner", option_dealer="2")
    wait_for_turn(page)
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == dark
    assert page.title().startswith("(Your turn) ")
    head = web.state(page, "head")
    card = page.locator("#hand-place button[form=f-act]:not([aria-disabled=true])").first
    card.click()
    assert page.inner_text("#problem").startswith("Press the same once more: Play ")
    page.wait_for_timeout(300)
    assert web.state(page, "head") == head
    card.click()
    wait_until(page, f"() => Number(document.getElementById('table').dataset.head) > {head}")
    assert not web.errors(page)
    page.context.close()
