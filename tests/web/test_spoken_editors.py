"""Editors of every game in the language of whoever reads them: nothing on them is bare English."""

from __future__ import annotations

import html
import re
from typing import Final
from urllib.parse import parse_qsl

import pytest
from pypdfium2 import PdfDocument
from tests.web.bare import english_in
from tests.web.site import Person, Site, on_site, words
from tests.web.test_languages import FRENCH

from facedown.core.errors import MalformedMove
from facedown.core.match import Match
from facedown.core.registry import game_class, load_games, new_game
from facedown.core.typed import read_line
from facedown.games.mystery.puzzle import TWISTS
from facedown.games.mystery.studio.library import PRINTED, printed_puzzle
from facedown.games.solid.cards import DECKS
from facedown.games.solver.studio.workshop import RuleBench, by_game, needed_words
from facedown.languages import PSEUDO, language_named, speaking, spoken
from facedown.table.slow_work import StageFound, findings
from facedown.web.pages.workshop import stage_html

STATES: Final = {
    "mystery": (
        "",
        "cells=?111+22..+....+....&title=Ann&twists=swap+A1+A2",
        "cells=....+....+....+....&title=Ann",
        "cells=?xyz&title=Ann",
        "cells=?111+22..+....+....&title=Ann&twists=pear",
        "cells=?111+22..+....+....&title=Ann&twists=swap+A1+B2",
    ),
    "solid": ("", "cards=[rules]%0Aplays+%3D+0", "cards=[pear]", "cards=pear", "packed=cut"),
    "solver": (
        "",
        "rule=red+and+circle&track=red+circle+1,+blue+square+2",
        "rule=higher+number+than+the+last+card",
        "rule=red+or",
        "rule=&track=pear",
        "rule=red&track=red+circle+1,+red+circle+1",
        "packed=cut",
    ),
    "suspense": (
        "",
        "table=[cards]%0AW6+%3D+{+stars+%3D+3+}&chosen=W6",
        "table=[cards]%0AW9+%3D+{}",
        "table=[cards]%0AW6+%3D+3",
        "table=[cards]%0AW6+%3D+{+pear+%3D+3+}",
        "table=[pear]",
        "table=pear",
        "packed=cut",
    ),
    "turing": ("", "cards=4,9,11,14", "cards=4,9", "cards=4,99,100,101", "cards=4,x", "packed=cut"),
}
"""Drafts of each game's editor: none, a sound one, several with faults."""
FOUND: Final = {
    "mystery": "cells=?1..+.1..+....+....&title=Ann",
    "solid": "",
    "suspense": "table=[cards]%0AW6+%3D+{+condition+%3D+%22lowest+white+in+hand%22+}",
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
    "solver": {"pear"},
    "suspense": {
        *("title", "by", "licence", "cards", "stars", "condition", "pear", "condition = "),
        "lowest black in play",
    },
    "turing": set(),
}
"""What stands on an editor as a name, or as somebody types it."""
FILE: Final = re.compile(r"<table>\s*<thead><tr><th[^>]*>puzzle\.toml</th>.*?</table>", re.DOTALL)
"""A puzzle as a file, which is the same for everybody."""


BUTTONS: Final = {
    "mystery": (
        {"edit": "cell A1", "twists": "spin A1"},
        {"edit": "cell Z9"},
        {"edit": "new twist", "tool": "shift", "cells": "?111 .... .... ...."},
        {"edit": "cell B2", "tool": "joker swap"},
    ),
    "solid": (
        {"edit": "more rules.hand", "cards": "[pear]"},
        {"edit": "more rules.hand", "cards": "[rules]\nhand = 10"},
        {"edit": "more S", "cards": "[data]\nsocial-media = 20"},
        {"edit": "add sharing"},
    ),
    "solver": (
        {"edit": "card pear", "rule": "red"},
        {"edit": "deal", "rule": "red", "track": "pear"},
        {"edit": "deal", "rule": "red"},
    ),
    "suspense": (
        {"edit": "more W6"},
        {"edit": "more W6", "table": "[pear]"},
        {"edit": "more W6", "table": "[cards]\nW6 = { stars = 9 }"},
        {"edit": "ask W6.pear"},
    ),
    "turing": (
        {"edit": "card 9", "cards": "4,x"},
        {"edit": "card 99"},
        {"edit": "no cards"},
        {"edit": "mode extreme", "cards": "4,9,11,14"},
    ),
}
"""What the buttons of each editor do, with what stands in its fields: some of it cannot be done."""


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
    shop = game_class(game).workshop()
    assert shop is not None
    links = [shop.link(shop.read(draft)) for _, draft in shop.examples]
    for state in (*STATES[game], *links):
        answer = await ann.http.get(f"/games/{game}/workshop?{state}")
        assert english_on(answer.text, game) == [], state


@on_site
async def test_best_play_of_a_puzzle_shows_no_bare_english(site: Site) -> None:
    ann = in_pseudo(site)
    for steps in ("", "step=Q1%3DKH", "step=Q9%3DKH", "step=pear", "ask=Q9"):
        address = f"/games/mystery/strategy?option.puzzle=one-two-three&{steps}"
        answer = await ann.http.get(address)
        assert english_on(answer.text, "mystery") == [], steps


