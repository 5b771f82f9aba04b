"""A table is one view through whole games and on any screen: only a place's inside scrolls."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from tests.web import browser as web
from tests.web.browser import HELD, open_page, wait_until
from tests.web.test_browser import new_table, newer_than, over, possible_code, punch, wait_for_turn

SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "middle": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844},
}

AMISS = """() => {
  const seen = document.scrollingElement;
  const told = [];
  if (seen.scrollHeight > innerHeight) told.push(`the page is ${seen.scrollHeight} high`);
  if (seen.scrollWidth > innerWidth) told.push(`the page is ${seen.scrollWidth} wide`);
  for (const name of ["bar", "status", "table-place", "hand-place", "actions-place"]) {
    const part = document.getElementById(name);
    if (!part) { told.push(`no ${name}`); continue; }
    const box = part.getBoundingClientRect();
    if (box.width < 80 || box.height < 15) told.push(`${name} is ${box.width} x ${box.height}`);
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
      told.push(`${name} is not in sight: ${JSON.stringify(box)}`);
    if (name.endsWith("place") && part.scrollWidth > part.clientWidth + 1)
      told.push(`${name} is cut at its side by ${part.scrollWidth - part.clientWidth}`);
  }
  const pressed = "#actions-place :is(button, .hole), #hand-place button[form=f-act]";
  for (const button of document.querySelectorAll(pressed)) {
    if (!button.checkVisibility({ contentVisibilityAuto: true })) continue; // folded away
    const box = button.getBoundingClientRect();
    const name = button.id || button.textContent;
    const list = button.closest(".chips")?.getBoundingClientRect(); // it scrolls in itself
    if (list && list.bottom <= innerHeight + 1 && box.bottom > list.bottom) continue;
    if (box.width < 24 || box.height < 24) told.push(`${name} is ${box.width} x ${box.height}`);
    if (box.bottom > innerHeight + 1) told.push(`${name} is not in sight`);
  }
  return told;
}"""


def look(page: Page, moment: str, found: list[str], **but: str) -> None:
    """Looks at the page on every screen and notes what is amiss."""
    if page.locator(".game.idle").count():  # all that can be done is to press a card
        but["actions"] = "no actions-place"
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        amiss = [told for told in page.evaluate(AMISS) if not told.startswith(tuple(but.values()))]
        found.extend(f"{moment}, {name}: {told}" for told in amiss)


def turing_turn(page: Page) -> None:
    free = "[id^=b-ask-]:not([aria-disabled=true])"
    if page.locator("#b-propose").count():
        punch(page, "propose", possible_code(page), keyboard=False)
    elif page.locator("#b-ask-A").count() and page.locator(free).count():
        page.locator(free).first.click()
    elif code := possible_code(page):
        punch(page, "declare", code, keyboard=False)


def go_on(page: Page) -> None:
    """Goes on from a round that is over, where one lies open."""
    if page.locator(HELD).count():
        page.click(f"{HELD} > summary")


def suspense_turn(page: Page) -> None:
    go_on(page)
    free = page.locator("#hand-place button[form=f-act]:not([aria-disabled=true])")
    passing = page.locator("#b-pass:not([aria-disabled=true])")
    (free if free.count() else passing).first.click()


GAMES: dict[str, tuple[Callable[[Page], None], dict[str, str]]] = {
    "turing": (turing_turn, {"bot_1": "bot: careful"}),
    "turing-extreme": (
        turing_turn,
        {"seats": "1", "option_mode": "extreme", "option_verifiers": "6"},
    ),
    "turing-nightmare": (
        turing_turn,
        {"seats": "1", "option_mode": "nightmare", "option_verifiers": "6"},
    ),
    "suspense": (suspense_turn, {"seats": "3", "bot_1": "bot: beginner", "bot_2": "bot: beginner"}),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name == "turing-nightmare" else ())
        for name in GAMES
    ],
)
def test_a_whole_game_is_one_view_on_every_screen(base: str, browser: Browser, name: str) -> None:
    page = open_page(browser)
    turn, chosen = GAMES[name]
    game = name.partition("-")[0]
    goal = {"option_goal": "0"} if game == "suspense" else {}
    new_table(page, base, game, keyboard=False, **chosen, **goal)
    found: list[str] = []
    for number in range(60):
        wait_for_turn(page)
        if over(page):
            break
        if page.locator(HELD).count():
            look(page, f"before turn {number}", found, hand="hand-", actions="actions-", moves="b-")
            go_on(page)
        look(page, f"turn {number}", found)
        head = web.state(page, "head")
        turn(page)
        wait_until(page, newer_than(head))
    assert over(page)
    look(page, "the end", found, without_hand="no hand-place")
    assert page.locator(".verdict-words").is_visible()
    assert not found, "\n".join(found)
    assert not web.errors(page)
    page.context.close()


def test_what_stands_beside_is_a_key_away_and_gives_the_focus_back(
    base: str, browser: Browser
) -> None:
    page = open_page(browser, viewport=SIZES["middle"])
    new_table(page, base, "turing", keyboard=False, seats="1")
    wait_for_turn(page)
    page.focus("#b-propose-1-3")
    for key, panel in (("n", "notes"), ("h", "aids"), ("r", "rules"), ("t", "seats-part")):
        page.keyboard.press(key)
        wait_until(page, f"() => document.activeElement.id === '{panel}'")
        assert page.locator(f"#{panel}").is_visible()
        page.keyboard.press("Escape")
        assert not page.locator(f"#{panel}").is_visible()
        assert page.evaluate("() => document.activeElement.id") == "b-propose-1-3"
    for digit in "241":
        page.keyboard.press(digit)
    assert (
        page.locator("#b-form-propose input:checked").evaluate_all(
            "(all) => all.map((one) => one.value).join('')"
        )
        == "241"
    )
    page.keyboard.press("Enter")
    wait_until(page, "() => document.getElementById('b-ask-A')")
    page.keyboard.press("2")
    wait_until(page, "() => document.querySelector('#b-ask-B.asked-verifier')")
    page.keyboard.press("c")
    assert page.evaluate("() => document.activeElement.id") == "say-text"
    page.keyboard.type("241")
    assert page.input_value("#say-text") == "241"
    assert page.evaluate(AMISS) == []
    page.context.close()
