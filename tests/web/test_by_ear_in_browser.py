"""What a screen reader finds at a table of each game: what `docs/play.md` promises of it."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browser import Server, open_page
from tests.web.test_browser import new_table, wait_for_turn

Role: TypeAlias = Literal[
    "button", "cell", "group", "heading", "list", "listitem", "region", "rowheader", "table"
]

HEARD: dict[str, list[tuple[Role, str]]] = {
    "solver": [
        ("region", "The main track"),
        ("button", "Play (blue|red|green|yellow) (circle|square|triangle|diamond) [1-4]"),
    ],
    "turing": [
        ("heading", "Verifier A"),
        ("button", "(blue triangle|yellow square|purple circle|there|the) .*"),
        ("group", "purple circle"),
    ],
    "mystery": [
        ("table", "Every row is"),
        ("rowheader", "row A: "),
        ("cell", "A1: the mystery"),
        ("button", "Buy Q1"),
        ("button", "Take the "),
    ],
    "suspense": [
        ("button", 'Play (white [1-6]|black [1-6]|the red "\\?"), [234] stars: .*'),
        ("listitem", "cannot be: this card is in sight"),
        ("button", "(white|black) [1-6]: (highest|lowest) .*[234] stars"),
    ],
    "solid": [
        ("list", "Players in turn order"),
        ("list", "Data of .* towards the end of the game"),
        ("list", "Sharing cards of "),
        ("button", "End my turn"),
    ],
}


@pytest.mark.parametrize("game", HEARD)
def test_a_table_says_what_lies_on_it(server: Server, browser: Browser, game: str) -> None:
    page = open_page(browser)
    alone = {"seats": "1"} if game in {"solver", "turing", "mystery"} else {"bot_1": "bot: careful"}
    new_table(page, server.base, game, keyboard=True, **alone)
    wait_for_turn(page)
    for role, name in HEARD[game]:
        if role == "listitem":  # it is named by what it says
            found = page.get_by_role("listitem").filter(has_text=re.compile(name))
        else:
            found = page.get_by_role(role, name=re.compile(name))
        expect(found.first).to_be_attached()
    page.context.close()
