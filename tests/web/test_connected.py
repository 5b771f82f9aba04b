"""Who is connected: told from open streams, at once, and without storing or drawing anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator

from tests.web.site import Person, Site, on_site

from facedown.core.seats import ONLOOKER
from facedown.table.watching import Connected


async def told(person: Person, path: str) -> AsyncGenerator[list[int], None]:
    """The seats that are connected, whenever the stream tells of them."""
    async with person.http.stream("GET", path) as answer:
        kind = ""
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "here":
                said = json.loads(value)
                assert set(said) == {"seats", "all"}
                assert said["all"]
                yield said["seats"]


async def next_of(stream: AsyncGenerator[list[int], None]) -> list[int]:
    return await asyncio.wait_for(anext(stream), 40)


@on_site
async def test_whoever_has_a_stream_is_connected_until_it_ends(site: Site) -> None:
    ann, bob, eve = site.person(), site.person(), site.person()
    table = await ann.play("suspense", full="1", seats="2", name="Ann")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    head, path = site.head(table), f"/t/{table}/live?after={site.head(table)}"
    drawn = site.app.app.state.drawings.drawn
    watching = told(eve, path)
    assert await next_of(watching) == []  # an onlooker is nobody's seat
    anns = told(ann, path)
    assert await next_of(anns) == [0]
    assert await next_of(watching) == [0]
    bobs, again = told(bob, path), told(bob, path)
    assert await next_of(bobs) == [0, 1]
    assert await next_of(again) == [0, 1]
    for stream in (anns, watching):
        assert await next_of(stream) == [0, 1]
    await again.aclose()  # one of two: nobody is told anything
    await bobs.aclose()
    for stream in (anns, watching):
        assert await next_of(stream) == [0]
    assert (site.head(table), site.app.app.state.drawings.drawn) == (head, drawn)
    for stream in (anns, watching):
        await stream.aclose()


@on_site
async def test_a_stream_that_changes_hands_is_counted_once(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", full="1", seats="2", name="Ann")
    watching = site.tables.watching
    stream = await watching.stream(table)
    for seat, connected in ((0, {0}), (0, {0}), (1, {1}), (ONLOOKER, set())):
        stream.belongs_to(seat)
        assert await watching.connected(table) == Connected(frozenset(connected), all=True)
    stream.belongs_to(1)
    stream.end()
    stream.end()
    assert (await watching.connected(table)).seats == frozenset()


@on_site
async def test_a_table_with_an_open_stream_stays_in_memory(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", full="1", seats="2", name="Ann")
    stream = await site.tables.watching.stream(table)
    stream.belongs_to(0)
    sweeper = site.tables.sweeper
    sweeper.most_live_tables = 0
    await sweeper.sweep()
    assert (await site.tables.watching.connected(table)).seats == {0}
    stream.end()
    await sweeper.sweep()
    assert table not in site.tables.registry.live_tables
