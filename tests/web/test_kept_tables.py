"""Tables that older versions stored (``tests/kept``), on pages and over the JSON interface."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.table.test_kept_stores import VERSIONS, changed, known, one_of, steps_of, unpacked
from tests.web.site import Site, running, words

from facedown.core.log import read_log

LOST = "The shuffle cannot be checked any more: an older version of Facedown drew it"


def on_store(store: Path, scene: Callable[[Site], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(300), running(f"sqlite:///{store}") as site:
            await scene(site)

    asyncio.run(run())


@pytest.mark.parametrize("version", VERSIONS)
def test_every_older_table_has_its_page_and_its_log(version: str, tmp_path: Path) -> None:
    async def scene(site: Site) -> None:
        for each in known(version):
            await look_at(site, each, version)

    on_store(unpacked(version, "store.sqlite", tmp_path), scene)


async def look_at(site: Site, each: dict[str, Any], version: str) -> None:
    name = each["table"]
    ann, program = site.person(), site.program()
    page = await ann.get(f"/t/{name}")
    info = await program.ask(f"/tables/{name}")
    assert (info["game"], info["stopped"], info["title"] in words(page)) == (each["game"], "", True)
    for secret in each["secrets"].values():
        view = await site.program(secret).ask(f"/tables/{name}/view")
        assert view["head"] >= 1
        await site.program(secret).ask(f"/tables/{name}/events?after=0")
    if each["status"] != "over":
        return
    told = words(await ann.get(f"/t/{name}/replay?as=open"))
    if info["origin"] is None:
        assert (LOST in told) == (version == "7f60c6a")
        assert "does not hold" not in told
    answer = await ann.http.get(f"/t/{name}/log")
    log = read_log(answer.text)
    assert sum(entry.move is not None for entry in log.entries) == each["moves"]
    assert log.rules == info["rules"]


def test_a_table_that_is_not_played_on_is_shown_and_says_so(tmp_path: Path) -> None:
    store = unpacked("539482d", "store.sqlite", tmp_path)
    solid, suspense, turing = (
        one_of(*kind) for kind in (("solid", "playing"), ("suspense", "over"), ("turing", "over"))
    )
    changed(store, solid["table"], steps_of(store, solid["table"])[2], '"move":"', '"move":"once ')
    changed(store, suspense["table"], 0, '"rules":2', '"rules":9')
    changed(store, turing["table"], 0, '"game":"turing"', '"game":"whist"')

    async def scene(site: Site) -> None:
        ann = site.person()
        for each in (solid, suspense):
            address, secret = f"/tables/{each['table']}", each["secrets"]["0"]
            page = await ann.get(f"/t/{each['table']}")
            assert "nobody can play on" in words(page)
            assert "Ada" in words(page)
            for form in ("undo", "f-resign", "take", "f-start", "f-say"):
                assert f'id="{form}"' not in page, form
            program = site.program(secret)
            assert "nobody can play on" in (await program.ask(address))["stopped"]
            moved = await program.ask(f"{address}/moves", {"action": 0}, 409)
            assert moved["error"]["code"] == "not-played-on"
            page = await ann.get(f"/t/{each['table']}/log", 409)
            assert "nobody can play on" in words(page)
        assert (await site.program(solid["secrets"]["0"]).ask(f"/tables/{solid['table']}/moves"))[
            "moves"
        ] == []
        assert (await ann.get(f"/t/{solid['table']}/replay")) != ""
        told = await site.program().ask(f"/tables/{turing['table']}", status=409)
        assert told["error"]["code"] == "not-played-on"
        assert "whist" in words(await ann.get(f"/t/{turing['table']}", 409))
        assert (await site.program().ask("/tables/zzz", status=404))["error"]["code"] == (
            "no-such-table"
        )

    on_store(store, scene)


def test_nothing_that_lay_face_down_leaves_with_what_cannot_be_read(tmp_path: Path) -> None:
    """Why a move cannot be read might tell what it was."""
    store = unpacked("539482d", "store.sqlite", tmp_path)
    solid = one_of("solid", "playing")
    third = steps_of(store, solid["table"])[2]
    with closing(sqlite3.connect(store)) as connection:
        query = "SELECT body FROM events WHERE table_name = ? AND seq = ?"
        (body,) = connection.execute(query, (solid["table"], third)).fetchone()
    changed(store, solid["table"], third, body, body.replace('"move":"', '"move":"the secret '))

    async def scene(site: Site) -> None:
        ann = site.person()
        pages = [
            await ann.get(f"/t/{solid['table']}"),
            await ann.get(f"/t/{solid['table']}/replay"),
        ]
        address = f"/tables/{solid['table']}"
        told = [await site.program().ask(f"{address}{part}") for part in ("", "/view")]
        feed = await site.program().ask(f"{address}/events?after=0")
        assert "the secret" not in str((*pages, *told, feed))

    on_store(store, scene)
