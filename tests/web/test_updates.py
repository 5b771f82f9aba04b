"""What goes over the wire when something changes: what has changed, compressed, in one request."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
import zlib
from collections.abc import AsyncIterator

import pytest
from tests.web.site import Person, Site, fields, on_site

from facedown.languages import ENGLISH
from facedown.table.acts.say import Say
from facedown.web.streams import ANYBODY, NEAR, TOKEN_LENGTH, Drawing, Drawings, Look, change, event


async def updates(site: Site, person: Person, table: str, after: int) -> tuple[int, str]:
    """The bytes of the newest update as they are sent after an earlier one, and its text."""
    address = f"/t/{table}/live?after={after}"
    sizes, text, unpack = [], "", zlib.decompressobj(16 + zlib.MAX_WBITS)
    async with person.http.stream("GET", address) as stream:
        assert stream.headers["content-encoding"] == "gzip"
        async for chunk in stream.aiter_raw():
            told = unpack.decompress(chunk).decode()
            if "event: table" not in told:
                continue
            sizes.append(len(chunk))
            text = told
            if len(sizes) == 2:
                return sizes[1], text
            await site.tables.do(table, Say(text="hello"), person.http.cookies["seat"])
    raise AssertionError("the stream ended")


@pytest.mark.parametrize("game", ["turing", "suspense"])
@on_site
async def test_an_update_is_what_changed(site: Site, game: str) -> None:
    ann = site.person()
    others = {"bot__1": "careful"} if game == "turing" else {"bot__1": "beginner"}
    table = await ann.play(game, name="Ann", seats="2", **others)
    size, text = await updates(site, ann, table, site.head(table) - 1)
    assert "hello" in text
    assert size < 15_000
    data = {**fields(ann.page, "f-say"), "text": "once more"}
    answer = await ann.http.post(f"/t/{table}/chat", data=data, headers={"x-part": "table"})
    assert answer.status_code == 200
    assert not answer.history, "one request"
    assert "once more" in answer.text
    assert 'id="rules-title"' not in answer.text
    assert len(gzip.compress(answer.content, 5)) < 15_000
    assert answer.headers["content-encoding"] == "gzip"


def changed(lines: list[str], change: list[str]) -> list[str]:
    """What the page's script makes of a change."""
    made: list[str] = []
    for told in change:
        if told.startswith("="):
            start, end = map(int, told[1:].split(" "))
            made += lines[start:end]
        else:
            made.append(told[1:])
    return made


def test_a_change_makes_of_one_text_the_other() -> None:
    rng = random.Random(7)
    for _ in range(500):
        before, after = (rng.choices(["a", "b", "", "=1 2", "+", "c"], k=8) for _ in range(2))
        assert changed(before, change(before, after)) == after
        assert change(after, after) == [f"=0 {len(after)}"]


@on_site
async def test_after_the_whole_only_changes_are_sent(site: Site) -> None:
    """They make of it what somebody is sent who has just come, and hold the reader's own token."""
    ann = site.person()
    table = await ann.play("suspense", name="Ann", seats="2", bot__1="beginner")
    seat, head = ann.http.cookies["seat"], site.head(table) - 1

    async def told(stream: AsyncIterator[str]) -> tuple[str, list[str]]:
        text = ""
        async for part in stream:
            text += part
            found = re.search(r"event: (table|change)\n(.*?)\n\n", text, re.DOTALL)
            if found:
                lines = [line for line in found[2].split("\n") if line.startswith("data: ")]
                return found[1], [line.removeprefix("data: ") for line in lines]
        raise AssertionError("the stream ended")

    address = f"/t/{table}/live?after={head}&changes=yes"
    async with ann.http.stream("GET", address) as stream:
        parts = stream.aiter_text()
        kind, shown = await told(parts)
        assert kind == "table"
        for said in ("hello", "once more"):
            await site.tables.do(table, Say(text=said), seat)
            kind, lines = await told(parts)
            assert kind == "change"
            assert sum(map(len, lines)) < 2000
            shown = changed(shown, lines)
    async with ann.http.stream("GET", address) as stream:
        _, anew = await told(stream.aiter_text())
    number = re.compile(r'(?<=name="seq" value=")\d+')  # the script puts the newest there
    assert [number.sub("", line) for line in shown] == [number.sub("", line) for line in anew]
    assert "once more" in "\n".join(shown)


