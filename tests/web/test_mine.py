"""The list of a browser's own tables in the lobby."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from tests.web.site import Site, on_site, words

from facedown.web.visitor import MOST_TABLES, read_tables


def listed(page: str) -> list[str]:
    """The lines of the list in words."""
    part = page.partition('class="my-tables">')[2].partition("</ul>")[0]
    links = re.findall(r"<li>(<a .*?</a>)", part, re.DOTALL)
    return [words(re.sub(r"<time.*?</time>", "", line)) for line in links]


@on_site
async def test_tables_that_one_sat_down_at_are_listed(site: Site) -> None:
    ann, bob = site.person(), site.person()
    assert listed(await ann.get("/")) == []
    friends = await ann.play("suspense", name="Ann", seats="3", option__dealer="2")
    await bob.get(f"/t/{friends}")
    await bob.send("claim-1", name="<b>Bob</b>")
    solo = await ann.play("turing", name="Ann", seats="1")
    page = await ann.get("/")
    assert listed(page) == [
        "Turing Machine your turn",
        "Suspense with <b>Bob</b> 1 open seat",
    ]
    assert f'href="/t/{solo}"' in page
    assert "<b>Bob" not in page
    assert listed(await bob.get("/")) == ["Suspense with Ann 1 open seat"]
    await ann.get(f"/t/{friends}")
    await ann.send("f-fill", bot="careful")
    assert listed(await bob.get("/"))[0].endswith("your turn")
    assert listed(await ann.get("/"))[1].endswith("<b>Bob</b> to move")
    assert listed(await site.person().get("/")) == []


@on_site
async def test_a_host_without_a_seat_has_the_table_listed_too(site: Site) -> None:
    ann = site.person()
    await ann.play("suspense", seats="2", watch="yes")
    assert listed(await ann.get("/")) == ["Suspense 2 open seats"]


@on_site
async def test_the_list_holds_no_secret_and_opens_nothing(site: Site) -> None:
    ann, eve = site.person(), site.person()
    table = await ann.play("suspense", name="Ann", seats="2", bot__1="careful")
    cookies = {cookie.name: cookie.value or "" for cookie in ann.http.cookies.jar}
    assert cookies["tables"] == f"{table}-1"
    await eve.get("/")
    for forged in (f"{table}-1", f"{table}-9", f"{table}", f"{table}-1.{table}-1", "%00.<b>.-1"):
        eve.http.cookies.set("tables", forged, path="/")
        assert all(line.startswith("Suspense with") for line in listed(await eve.get("/")))
        assert "You are watching" in words(await eve.get(f"/t/{table}"))


@on_site
async def test_a_table_has_its_day_and_can_be_taken_off_the_list(site: Site) -> None:
    ann = site.person()
    kept = await ann.play("turing", name="Ann", seats="1")
    gone = await ann.play("suspense", name="Ann", seats="2", bot__1="careful")
    page = await ann.get("/")
    for name in (kept, gone):
        since = (await site.tables.watching.info(name)).since
        day = dt.datetime.fromtimestamp(since / 1000, dt.UTC).date()
        line = page.partition(f'href="/t/{name}"')[2].partition("</a>")[0]
        assert f'<time class="hint" datetime="{day}">' in line
    page = await ann.send(f"f-forget-{gone}")
    assert f"/t/{gone}" not in page
    assert f"/t/{kept}" in page
    await ann.get(f"/t/{gone}")  # the seat is still hers
    assert "you" in words(ann.page.partition('class="seats-list"')[2].partition("</ul>")[0])


@pytest.mark.parametrize("length", [3, MOST_TABLES, 40])
def test_the_list_is_short_whatever_is_sent(length: int) -> None:
    text = ".".join(f"t{n}-1" for n in range(length))
    assert len(read_tables(text)) == min(length, MOST_TABLES)
    assert read_tables("." * length) == ()
    assert read_tables(f"a-0.b-10.C.d--1.{'e' * 41}.f-2") == (("f", 1),)
