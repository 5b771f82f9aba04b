"""Live pages in a real browser: no update is missed, and nothing that a person does is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route
from tests.web import browser as web
from tests.web.browser import open_page, slow_pictures, wait_until
from tests.web.line import Line
from tests.web.site import site_in_a_thread

from facedown.web.guard import Config, Rate

BEAT = 0.5
"""Seconds between two signs of life, so that a dead line is soon noticed."""


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """The address of a server."""
    with site_in_a_thread(Config(rates=None, heartbeat=BEAT)) as address:
        yield address


BACK = "() => document.getElementById('connection').textContent.includes('Back')"


def two_at_a_table(browser: Browser, base: str, **anns: Any) -> tuple[Page, Page]:
    """Ann, who is the host, and Bob at a table of Turing Machine."""
    ann, bob = open_page(browser, **anns), open_page(browser)
    sit_down(ann, bob, base)
    return ann, bob


def sit_down(ann: Page, bob: Page, base: str) -> None:
    ann.goto(f"{base}/games/turing")
    ann.select_option("#seats", label="2")
    ann.fill("#name", "Ann")
    ann.click("text=Open the table")
    ann.wait_for_selector("#share")
    bob.goto(f"{ann.url}?sat=2")
    bob.fill("#claim-name-1", "Bob")
    bob.click("text=Sit down on seat 2")
    for page in (ann, bob):
        wait_until(page, "() => document.getElementById('table').dataset.status === 'playing'")


def says(text: str) -> str:
    return f"() => document.getElementById('log').textContent.includes('{text}')"


def say(page: Page, text: str) -> None:
    if not page.locator("#say-text").is_visible():
        page.click("#tab-story")
    page.fill("#say-text", text)
    page.click("text=Say it")


def test_an_older_answer_does_not_hide_what_the_stream_brought(browser: Browser, base: str) -> None:
    # A busy machine: the browser takes long until it begins to show what has come.
    ann, bob = two_at_a_table(browser, base, reduced_motion="no-preference")
    slow_pictures(ann, 1200)

    def late(route: Route) -> None:
        answer = route.fetch()  # what Ann said is stored, and the table drawn as it was then
        say(bob, "and then Bob")
        wait_until(bob, says("and then Bob"))
        ann.wait_for_timeout(200)
        route.fulfill(response=answer)

    ann.route("**/chat", late)
    say(ann, "first Ann")
    wait_until(ann, says("first Ann"))
    wait_until(ann, says("and then Bob"))
    ann.wait_for_timeout(2600)
    assert ann.evaluate(says("and then Bob")), "an older answer has covered a newer state"
    assert web.state(ann, "head") == web.state(bob, "head")
    assert ann.input_value("#say-text") == ""
    assert not web.errors(ann)
    ann.context.close()
    bob.context.close()


def test_nothing_that_is_not_sent_yet_is_lost(browser: Browser, base: str) -> None:
    ann, bob = two_at_a_table(browser, base, viewport=web.PHONE)
    ann.locator("label:has(#b-propose-1-3)").click()
    ann.click("#menu")
    ann.click("#tab-seats")
    for summary in ("#host summary", "#my-seat summary"):
        ann.click(summary)
    ann.select_option("#bot-of-1", label="exact")
    ann.select_option("#new-colour", index=5)
    ann.fill("#minutes", "7")
    ann.uncheck("#auto-start")
    ann.click("#tab-story")
    for number in range(12):
        say(bob, f"line {number}{' and so on' * 20}")
        wait_until(bob, says(f"line {number}"))
    wait_until(ann, says("line 11"))
    ann.evaluate("() => { document.getElementById('log').scrollTop = 10; }")
    say(bob, "look")
    wait_until(ann, says("look"))
    assert ann.evaluate("() => document.getElementById('log').scrollTop") == 10
    ann.click("#tab-seats")
    ann.focus("#new-colour")
    scrolled = "() => document.getElementById('seats-part').scrollTop"
    ann.evaluate("() => { document.getElementById('seats-part').scrollTop = 40; }")
    scrolled_to = ann.evaluate(scrolled)
    assert scrolled_to > 0

    say(bob, "look here")
    wait_until(ann, says("look here"))
    assert ann.evaluate("() => document.activeElement.id") == "new-colour"
    assert ann.evaluate(scrolled) == scrolled_to
    assert ann.locator("#tab-story.new").count()  # what cannot be seen is told by a dot
    for part in ("#host details", "#my-seat"):
        assert ann.locator(part).get_attribute("open") is not None
    chosen = "(select) => select.selectedOptions[0].text"
    assert ann.locator("#bot-of-1").evaluate(chosen) == "exact"
    assert ann.locator("#new-colour").evaluate("(select) => select.selectedIndex") == 5
    assert ann.input_value("#minutes") == "7"
    assert not ann.is_checked("#auto-start")
    assert ann.is_checked("#b-propose-1-3")
    # What is sent is what was chosen, and then the form is as new.
    ann.click("#f-rename button")
    wait_until(ann, "() => document.getElementById('new-colour').selectedIndex === 0")
    assert ann.locator("#bot-of-1").evaluate(chosen) == "exact"
    assert not web.errors(ann)
    ann.context.close()
    bob.context.close()


def test_pressing_twice_says_it_once_and_two_sentences_both(browser: Browser, base: str) -> None:
    ann, bob = two_at_a_table(browser, base)

    def slowly(route: Route) -> None:
        ann.wait_for_timeout(300)
        route.continue_()

    ann.route("**/chat", slowly)
    ann.click("#tab-story")
    ann.fill("#say-text", "one")
    ann.dblclick("text=Say it")
    say(ann, "two")
    wait_until(bob, says("two"))
    heard = bob.locator("#log li.said").all_inner_texts()
    assert [line.rpartition(": ")[2] for line in heard] == ["one", "two"]
    ann.context.close()
    bob.context.close()


def test_a_tab_that_is_open_is_closed_by_pressing_it(browser: Browser, base: str) -> None:
    ann, bob = two_at_a_table(browser, base)
    tabs = ann.locator("#tabs a:visible")
    before = [tab.bounding_box() for tab in tabs.all()]
    for key in ("", "l"):

        def press(key: str = key) -> None:
            if key:
                ann.keyboard.press(key)
            else:
                ann.click("#tab-story")

        press()
        ann.locator("#say-text").wait_for()
        # "Close" comes beside them: none of the others moves.
        assert [tab.bounding_box() for tab in tabs.all()][: len(before)] == before
        press()
        ann.locator("#say-text").wait_for(state="hidden")
    assert not web.errors(ann)
    ann.context.close()
    bob.context.close()


def test_what_is_typed_while_a_message_is_under_way_stays(browser: Browser, base: str) -> None:
    ann, bob = two_at_a_table(browser, base)

    def late(route: Route) -> None:
        answer = route.fetch()
        ann.fill("#say-text", "the next sentence")
        route.fulfill(response=answer)

    ann.route("**/chat", late)
    say(ann, "one sentence")
    wait_until(bob, says("one sentence"))
    wait_until(ann, "() => !document.querySelector('[aria-busy]')")
    assert ann.input_value("#say-text") == "the next sentence"
    ann.context.close()
    bob.context.close()


def test_a_line_that_is_dead_without_a_word_is_noticed(browser: Browser, base: str) -> None:
    with closing(Line([base])) as line:
        ann, bob = two_at_a_table(browser, line.base)
        ann.wait_for_timeout(500)  # the streams have begun
        line.fall_silent()
        say(bob, "do you hear me")  # which goes out over a dead line, and then over another
        for page in (ann, bob):
            wait_until(page, says("do you hear me"), 20)
            wait_until(page, BACK)
        assert bob.locator("#log li.said").count() == 1
        ann.context.close()
        bob.context.close()


HASTE = """() => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 10);
}"""


def test_slow_is_not_taken_for_offline(browser: Browser, base: str) -> None:
    ann, bob = two_at_a_table(browser, base)
    bob.evaluate(HASTE)

    def hold(route: Route) -> None:
        """The server has the message, and is long about it."""

    bob.route("**/chat", hold)
    say(bob, "take your time")
    bob.wait_for_selector("#problem :text('This is being worked out')")
    wait_until(bob, "() => document.getElementById('connection').textContent === ''")
    bob.unroute("**/chat")
    for page in (ann, bob):
        wait_until(page, says("take your time"))
    wait_until(bob, "() => document.getElementById('problem').textContent.trim() === ''")
    assert bob.locator("#log li.said").count() == 1
    ann.context.close()
    bob.context.close()


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_page_that_nobody_sees_looks_now_and_then(browser: Browser, base: str) -> None:
    ann, bob = open_page(browser), open_page(browser)
    ann.clock.install()
    sit_down(ann, bob, base)
    ann.evaluate(HIDE, True)
    ann.clock.fast_forward(61_000)
    ann.wait_for_timeout(200)
    say(bob, "while you were away")
    wait_until(bob, says("while you were away"))
    ann.wait_for_timeout(300)
    assert not ann.evaluate(says("while you were away")), "its stream was let go"
    ann.clock.fast_forward(31_000)
    wait_until(ann, says("while you were away"))
    say(bob, "and now")
    ann.evaluate(HIDE, False)
    wait_until(ann, says("and now"))
    ann.context.close()
    bob.context.close()


def finished(base: str) -> str:
    """A game that is over, played by a program."""
    with httpx.Client(base_url=f"{base}/api", timeout=30) as http:

        def ask(path: str, body: Any = None, secret: str = "") -> Any:
            headers = {"authorization": f"Bearer {secret}"} if secret else {}
            method = "GET" if body is None else "POST"
            answer = http.request(method, path, json=body, headers=headers)
            assert answer.is_success, answer.text
            return answer.json()

        made = ask("/tables", {"game": "suspense", "seats": 2, "options": {"goal": 0}})
        table: str = made["table"]
        path = f"/tables/{table}"
        secrets = [ask(f"{path}/claim", {})["secret"] for _ in range(2)]
        while (info := ask(path))["status"] != "over":
            secret = secrets[info["actors"][0]]
            action = ask(f"{path}/moves", secret=secret)["moves"][0]["action"]
            ask(f"{path}/moves", {"action": action}, secret)
        assert info["moves"] >= 6
        return table


def test_a_key_held_down_in_a_replay_is_slowed_down_and_leads_nowhere_else(
    browser: Browser,
) -> None:
    with site_in_a_thread(Config(rates={"aid": Rate(1, 0.25)})) as base:
        page = open_page(browser)
        page.goto(f"{base}/t/{finished(base)}/replay?turn=0&as=1&why=yes")
        page.evaluate("() => { window.thePage = 'the same'; }")
        answers: list[int] = []
        page.on("response", lambda answer: answers.append(answer.status))
        while "turn=2" not in page.url:
            was, refused = page.url, answers.count(429)
            page.keyboard.press("ArrowRight")
            while page.url == was and answers.count(429) == refused:
                page.wait_for_timeout(30)
        wait_until(page, "() => document.getElementById('step').textContent.startsWith('Move 2')")
        assert 429 in answers
        assert page.evaluate("() => window.thePage") == "the same"
        assert not web.errors(page)
        page.context.close()
