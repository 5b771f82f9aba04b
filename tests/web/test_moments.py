"""The end, and the end of a round: told to each in its own words, and large for a while."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.boards import states
from tests.web.browser import open_page, wait_until
from tests.web.drawn import drawn, snapshot
from tests.web.test_browser import new_table, newer_than, over, wait_for_turn
from tests.web.test_frame import SIZES, suspense_turn
from tests.web.test_live import site_in_a_thread

from facedown.core.game import Game, State
from facedown.core.registry import new_game
from facedown.core.seats import ONLOOKER
from facedown.web.config import Config
from facedown.web.moments import moment_of


def told(game: Game, state: State, viewer: int) -> dict[str, str]:
    """What a viewer's page says of the newest moment."""
    head = drawn(game, state, viewer).partition("<svg")[0]
    marks = re.findall(r'data-(moment|tone|moment-words|moment-why)="([^"]*)"', head)
    return {name: unescape(text) for name, text in marks}


def last_state(game: Game) -> State:
    *_, last = states(game, random.Random(3))
    return last


@pytest.mark.parametrize("name", ["mystery", "solid", "solver", "suspense", "turing"])
def test_the_end_is_told_to_each_in_its_own_words(name: str) -> None:
    game = new_game(name, seats=2)
    state = last_state(game)
    outcome = state.outcome()
    assert outcome is not None
    for viewer in (0, 1, ONLOOKER):
        moment = told(game, state, viewer)
        won = viewer in outcome.winners
        tone = "over" if viewer == ONLOOKER else "won" if won else "lost"
        assert (moment["moment"], moment["tone"]) == ("end", tone)
        assert moment["moment-words"].startswith("You") is won
        assert moment["moment-why"]


@pytest.mark.parametrize(
    ("game", "shows"),
    [
        (new_game("suspense", seats=3, goal=5), "The secret card was "),
        (new_game("solver", seats=3, mode="competitive", master="player"), "The rule was “"),
    ],
)
def test_each_round_that_is_over_is_a_moment_of_its_own(game: Game, shows: str) -> None:
    keys = [""]
    for state in states(game, random.Random(3)):
        moment = moment_of(snapshot(game, state, ONLOOKER), "")
        if moment is not None and moment.key != keys[-1]:
            keys.append(moment.key)
            if keys[-1] != "end":
                assert moment.tone == "round"
                assert moment.why.startswith(shows)
    rounds = [f"round-{number}" for number in range(1, len(keys) - 1)]
    assert keys == ["", *rounds, "end"]
    assert rounds


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with web.chromium() as running:
        yield running


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with site_in_a_thread(Config(rates=None)) as address:
        yield address


MOMENT = "() => document.getElementById('moment').childElementCount > 0"
NO_MOMENT = "() => document.getElementById('moment').childElementCount === 0"
COVERED = """() => {
  const over = document.getElementById("moment").getBoundingClientRect();
  return [...document.querySelectorAll("#after .button, #hand-place, #bar")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > over.top + 1 && box.top < over.bottom - 1 &&
      box.right > over.left + 1 && box.left < over.right - 1;
  }).map((one) => one.id || one.textContent);
}"""


def to_the_next_moment(page: Page) -> None:
    """Plays on until something is shown large over the table."""
    for _ in range(60):
        wait_until(page, f"() => ({MOMENT})() || document.querySelector('[data-mine]')")
        if page.evaluate(MOMENT):
            return
        head = web.state(page, "head")
        suspense_turn(page)
        wait_until(page, newer_than(head))
    raise AssertionError("there is no moment")


def test_rounds_and_the_end_stand_large_over_the_table_until_escape(
    base: str, browser: Browser
) -> None:
    page = open_page(browser, viewport=SIZES["phone"], reduced_motion="no-preference")
    new_table(page, base, "suspense", keyboard=False, bot_1="bot: beginner", option_goal="4")
    wait_for_turn(page)
    page.evaluate("localStorage.setItem('sound', 'on')")
    page.reload()
    assert page.evaluate(NO_MOMENT)
    shown = []
    while "The game is over" not in page.inner_text("#status"):
        to_the_next_moment(page)
        shown.append(page.inner_text("#moment .moment-words"))
        assert page.evaluate("() => document.documentElement.dataset.played") in {
            "round",
            "won",
            "lost",
        }
        assert page.get_attribute("#moment", "role") == "status"
        assert page.evaluate(COVERED) == []
        page.keyboard.press("Escape")
        wait_until(page, NO_MOMENT)
        assert page.locator(".turned").first.is_visible()
    assert shown[:-1] == [f"Round {number} is over" for number in range(1, len(shown))]
    assert shown[-1].endswith(("win", "wins", "Nobody wins"))
    assert page.locator(".verdict-words").inner_text() == shown[-1]
    page.reload()  # what one has seen is not shown again
    assert over(page)
    assert page.evaluate(NO_MOMENT)
    assert not web.errors(page)
    page.context.close()
