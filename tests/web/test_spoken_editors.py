"""Editors of every game in the language of whoever reads them: nothing on them is bare English."""

from __future__ import annotations

import re
from typing import Final

import pytest
from tests.web.bare import english_in
from tests.web.site import Person, Site, on_site, words

from facedown.core.registry import load_games
from facedown.games.mystery.library import PRINTED, printed_puzzle
from facedown.games.mystery.puzzle import TWISTS
from facedown.games.solid.cards import DECKS
from facedown.languages import PSEUDO

STATES: Final = {
    "mystery": (
        "",
        "cells=?111+22..+....+....&title=Ann&twists=swap+A1+A2",
        "cells=....+....+....+....&title=Ann",
        "cells=?xyz&title=Ann",
        "cells=?111+22..+....+....&title=Ann&twists=pear",
        "cells=?111+22..+....+....&title=Ann&twists=swap+A1+B2",
    ),
    "solid": ("", "cards=[rules]%0Aplays+%3D+0", "cards=[pear]"),
    "turing": ("", "cards=4,9,11,14", "cards=4,9", "cards=4,99,100,101", "cards=4,x"),
}
"""Drafts of each game's editor: none, a sound one, several with faults."""
FOUND: Final = {
    "mystery": "cells=?1..+.1..+....+....&title=Ann",
    "solid": "",
    "turing": "cards=4,9,11,14",
}
"""Drafts about which everything is found quickly."""


NAMED: Final = {
    "mystery": {
        *TWISTS,
        *(printed_puzzle(name).title for name in PRINTED),
    },
    "solid": {
        "rules",
        "plays",
        "pear",
        "data",
        "sharing",
        "event",
        *(card.name for deck in DECKS.values() for card in deck.cards),
    },
    "turing": set(),
}
"""What stands on an editor as a name, or as somebody types it."""
FILE: Final = re.compile(r"<table>\s*<thead><tr><th[^>]*>puzzle\.toml</th>.*?</table>", re.DOTALL)
"""A puzzle as a file, which is the same for everybody."""


def english_on(page: str, game: str) -> list[str]:
    """Texts with words without an accent on an editor's page, but for names."""
    return english_in(FILE.sub("", page), game, NAMED[game])


def in_pseudo(site: Site) -> Person:
    """Somebody who reads English made longer."""
    made = site.person()
    made.http.cookies.set("language", PSEUDO.code)
    return made


def test_every_editor_is_looked_at() -> None:
    assert {name for name, kind in load_games()[0].items() if kind.workshop()} == {*STATES}


@pytest.mark.parametrize("game", STATES)
@on_site
async def test_an_editor_shows_no_bare_english(site: Site, game: str) -> None:
    ann = in_pseudo(site)
    for state in STATES[game]:
        answer = await ann.http.get(f"/games/{game}/workshop?{state}")
        assert english_on(answer.text, game) == [], state


@pytest.mark.parametrize("game", FOUND)
@on_site
async def test_what_is_found_shows_no_bare_english(site: Site, game: str) -> None:
    ann = in_pseudo(site)
    page = await ann.get(f"/games/{game}/workshop?{FOUND[game]}&find=yes")
    assert 'data-status="done"' in page
    assert english_on(page, game) == []


@on_site
async def test_an_error_of_an_editor_is_french(site: Site) -> None:
    ann = site.person(**{"accept-language": "fr"})
    page = await ann.get("/games/turing/workshop?cards=4,9")
    assert "Choisissez de 4 à 6 cartes" in words(page)
