"""Pages in the language of whoever reads them."""

from __future__ import annotations

import random
import re
from typing import Any, Final

import pytest
from tests.web.bare import texts_of
from tests.web.boards import states
from tests.web.drawn import drawn
from tests.web.site import Site, on_site, words

from facedown.core.game import Game
from facedown.core.registry import new_game
from facedown.languages import ENGLISH, current, language_named, speaking
from facedown.languages.catalogues import Language
from facedown.web.pages import common

FRENCH: Final = {"accept-language": "fr"}
ENGLISH_MARK: Final = re.compile("(?<![\N{NO-BREAK SPACE}0-9])[:;!]( |$)")
"""A mark that no space stands before, but for that of a clock."""


@on_site
async def test_a_browser_is_answered_in_its_language(site: Site) -> None:
    ann = site.person(**{"accept-language": "fr-FR,fr;q=0.9,en;q=0.5"})
    assert 'lang="fr"' in await ann.get("/")
    assert "Quelque chose est posé là, face cachée." in words(ann.page)
    assert "Cette table n’existe pas." in words(await ann.get("/t/nowhere", 404))
    bob = site.person()
    assert "Something lies face down." in words(await bob.get("/"))


@on_site
async def test_a_language_can_be_chosen_and_is_remembered(site: Site) -> None:
    ann = site.person(**FRENCH)
    await ann.get("/games/turing")
    await ann.send("f-language", language="pt")
    assert "Uma mesa nova" in words(ann.page)  # on the page where it was chosen
    assert "Jogos Hoje" in words(await ann.get("/games/turing/rules"))
    await ann.send("f-language", language="xx", status=400)
    assert "Jeux" not in words(ann.page)


@on_site
async def test_pages_of_a_game_are_whole_or_english(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What French does not have all of is in English, frame and all; a line says so."""

    def lacking(language: Language, kind: type[Game]) -> bool:
        return language is ENGLISH or kind.facts.name != "mystery"

    monkeypatch.setattr(current, "is_whole", lacking)
    monkeypatch.setattr(common, "is_whole", lacking)
    ann = site.person(**FRENCH)
    not_yet = "Ce jeu n’existe pas encore en français"
    for page in ("/games/mystery", "/games/mystery/rules"):
        told = await ann.get(page)
        assert '<html lang="en"' in told
        assert not_yet in words(told)
        assert "Games Today Make Learn" in words(told)
        assert "Jeux" not in words(told)
        assert re.search('value="fr" lang="fr" aria-current="true"', told)
    table = await ann.play("mystery", name="Ann")
    assert '<html lang="en"' in await ann.get(f"/t/{table}")
    for page in ("/", "/games/turing", "/games/solver", "/games/solid", "/games/suspense/rules"):
        told = await ann.get(page)
        assert '<html lang="fr"' in told
        assert not_yet not in words(told)


@pytest.mark.parametrize(
    "page", ["//elsewhere.example/", "/\\elsewhere.example", "https://e.example"]
)
@on_site
async def test_choosing_a_language_leads_nowhere_else(site: Site, page: str) -> None:
    ann = site.person()
    await ann.get("/")
    await ann.send("f-language", language="fr", page=page)
    assert "Quelque chose est posé là, face cachée." in words(ann.page)


@on_site
async def test_two_seats_of_one_table_read_two_languages(site: Site) -> None:
    ann, bob = site.person(**FRENCH), site.person(**{"accept-language": "pt"})
    table = await ann.play("suspense", name="Ann", seats="3", bot__2="beginner")
    assert "Joueurs encore attendus : 1." in words(ann.page)
    await bob.get(f"/t/{table}")
    assert "Jogadores que ainda faltam: 1." in words(bob.page)
    await bob.send("claim-1", name="Bob")
    for person, began in ((ann, "La partie commence."), (bob, "A partida começa.")):
        assert began in words(await person.get(f"/t/{table}"))
        assert "The game begins." not in words(person.page)


@on_site
async def test_who_gave_no_name_is_somebody_in_each_language(site: Site) -> None:
    ann = site.person(**FRENCH)
    await ann.play("suspense", seats="2", bot__1="beginner")
    assert "Quelqu’un prend la place 1." in words(ann.page)
    assert "Seat 1" not in words(ann.page)


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("mystery", 3, {}),
        ("mystery", 1, {"cards": "real"}),
        ("solid", 2, {}),
        ("solid", 1, {"hands": "real", "names": "Ann, Ben"}),
        ("solver", 3, {"mode": "competitive"}),
        ("solver", 1, {"cards": "real"}),
        ("suspense", 3, {"goal": 3}),
        ("suspense", 1, {"cards": "real", "names": "Ann, Ben, Cleo"}),
        ("turing", 3, {"mode": "nightmare"}),
    ],
)
def test_no_board_has_an_english_mark_in_french(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    game = new_game(name, seats=seats, **options)
    found, played = set(), list(states(game, random.Random(2)))
    for state in [*played[:: max(1, len(played) // 8)], played[-1]]:
        with speaking(language_named("fr")):
            page = drawn(game, state, next((seat for seat in state.actors() if seat >= 0), 0))
        told = texts_of(page)
        found |= {
            text for text in told if re.search(r"(?<![\N{NO-BREAK SPACE}\d])[:;!](\s|$)", text)
        }
    assert not found
