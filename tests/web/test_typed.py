"""Typed moves and answers in advance, on pages without JavaScript and for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.toys.skirmish import Skirmish
from tests.web.site import Person, Site, fields, on_site, words
from tests.web.test_api import seat_all

from facedown.core.registry import override_game
from facedown.web.api.openapi import document


@pytest.fixture(autouse=True)
def _skirmish() -> Iterator[None]:
    with override_game(Skirmish):
        yield


async def sit(site: Site) -> tuple[Person, Person, str]:
    """Two people at a table of Skirmish; the first is to move."""
    ann, bob = site.person(), site.person()
    table = await ann.play("skirmish", name="Ann", seats="2")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await ann.get(f"/t/{table}")
    return ann, bob, table


def line_of(page: str) -> str:
    """What stands in the field for typed moves."""
    found = re.search(r'<textarea id="b-line"[^>]*>([^<]*)</textarea>', page)
    assert found is not None
    return found[1]


@on_site
async def test_a_typed_move_is_said_back_and_made_when_it_is_sent_again(site: Site) -> None:
    ann, bob, table = await sit(site)
    head = site.head(table)
    await ann.send("b-typed", line="shout  HOLD the line")
    assert "That means: 3 words for everybody." in words(ann.page)
    assert line_of(ann.page) == "shout  HOLD the line"
    assert fields(ann.page, "b-typed")["read"] == "shout  HOLD the line"
    assert site.head(table) == head
    assert "That means" not in await bob.get(f"/t/{table}")
    await ann.send("b-typed", line="shout mercy upon us")  # another line: said back as well
    assert "3 words" in words(ann.page)
    assert site.head(table) == head
    await ann.send("b-typed", line="shout mercy upon us")
    assert site.head(table) == head + 1
    assert "shouts: mercy upon us" in words(await bob.get(f"/t/{table}"))


@on_site
async def test_what_needs_no_yes_is_made_at_once(site: Site) -> None:
    ann, _, table = await sit(site)
    head = site.head(table)
    await ann.send("b-typed", line="shout hold")
    assert site.head(table) == head + 1
    assert 'value="shout hold"' not in ann.page


@pytest.mark.parametrize("line", ["juggle 3", "attack 1", f"shout {'a' * 2500}", "shout  "])
@on_site
async def test_what_was_typed_is_still_there_after_a_refusal(site: Site, line: str) -> None:
    ann, _, table = await sit(site)
    head = site.head(table)
    answer = await ann.http.post(
        f"/t/{table}/moves", data={**fields(ann.page, "b-typed"), "line": line}
    )
    assert answer.status_code in {400, 409}
    at_field = line.startswith("shout")  # which is said back
    assert ('class="no-move"' if at_field else 'class="problem"') in answer.text
    assert line_of(answer.text) == line
    assert site.head(table) == head
    if len(line) > 2000:
        assert "at most 2000 characters; that one has 2506" in answer.text


@on_site
async def test_what_the_rules_refuse_is_refused_before_it_is_said_back(site: Site) -> None:
    ann, bob, table = await sit(site)
    await ann.send("b-typed", line="attack 2")
    await bob.get(f"/t/{table}")
    line = "shout mercy upon us"
    typed = {**fields(bob.page, "b-typed"), "line": line}
    answer = await bob.http.post(f"/t/{table}/moves", data=typed)
    assert answer.status_code == 409
    assert "That cannot be done now." in words(answer.text)
    assert "That means" not in words(answer.text)
    assert line_of(answer.text) == line


@on_site
async def test_talk_and_notes_stay_after_a_refusal_too(site: Site) -> None:
    ann, _, _ = await sit(site)
    for form, field in (("f-say", "say-text"), ("f-free-note", "note-text")):
        await ann.send(form, status=400, text="<b>&" * 200)
        found = re.search(rf'id="{field}" name="text" value="([^"]*)"', ann.page)
        assert found is not None
        assert found[1].startswith("&lt;b&gt;&amp;&lt;b")


@on_site
async def test_a_line_is_read_back_alone_and_plays_nothing(site: Site) -> None:
    ann, bob, table = await sit(site)
    head = site.head(table)
    sent = {**fields(ann.page, "b-typed"), "line": "shout m"}
    answer = await ann.http.post(f"/t/{table}/read", data=sent)
    assert answer.status_code == 200
    assert "One word for everybody." in words(answer.text)
    assert re.findall(r'name="chip" value="([^"]*)"', answer.text) == ["shout mercy"]
    told = await ann.http.post(f"/t/{table}/read", data=sent | {"line": "attack 2"})
    assert words(told.text) == ""
    assert site.head(table) == head
    token = {"csrf": fields(bob.page, "f-say")["csrf"], "line": "shout m"}
    watcher = site.person()
    await watcher.get(f"/t/{table}")
    stranger = token | {"csrf": fields(watcher.page, "f-act")["csrf"]}
    assert (await watcher.http.post(f"/t/{table}/read", data=stranger)).status_code == 403
    assert (await ann.http.post(f"/t/{table}/read", data=token)).status_code == 403


@on_site
async def test_what_is_read_back_follows_from_the_seats_view(site: Site) -> None:
    """Only who holds a shield is warned: the same line of others gets the same bytes."""
    ann, bob, table = await sit(site)
    state = site.tables.registry.live_tables[table].state
    told = {}
    for person in (ann, bob):
        sent = {**fields(await person.get(f"/t/{table}"), "f-act"), "line": "shout hold"}
        answer = await person.http.post(f"/t/{table}/read", data=sent)
        assert answer.status_code == 200, words(answer.text)[:500]
        told[person] = answer.text
    for seat, person in enumerate((ann, bob)):
        holds = state.playing().view(seat).shield  # type: ignore[attr-defined]
        assert ("Your shield stays in your hand" in told[person]) == holds


@on_site
async def test_questions_are_answered_in_advance_on_the_page(site: Site) -> None:
    ann, bob, table = await sit(site)
    assert "Use your shield when you are attacked?" in words(bob.page)
    pressed = r'value="shield/([a-z/]+)" aria-pressed="true"'
    assert re.findall(pressed, bob.page) == ["ask/table"]
    await bob.send("f-standing", advance="shield/decline/table")
    assert re.findall(pressed, bob.page) == ["decline/table"]
    await bob.send("f-standing", advance="shield/always/turn")
    assert re.findall(pressed, bob.page) == ["always/turn"]
    assert re.findall(pressed, await ann.get(f"/t/{table}")) == ["ask/table"]
    for wrong in ("", "shield", "shield/never/table", "shield/always/ever", "sword/always/turn"):
        await bob.send("f-standing", status=400, advance=wrong)
    watcher = await site.person().get(f"/t/{table}")
    assert "aria-pressed" not in watcher
    assert "Answered in advance" not in watcher


@on_site
async def test_games_without_such_questions_show_none(site: Site) -> None:
    ann = site.person()
    await ann.play("turing", seats="1")
    assert "Answered in advance" not in ann.page


@on_site
async def test_programs_read_lines_back_and_answer_in_advance(site: Site) -> None:
    table, (ann, bob), _ = await seat_all(site, {"game": "skirmish", "seats": 2})
    path = f"/tables/{table}"
    read = await ann.ask(f"{path}/read", {"line": "shout  HOLD it"})
    assert read["back"]["move"] == {"move": "shout", "words": "hold it"}
    assert (read["back"]["meaning"], read["back"]["confirm"]) == ("2 words for everybody.", True)
    assert await ann.ask(f"{path}/read", {"line": "attack 2"}) == {
        "head": site.head(table),
        "back": None,
    }
    long = (await ann.ask(f"{path}/read", {"line": "x" * 2001}))["back"]
    assert long["move"] is None
    assert "at most 2000 characters" in long["problem"]
    assert read["head"] == site.head(table)
    refused = await ann.ask(f"{path}/moves", {"line": "shout " + "x" * 2000}, 400)
    assert refused["error"]["code"] == "malformed-move"
    assert read["head"] == site.head(table)

    said = {"question": "shield", "answer": "decline", "client": "s1"}
    done = await bob.ask(f"{path}/standing", said)
    assert await bob.ask(f"{path}/standing", said) == {**done, "again": True}
    now = {"question": "shield", "answer": "decline", "lasts": "table", "turn": 0}
    assert await bob.ask(f"{path}/standing") == {"standing": [now]}
    assert (await ann.ask(f"{path}/standing"))["standing"][0]["answer"] == "ask"
    for wrong in (
        {"question": "sword", "answer": "always"},
        {"question": "shield", "answer": "never"},
        {"question": "shield", "answer": "always", "lasts": "ever"},
        {"answer": "always"},
    ):
        await bob.ask(f"{path}/standing", wrong, 400)
    await site.program().ask(f"{path}/standing", said, 401)
    told = (await ann.ask(f"{path}/events?after={done['seq'] - 1}"))["events"][0]
    assert told == {"seq": done["seq"], "at": told["at"], "kind": "hidden"}
    assert {f"/api/tables/{{table}}/{each}" for each in ("read", "standing")} <= set(
        document()["paths"]
    )
