"""Typing a move in a browser: it is said back as one types, and sent as it was said back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.web.browser import (
    PHONE,
    ROOT,
    Server,
    errors,
    open_page,
    press,
    serving,
    shoot,
    state,
    violations,
    wait_until,
)

BACK = "document.querySelector('#b-back').textContent"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the toy game installed."""
    folder = tmp_path_factory.mktemp("typing")
    info = folder / "installed" / "skirmish-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[facedown.games]\nskirmish = tests.toys.skirmish:Skirmish\n"
    )
    path = os.pathsep.join([str(info.parent), str(ROOT)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        store = Path(folder / "store")
        store.mkdir()
        with serving(store) as running:
            yield running


def sit(page: Page, server: Server) -> None:
    """Opens a table against a bot; the person is to move."""
    page.goto(server.base)
    page.click("text=Play Skirmish now")
    page.wait_for_selector("#b-line")


def test_a_move_is_said_back_as_one_types_and_sent_by_keyboard(
    server: Server, browser: Browser
) -> None:
    page = open_page(browser)
    sit(page, server)
    head = state(page, "head")
    field = page.locator("#b-line")
    press(page, field)  # Enter in an empty field does nothing
    page.keyboard.type("shout m")
    wait_until(page, f"{BACK}.includes('One word for everybody.')")
    assert page.locator("#b-more button").get_attribute("value") == "shout mercy"
    page.keyboard.type("ercy  UPON us")
    wait_until(page, f"{BACK}.includes('3 words for everybody.')")
    assert page.locator("#b-back input[name=read]").input_value() == "shout mercy  UPON us"
    assert state(page, "head") == head
    assert violations(page) == []
    shoot(page, "typed-said-back")
    page.keyboard.press("Enter")  # what is sent was said back: it is made
    wait_until(page, "document.querySelector('#log').textContent.includes('mercy upon us')")
    wait_until(page, "!document.querySelector('#b-line')?.value")
    assert errors(page) == []


def test_what_is_refused_stays_in_its_field_and_is_not_cut(
    server: Server, browser: Browser
) -> None:
    page = open_page(browser, viewport=PHONE)
    sit(page, server)
    for line, why, where in (
        ("juggle", "Type attack 2", "#problem"),
        (f"shout {'a' * 2500}", "at most 2000 characters; that one has 2506", "#b-back"),
    ):
        page.locator("#b-line").fill(line)
        page.locator("#b-typed .k-go").click()
        wait_until(page, f"document.querySelector('{where}').textContent.includes('{why}')")
        assert page.locator("#b-line").input_value() == line
    assert errors(page) == []


def test_without_javascript_a_move_is_said_back_before_it_is_made(
    server: Server, browser: Browser
) -> None:
    page = open_page(browser, java_script_enabled=False)
    sit(page, server)
    page.locator("#b-line").fill("shout hold the line")
    page.locator("#b-typed .k-go").click()
    assert "3 words for everybody." in page.locator("#b-back").inner_text()
    shoot(page, "typed-said-back-without-javascript")
    page.locator("#b-typed .k-go").click()
    assert "hold the line" in page.locator("#log").inner_text()


def test_a_question_is_answered_in_advance_by_mouse(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    sit(page, server)
    page.locator('a[href="#standing"]').first.click()
    button = page.locator('button[value="shield/always/turn"]')
    button.click()
    wait_until(
        page,
        "document.querySelector('[value=\"shield/always/turn\"]')"
        ".getAttribute('aria-pressed') === 'true'",
    )
    looks = "element => getComputedStyle(element).backgroundColor"
    others = page.locator('button[name="advance"][aria-pressed="false"]')
    assert others.count() == 5
    assert button.evaluate(looks) != others.first.evaluate(looks)  # what holds can be seen
    assert violations(page) == []
    shoot(page, "answered-in-advance")
    assert errors(page) == []