@on_site
async def test_a_form_of_a_page_with_a_stream_is_not_answered_with_the_page(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", name="Ann", seats="2", bot__1="beginner")
    data = {**fields(ann.page, "f-say"), "text": "once more"}
    asked = {"x-part": "table stream"}
    answer = await ann.http.post(f"/t/{table}/chat", data=data, headers=asked)
    assert answer.status_code == 204
    assert int(answer.headers["x-head"]) == site.head(table)
    refused = await ann.http.post(f"/t/{table}/chat", data={**data, "text": ""}, headers=asked)
    assert refused.status_code >= 400
    assert 'id="problem"' in refused.text, "what was not done is said"


@on_site
async def test_onlookers_are_shown_one_drawing_with_their_own_tokens(site: Site) -> None:
    ann, eve, bob = site.person(), site.person(), site.person()
    table = await ann.play("suspense", name="Ann", seats="2", bot__1="beginner")
    head = site.head(table) - 1
    seen = []
    for person in (eve, bob):
        page = await person.get(f"/t/{table}")
        async with person.http.stream("GET", f"/t/{table}/live?after={head}") as stream:
            text = ""
            async for chunk in stream.aiter_text():
                text += chunk
                if text.count("event: table") and text.endswith("\n\n"):
                    break
        token = fields(page, "f-say")["csrf"]
        assert token in text
        seen.append(text.replace(token, ""))
    assert seen[0] == seen[1]


@on_site
async def test_a_seat_is_drawn_once_however_many_of_its_pages_watch(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", name="Ann", seats="2", bot__1="beginner")
    head, drawings = site.head(table) - 1, site.app.app.state.drawings

    async def update(person: Person) -> str:
        text = ""
        async with person.http.stream("GET", f"/t/{table}/live?after={head}") as stream:
            async for chunk in stream.aiter_text():
                text += chunk
                if "event: table" in text and text.endswith("\n\n"):
                    return text
        raise AssertionError("the stream ended")

    first, again = await asyncio.gather(update(ann), update(ann))
    assert first == again
    assert drawings.drawn == 1
    eve = site.person()
    await eve.get(f"/t/{table}")
    onlooker = await update(eve)
    assert drawings.drawn == 2
    hand = ann.page.partition('id="hand-place"')[2]
    assert hand, "what a seat alone is shown"
    assert 'id="hand-place"' in first
    assert 'id="hand-place"' not in onlooker


@pytest.mark.parametrize("timed", [False, True])
def test_a_drawing_is_old_only_where_it_shows_clocks(
    timed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.web.streams.FRESH", -1.0)
    drawings = Drawings()
    look = Look("t", 7, 0, False, False, "http://house/", ENGLISH)

    async def draw() -> Drawing:
        return Drawing(7, True, timed, "<p>Hi</p>")

    async def scene() -> None:
        for _ in range(3):
            assert (await drawings.drawing(look, draw)).html == "<p>Hi</p>"

    asyncio.run(scene())
    assert drawings.drawn == (3 if timed else 1)


@pytest.mark.parametrize("lines", [1, 1500])
def test_the_events_of_a_drawing_say_where_the_token_is_and_are_made_once(lines: int) -> None:
    form = f'<input name="csrf" value="{ANYBODY.csrf}">'
    html = f"{form}<p>{ANYBODY.name}\u2028\x0c</p>\n" + "<li>a line of the log</li>\n" * lines
    drawing = Drawing(7, True, False, html)
    ann = drawing.event_to("Ann")
    assert drawing.event_to("Ann") is ann
    token = "t" * TOKEN_LENGTH
    said = ann.to(token.encode()).decode()
    told = [line for line in said.split("\n") if not line.startswith(":")]
    own = html.replace(ANYBODY.csrf, token).replace(ANYBODY.name, "Ann")
    assert "\n".join(told) == event(7, "table", own)
    assert max(map(len, said.split(token))) < 2 * NEAR
    assert said.endswith(f":{token}\n\n")
