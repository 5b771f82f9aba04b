"""What if: playing on from a moment of a finished game, by forms and links."""

from __future__ import annotations

import random
import re

import pytest
from tests.web.site import Person, Site, fields, on_site, words

from facedown.core import game_names
from facedown.core.facts import OptionValue
from facedown.core.match import Match
from facedown.core.play import any_move
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.play import play
from facedown.table.opening import NewTable

FORM = 'id="f-practice"'
SHORT: dict[str, tuple[int, dict[str, OptionValue]]] = {
    "mystery": (1, {"puzzle": "the-three-twos"}),
    "solid": (3, {}),
    "solver": (2, {"level": 1}),
    "suspense": (2, {"goal": 1}),
    "turing": (2, {"cards": "4,9,11,14"}),
}
"""A quick game of each kind: seats and options."""


async def played(site: Site, game: str, moves: int = 2000) -> str:
    """A table of people whose moves were made at random, so many of them; its name."""
    seats, options = SHORT[game]
    made = await site.tables.create(NewTable(game, seats, options, seed="11"))
    claims = [await site.tables.do(made.table, ClaimSeat()) for _ in range(seats)]
    rng = random.Random(3)
    for _ in range(moves):
        match = (await site.tables.registry.live_table(made.table)).state.playing()
        if match.outcome is not None:
            break
        seat = rng.choice(match.actors)
        move = any_move(match.game, match.view(seat), rng)
        assert move is not None
        await site.tables.do(made.table, play(move), claims[seat].secret)
    return made.table


async def match_at(site: Site, table: str) -> Match:
    """The truth of a table."""
    return (await site.tables.registry.live_table(table)).state.playing()


def test_there_is_a_quick_game_of_each_kind() -> None:
    assert set(SHORT) == set(game_names())


@pytest.mark.parametrize("game", SHORT)
@on_site
async def test_every_game_is_played_on_from_a_moment(site: Site, game: str) -> None:
    table = await played(site, game)
    old = await match_at(site, table)
    assert old.outcome is not None
    turn, seats = old.moves // 2, old.game.seats
    eve = site.person()
    await eve.get(f"/t/{table}/replay?as={seats}&turn={turn}")
    assert FORM in eve.page
    page = await eve.send("f-practice")
    assert eve.table != table
    new = await match_at(site, eve.table)
    origin = new.log.origin
    assert origin is not None
    assert (origin.source, origin.moves >= turn) == (table, True)
    made = [entry for entry in new.log.entries if entry.move is not None]
    assert made[: origin.moves] == [e for e in old.log.entries if e.move][: origin.moves]
    info = await site.tables.watching.info(eve.table)
    assert [s.seat for s in info.seats if s.person] == [seats - 1]
    told = words(page)
    assert '<p class="badge" id="practice">' in page
    assert "It counts for nothing" in told
    assert f'href="/t/{table}/replay?turn={origin.moves}&amp;as={seats}"' in page
    assert info.commitment not in page
    assert "for practice" in words(await eve.get("/"))


@on_site
async def test_a_game_that_goes_on_does_not_offer_it(site: Site) -> None:
    ann, eve = site.person(), site.person()
    table = await ann.play("suspense", bot__1="random")
    secret = ann.http.cookies["seat"]
    while 0 not in (info := await site.tables.watching.info(table)).actors:
        await site.tables.watching.wait(table, info.head, 30)
    legal = (await site.tables.watching.snapshot(table, secret)).legal
    await site.tables.do(table, play(legal[0][0]), secret)
    assert (await match_at(site, table)).outcome is None
    for who, link in ((ann, "as=1"), (ann, "turn=1"), (eve, "as=onlooker"), (eve, "turn=0")):
        assert FORM not in await who.get(f"/t/{table}/replay?{link}")
    for who in (ann, eve):
        token = fields(await who.get("/"), "/tables")["csrf"]
        asked = {"csrf": token, "seat": "0", "turn": "1"}
        answer = await who.http.post(f"/t/{table}/practice", data=asked)
        assert answer.status_code == 409
        assert "when it is over" in words(answer.text)
    assert len(site.tables.registry.live_tables) == 1


@on_site
async def test_at_the_end_and_with_everything_open_it_is_not_offered(site: Site) -> None:
    table = await played(site, "suspense")
    moves = (await match_at(site, table)).moves
    eve = site.person()
    assert FORM in await eve.get(f"/t/{table}/replay?as=1&turn=0")
    for link in (f"as=1&turn={moves}", "as=open&turn=0", "as=onlooker&turn=0"):
        assert FORM not in await eve.get(f"/t/{table}/replay?{link}")


async def finish(site: Site, eve: Person, seat: int) -> None:
    """Plays a table with bots to its end."""
    rng, secret = random.Random(5), eve.http.cookies["seat"]
    while (info := await site.tables.watching.info(eve.table)).status != "over":
        if seat in info.actors:
            legal = (await site.tables.watching.snapshot(eve.table, secret)).legal
            await site.tables.do(eve.table, play(rng.choice(legal)[0]), secret)
        else:
            await site.tables.watching.wait(eve.table, info.head, 30)


@on_site
async def test_only_the_seats_own_view_is_shown_until_the_end(site: Site) -> None:
    table = await played(site, "suspense")
    eve = site.person()
    await eve.get(f"/t/{table}/replay?as=2&turn=3")
    await eve.send("f-practice", bot="random")
    for other in ("as=1", "as=open"):
        await eve.get(f"/t/{eve.table}/replay?{other}", 409)
    await finish(site, eve, 1)
    page = await eve.get(f"/t/{eve.table}/replay?as=open")
    assert "every draw follows" not in words(page)
    assert 'id="shuffle"' not in page
    assert 'id="origin"' in page
    page = await eve.get(f"/t/{eve.table}")
    assert re.search(r'value="[^"]*/same\?', page) is None


@on_site
async def test_a_program_plays_on_from_a_moment(site: Site) -> None:
    table = await played(site, "suspense")
    asked = {"seat": 1, "turn": 3, "bot": "random"}
    made = (await site.program().ask(f"/tables/{table}/practice", asked, 201))["table"]
    mine = await site.program().ask(f"/tables/{made}/claim", {"seat": 1}, 201)
    info = await site.tables.watching.info(made)
    assert info.origin is not None
    assert (info.origin.source, info.status) == (table, "playing")
    assert [seat.player for seat in info.seats] == ["bot:random", "human"]
    assert (await site.program(mine["secret"]).ask(f"/tables/{made}/view"))["view"]
    refused = await site.program().ask(f"/tables/{made}/practice", asked, 409)
    assert "when it is over" in refused["error"]["sentence"]
    usual = {"seat": 0, "turn": 0}
    await site.program().ask(f"/tables/{table}/practice", usual, 201)
