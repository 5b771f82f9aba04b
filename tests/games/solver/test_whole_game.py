"""Whole games of SOLVER in a browser: by keyboard, on a phone, and by forms."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, Server, errors, open_page, press, tab_to, wait_until
from tests.web.test_browser import new_table, newer_than, over, wait_for_turn

pytestmark = pytest.mark.slow

BACK = "document.querySelector('#b-back').textContent"
PLAYABLE = "[id^=b-play-]:not([aria-disabled=true])"


def activate(page: Page, selector: str, *, keyboard: bool) -> None:
    if keyboard:
        press(page, page.locator(selector).first)
    else:
        page.locator(selector).last.click()  # of a fan the last card lies on top


def only_rule(page: Page) -> str:
    """The rule that the aid names as the only one left, or nothing."""
    words = page.evaluate(
        "async () => { const text = await (await fetch(location.pathname + '?aid=rules'))"
        ".text(); return new DOMParser().parseFromString(text, 'text/html')"
        ".querySelector('#aid .words').textContent; }"
    )
    found = re.search(r"Only one rule of level \d is left: (.*)\.", words)
    return found[1] if found else ""


def say(page: Page, line: str, *, keyboard: bool) -> None:
    """Types a line, waits for what it means and sends it."""
    field = page.locator("#b-line")
    if keyboard:
        tab_to(page, field)
        page.keyboard.type(line)
    else:
        field.fill(line)
    wait_until(page, f"{BACK}.includes('Understood:')")
    if keyboard:
        page.keyboard.press("Enter")
    else:
        page.click("#b-typed .k-go")


def turn(page: Page, *, keyboard: bool) -> None:
    """A card where there is one to be played, the rule once it is known, else another card."""
    if page.locator(PLAYABLE).count():
        activate(page, PLAYABLE, keyboard=keyboard)
    elif page.locator("#b-line").count() and (rule := only_rule(page)):
        say(page, rule, keyboard=keyboard)
    elif page.locator("#b-draw:not([aria-disabled=true])").count():
        activate(page, "#b-draw", keyboard=keyboard)
    else:
        activate(page, "#b-swap:not([aria-disabled=true]), #b-pass", keyboard=keyboard)


def play(page: Page, *, keyboard: bool) -> None:
    for _ in range(80):
        wait_for_turn(page)
        if over(page):
            return
        head = web.state(page, "head")
        turn(page, keyboard=keyboard)
        wait_until(page, newer_than(head))
    raise AssertionError("the game does not end")


def test_by_keyboard(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "solver", keyboard=True, seats="1")
    play(page, keyboard=True)
    assert "The game is over" in page.inner_text("#status")
    assert not errors(page)
    page.context.close()


def test_on_a_phone_with_a_rule_put_together_of_chips(server: Server, browser: Browser) -> None:
    page = open_page(browser, viewport=PHONE, has_touch=True)
    new_table(page, server.base, "solver", keyboard=False, seats="1", option_level="3")
    wait_for_turn(page)
    page.locator(PLAYABLE).last.click()
    page.wait_for_selector("#b-more .chips")
    line = ""
    for words in ("higher", "number", "than", "the last", "or", "not", "circle"):
        line = f"{line} {words}".strip()
        page.tap(f'#b-more button[value="{line}"]')
        wait_until(page, f"document.querySelector('#b-line').value.trim() === '{line}'")
        wait_until(page, f"!document.querySelector('#b-more button[value=\"{line}\"]')")
    assert page.evaluate("document.activeElement.id") != "b-line"  # no keyboard comes up
    wait_until(page, f"{BACK}.includes('not circle or higher number than the last card')")
    assert "of 64 cards would be in" in page.inner_text(".say-next caption")
    page.fill("#b-line", "circle or higher number than the last")  # one may type on
    wait_until(page, f"{BACK}.includes('Understood: circle or higher')")
    head = web.state(page, "head")
    page.click("#b-typed .k-go")
    wait_until(page, newer_than(head))
    assert "circle or higher number than the last card" in page.inner_text("#log")
    assert web.violations(page) == []
    play(page, keyboard=False)
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is wider than the screen"
    assert not errors(page)
    page.context.close()


def test_without_javascript(server: Server, browser: Browser) -> None:
    page = open_page(browser, java_script_enabled=False)
    page.goto(f"{server.base}/games/solver")
    page.select_option("#seats", label="1")
    page.click("text=Open the table")
    guessed = False
    for _ in range(80):
        page.wait_for_selector("#table")
        if page.get_attribute("#table", "data-status") == "over":
            break
        if page.locator(PLAYABLE).count():
            page.locator(PLAYABLE).last.click()
        elif not guessed:
            guessed = True
            page.click('#b-more button[value="not"]')
            page.click('#b-more button[value="not red"]')
            assert page.input_value("#b-line") == "not red"
            assert "Understood: not red" in (page.text_content("#b-back") or "")
            page.click("#b-typed .k-go")
            assert "not red" in page.inner_text("#log")
        elif page.locator("#b-draw:not([aria-disabled=true])").count():
            page.locator("#b-draw").click()
        else:
            page.locator("#b-swap:not([aria-disabled=true]), #b-pass").first.click()
    assert page.get_attribute("#table", "data-status") == "over"
    page.context.close()


def test_two_friends_say_every_rule_in_their_own_words(server: Server, browser: Browser) -> None:
    """The Master writes by mouse, who looks for the rule says guesses on a phone."""
    ann = open_page(browser)
    new_table(ann, server.base, "solver", keyboard=False, option_master="a player")
    bob = open_page(browser, viewport=PHONE, has_touch=True)
    bob.goto(ann.url)
    bob.tap("text=Sit down on seat 2")
    wait_until(ann, "!!document.querySelector('#b-line')")
    say(ann, "red cards must be circles", keyboard=False)
    for words, answer in (
        ("no greens please", "0"),
        ("it has to be a circle", "1"),
        ("if it's red then it must be a circle", "Solver!"),
    ):
        wait_until(bob, f"!!document.querySelector({PLAYABLE!r})")
        bob.locator(PLAYABLE).last.tap()  # it lifts
        bob.locator(".solver-hand [aria-pressed=true]").tap()
        wait_until(bob, "!!document.querySelector('#b-line')")
        bob.fill("#b-line", words)
        wait_until(bob, f"{BACK}.includes('Understood:')")
        bob.tap("#b-typed .k-go")
        wait_until(
            bob, f"document.querySelector('#log').textContent.includes('The answer is {answer}')"
        )
    wait_until(bob, "document.querySelector('#status').textContent.includes('The game is over')")
    assert not errors(ann)
    assert not errors(bob)
    for page in (ann, bob):
        page.context.close()
