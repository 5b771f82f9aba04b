"""A game of each by the accessibility tree and the keyboard alone: roles, names, two keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page
from tests.web import browser as web
from tests.web.test_browser import newer_than, wait_for_turn

from facedown.core.first_game import has_first_game
from facedown.core.registry import game_names

Step = tuple[str, ...]
"""Things pressed one after the other, each a role and a name; the last of them makes the move."""


def digits(code: str, then: str) -> Step:
    colours = ("blue triangle", "yellow square", "purple circle")
    return (*(f"{colour}/{digit}" for colour, digit in zip(colours, code, strict=True)), then)


TURING: list[Step] = [
    digits("245", "button/Propose this code"),
    *((f"button/Ask {verifier}",) for verifier in "ABC"),
    ("button/Next round",),
    digits("421", "button/Propose this code"),
    ("button/Ask C",),
    ("button/Ask no more",),
    digits("421", "button/Name this code"),
]
SOLVER: list[Step] = [
    ("button/Play yellow circle 1",),
    ("button/Draw a card",),
    ("button/Play blue square 2",),
    ("button/Draw a card",),
    ("button/Play blue diamond 4",),
    ("textbox/The rule is …/circle or square", "button/Say the rule"),
]
MYSTERY: list[Step] = [
    *((f"button/Take the {card} of {suit}",) for card, suit in ((6, "clubs"), (4, "spades"))),
    (
        "button/Name A1 …",
        "radio/king",
        "radio/hearts",
        "checkbox/I am sure",
        "button/Name it",
    ),
]
SUSPENSE: list[Step] = [("button/Play black 1, .*",), ("button/Fold.*",)]
SOLID: list[Step] = [
    ("group/B: data, buying", "button/Play it ?: buying"),
    ("group/M: data, mobility", "button/Play it ?: mobility"),
    ("button/End my turn.*",),
]
GAMES: Final[dict[str, list[Step]]] = {
    "mystery": MYSTERY,
    "solid": SOLID,
    "solver": SOLVER,
    "suspense": SUSPENSE,
    "turing": TURING,
}
OVER = {"mystery", "solver", "turing"}
"""Where these moves are a whole game."""


@pytest.fixture(name="page")
def _page(tmp_path: Path) -> Iterator[Page]:
    with web.serving(tmp_path) as server, web.chromium() as browser:
        page = web.open_page(browser)
        page.goto(server.base)
        yield page


def do(page: Page, thing: str) -> None:
    """Finds one thing by role and name, and presses it by keyboard."""
    role, name, *words = thing.split("/")
    if role in {"blue triangle", "yellow square", "purple circle"}:
        page.get_by_role("group", name=role, exact=True).get_by_role(
            "radio", name=name, exact=True
        ).focus()
        page.keyboard.press("Space")
    elif role == "group":  # what opens: its summary
        page.get_by_role("group").filter(has_text=name).locator("summary").first.focus()
        page.keyboard.press("Enter")
    else:
        whole = re.compile(f"^{name}$")
        found = page.get_by_role(role, name=whole).first  # type: ignore[arg-type]
        found.focus()
        if words:
            page.keyboard.type(words[0])
            page.get_by_text(f"Understood: {words[0]}").wait_for()
        else:
            page.keyboard.press("Space" if role in {"radio", "checkbox"} else "Enter")


def test_every_game_is_among_them() -> None:
    assert sorted(GAMES) == [name for name in sorted(game_names()) if has_first_game(name)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_roles_and_names(page: Page, game: str) -> None:
    page.goto(f"{page.url.rstrip('/')}/games/{game}/first")
    do(page, "button/Begin")
    page.wait_for_selector("#table")
    for step in GAMES[game]:
        wait_for_turn(page)
        head = web.state(page, "head")
        for thing in step:
            do(page, thing)
        web.wait_until(page, newer_than(head))
    assert (web.state(page, "status") == "over") == (game in OVER)
    assert web.errors(page) == []
