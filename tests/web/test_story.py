"""A table's moves in words: what stands in its log, and what happened last."""

from __future__ import annotations

import pytest
from tests.web.site import Site, on_site, words

from facedown.core.messages import phrase
from facedown.core.seats import NATURE
from facedown.core.view import Event
from facedown.games.suspense.moves import Pass
from facedown.languages import language_named, speaking, spoken
from facedown.table.acts.play import Step
from facedown.table.acts.start import Started
from facedown.table.watching import Frame
from facedown.web.rendering import StoryLine, lines_of, since, told_to


def moves(*told: tuple[int | None, str]) -> tuple[StoryLine, ...]:
    return tuple(
        StoryLine(f"e{n}", "move", seat, "", text, n) for n, (seat, text) in enumerate(told, 1)
    )


def test_what_happened_last_begins_after_ones_own_move() -> None:
    said = StoryLine("e9", "said", 1, "Bob", "Hello.", None)
    lines = (*moves((0, "A."), (1, "B."), (0, "C."), (1, "D."), (None, "E.")), said)
    assert [line.text for line in since(lines, 0)] == ["D.", "E."]
    assert since(lines, 1) == (), "what came of it is on the board"
    assert [line.text for line in since(lines, None)] == ["E."]
    assert [line.text for line in since(lines, 2, most=3)] == ["C.", "D.", "E."]
    assert since(lines[:3], 0) == (), "nothing else has happened"
    assert since(moves((None, "Nine cards are dealt.")), 0) == ()
    assert since((), 0) == ()


def test_the_reader_is_you_in_what_happened_last() -> None:
    played = [
        Event(1, Pass(), phrase("{who} takes a card of {other}.", who="{1}", other="{0}"), False),
        Event(NATURE, Pass(), phrase("{who} draws W1.", who="{0}"), False),
        Event(NATURE, Pass(), phrase("{card} goes to {who}.", card="W2", who="{0}"), False),
    ]
    lines = lines_of([Frame(1, 1, Step((), 1, "", None), tuple(played))], ("Seat 1", "Bob"))
    told = [line.text for line in since(lines, 0)]
    assert told == ["Bob takes a card of you.", "W2 goes to you."]
    assert [line.text for line in since(lines, None)] == ["W2 goes to Seat 1."]


def test_a_card_drawn_by_who_has_just_moved_is_no_news() -> None:
    played = [
        Event(1, Pass(), phrase("{who} draws", who="{1}"), True),
        Event(NATURE, Pass(), phrase("{who} draws W1.", who="{1}"), False),
    ]
    lines = lines_of([Frame(1, 1, Step((), 1, "", None), tuple(played))], ("Ann", "Bob"))
    for reader in (0, None):
        assert [line.text for line in since(lines, reader)] == ["Bob draws"]


PASSED = phrase("{done}.", done=phrase("{who} passes", who="{0}"))


def test_the_log_says_you_to_whoever_did_it() -> None:
    asks = phrase("{who} takes a card of {other}.", who="{1}", other="{0}")
    played = (Event(0, Pass(), PASSED, True), Event(1, Pass(), asks, True))
    for name, passes, of in (("Seat 1", "Seat 1", "you"), ("Ann", "Ann", "Ann")):
        lines = lines_of([Frame(1, 1, Step((), 0, "", None), played)], (name, "Bob"))
        assert [x.text for x in told_to(lines, 0)] == ["You pass.", f"Bob takes a card of {of}."]
        assert told_to(lines, None) == lines
        assert told_to(lines, 1)[0].text == f"{passes} passes."


@pytest.mark.parametrize(("code", "said"), [("fr", "Vous passez."), ("pt", "Você passa.")])
def test_the_log_says_you_in_each_language(code: str, said: str) -> None:
    lines = lines_of(
        [Frame(1, 1, Step((), 0, "", None), (Event(0, Pass(), PASSED, True),))], ("Ann",)
    )
    with speaking(language_named(code)):
        assert [spoken(line.text) for line in told_to(lines, 0)] == [said]
        assert spoken(lines[0].text).startswith("Ann ")


def test_a_long_move_is_told_in_brief() -> None:
    for long in (
        "Bob states. The round ends. The secret was black 4: lowest white in hand.",
        "Bob states. The round ends.\n  The secret card was black 4. The winning card was white 1.",
    ):
        told = since(moves((0, "Ann passes; the sum is 3."), (1, long)), 0)
        assert [line.text for line in told] == ["Bob states. The round ends."]
    told = since(moves((1, "Bob shows his hand.\n  In hand white 1.")), 0)
    assert [line.text for line in told] == ["Bob shows his hand."]


@on_site
async def test_notes_are_in_their_list_and_not_in_the_log(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", seats="2", bot__1="careful", option__dealer="1")
    for note in ("round 1: not W3", "Bob bluffs", "Bob bluffs again"):
        await ann.get(f"/t/{table}")
        await ann.send("f-free-note", text=note)
    log = words(ann.page.partition('id="log"')[2].partition('id="notes"')[0])
    assert "The game begins." in log
    assert "bluffs" not in log
    assert "W3" not in log
    notes = words(ann.page.partition('id="notes"')[2].partition("<form")[0])
    assert notes.endswith("Your notes Bob bluffs again Bob bluffs")


@on_site
async def test_a_bot_that_the_host_seats_plays_for_somebody(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("suspense", full="1", seats="3", bot__2="careful", name="Ann")
    assert "A bot (careful) plays seat 3 from here on." in words(ann.page)
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await ann.get(f"/t/{table}")
    await ann.send("f-bot-1", bot="careful")
    assert "A bot (careful) plays for Bob from here on." in words(ann.page)


def test_a_bot_that_was_replaced_is_news_at_the_table() -> None:
    played = Event(1, Pass(), "{0} and {1} play.", reveals=False)
    frames = [
        Frame(1, 1, Started(())),
        Frame(2, 2, Step((), 1, "bot:low", None, "late"), (played,)),
    ]
    told = [line.text for line in since(lines_of(frames, ("Ann", "Bob")), 0)]
    assert told == ["The bot of Bob took too long; a simpler one moved.", "Ann and Bob play."]
