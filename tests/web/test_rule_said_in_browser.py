"""SOLVER's rule said in a browser: marks on the track, and pieces that are taken out."""

from __future__ import annotations

import random

import httpx
import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, open_page, wait_until
from tests.web.drawn import document, drawn
from tests.web.site import site_in_a_thread
from tests.web.test_browser import new_table as open_table
from tests.web.test_rematch import sit

from facedown.core.play import random_move
from facedown.core.registry import new_game
from facedown.core.seats import NATURE
from facedown.games.solver.moves import Guess
from facedown.games.solver.rules import SolverState
from facedown.web.guard import Config

MARKED = """() => [...document.querySelectorAll("[data-play]")]
  .filter((card) => getComputedStyle(card).outlineStyle === "solid").length"""
MINE = "document.querySelector('#table').dataset.mine === 'yes'"
SAID = "document.querySelector('#b-line').value"


def to_a_rule(page: Page, base: str) -> None:
    """Somebody alone at a table, who has played a card, and types a rule that is always wrong."""
    open_table(page, base, "solver", keyboard=False, seats="1")
    page.locator(".solver-hand button").last.click()
    page.wait_for_selector("#b-line")
    page.locator("#b-line").fill("red and circle and odd")
    wait_until(page, "document.querySelectorAll('.say-piece button').length === 3")


