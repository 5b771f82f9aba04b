"""A whole game of Mystery Machine in a browser: by mouse, by keyboard, on a phone, by forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web import browser as web
from tests.web.browser import PHONE, WIDE, Server, errors, open_page, press, tab_to, wait_until
from tests.web.test_browser import new_table, newer_than, over, wait_for_turn

from facedown.games.mystery.cards import RANK_WORDS, RANKS, SUIT_WORDS, SUITS

pytestmark = pytest.mark.slow

QUESTIONS = 3
"""After so many the likeliest card is named."""
ASKED = re.compile(r"(\d+) questions? asked")
CARD = re.compile(r"the (\w+) of (\w+)")


def activate(page: Page, selector: str, *, keyboard: bool) -> None:
    show(page, selector, keyboard=keyboard)
    if keyboard:
        press(page, page.locator(selector).first)
    else:
        page.locator(selector).first.click()


def next_button(page: Page) -> str:
    """What is pressed next; nothing when it is time to name the mystery."""
    asked = ASKED.search(page.inner_text("#actions-place"))
    assert asked is not None
    for kind in ("dump", "buy", "take"):
        button = f"button[form=f-act][id^=b-{kind}-]"
        if page.locator(button).count() and (kind == "dump" or int(asked[1]) < QUESTIONS):
            return button
    return ""


def show(page: Page, selector: str, *, keyboard: bool = False) -> None:
    """Opens what a thing lies in: the ways to pay, the guess, the marks of a line on a phone."""
    thing = page.locator(selector).first
    if not thing.is_visible():
        closed = thing.locator("xpath=ancestor::*[@popover]").get_attribute("id")
        opener = page.locator(f"button[popovertarget='{closed}']:visible").last
        press(page, opener) if keyboard else opener.click()
    assert thing.is_visible()


def name(page: Page, rank: str, suit: str, *, keyboard: bool) -> None:
    show(page, f"label:has(#b-name-rank-{rank})", keyboard=keyboard)
    for part, value in (("rank", rank), ("suit", suit)):
        choice = page.locator(f"#b-name-{part}-{value}")
        if keyboard:  # a group of radio buttons is one stop of Tab; arrows go through it
            group = page.locator(f"input[id^=b-name-{part}-]")
            tab_to(page, group.first)
            page.keyboard.press("Space")
            for _ in range(group.count()):
                if not choice.is_checked():
                    page.keyboard.press("ArrowRight")
        else:
            page.locator(f"label:has(#b-name-{part}-{value})").click()
        assert choice.is_checked()
    page.click("#b-name")
    assert not over(page)  # there is one guess: the box beside it is asked for first (M8)
    if keyboard:
        tab_to(page, page.locator("#b-name-sure"))
        page.keyboard.press("Space")
    else:
        page.check("#b-name-sure")
    activate(page, "#b-name", keyboard=keyboard)


def likeliest(words: str) -> tuple[str, str]:
    """Rank and suit of the first card in the words of the aid."""
    found = CARD.search(words)
    assert found is not None, words
    return RANKS[RANK_WORDS.index(found[1])], SUITS[SUIT_WORDS.index(found[2])]


def words_of_aid(page: Page) -> str:
    """What the aid says, without leaving the page."""
    return str(
        page.evaluate(
            "async () => { const text = await (await fetch(location.pathname + '?aid=mystery'))"
            ".text(); return new DOMParser().parseFromString(text, 'text/html')"
            ".querySelector('#aid .words').textContent; }"
        )
    )


def play(page: Page, *, keyboard: bool) -> None:
    for _ in range(60):
        wait_for_turn(page)
        if over(page):
            return
        head = web.state(page, "head")
        if button := next_button(page):
            activate(page, button, keyboard=keyboard)
        else:
            name(page, *likeliest(words_of_aid(page)), keyboard=keyboard)
        wait_until(page, newer_than(head))
    raise AssertionError("the game does not end")


def redo(page: Page, *, keyboard: bool) -> None:
    """M13: the end offers the same layout again, which says that it is practice."""
    activate(page, "#after-more > summary", keyboard=keyboard)
    strategy, *papers = page.locator("#print a").all_inner_texts()
    assert strategy == "Walk through best play"
    assert papers == ["A4", "Letter"] * 2  # the puzzle, and its solution
    assert page.inner_text("#over").startswith(("You found it", "It is not the "))
    before = page.url
    activate(page, "#f-again-2 button", keyboard=keyboard)
    page.wait_for_url(lambda url: "/t/" in url and url != before)
    wait_for_turn(page)
    assert "practice" in (page.text_content(".mm-title") or "")


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_by_mouse(server: Server, browser: Browser, viewport: dict[str, int]) -> None:
    page = open_page(browser, viewport=viewport, has_touch=viewport is PHONE)
    new_table(page, server.base, "mystery", keyboard=False, seats="1")
    wait_for_turn(page)
    activate(page, "#b-mark-row-A-K", keyboard=False)
    wait_until(page, "() => document.querySelector('#b-mark-row-A-K').dataset.says === 'not'")
    play(page, keyboard=False)
    web.shoot(page, f"over-mystery-{viewport['width']}")
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is wider than the screen"
    redo(page, keyboard=False)
    assert errors(page) == []
    page.context.close()


def test_by_keyboard_only(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "mystery", keyboard=True, seats="1")
    wait_for_turn(page)
    press(page, page.locator("#b-mark-row-A-K"))
    wait_until(page, "() => document.querySelector('#b-mark-row-A-K').dataset.says === 'not'")
    assert page.evaluate("document.activeElement.id") == "b-mark-row-A-K"
    play(page, keyboard=True)
    redo(page, keyboard=True)
    assert errors(page) == []
    page.context.close()


def test_without_javascript(server: Server, browser: Browser) -> None:
    page = open_page(browser, java_script_enabled=False)
    page.goto(f"{server.base}/games/mystery")
    page.select_option("#seats", label="1")
    page.click("text=Open the table")
    for _ in range(60):
        page.wait_for_selector("#table")
        if page.get_attribute("#table", "data-status") == "over":
            break
        if button := next_button(page):
            activate(page, button, keyboard=False)
            continue
        page.goto(f"{page.url.partition('?')[0]}?aid=mystery")
        name(page, *likeliest(page.inner_text("#aid .words")), keyboard=False)
    assert page.get_attribute("#table", "data-status") == "over"
    page.locator("#after-more > summary").click()
    page.locator("#f-again-2 button").click()
    assert "practice" in (page.text_content(".mm-title") or "")
    page.context.close()


def test_what_is_not_done_is_said_at_the_thing(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "mystery", keyboard=False, seats="1")
    wait_for_turn(page)
    said = page.locator("#problem.beside")
    page.locator("#b-cannot-Q1").click(force=True)  # aria-disabled, and pressed all the same
    expect(said).to_contain_text("Pile Q1 costs a pair: you hold no low card.")
    page.locator(".mm-grid td .k-back:not(.mm-mystery)").first.click(force=True)
    expect(page.locator("#b-grid-why")).to_contain_text("Buy from the pile that has its token.")
    page.locator("#b-grid-why .mm-close").click()
    expect(page.locator("#b-grid-why")).to_be_hidden()
    page.click("#b-naming")
    page.click("#b-name")
    expect(said).to_have_text("Choose a rank and a suit.")
    assert said.evaluate("(one) => one.matches(':popover-open')")  # over what lies over the table
    for part in ("rank-K", "suit-H"):
        page.locator(f"label:has(#b-name-{part})").click()
    expect(said).to_have_count(0)
    page.click("#b-name")
    expect(said).to_have_text("Say first that you are sure.")
    page.keyboard.press("Escape")
    expect(said).to_have_count(0)
    assert errors(page) == []
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(server: Server, browser: Browser, scheme: Any) -> None:
    page = open_page(browser, bypass_csp=True, color_scheme=scheme)
    new_table(page, server.base, "mystery", keyboard=False, seats="1")
    wait_for_turn(page)
    assert web.violations(page) == []
    web.shoot(page, f"table-mystery-{scheme}")
    page.context.close()