@pytest.mark.parametrize("game", BUTTONS)
@on_site
async def test_what_buttons_do_shows_no_bare_english(site: Site, game: str) -> None:
    ann = in_pseudo(site)
    done = set()
    for form in BUTTONS[game]:
        answer = await ann.http.post(f"/games/{game}/workshop", data=form, follow_redirects=True)
        done.add(answer.status_code)
        assert english_on(answer.text, game) == [], form
    assert done == {200, 400}


@pytest.mark.parametrize(
    "game", ["solid", "suspense", "turing", pytest.param("mystery", marks=pytest.mark.slow)]
)
@on_site
async def test_what_is_found_shows_no_bare_english(site: Site, game: str) -> None:
    ann = in_pseudo(site)
    page = await ann.get(f"/games/{game}/workshop?{FOUND[game]}&find=yes")
    assert 'data-status="done"' in page
    assert english_on(page, game) == []


@on_site
async def test_a_puzzle_and_its_par_show_no_bare_english(site: Site) -> None:
    shop = game_class("mystery").workshop()
    assert shop is not None
    draft = shop.read_link(dict(parse_qsl(FOUND["mystery"])))
    news = findings(
        site.tables.slow_work, "mystery", draft, (shop.stage("puzzle"), shop.stage("par"))
    )
    with speaking(PSEUDO):
        pages = [stage_html(found) async for found in news]
    assert english_on("".join(pages), "mystery") == []
    assert "finding-first" in pages[-1]


def test_what_is_found_about_a_rule_shows_no_bare_english() -> None:
    shop = RuleBench()
    draft = shop.read({"rule": "red and circle and number 3"})
    found = [*shop.stage("rule").find(draft, lambda _: None)]
    for needed in ([6], [6, 8, None], [None, None]):
        found += [needed_words(needed), by_game(needed)]
    stages = [StageFound("games", shop.stages[1].title, "done", "", (each,)) for each in found]
    with speaking(PSEUDO):
        pages = [stage_html(stage) for stage in stages]
    assert english_on("".join(pages), "solver") == []


@pytest.mark.parametrize(
    "game", [game for game, states in STATES.items() if "packed=cut" in states]
)
@on_site
async def test_a_link_that_is_cut_is_told_on_the_editor(site: Site, game: str) -> None:
    ann = site.person(**FRENCH)
    page = await ann.get(f"/games/{game}/workshop?packed=cut", 400)
    assert "Le lien de cette ébauche est coupé ou modifié." in words(page)


@on_site
async def test_an_error_of_an_editor_is_french(site: Site) -> None:
    ann = site.person(**FRENCH)
    page = await ann.get("/games/turing/workshop?cards=4,9")
    assert "Encore 2 cartes pour former un problème." in words(page)


@on_site
async def test_findings_are_told_in_french_as_they_come(site: Site) -> None:
    ann = site.person(**FRENCH)
    said = ""
    async with ann.http.stream("GET", "/games/turing/workshop/findings?cards=4,9,11,14") as stream:
        async for line in stream.aiter_lines():
            said += html.unescape(line)
            if "event: end" in line:
                break
    assert "1 manche en moyenne. Jamais plus de 1 question en 1 manche." in said


@on_site
async def test_how_far_findings_are_is_a_message(site: Site) -> None:
    shop = game_class("turing").workshop()
    assert shop is not None
    draft = shop.read({"cards": "4,9,11,14"})
    news = findings(site.tables.slow_work, "turing", draft, shop.stages[:1])
    words = [found.words async for found in news if found.words]
    with speaking(language_named("fr")):
        assert {spoken(text) for text in words} == {"Liste des codes"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("guess red circel", "Vouliez-vous dire « rouge et cercle » ?"),
        ("guess red circle or square", "Cela peut se lire de plus d’une façon ; écrivez "),
        ("guess red and", "Il manque quelque chose à la fin. "),
        ("play pink", "Ce n’est pas un coup : 'pink' n’est rien qu’une carte puisse avoir"),
        ("pink", "« pink » n’est pas compris ici. "),
    ],
)
def test_a_rule_that_cannot_be_read_is_explained_in_french(line: str, why: str) -> None:
    """The pages of SOLVER, which French has not whole, are in English."""
    match = Match(new_game("solver", 1), seed="1")
    match.play(0, match.legal_moves(0)[0][0])
    with pytest.raises(MalformedMove) as caught, speaking(language_named("fr")):
        read_line(match.game, line, match.view(0))
    with speaking(language_named("fr")):
        assert why in spoken(caught.value.message).replace("\N{NO-BREAK SPACE}", " ")


@on_site
async def test_what_is_printed_is_in_the_language_of_its_reader(site: Site) -> None:
    ann = in_pseudo(site)
    pages = []
    for person in (ann, site.person()):
        answer = await person.http.get("/games/mystery/print?what=solution")
        (page,) = PdfDocument(answer.content)
        pages.append(" ".join(page.get_textpage().get_text_range().split()))
    assert re.search(r"⟦Ŝ?ŧ?[^⟧]*óļúŧíóñ", pages[0])
    assert "Solution" in pages[1]
