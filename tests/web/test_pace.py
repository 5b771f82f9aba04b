"""Others' moves are shown one after the other: a browser whose clock and stream the test holds."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page
from tests.web.browser import errors, open_page, slow_pictures, wait_until
from tests.web.test_browser import new_table, wait_for_turn

STREAM = """
  window.sources = [];
  window.EventSource = class extends EventTarget {
    constructor() { super(); sources.push(this); }
    close() {}
  };
"""
"""A stream that says what the test says, and nothing else."""

TELL = """(numbers) => {
  window.began ??= Number(document.getElementById("table").dataset.head);
  for (const number of numbers) {
    const head = began + number / 100; // older than what the server says next
    const told = document.getElementById("table").cloneNode(true);
    told.dataset.head = head;
    told.querySelector("#status").textContent = `picture ${number}`;
    const event = new MessageEvent("table", { data: told.outerHTML, lastEventId: head });
    sources.at(-1).dispatchEvent(event);
  }
}"""


@pytest.fixture(name="table")
def _table(base: str, browser: Browser) -> Iterator[Page]:
    page = open_page(browser, reduced_motion="no-preference")
    page.add_init_script(STREAM)
    page.clock.install()
    new_table(page, base, "turing", keyboard=False, seats="1")
    wait_for_turn(page)
    page.clock.pause_at("2100-01-01")
    page.evaluate("localStorage.setItem('pace', 'on')")
    page.reload()
    page.clock.run_for(1000)  # the page has stood for a while
    yield page
    assert not errors(page)
    page.context.close()


def shown(page: Page, number: int) -> None:
    """A picture is in sight, and stays."""
    seen = "() => document.getElementById('status').textContent"
    wait_until(page, f"() => ({seen})() === 'picture {number}'")
    page.clock.run_for(200)
    assert page.evaluate(seen) == f"picture {number}"


def test_what_comes_at_once_is_seen_one_after_the_other(table: Page) -> None:
    table.evaluate(TELL, [1, 2, 3])
    for number in (1, 2, 3):
        shown(table, number)
        table.clock.run_for(300)


def test_of_many_pictures_the_last_are_shown_and_nobody_waits_long(table: Page) -> None:
    table.evaluate(TELL, [1])
    shown(table, 1)
    table.evaluate(TELL, range(2, 20))
    table.clock.run_for(300)
    for number in (17, 18, 19):
        shown(table, number)
        table.clock.run_for(300)


@pytest.mark.parametrize("how", ["a key", "the table", "the box", "hidden"])
def test_who_does_not_want_to_wait_sees_the_newest(table: Page, how: str) -> None:
    table.evaluate(TELL, [1])
    shown(table, 1)
    table.evaluate(TELL, [2, 3])
    if how == "a key":
        table.keyboard.press("Shift")
    elif how == "the table":
        table.click("#table-place", position={"x": 3, "y": 3})
    elif how == "the box":
        table.evaluate("document.getElementById('pace-on').click()")
    else:
        table.evaluate(
            "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
    shown(table, 3)


def test_without_motion_nothing_waits(table: Page) -> None:
    table.emulate_media(reduced_motion="reduce")
    table.evaluate(TELL, [1, 2, 3])
    shown(table, 3)


def test_what_one_does_oneself_is_shown_at_once(table: Page) -> None:
    table.evaluate(TELL, [1])
    shown(table, 1)
    table.evaluate(TELL, [2])
    table.evaluate(
        "document.getElementById('note-text').value = 'mine';"
        "document.getElementById('f-free-note').requestSubmit()"
    )
    wait_until(table, "() => document.getElementById('notes').textContent.includes('mine')")
    table.clock.run_for(2000)
    assert "picture" not in table.inner_text("#status")  # what waited is older, and never shown


def test_who_sits_down_sees_no_more_of_the_stream_before(base: str, browser: Browser) -> None:
    page = open_page(browser, reduced_motion="no-preference")
    page.add_init_script(STREAM)
    page.clock.install()
    asked = {"game": "turing", "seats": 2}
    table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
    page.goto(f"{base}/t/{table}")
    page.clock.pause_at("2100-01-01")
    slow_pictures(page, 300)
    page.clock.run_for(1000)
    page.evaluate(TELL, [300])
    page.clock.run_for(300)
    page.evaluate(TELL, [400])
    page.clock.run_for(250)  # the first is shown, the next waits for 200 more
    sits = "() => document.getElementById('table').dataset.me"
    assert page.evaluate(sits) == ""
    with page.expect_response(lambda answer: answer.url == page.url) as answer:
        page.evaluate("document.querySelector('.claim button').click()")
    answer.value.finished()
    page.wait_for_timeout(200)
    # While the answer is being shown, the time comes of what the stream told a visitor.
    page.clock.run_for(3000)
    assert page.evaluate(sits) == "0"
    assert not errors(page)
    page.context.close()
