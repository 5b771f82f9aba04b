"""Ratings on a site that keeps them: of those who ask, by name and nothing else; else nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tests.web.bare import english_in
from tests.web.site import QUICK, UNTICKED, Person, Site, on_site, running

from facedown.languages import PSEUDO
from facedown.table.access import hash_token
from facedown.web.visitor import Visitor

RATED = "ratings"


def rating(scene: Callable[[Site], Awaitable[None]]) -> Callable[[], None]:
    """A test of this scene on a site that keeps ratings."""

    def test() -> None:
        async def run() -> None:
            async with asyncio.timeout(300), running(settings=replace(QUICK, ratings=True)) as site:
                await scene(site)

        asyncio.run(run())

    test.__name__, test.__module__, test.__doc__ = scene.__name__, scene.__module__, scene.__doc__
    return test


async def meet(winner: Person, loser: Person, names: tuple[str, str], *asked: Person) -> str:
    """A game of two that the second gives up; whoever ``asked`` is rated."""
    ticked = {who: "yes" if who in asked else UNTICKED for who in (winner, loser)}
    table = await winner.play("suspense", seats="2", name=names[0], rated=ticked[winner])
    await loser.get(f"/t/{table}")
    await loser.send("claim-1", name=names[1], rated=ticked[loser])
    await loser.send("f-resign")
    return table


async def lose_to_a_bot(who: Person, name: str, bot: str) -> str:
    """A game that somebody who is rated gives up to a bot."""
    table = await who.play("suspense", seats="2", name=name, bot__1=bot, rated="yes")
    await who.send("f-resign")
    return table


async def settled(site: Site) -> None:
    """Returns when what counts of all games that are over is kept."""
    await site.tables.tasks.drain()


async def lines(who: Person) -> list[tuple[str, str, int]]:
    """Name, rating with interval, and games of everybody, as somebody reads the page."""
    page = await who.get(f"/{RATED}")
    rows = re.findall(
        r'<tr><th scope="row">(.*?)</th><td>(.*?)</td><td>(\d+)</td></tr>', page, re.DOTALL
    )
    said = [re.sub(r"<[^>]*>", "", name) for name, _, _ in rows]
    return [(name, row[1], int(row[2])) for name, row in zip(said, rows, strict=True)]


@on_site
async def test_a_site_keeps_no_ratings_unless_it_is_told_to(site: Site) -> None:
    ann, bob = site.person(), site.person()
    assert "rated" not in await ann.get("/games/suspense")
    assert f"/{RATED}" not in ann.page
    await ann.get(f"/{RATED}", 404)
    table = await ann.play("suspense", seats="2", name="Ann", rated="yes")
    assert 'name="rated"' not in await bob.get(f"/t/{table}")
    refused = await site.program().ask(f"/tables/{table}/claim", {"rated_as": "r" * 43}, 403)
    assert refused["error"]["sentence"] == "This site keeps no ratings."
    assert all(seat.rated is None for seat in site.tables.registry.live_tables[table].state.seats)


@rating
async def test_who_asks_is_rated_with_the_bots_they_meet_and_nobody_else(site: Site) -> None:
    ann, bob, carl = site.person(), site.person(), site.person()
    assert f'href="/{RATED}"' in await ann.get("/")
    for _ in range(3):
        await meet(ann, bob, ("Ann", "Bob"), ann, bob)
    await lose_to_a_bot(ann, "Anna", "careful")
    await meet(carl, ann, ("Carl", "Ann"), ann)  # of one alone nothing can be said
    await settled(site)
    told = await lines(ann)
    assert [(name, games) for name, _, games in told] == [
        ("bot: careful", 1),
        ("Anna you", 4),
        ("Bob", 3),
    ]
    number = r"(?:[+-]\d+|0)"
    form = rf"{number} \({number} … {number}\)"
    assert [middle for _, middle, _ in told if not re.fullmatch(form, middle)] == []
    assert [name for name, _, _ in await lines(carl)] == ["bot: careful", "Anna", "Bob"]
    carl.http.cookies.set("language", PSEUDO.code)
    for address in (f"/{RATED}", "/games/suspense"):
        assert {*english_in(await carl.get(address), "suspense")} <= {"Anna"}
    carl.http.cookies.delete("language")
    # Whoever sits down for another game of the same people goes on being rated, or not.
    await meet(bob, ann, ("Bob", "Ann"), bob, ann)
    for who in (bob, ann):
        await who.get(f"/t/{ann.table}")
        await who.send("f-rematch")
    await ann.send("f-resign")
    await settled(site)
    assert {name: games for name, _, games in await lines(carl)} == {
        "bot: careful": 1,
        "Ann": 6,
        "Bob": 5,
    }


@rating
async def test_two_people_of_one_name_are_two(site: Site) -> None:
    one, other, bob = site.person(), site.person(), site.person()
    await meet(one, bob, ("Sam", "Bob"), one, bob)
    await meet(other, bob, ("Sam", "Bob"), other, bob)
    await settled(site)
    assert [(name, games) for name, _, games in await lines(bob)] == [
        ("Sam", 1),
        ("Sam", 1),
        ("Bob you", 2),
    ]


@rating
async def test_what_somebody_is_known_by_is_shown_to_nobody(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await meet(ann, bob, ("Ann", "Bob"), ann, bob)
    await settled(site)
    kept = {seat.rated for seat in site.tables.registry.live_tables[table].state.seats}
    hidden = set()
    for who in (ann, bob):
        key = who.http.cookies["visitor"]
        token = Visitor(key, new=False).derive("ratings")
        assert hash_token(token) in kept
        hidden |= {key, token, hash_token(token)}
    ways = (f"/t/{table}", f"/{RATED}", f"/t/{table}/log", f"/t/{table}/replay", "/")
    said = [await who.get(way) for who in (ann, bob, site.person()) for way in ways]
    said += [str(await site.program().ask(f"/tables/{table}{way}")) for way in ("", "/events")]
    assert "Ann" in said[1]
    assert not [secret for secret in hidden for text in said if secret in text]
    assert "rated_hash" not in "".join(said)
