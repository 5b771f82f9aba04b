"""Pages in the language of whoever reads them."""

from __future__ import annotations

import re
from typing import Final

import html5lib
import pytest
from tests.web.site import Site, on_site, words

from facedown.core.registry import load_games
from facedown.core.roster import roster_of
from facedown.languages import PSEUDO
from facedown.table.words import COLOURS

FRENCH: Final = {"accept-language": "fr"}
SILENT: Final = {"script", "style", "code", "kbd", "svg", "textarea"}
ASIDE: Final = frozenset({"board", "rules", "lobby-picture"})
"""Parts of a page that are for the catalogues of games."""
READ: Final = ("aria-label", "placeholder", "alt")
"""Attributes that somebody reads or hears."""


@on_site
async def test_a_browser_is_answered_in_its_language(site: Site) -> None:
    ann = site.person(**{"accept-language": "fr-FR,fr;q=0.9,en;q=0.5"})
    assert 'lang="fr"' in await ann.get("/")
    assert "Des jeux où quelque chose est face cachée" in words(ann.page)
    assert "Cette table n’existe pas." in words(await ann.get("/t/nowhere", 404))
    bob = site.person()
    assert "Games in which something lies face down" in words(await bob.get("/"))


@on_site
async def test_a_language_can_be_chosen_and_is_remembered(site: Site) -> None:
    ann = site.person(**FRENCH)
    await ann.get("/games/turing")
    await ann.send("f-language", language="pt")
    assert "Uma mesa nova" in words(ann.page)  # on the page where it was chosen
    assert "Todos os jogos" in words(await ann.get("/games/turing/rules"))
    await ann.send("f-language", language="xx", status=400)
    assert "Tous" not in words(ann.page)


@pytest.mark.parametrize(
    "page", ["//elsewhere.example/", "/\\elsewhere.example", "https://e.example"]
)
@on_site
async def test_choosing_a_language_leads_nowhere_else(site: Site, page: str) -> None:
    ann = site.person()
    await ann.get("/")
    await ann.send("f-language", language="fr", page=page)
    assert "Des jeux où" in words(ann.page)


@on_site
async def test_two_seats_of_one_table_read_two_languages(site: Site) -> None:
    ann, bob = site.person(**FRENCH), site.person(**{"accept-language": "pt"})
    table = await ann.play("suspense", name="Ann", seats="3", bot__2="beginner")
    assert "Encore 1 à s’asseoir." in words(ann.page)
    await bob.get(f"/t/{table}")
    assert "Faltam sentar-se 1." in words(bob.page)
    await bob.send("claim-1", name="Bob")
    for person, began in ((ann, "La partie commence."), (bob, "A partida começa.")):
        assert began in words(await person.get(f"/t/{table}"))
        assert "The game begins." not in words(person.page)


def bare(text: str) -> str:
    """A text without what stands around it."""
    return text.strip(" :,.–…()\n").lower()


def texts_of(page: str, aside: frozenset[str]) -> list[str]:
    """What somebody reads or hears of a page, but for the parts of these classes."""
    found: list[str] = []
    tree = html5lib.parse(page, namespaceHTMLElements=False)

    def look(element: object) -> None:
        tag = getattr(element, "tag", "")
        classes = element.get("class", "").split()  # type: ignore[attr-defined]
        if tag in SILENT or aside & {*classes}:
            return
        said = [element.text, *(child.tail for child in element)]  # type: ignore[attr-defined]
        said += [element.get(name) for name in READ]  # type: ignore[attr-defined]
        found.extend(filter(None, said))
        for child in element:  # type: ignore[attr-defined]
            look(child)

    look(tree)
    return found


def plain_texts(page: str, allowed: set[str]) -> list[str]:
    """What stands on a page and is no message: whatever no accent shows."""
    found = []
    for text in texts_of(page, ASIDE):
        left = re.sub(r"⟦.*?⟧", "", text, flags=re.DOTALL)
        left = re.sub(r"⟦.*|.*⟧", "", left, flags=re.DOTALL)
        if re.search(r"[A-Za-z]{2}", left) and bare(left) not in allowed:
            found.append(left.strip())
    return found


def games_words() -> set[str]:
    """What games say of themselves, which is for their own catalogues, and names."""
    told = {"facedown", "ann", *COLOURS, *(language for language in ("english", "français"))}
    told |= {"português", "classic", "race", "exact", "easy"}
    for kind in load_games()[0].values():
        facts = kind.facts
        told |= {facts.title, facts.summary, facts.designers, *roster_of(kind()).bots}
        for option in facts.options:
            told |= {option.called, option.name.replace("_", " "), *map(str, option.choices)}
            told |= {*option.said, *re.split(r"[A-Z]\d+", option.meaning)}  # links between
            told |= {str(option.default), *map(str, option.examples)}
        for aid in facts.aids:
            told |= {aid.name, aid.meaning}
        shop = kind.workshop()
        if shop is not None:
            told.add(shop.title)
    return {bare(text) for text in told}


@pytest.mark.parametrize("address", ["/", "/games/turing", "/games/suspense/rules", "/nowhere"])
@on_site
async def test_every_sentence_of_the_shell_is_a_message(site: Site, address: str) -> None:
    ann = site.person(cookie=f"language={PSEUDO.code}")
    await ann.get(address, 404 if address == "/nowhere" else 200)
    assert plain_texts(ann.page, games_words()) == []


@on_site
async def test_a_seat_without_a_name_is_called_by_its_number_in_each_language(site: Site) -> None:
    ann = site.person(**FRENCH)
    await ann.play("suspense", seats="2", bot__1="beginner")
    assert "Place 1 prend la place 1." in words(ann.page)
    assert "Seat 1" not in words(ann.page)
