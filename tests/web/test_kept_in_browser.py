"""What pages keep in a browser: results of days, and switches that hold on every page."""

from __future__ import annotations

import datetime as dt
import json
import re

from playwright.sync_api import Browser
from tests.web import browser as web
from tests.web.browser import open_page, wait_until
from tests.web.test_browser import new_table, wait_for_turn

from facedown.table.opening import today


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


def test_results_are_kept_counted_and_saved_in_the_browser(base: str, browser: Browser) -> None:
    page = open_page(browser, accept_downloads=True)
    now = today()
    before = [(now - dt.timedelta(days=n)).isoformat() for n in (1, 2, 5)]
    one = {"won": True, "words": "solved.", "hints": [], "table": "t"}
    kept = {"mystery": {day: {**one, "on": day} for day in before}}
    page.goto(f"{base}/games/mystery/daily")
    page.evaluate("(kept) => localStorage.setItem('daily', JSON.stringify(kept))", kept)
    page.reload()
    assert [page.inner_text(f"#daily-{name}") for name in ("played", "streak", "longest")] == [
        "3",
        "2",
        "2",
    ]
    page.click("text=Begin today’s puzzle")
    page.wait_for_url(re.compile("/t/"))
    wait_until(page, "() => document.querySelector('[data-mine]')")
    for number in range(8):
        if web.state(page, "status") == "over":
            break
        head = web.state(page, "head")
        if page.locator("#b-naming").count():
            page.click("#b-naming")
        page.locator("label:has([name='part.card.1'])").nth(number).click()
        page.locator("label:has([name='part.card.2'])").first.click()
        page.check("#b-name-sure")
        page.click("#b-name")
        wait_until(page, f"() => Number(document.getElementById('table').dataset.head) > {head}")
    assert "Without hints." in page.input_value("#share-text")
    page.goto(f"{base}/games/mystery/daily")
    assert "You have played it" in page.inner_text("#daily-result")
    assert page.inner_text("#daily-streak") == "3"
    assert page.inner_text(f".archive [data-day='{before[0]}'] .result") == "✓ won"
    assert page.locator(".day-missed, .day-solved", has_text="Mystery Machine").count() == 1
    with page.expect_download() as download:
        page.click("#daily-save")
    saved = json.loads(download.value.path().read_text("utf-8"))
    assert saved["mystery"][now.isoformat()]["hints"] == []
    assert len(saved["mystery"]) == 4
    assert not web.errors(page)
    page.context.close()
