"""The streams that keep pages live, seen from the line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from starlette.requests import Request
from tests.web.site import Person, Site, on_site, words

from facedown.table.acts.say import Say
from facedown.table.thinking import Advice
from facedown.table.watching import Watching
from facedown.web.guard import Config
from facedown.web.streams import Streams, stream


async def page_events(person: Person, path: str) -> AsyncGenerator[tuple[str, str, str], None]:
    """Events of a page's stream but those of who is connected: number, kind and data."""
    event: dict[str, str] = {}
    async with person.http.stream("GET", path) as answer:
        assert answer.status_code == 200
        async for line in answer.aiter_lines():
            if line:
                name, _, value = line.partition(": ")
                event[name] = event[name] + "\n" + value if name in event else value
            else:
                if event.get("event", "here") != "here":
                    yield event.get("id", ""), event["event"], event["data"]
                event = {}


@on_site(config=Config(rates=None, heartbeat=0.2))
async def test_a_stream_shows_that_it_lives(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", seats="2", name="Ann")
    events = page_events(ann, f"/t/{table}/live?after={site.head(table)}")
    for _ in range(3):
        assert await anext(events) == ("", "beat", "200")
    await events.aclose()


@on_site
async def test_an_aid_that_takes_long_does_not_hold_up_the_table(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, free = site.person(), asyncio.Event()
    table = await ann.play("turing", seats="1", name="Ann")

    async def slow(*_: Any) -> Advice:
        await free.wait()
        return Advice("here they are")

    monkeypatch.setattr(Watching, "aid", slow)
    head = site.head(table)
    events = page_events(ann, f"/t/{table}/live?after={head}&aid=codes")
    assert (await anext(events))[1] == "beat"
    for text in ("first", "second"):
        await site.tables.do(table, Say(text=text, name="Bob"))
        head += 1
        number, kind, html = await asyncio.wait_for(anext(events), 40)
        assert (number, kind) == (str(head), "table")
        assert text in words(html)
        assert "This is being worked out" in words(html)
    free.set()
    number, kind, html = await asyncio.wait_for(anext(events), 40)
    assert (number, kind) == (str(head), "table")
    assert "here they are" in words(html)
    await events.aclose()


@on_site
async def test_whoever_waits_is_told_for_whom(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: Any, **__: Any) -> None:
        await asyncio.sleep(1000)

    monkeypatch.setattr(site.tables.pool, "run", never)
    bots = {"1": "careful", "2": "exact"}
    asked = {"game": "turing", "seats": 3, "bots": bots, "options": {"cards": "4,9,11,14"}}
    table = (await site.program().ask("/tables", asked, 201))["table"]
    secret = (await site.program().ask(f"/tables/{table}/claim", {"name": "Ann"}, 201))["secret"]
    bob = site.person()
    both = "Careful bot and Exact bot are thinking."
    assert f"Waiting for Ann; {both}" in words(await bob.get(f"/t/{table}"))
    ann = site.program(secret)
    while (open_to := await ann.ask(f"/tables/{table}/moves"))["moves"]:
        await ann.ask(f"/tables/{table}/moves", {"action": open_to["moves"][-1]["action"]})
    told = words(await bob.get(f"/t/{table}"))
    assert both in told
    assert "Waiting for" not in told


def test_a_stream_that_never_began_gives_its_place_back() -> None:
    streams = Streams(1)
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": [], "method": "GET"}
    begun = []

    async def frames() -> AsyncGenerator[tuple[int, str, str], None]:
        begun.append(True)
        yield 1, "event", "{}"

    async def gone(_message: Any = None) -> Any:
        raise OSError

    async def scene() -> None:
        for _ in range(3):
            answer = stream(Request(scope), streams, frames())
            assert answer.status_code == 200
            assert streams.open.total() == 1
            assert stream(Request(scope), streams, frames()).status_code == 429
            with pytest.raises(BaseException):  # noqa: B017, PT011  # as the library has it
                await answer({**scope, "asgi": {"spec_version": "2.4"}}, gone, gone)
            assert streams.open.total() == 0

    asyncio.run(scene())
    assert not begun


@on_site
async def test_who_goes_away_leaves_nothing_behind(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", seats="2", name="Ann")
    host, _, port = site.base.removeprefix("http://").partition(":")
    for path in (f"/t/{table}/live", f"/api/tables/{table}/live") * 4:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET {path}?after=0 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        await reader.readuntil(b"retry: ")
        writer.close()
        await writer.wait_closed()
    async with asyncio.timeout(40):
        while (
            site.app.app.state.streams.open.total()
            or site.tables.registry.live_tables[table].watchers
        ):
            await asyncio.sleep(0.05)


@on_site
async def test_streams_end_when_the_server_is_to_stop(site: Site) -> None:
    """So that nobody who watches holds it up."""
    ann, program = site.person(), site.program()
    table = await ann.play("turing", seats="2", name="Ann")
    head = site.head(table)
    page = ann.http.stream("GET", f"/t/{table}/live?after={head - 1}")
    events = program.http.stream("GET", f"/tables/{table}/live?after={head - 1}")
    async with page as shown, events as told:
        first = [shown.aiter_bytes(), told.aiter_bytes()]
        assert all([await anext(each) for each in first])
        site.tables.retire()
        for each in first:  # without an end this would wait until the test is given up
            async for _ in each:
                pass
