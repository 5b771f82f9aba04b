"""Tables of the games whose words are whole in each language."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po
from tests.languages.test_catalogues import forms
from tests.web.site import Person, Site, on_site, words

from facedown.languages import LANGUAGES, Language

GAMES: Final = Path(__file__).parents[2] / "src" / "facedown" / "games"
WHOLE: Final = ("suspense", "turing")
"""The games whose words every language has."""


@pytest.mark.parametrize("language", LANGUAGES[1:], ids=lambda language: language.code)
@pytest.mark.parametrize("game", WHOLE)
def test_the_words_of_a_game_are_said_in_each_language(game: str, language: Language) -> None:
    files = sorted((GAMES / game / "languages").glob(f"{language.code}*.po"))
    assert files
    for file in files:
        with file.open("rb") as opened:
            entries = [entry for entry in read_po(opened) if entry.id]
        untold = [entry.id for entry in entries if not all(forms(entry.string))]
        assert untold == []


async def moved(person: Person, table: str, button: str) -> str:
    """Presses one of a board's buttons, once it is this person's turn; the page of before."""
    for _ in range(2000):
        page = await person.get(f"/t/{table}")
        form = rf'<button[^>]*name="action" value="([0-9]+)"[^>]*id="{button}[^>]*>'
        found = re.search(form, page)
        if found is not None and 'aria-disabled="true"' not in found[0]:
            await person.send("f-act", action=found[1])
            return page
        await asyncio.sleep(0.05)
    raise AssertionError(words(person.page))


@on_site
async def test_two_seats_read_cards_and_log_in_their_languages(site: Site) -> None:
    ann = site.person(**{"accept-language": "fr"})
    bob = site.person(**{"accept-language": "pt"})
    table = await ann.play("suspense", name="Ann", seats="2", option__goal="0", option__dealer="1")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await moved(ann, table, "b-play-")
    found = re.search(r"Vous jouez (?:le ([1-6])|le « \?) (blanc|noir|» rouge)", words(ann.page))
    assert found is not None, words(ann.page)
    await bob.get(f"/t/{table}")
    theirs = {"blanc": f"o {found[1]} branco", "noir": f"o {found[1]} preto"}
    assert f"Ann joga {theirs.get(found[2], 'o “?” vermelho')}" in words(bob.page)
    assert "Rodada 1; quem dá as cartas: Ann." in words(bob.page)
    assert "É a sua vez. Jogue uma carta da sua mão." in words(bob.page)
    for page in (ann.page, bob.page):
        played = words(page.partition('id="rules"')[0])
        assert re.search(r"\b(white|black) [1-6]|in play|in hand|Pass\b", played) is None
