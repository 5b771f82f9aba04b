"""A whole game of Solid with a protected steal in a browser, a game of six, and the editor."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page
from tests.web import browser as web
from tests.web.browser import open_page, press, wait_until
from tests.web.test_browser import new_table, newer_than, over, wait_for_turn

STEALING = """\
[rules]
hand = 6
total = 100
[data]
health = 20
buying = 0
mobility = 0
competences = 0
social-media = 0
[[event]]
name = "steal"
effect = "steal"
copies = 14
[[event]]
name = "protect"
effect = "protect"
copies = 10
"""
"""The greedy player steals whenever it can; 98 of 100 games of 8 turns have a protected steal."""

TABLES = 5
"""So many are opened at most until there was one."""
PREVENTED = "the event is prevented"


def press_with(page: Page, how: str) -> Callable[[Locator], None]:
    """How somebody presses a thing: by ``keyboard``, by touch on a ``phone``, else by mouse."""
    if how == "keyboard":
        return lambda thing: press(page, thing)
    return Locator.tap if how == "phone" else Locator.click


def choose(page: Page, how: str) -> Locator:
    """What Ann does: protects, steals, plays what she can, and throws away one other card.

    The card is chosen already, what is given back is still to be pressed.
    """
    presses = press_with(page, how)
    if page.locator("#b-let").count():
        assert "steals your health" in page.locator("#b-window .asked").inner_text()
        assert page.locator(".solid-pod.own .solid-columns > .solid-aimed").count() == 1
        protect = page.locator("[id^=b-protect-]")
        return protect.first if protect.count() else page.locator("#b-let")
    for usable, then in ((".solid-aim", ".solid-hit:visible"), ("[id^=b-play-]", "")):
        card = page.locator(f".solid-held:has({usable})").first
        if card.count():
            if card.locator("details[open]").count() == 0:
                number = card.locator("summary").get_attribute("data-key")
                if how == "keyboard" and number:
                    page.keyboard.press(number)
                else:
                    presses(card.locator("summary"))
            return page.locator(then).first if then else card.locator(usable)
    other = page.locator(".solid-held").filter(has_not_text="protect").first
    discard = other.get_by_role("button", name="Discard")
    if page.locator(".only-discards").count():
        if how != "phone" or not other.count():
            return page.locator("#b-end-turn")
        discard.tap()  # a finger lifts it
        assert discard.get_attribute("aria-pressed") == "true"
        return discard
    if other.count():
        if page.locator(".solid-throw[open]").count() == 0:
            presses(page.locator("#b-throw > summary"))
        return discard
    return page.locator("#b-end-turn")


def protections(page: Page) -> int:
    return (page.locator("#log").text_content() or "").count(PREVENTED)


def protected(page: Page) -> bool:
    return protections(page) > 0


def play(page: Page, how: str) -> None:
    """Plays to the end against the greedy player."""
    for _ in range(90):
        wait_for_turn(page)
        if over(page):
            return
        head, button = web.state(page, "head"), choose(page, how)
        protecting, before = button.inner_text().startswith("Protect"), protections(page)
        press_with(page, how)(button)
        wait_until(page, newer_than(head))
        if protecting:
            assert protections(page) == before + 1
    raise AssertionError("the game does not end")


def ended_after_a_protected_steal(page: Page) -> None:
    assert protected(page)
    assert "The game is over" in page.locator("#status").inner_text()
    assert "You" in page.locator("#over-title").inner_text()
    assert page.locator(".solid-pod.now").count() == 2, "nobody has a point: both have won"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["mouse", "keyboard", "phone"])
def test_a_whole_game_with_a_protected_steal(base: str, browser: Browser, how: str) -> None:
    viewport = web.PHONE if how == "phone" else web.WIDE
    page = open_page(browser, viewport=viewport, has_touch=how == "phone")
    for _ in range(TABLES):
        new_table(
            page, base, "solid", keyboard=False,
            name="Ann", bot_1="bot: greedy", option_cards=STEALING, option_turns="8",
        )  # fmt: skip
        play(page, how)
        if protected(page):
            break
    ended_after_a_protected_steal(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    web.shoot(page, f"solid-protected-{how}")
    assert web.errors(page) == []
    page.context.close()


@pytest.mark.slow
def test_a_whole_game_with_a_protected_steal_without_javascript(
    base: str, browser: Browser
) -> None:
    page = open_page(browser, java_script_enabled=False)
    for _ in range(TABLES):
        page.goto(f"{base}/games/solid")
        page.fill("#name", "Ann")
        page.select_option("#seats", label="2")
        page.select_option("#bot-1", label="bot: greedy")
        page.click("text=Of your own making")
        page.fill("#option-cards", STEALING)
        page.fill("#option-turns", "8")
        page.click("text=Open the table")
        for _ in range(200):
            web.wait_by_reloading(page)
            if over(page):
                break
            choose(page, "mouse").click()
        if protected(page):
            break
    ended_after_a_protected_steal(page)
    page.context.close()


def choose_in_a_crowd(page: Page) -> Locator:
    """Lets all events happen and plays the first card that can be, else ends the turn."""
    if page.locator("#b-let").count():
        return page.locator("#b-let")
    card = page.locator(".solid-held:has([id^=b-play-])").first
    if not card.count():
        return page.locator("#b-end-turn")
    if card.locator("details[open]").count() == 0:
        card.locator("summary").tap()
    return card.locator("[id^=b-play-]")


@pytest.mark.slow
def test_a_game_of_six(base: str, browser: Browser) -> None:
    page = open_page(browser, viewport=web.PHONE, has_touch=True)
    bots = {f"bot_{seat}": "bot: greedy" for seat in range(1, 6)}
    new_table(
        page, base, "solid", keyboard=False,
        seats="6", name="Ann", **bots, option_turns="6",
    )  # fmt: skip
    for _ in range(30):
        wait_for_turn(page)
        if over(page):
            break
        head = web.state(page, "head")
        choose_in_a_crowd(page).tap()
        wait_until(page, newer_than(head))
    assert over(page)
    assert page.locator("#over-title").is_visible()
    assert page.locator(".solid-pod").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth") <= web.PHONE["width"]
    web.shoot(page, "solid-six")
    assert web.errors(page) == []
    page.context.close()


@pytest.mark.slow
def test_a_card_list_is_made_in_the_editor_and_played(base: str, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(f"{base}/games/solid/workshop")
    text = page.locator("#draft-cards")
    assert "hand = 5" in text.input_value()
    page.locator("#more-rules-hand").click()
    wait_until(page, "document.getElementById('draft-cards').value.includes('hand = 6')")
    press(page, page.locator("#add-event"))
    wait_until(page, "document.getElementById('draft-cards').value.includes('new1')")
    page.locator("#as-a-file summary").click()
    text.fill(STEALING.replace("total = 100", "total = 300"))
    flaws = "document.getElementById('draft-cards-flaws').textContent"
    wait_until(page, f"{flaws}.includes('from 1 to 150')")
    assert "Line 3" in page.locator("#draft-cards-flaws").inner_text()
    text.fill(STEALING)
    wait_until(page, f"{flaws} === ''")
    stages = "document.getElementById('stages').textContent"
    wait_until(page, f"{stages}.includes('44 cards: 20 data')")
    wait_until(page, f"{stages}.includes('games of two greedy players')", 120)
    assert page.locator("#card-steal").count() == 1
    assert web.violations(page) == []
    page.locator("#play").click()
    page.wait_for_url("**/t/*")
    wait_for_turn(page)
    assert page.locator(".solid-hand li").count() > 0
    assert web.errors(page) == []
    page.context.close()
