"""Tables of the games whose words are whole in each language: nothing on them is bare English."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po
from tests.languages.test_catalogues import forms
from tests.web.site import Person, Site, on_site, words
from tests.web.test_languages import bare, texts_of

from facedown.core.registry import game_class, load_games
from facedown.core.roster import roster_of
from facedown.languages import LANGUAGES, PSEUDO, Language
from facedown.table.words import COLOURS

GAMES: Final = Path(__file__).parents[2] / "src" / "facedown" / "games"
WHOLE: Final = ("suspense", "turing")
"""The games whose words every language has."""
LIKE_NAMES: Final = {"facedown", "ann", "english", "français", "português", *COLOURS}


def names_of(game: str) -> set[str]:
    """What stands on a game's pages as a name: of games, their authors, bots and seats."""
    facts = game_class(game).facts
    titles = {kind.facts.title for kind in load_games()[0].values()}
    bots = roster_of(game_class(game)()).bots
    named = LIKE_NAMES | titles | {facts.designers, *bots}
    return {bare(text) for text in named | {f"{bot} bot" for bot in bots}}


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


def english_in(page: str, named: set[str]) -> list[str]:
    """Words without an accent on a page in the pseudo-language, within messages too."""
    found = []
    for text in texts_of(page, frozenset()):
        typed = re.sub(r"\{.*\}", "", text)  # a text as somebody types it stays as it is
        runs = re.findall(r"(?<!\w)[A-Za-z]{2,}(?!\w)(?:[ ’][A-Za-z0-9]+(?!\w))*", typed)
        found += [text for run in runs if bare(run) not in named]
    return found


async def moved(person: Person, table: str, button: str) -> str:
    """Presses one of a board's buttons, once it is this person's turn; the page of before."""
    for _ in range(200):
        page = await person.get(f"/t/{table}")
        form = rf'<button[^>]*name="action" value="([0-9]+)"[^>]*id="{button}[^>]*>'
        found = re.search(form, page)
        if found is not None and 'aria-disabled="true"' not in found[0]:
            await person.send("f-act", action=found[1])
            return page
        await asyncio.sleep(0.05)
    raise AssertionError(words(person.page))


@on_site
async def test_a_table_of_suspense_shows_no_bare_english(site: Site) -> None:
    ann = site.person()
    ann.http.cookies.set("language", PSEUDO.code)
    named = names_of("suspense")
    await ann.get("/games/suspense")
    assert english_in(ann.page, named) == []
    table = await ann.play(
        "suspense", name="Ann", seats="2", bot__1="beginner", option__goal="0", option__dealer="1"
    )
    assert english_in(await ann.get(f"/t/{table}"), named) == []
    for button in ("b-play-", "b-fold"):
        assert english_in(await moved(ann, table, button), named) == []
        for aid in ("", "?aid=conditions", "?aid=standing"):
            assert english_in(await ann.get(f"/t/{table}{aid}"), named) == []
    assert english_in(await ann.get(f"/t/{table}/replay"), named) == []
    await ann.get(f"/t/{table}")
    assert "⟦Ŵĥáŧ ñóŵ?" in ann.page  # it is over, and has been looked at


@on_site
async def test_two_seats_read_cards_and_log_in_their_languages(site: Site) -> None:
    ann = site.person(**{"accept-language": "fr"})
    bob = site.person(**{"accept-language": "pt"})
    table = await ann.play("suspense", name="Ann", seats="2", option__goal="0", option__dealer="1")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await moved(ann, table, "b-play-")
    found = re.search(r"Ann joue (?:le ([1-6])|le « \?) (blanc|noir|» rouge)", words(ann.page))
    assert found is not None, words(ann.page)
    await bob.get(f"/t/{table}")
    theirs = {"blanc": f"o {found[1]} branco", "noir": f"o {found[1]} preto"}
    assert f"Ann joga {theirs.get(found[2], 'o «?» vermelho')}" in words(bob.page)
    assert "Ronda 1: Ann dá as cartas." in words(bob.page)
    assert "Na sua primeira vez de uma ronda tem de jogar uma carta." in words(bob.page)
    for page in (ann.page, bob.page):
        played = words(page.partition('id="rules"')[0])
        assert re.search(r"\b(white|black) [1-6]|in play|in hand|Pass\b", played) is None
