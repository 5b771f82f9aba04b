"""Card lists of one's own: read, refused with card and field, played and made in the editor."""

from __future__ import annotations

import random

import pytest
from tests.games.solid.test_rules import make, refused, scene

from facedown.core.errors import BadOption, UnknownName
from facedown.core.messages import in_percent
from facedown.core.seats import NATURE
from facedown.games.solid import Solid
from facedown.games.solid.cards import DECKS, Limits
from facedown.games.solid.moves import EndTurn, LetHappen, Play, Share, UseEvent
from facedown.games.solid.rules import SolidState
from facedown.games.solid.studio.card_list import SMALL_LIST, read_cards, write_cards
from facedown.games.solid.studio.workshop import CardListEditor

EVENT = '[[event]]\nname = "ruin"\neffect = "destroy data"\n'
SHARING = '[[sharing]]\nname = "H2"\nneeds = { health = 2 }\npoints = 1\n'


@pytest.mark.parametrize("name", DECKS)
def test_the_lists_that_come_along_can_be_written_and_read(name: str) -> None:
    """L16: the one form of a list comes back to the byte."""
    text = write_cards(DECKS[name])
    assert read_cards(text) == DECKS[name]
    assert write_cards(read_cards(text)) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[cards]", "Line 1: a card list has no 'cards'; it can have rules, data"),
        ("[rules]\nhands = 5", "Line 2: [rules] has no 'hands'; it can have hand, plays"),
        ("[rules]\nhands = 5", "Did you mean hand?"),
        ("sharing = [{ name = 3 }]", "Line 1: sharing card 1, name: it should be"),
        ("[rules]\nhand = 99", "Line 2: rules, hand: a number from 1 to 10 is needed, not 99."),
        ("[data]\nhealth = true", "Line 2: data, health: a number from 0 to 20 is needed"),
        ("sharing = 3", "Line 1: each sharing card begins with a line [[sharing]]."),
        ("[[sharing]]\npoints = 3", "sharing card 1, name: it should be a letter"),
        (
            SHARING.replace("points = 1", ""),
            "Line 1: card H2 has no points; write a line such as points = 1.",
        ),
        (SHARING.replace("health", "helth"), "Line 3: card H2, needs: there is no 'helth'"),
        (SHARING.replace("= 2 }", "= 0 }"), "Line 3: card H2, needs: a number from 1 to 20"),
        (SHARING + "bonus = { H9 = 1 }", "Line 5: card H2, bonus: there is no sharing card 'H9'."),
        (SHARING + 'event = "protect"', "Line 5: card H2, event: protect needs a card of its own."),
        (EVENT + EVENT.replace("ruin", "Ruin"), "Line 5: card Ruin, name: there is a card ruin"),
        (EVENT.replace("destroy data", "burn"), 'Line 3: card ruin, effect: it is "destroy data"'),
        (EVENT.replace("ruin", "h"), "Line 2: card h, name: there is a card H already."),
        (EVENT.replace("ruin", "a b"), "Line 2: event card 1, name: it should be"),
        (SHARING.replace("= 1", "= 100") + "copies = 20", "points: a player could have 6,000"),
        ("[[event", "Line 1: the card list is not TOML"),
        ("[data]\nhealth = " + "[" * 1900, "the card list is not TOML (lists in lists in lists)."),
        ("[data]\nhealth = 0x" + "f" * 1900, "Line 2: data, health: a number from 0 to 20"),
    ],
)
def test_what_is_wrong_with_a_list_is_told_in_one_sentence(text: str, told: str) -> None:
    """L16: the line, the card and the part of it; as an option of a table too."""
    with pytest.raises(BadOption) as caught:
        Solid(cards=text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_few_cards_are_no_list() -> None:
    none = "".join(f"{t} = 0\n" for t in ("health", "buying", "mobility", "competences"))
    with pytest.raises(BadOption, match="the list has 9 cards; two hands take 10"):
        Solid(cards=f"[data]\n{none}social-media = 9")


def test_bonuses_and_penalties_count_for_their_owner() -> None:
    """L2: 3 points more with each B2, 1 fewer with each other H2."""
    state = scene("H2", pods=("HH", ""), shared=("H2 B2", "B2"), theirs="H", cards=SMALL_LIST)
    assert (state.points(0), state.points(1)) == (2 + 1 + 3, 1)
    make(state, Share("H2"))
    assert state.points(0) == 2 * 2 + 1 + 2 * 3 - 2 * 1


def test_the_numbers_of_the_rules_are_those_of_the_list() -> None:
    """L16: hands, plays, what can be destroyed, and the end."""
    rules = "[rules]\nhand = 2\nplays = 1\ntotal = 3\ndestroyed_below = 1\n"
    state = scene("H B", "C C", pods=("H", "M"), cards=rules + SHARING)
    assert state.setting.limits == Limits(hand=2, plays=1, total=3, destroyed_below=1)
    make(state, Play("H"))
    assert refused(state, Play("B"))[0] == "no-plays-left"
    make(state, EndTurn())
    assert state.actors() == (NATURE,)
    state = scene("H B", "C C", pods=("HH", "M"), cards=rules + SHARING)
    make(state, Play("H"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason.startswith("{0} has 3 data;")


def test_a_card_that_is_called_otherwise_does_what_it_says() -> None:
    """L16: the names of cards mean nothing to the rules."""
    events = EVENT + '[[event]]\nname = "no"\neffect = "protect"\n'
    state = scene("ruin B B B B", "H H H H", pods=("", "M"), cards=events)
    make(state, UseEvent("ruin", 1, "M"))
    assert state.actors() == (1,)
    make(state, LetHappen())
    assert state.pods[1] == [0] * 5


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_list_of_ones_own_is_played_to_the_end(seats: int) -> None:
    """L9: half a set of it for each player beyond two, rounded down."""
    rng = random.Random(seats)
    state = Solid(seats, cards=SMALL_LIST).start()
    assert isinstance(state, SolidState)
    while state.actors():
        (seat,) = state.actors()
        state.apply(seat, state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat)))
    assert sum(state.added) == (4 // 2 + 3 // 2) * (seats % 2)


def test_l9_a_list_that_is_too_short_for_all_hands_is_refused() -> None:
    """Six cards are enough for two hands of three; half a set of single cards adds none."""
    few = "[rules]\nhand = 3\n[data]\n" + "".join(
        f"{name} = 1\n" for name in ("health", "buying", "mobility", "competences", "social-media")
    )
    few += SHARING
    assert Solid(2, cards=few).start().actors() == (NATURE,)
    with pytest.raises(BadOption) as caught:
        Solid(3, cards=few)
    assert str(caught.value) == "For 3 players the list makes 6 cards (L9), and their hands take 9."


def test_the_editor_changes_lists_by_buttons() -> None:
    """L16: copies and numbers, new cards; a list with flaws is mended by hand first."""
    shop = CardListEditor()
    draft = shop.read({"cards": SMALL_LIST})
    assert not shop.flaws(draft)
    cards = {c.name: c.copies for c in read_cards(str(shop.edit(draft, "more H2")["cards"])).cards}
    assert cards["H2"] == 3
    gone = read_cards(str(shop.edit(shop.edit(draft, "fewer B2"), "fewer B2")["cards"]))
    assert "B2" not in {card.name for card in gone.cards}
    assert {name for card in gone.cards for name, _ in card.bonus} == {"H2"}
    more = read_cards(str(shop.edit(draft, "more rules.plays")["cards"]))
    assert more.limits.plays == 4
    added = read_cards(str(shop.edit(shop.edit(draft, "add sharing"), "add event")["cards"]))
    assert {"new1", "new2"} <= {card.name for card in added.cards}
    with pytest.raises(UnknownName, match="0 to 20 copies of M"):
        shop.edit(draft, "fewer M")
    with pytest.raises(UnknownName, match="no change called 'more X'"):
        shop.edit(draft, "more X")
    bad = shop.read({"cards": SMALL_LIST.replace("H2 = -1", "H2 = -99")})
    assert [(flaw.field, flaw.line) for flaw in shop.flaws(bad)] == [("cards", 15)]
    with pytest.raises(UnknownName, match="Mend the list first"):
        shop.edit(bad, "more H2")


def test_the_editor_finds_out_what_a_list_is_like() -> None:
    shop = CardListEditor()
    draft = shop.read({"cards": SMALL_LIST + SHARING.replace("H2", "H9").replace("= 2", "= 9")})

    def silent(words: str) -> None:
        del words

    found = {f.name: f for stage in shop.stages for f in stage.find(draft, silent)}
    assert found["cards"].value == 16
    assert found["never/H9"].role == "advice"
    assert "unused" not in found
    assert 0 <= float(found["first"].value) <= 1
    assert found["endings"].value["total"] > 0
    assert found["hands"].table is not None
    protect = next(row for row in found["hands"].table.rows if row[0].startswith("protect"))
    assert protect[1:] == ("0.38", in_percent(1 - (14 * 13 * 12) / (16 * 15 * 14), 1))