def test_after_a_card_is_played_by_key_the_field_is_one_tab_away(
    base: str, browser: Browser
) -> None:
    page = open_page(browser)
    open_table(page, base, "solver", keyboard=False, seats="1")
    page.keyboard.press("1")
    page.wait_for_selector("#b-line")
    wait_until(page, "document.activeElement.id === 'actions-place'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "b-line"
    page.context.close()


@pytest.mark.parametrize("how", ["mouse", "touch", "keyboard"])
def test_a_piece_is_taken_out(base: str, browser: Browser, how: str) -> None:
    page = open_page(browser, **({"viewport": PHONE, "has_touch": True} if how == "touch" else {}))
    to_a_rule(page, base)
    cross = page.get_by_role("button", name="Take out: odd")
    box = cross.bounding_box()
    assert box is not None
    assert how != "touch" or min(box["width"], box["height"]) >= 44
    if how == "keyboard":
        web.press(page, cross)
    else:
        (cross.tap if how == "touch" else cross.click)()
    wait_until(page, f"{SAID} === 'red and circle '")
    wait_until(page, "document.querySelectorAll('.say-piece button').length === 2")
    assert web.errors(page) == []
    page.context.close()


def test_cards_that_disagree_are_marked_on_the_track(base: str, browser: Browser) -> None:
    page = open_page(browser, bypass_csp=True)
    to_a_rule(page, base)
    told = page.locator(".say-otherwise li")
    found = told.count()
    assert page.evaluate(MARKED) == found
    assert web.violations(page) == []
    page.locator("#b-line").fill("red or not red")
    wait_until(page, "document.querySelector('.say-piece q')?.textContent === 'anything'")
    assert page.evaluate(MARKED) == told.count()
    assert found + told.count() > 0
    assert web.violations(page) == []
    page.locator("#b-line").fill("")
    wait_until(page, "!document.querySelector('.say-piece')")
    assert page.evaluate(MARKED) == 0
    assert web.errors(page) == []
    page.context.close()


@pytest.mark.parametrize(
    "size", [(1440, 900), (1280, 800), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}"
)
def test_nothing_moves_while_a_rule_is_typed(
    base: str, browser: Browser, size: tuple[int, int]
) -> None:
    page = open_page(browser, viewport={"width": size[0], "height": size[1]})
    to_a_rule(page, base)
    page.locator("#b-line").fill("")
    wait_until(page, "!document.querySelector('.say-piece')")
    places = """() => ["#b-line", ".table-place", ".actions-place", ".solver-deck"].map((thing) => {
      const box = document.querySelector(thing).getBoundingClientRect();
      return [box.x, box.y, box.width, box.height].map(Math.round);
    })"""
    before = page.evaluate(places)
    for line, seen in (("red or circle", ".say-next"), ("red or circel", "#b-wrong mark")):
        page.locator("#b-line").fill(line)
        page.wait_for_selector(seen, state="attached")
        assert page.evaluate(places) == before, line
    assert page.locator("#b-wrong mark").text_content() == "circel"
    page.locator("#b-line").fill("red or")
    page.get_by_role("button", name="different").wait_for()
    chips = page.locator(".say .chips")
    assert chips.evaluate("(all) => all.scrollWidth <= all.clientWidth"), "they wrap"
    assert page.evaluate(places) == before
    rare = page.locator('#b-more button[value="red or nothing"]')
    assert not rare.is_visible()
    page.get_by_text("more words").click()
    assert rare.is_visible()
    assert page.evaluate(places) == before
    assert web.errors(page) == []
    page.context.close()


@pytest.mark.parametrize(
    "size", [(1440, 900), (1024, 768), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}"
)
def test_a_hand_keeps_its_size_while_others_play(browser: Browser, size: tuple[int, int]) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        tables = f"{base}/api/tables"
        asked = {"game": "solver", "seats": 2, "options": {"mode": "casual", "level": 5}}
        table = httpx.post(tables, json=asked, timeout=60).json()["table"]
        seats = [
            httpx.post(f"{tables}/{table}/claim", json={"name": name}, timeout=60).json()["secret"]
            for name in ("Ann", "Ben")
        ]
        first = httpx.get(f"{tables}/{table}", timeout=60).json()["actors"][0]
        page = open_page(browser, viewport={"width": size[0], "height": size[1]})
        address = f"{base}/t/{table}"
        page.context.add_cookies([{"name": "seat", "value": seats[first], "url": address}])
        page.goto(address)
        wide = """() => [...document.querySelectorAll(".solver-hand .k-card")]
          .map((card) => card.offsetWidth)"""
        whole = page.evaluate(wide)
        page.locator(".solver-hand button").last.click()
        page.wait_for_selector("#b-draw")
        page.locator("#b-draw").click()
        page.wait_for_selector(".game.idle")
        assert page.evaluate(wide) == whole
        assert web.errors(page) == []
        page.context.close()


def test_what_can_be_done_after_a_card_is_told_before_it_and_offered_with_an_empty_hand(
    browser: Browser,
) -> None:
    game, rng = new_game("solver", seats=2, mode="casual", level=5), random.Random(1)
    page, state, seat = open_page(browser), game.start(), NATURE
    assert isinstance(state, SolverState)
    draw_a_card = page.get_by_role("button", name="Draw a card")
    while seat == NATURE or state.phase != "choose" or state.hands[seat]:
        if seat == NATURE:
            state.apply(seat, random_move(game, state, seat, rng))
        elif state.phase == "choose":
            state.apply(seat, Guess("red and circle and number 3"))
        else:
            if not state.history[1:]:
                page.set_content(document(game, drawn(game, state, seat)))
                assert page.get_by_text("Then guess the rule, draw, or swap").is_visible()
                assert draw_a_card.count() == 0, "it is no button before it can be pressed"
            state.apply(seat, state.legal(seat)[0])
        seat = state.actors()[0]
    page.set_content(document(game, drawn(game, state, seat)))
    assert draw_a_card.is_visible()
    assert draw_a_card.get_attribute("aria-disabled") is None
    page.context.close()


def test_a_game_in_which_every_rule_is_said_in_french_or_portuguese(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "solver", "seats": 2, "options": {"master": "player"}}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        master = open_page(browser, locale="fr-FR")
        player = open_page(browser, locale="pt-BR")
        for page, name in ((master, "Zoé"), (player, "João")):
            sit(page, f"{base}/t/{table}", name)
        wait_until(master, MINE)
        say(master, "rouge ou jaune", "rouge ou jaune")
        wait_until(player, MINE)
        player.locator(".solver-hand button").last.click()
        wait_until(player, "document.querySelector('#b-line') !== null")
        say(player, "nem azul nem verde", "vermelho ou amarelo")
        for page in (master, player):
            wait_until(page, "document.querySelector('#table').dataset.status === 'over'")
            assert web.errors(page) == []
            page.context.close()


def say(page: Page, text: str, meant: str) -> None:
    """Says a rule once the page has said it back."""
    page.wait_for_selector("#b-line")
    page.locator("#b-line").fill(text)
    pieces = "[...document.querySelectorAll('.say-piece q')].map((q) => q.textContent).join(' or ')"
    wait_until(page, f"{pieces} === '{meant}'")
    page.locator("#b-line").press("Enter")
