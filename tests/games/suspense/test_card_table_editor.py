"""The card table editor: its buttons, what it finds, and a table made, opened and printed."""

from __future__ import annotations

import html
import re

import pypdfium2
import pytest
from tests.web.site import Site, on_site, words

from facedown.core.errors import UnknownName
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.core.workshop import Draft, Finding
from facedown.games.suspense.cards import NAMES, STANDARD, Face
from facedown.games.suspense.rules import SuspenseState
from facedown.games.suspense.studio import workshop
from facedown.games.suspense.studio.card_table import CARD_TABLE, read_table
from facedown.games.suspense.studio.workshop import CardTableEditor
from facedown.games.suspense.words import CONDITIONS

EDITOR = CardTableEditor()
PAGE = "/games/suspense/workshop"


def faces(draft: Draft) -> dict[str, Face]:
    return dict(zip(NAMES, read_table(str(draft["table"])).faces, strict=True))


def findings(draft: Draft, stage: str) -> dict[str, Finding]:
    return {one.name: one for one in EDITOR.stage(stage).find(draft, lambda _: None)}


def test_buttons_change_the_card_in_hand_and_keep_whose_the_table_is() -> None:
    draft = EDITOR.read({"table": CARD_TABLE})
    for change in ("choose B2", "more B2", "more B2", "fewer W1", "ask ?.lowest black in hand"):
        draft = EDITOR.edit(draft, change)
    found = faces(draft)
    assert found["B2"].stars == STANDARD[NAMES.index("B2")].stars + 2
    assert found["W1"].stars == STANDARD[0].stars - 1
    assert found["?"] == Face(2, CONDITIONS["lowest black in hand"])
    assert found["W6"] == Face(3, CONDITIONS["lowest white in hand"])
    assert draft["chosen"] == "?"
    draft = EDITOR.edit(draft, "usual W6")
    assert faces(draft)["W6"] == STANDARD[5]
    assert read_table(str(draft["table"])).words == "Hot hands, by Ann, CC BY 4.0"


@pytest.mark.parametrize(
    ("table", "change", "sentence"),
    [
        ("[cards]", "more W9", "There is no change called 'more W9' here."),
        ("[cards]", "ask W1.most fun", "There is no change called 'ask W1.most fun' here."),
        ("[cards]\nW1 = { stars = 9 }", "more W1", "A card has 0 to 9 stars."),
        ("[cards]\nW1 = { stars = 0 }", "fewer W1", "A card has 0 to 9 stars."),
        ("[cards", "more W1", "Mend the table first; the buttons change a table without flaws."),
    ],
)
def test_what_no_button_can_do_is_told(table: str, change: str, sentence: str) -> None:
    with pytest.raises(UnknownName) as refused:
        EDITOR.edit(EDITOR.read({"table": table}), change)
    assert str(refused.value) == sentence


def test_a_flaw_is_told_at_its_line() -> None:
    (flaw,) = EDITOR.flaws(EDITOR.read({"table": "[cards]\n\nW1 = { stars = 10 }"}))
    assert (flaw.field, flaw.line) == ("table", 3)
    assert flaw.sentence == "card W1, stars: a number from 0 to 9 is needed, not 10."
    (flaw,) = EDITOR.flaws(EDITOR.read({"table": '{"W1": 3}'}))
    assert (flaw.field, flaw.line) == ("table", 0)
    assert EDITOR.context(EDITOR.read({"table": "[cards"})) == {"faces": ()}
    assert not EDITOR.flaws(EDITOR.read({}))


def test_it_finds_what_is_other_and_what_is_asked_twice() -> None:
    found = findings(EDITOR.read({"table": CARD_TABLE}), "cards")
    assert found["cards"].value == ["W6", "B1", "?"]
    assert found["cards"].table is not None
    assert found["cards"].table.rows[0] == (
        "white 6",
        "3 stars: lowest white in hand",
        "2 stars: lowest number in play",
    )
    assert found["twice/W6"].value == ["W6", "B4"]
    usual = findings(EDITOR.read({}), "cards")
    assert [*usual] == ["cards"]
    assert usual["cards"].table is None


def test_what_a_card_is_worth_is_that_of_the_games_it_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workshop, "GAMES", 4)
    found = findings(EDITOR.read({"table": CARD_TABLE}), "games")
    game = new_game("suspense", 3, table=CARD_TABLE)
    over: dict[str, list[float]] = {name: [] for name in NAMES}
    rounds = 0
    for number in range(1, 5):
        state = play_bots(game, [new_bot(game, "careful")] * 3, f"workshop/{number}")
        assert isinstance(state, SuspenseState)
        rounds += len(state.rounds)
        for one in state.rounds:
            points = [score.points for score in one.scores]
            for seat in range(3):
                for card, name in enumerate(NAMES):
                    if (one.hands[seat] | one.played[seat]) >> card & 1:
                        over[name].append(points[seat] - (sum(points) - points[seat]) / 2)
    assert sum(map(len, over.values())) == 12 * rounds
    for name, values in over.items():
        assert float(found["worth"].value[name]) == pytest.approx(
            sum(values) / len(values), abs=0.001
        )
    assert len(found["worth"].bars) == 13
    assert found["length"].value[0] >= 1


@on_site
async def test_a_card_table_is_made_played_by_friends_and_printed_without_javascript(
    site: Site,
) -> None:
    ann, bob = site.person(), site.person()
    shown = await ann.get(PAGE)
    assert "white 6, 2 stars: lowest number in play" in words(shown)
    shown = await ann.send(PAGE, table="[cards]", chosen="W6", edit="ask W6.lowest white in hand")
    table = html.unescape(
        re.search(r'<textarea[^>]*name="table"[^>]*>(.*?)</textarea>', shown, re.DOTALL)[1]  # type: ignore[index]
    )
    assert 'W6 = { stars = 2, condition = "lowest white in hand" }' in table
    assert "white 6, 2 stars: lowest white in hand, other than usual" in words(shown)
    friends = html.unescape(re.search(r'id="friends" href="([^"]*)"', shown)[1])  # type: ignore[index]
    lobby = await bob.get(friends)
    assert "lowest white in hand" in html.unescape(lobby)
    opened = await bob.play("suspense", seats="3", option__table=table)
    info = await site.tables.watching.info(opened)
    assert read_table(str(info.options["table"])).faces[5] == Face(
        2, CONDITIONS["lowest white in hand"]
    )
    printed = html.unescape(re.search(r'href="(/games/suspense/print[^"]*a4[^"]*)"', shown)[1])  # type: ignore[index]
    pdf = (await ann.http.get(printed)).content
    told = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))
    assert "white 6, 2 stars: lowest white in hand" in " ".join(told.split())
