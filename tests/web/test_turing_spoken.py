"""Turing Machine in the language of whoever reads it: whole, and nothing bare beside it."""

from __future__ import annotations

import html
import re
from typing import Final

from tests.web.bare import english_in
from tests.web.site import Person, Site, on_site, words
from tests.web.test_languages import FRENCH

from facedown.core.registry import game_class
from facedown.languages import PSEUDO

CARDS: Final = {"option__cards": "4,9,11,14"}


def in_pseudo(site: Site) -> Person:
    """Somebody who reads English made longer."""
    made = site.person()
    made.http.cookies.set("language", PSEUDO.code)
    return made


def button(page: str, name: str) -> str:
    """The action of a button of the board."""
    found = re.search(rf'name="action" value="([0-9]+)"[^>]*id="{name}"', page)
    assert found is not None, words(page)
    return found[1]


async def propose(person: Person, table: str, code: str) -> None:
    """Sends the form that composes a proposal, or names a code where that is the phase."""
    page = await person.get(f"/t/{table}")
    kind = "propose" if 'id="b-form-propose"' in page else "declare"
    parts = {f"part__code__{place}": digit for place, digit in enumerate(code, 1)}
    await person.send(f"b-form-{kind}", 200, **parts)


async def pressed(person: Person, table: str, name: str) -> None:
    """Presses a button of the board."""
    page = await person.get(f"/t/{table}")
    await person.send("f-act", action=button(page, name))


@on_site
async def test_a_table_shows_no_bare_english(site: Site) -> None:
    ann = in_pseudo(site)
    await ann.get("/games/turing")
    assert english_in(ann.page, "turing") == []
    table = await ann.play("turing", name="Ann", seats="1", option__mode="nightmare", **CARDS)
    for step in ("", "b-ask-A", "b-ask-B", "b-stop", "b-go-on"):
        if step:
            await pressed(ann, table, step)
        else:
            await propose(ann, table, "241")
        assert english_in(await ann.get(f"/t/{table}"), "turing") == [], step
    assert "⟦" in words(ann.page)


@on_site
async def test_hints_and_the_end_show_no_bare_english(site: Site) -> None:
    ann = in_pseudo(site)
    aids = {f"aid__{aid.name}": "yes" for aid in game_class("turing").facts.aids}
    table = await ann.play(
        "turing", name="Ann", seats="1", option__mode="nightmare", **aids, **CARDS
    )
    await propose(ann, table, "241")
    await pressed(ann, table, "b-ask-A")
    for aid in game_class("turing").facts.aids:
        assert english_in(await ann.get(f"/t/{table}?aid={aid.name}"), "turing") == []
    await pressed(ann, table, "b-stop")
    await propose(ann, table, "555")  # fits no problem of these cards: the game is lost
    for page in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}/log"):
        assert english_in(await ann.get(page), "turing") == [], page
    assert "555 íš ñóŧ ŧĥé çóđé" in words(await ann.get(f"/t/{table}"))


@on_site
async def test_findings_come_in_the_language_of_the_page(site: Site) -> None:
    ann = in_pseudo(site)
    page = await ann.get("/games/turing/workshop?cards=4,9,11,14")
    found = re.search(r'id="plain-find"><a class="button" href="([^"]+)"', page)
    assert found is not None
    assert english_in(await ann.get(html.unescape(found[1])), "turing") == []
    assert 'id="finding-codes"' in ann.page


@on_site
async def test_two_seats_read_two_languages(site: Site) -> None:
    ann, bob = site.person(**FRENCH), site.person(**{"accept-language": "pt"})
    table = await ann.play("turing", name="Ann", seats="2", **CARDS)
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await propose(ann, table, "241")
    await propose(bob, table, "325")
    said = words(await ann.get(f"/t/{table}"))
    assert "Toutes les propositions sont là : Ann 241, Bob 325." in said
    assert "le carré jaune est inférieur à 4" in said
    await pressed(ann, table, "b-ask-B")
    said = words(await bob.get(f"/t/{table}"))
    assert "Ann pergunta ao verificador B sobre 241." in said
    assert "o quadrado amarelo é menor do que 4" in said
    assert "Ann pergunta ao verificador B sobre 241: " not in said  # the answer is Ann's
    assert re.search(r"Vous interrogez le vérificateur B sur 241 : (oui|non)\.", words(ann.page))


@on_site
async def test_a_refusal_and_a_hint_are_french(site: Site) -> None:
    ann = site.person(**FRENCH)
    table = await ann.play("turing", name="Ann", seats="1", aid__codes="yes", **CARDS)
    await propose(ann, table, "241")
    await pressed(ann, table, "b-ask-B")
    page = await ann.get(f"/t/{table}")
    await ann.send("f-act", status=409, action=button(page, "b-ask-B"))
    refused = "Vous avez déjà interrogé le vérificateur B dans cette manche."
    assert refused in words(ann.page)
    await ann.get(f"/t/{table}?aid=codes")
    assert re.search(r"\d+ codes sont possibles : ", words(ann.page))
