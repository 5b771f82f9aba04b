"""The tools in the running server: both generations of clients, limits, and what it refuses."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator

import httpx
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from tests.web.site import Site, on_site
from tests.web.tool_caller import Caller

from facedown.web.guard import Config, Rate

ACCEPT = {"accept": "application/json, text/event-stream"}


@contextlib.asynccontextmanager
async def calling(site: Site, mode: str = "auto", bearer: str = "") -> AsyncIterator[Caller]:
    headers = {"authorization": f"Bearer {bearer}"} if bearer else {}
    async with httpx2.AsyncClient(headers=headers, timeout=90) as http:
        transport = streamable_http_client(f"{site.base}/api/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield Caller(client)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@on_site
async def test_a_whole_game(site: Site, mode: str) -> None:
    async with calling(site, mode) as caller:
        table = await caller.open("turing", options={"rounds": 4})
        handle = await caller.sit(table)
        rng = random.Random(5)
        while await caller.move(handle, rng):
            pass
        person = site.person()
        await person.get(f"/t/{table}")  # the same table, in the browser


@on_site
async def test_a_bearer_keeps_the_secret_out_of_every_answer(site: Site) -> None:
    secret = "b" * 43
    async with calling(site, bearer=secret) as caller:
        table = await caller.open("turing")
        said = await caller.done("join", table=table)
    async with calling(site, bearer=f"{table}.{secret}") as caller:
        said += await caller.done("look")
        said += await caller.done("play", head=2, move="241")
        said += await caller.refused("look", handle="elsewhere")
    assert secret not in said


@on_site
async def test_only_post_is_served_and_nothing_is_told_again(site: Site) -> None:
    async with httpx.AsyncClient(base_url=site.base) as http:
        assert (await http.get("/api/mcp", headers=ACCEPT)).status_code == 405
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        for arguments in ("SECRET", ["SECRET"], {"handle": ["SECRET"]}, {"SECRET": 1}):
            params = {"name": "look", "arguments": arguments}
            answer = await http.post("/api/mcp", headers=ACCEPT, json={**asked, "params": params})
            assert "SECRET" not in answer.text
        for body in ("SECRET", '["SECRET"]', '{"method": "SECRET", "id": ["SECRET"]}'):
            typed = {**ACCEPT, "content-type": "application/json"}
            answer = await http.post("/api/mcp", headers=typed, content=body)
            assert answer.json()["error"]["message"].startswith("That is no request of the Model")
            assert "SECRET" not in answer.text
        evil = {**ACCEPT, "origin": "https://evil.example"}
        assert (await http.post("/api/mcp", headers=evil, json=asked)).status_code == 403


RATES = {"read": Rate(100, 100.0), "write": Rate(2, 0.001), "create": Rate(1, 0.001)}


@on_site(config=Config(rates=RATES))
async def test_looks_are_reads_and_too_much_is_told_in_the_answer(site: Site) -> None:
    async with calling(site) as caller:
        handle = await caller.sit(await caller.open("turing"))
        for _ in range(30):
            await caller.done("look", handle=handle)
        told = await caller.refused("new_game", game="turing")
        assert "That is too much at once; wait" in told
        assert "Send the same again in a moment." in told
        await caller.done("play", handle=handle, head=2, move="241")
        assert "too much" in await caller.refused("play", handle=handle, head=3, move="ask A")


@on_site(config=Config(rates=None, most_streams=0))
async def test_waiting_counts_with_the_streams(site: Site) -> None:
    async with calling(site) as caller:
        handle = await caller.sit(await caller.open("turing"))
        assert "send it with wait = 0" in await caller.refused("look", handle=handle, wait=1)
        await caller.done("look", handle=handle)
