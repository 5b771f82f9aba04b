"""Workshops over real sockets: by form and link, as a stream, and for programs."""

from __future__ import annotations

import asyncio
import html
import os
import re
from typing import Any

import pytest
from tests.toys.skirmish import Skirmish
from tests.web.site import FREE, Site, on_site, running, words

from facedown.core.registry import override_game
from facedown.games.solid import Solid
from facedown.web.guard import Config, Rate

PAGE = "/games/turing/workshop"
LIMITED = Config(rates={"aid": Rate(2, 0.01)})


@on_site
async def test_a_problem_is_made_without_javascript(site: Site) -> None:
    ann = site.person()
    page = await ann.get(f"{PAGE}?cards=")
    assert "Choose 4 to 6 cards; there are 0 so far." in words(page)
    cards = ""
    for card in (3, 7, 10, 14):
        page = await ann.send(PAGE, mode="classic", cards=cards, edit=f"card {card}")
        cards = re.search(r'name="cards" value="([^"]*)"', page)[1]  # type: ignore[index]
    assert cards == "3,7,10,14"
    assert "Choose 4" not in words(page)
    page = await ann.send(PAGE, mode="classic", cards=cards, find="yes")
    said = words(page)
    assert "9/7 (1.286) 20/7 (2.857)" in said
    assert "Working" not in said
    # The link is the draft: somebody else sees the same, and plays it at once.
    link = re.search(r'id="link" href="([^"]*)"', page)[1]  # type: ignore[index]
    assert link == f"{PAGE}?cards=3,7,10,14"
    bob = site.person()
    await bob.get(html.unescape(link))
    await bob.send("/tables")
    assert site.tables.registry.live_tables[bob.table].state.game.options["cards"] == "3,7,10,14"
    friends = re.search(r'id="friends" href="([^"]*)"', page)[1]  # type: ignore[index]
    assert 'name="option.cards" value="3,7,10,14"' in await bob.get(html.unescape(friends))


@on_site
async def test_a_card_list_is_made_and_played_without_javascript(site: Site) -> None:
    ann, page = site.person(), "/games/solid/workshop"
    shown = await ann.get(page)
    text = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", shown, re.DOTALL)[1])  # type: ignore[index]
    shown = await ann.send(page, cards=text, edit="fewer protect")
    text = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", shown, re.DOTALL)[1])  # type: ignore[index]
    shown = await ann.send(page, cards=text.replace("plays = 3", "plays = 0"))
    assert "rules, plays: a number from 1 to 10 is needed, not 0." in words(shown)
    shown = await ann.send(page, cards=text, find="yes")
    assert "80 cards: 50 data, 25 sharing cards, 5 events." in words(shown)
    assert "Whoever begins scores" in words(shown)
    await ann.send("/tables")
    game = site.tables.registry.live_tables[ann.table].state.game
    assert isinstance(game, Solid)
    assert sum(card.copies for card in game.setting.deck) == 80


@on_site
async def test_a_bad_draft_gets_a_sentence_at_its_field_and_loses_nothing(site: Site) -> None:
    ann = site.person()
    await ann.get(PAGE)
    page = await ann.send(PAGE, 200, mode="classic", cards="4, <b>, 11")
    assert 'value="4, &lt;b&gt;, 11"' in page
    flaws = re.search(r'id="draft-cards-flaws">([^<]*)<', page)
    assert flaws is not None
    assert "Cannot read the cards" in flaws[1]
    assert 'id="play" disabled' in page
    page = await ann.send(PAGE, 400, mode="blind", cards="4,9")
    assert 'value="4,9"' in page
    assert "one of classic, extreme, nightmare" in words(page)
    page = await ann.send(PAGE, 400, mode="classic", cards="4,x", edit="card 9")
    assert 'value="4,x"' in page
    assert "Mend the numbers first" in words(page)
    assert 'id="card-9"' in page  # the cards are still there to be chosen
    assert "cut short or changed" in words(await ann.get(f"{PAGE}?packed=x", 400))
    assert "one of classic" in words(await ann.get(f"{PAGE}?mode=blind&cards=4,9", 400))
    await ann.send(PAGE, 400, mode="classic", cards="9" * 30_000)


@on_site
async def test_only_games_with_a_workshop_have_its_page(site: Site) -> None:
    ann = site.person()
    with override_game(Skirmish):
        assert "has no workshop" in words(await ann.get("/games/skirmish/workshop", 404))
        await site.program().ask("/games/skirmish/workshop", status=404)
        assert f'href="{PAGE}"' in await ann.get("/make")
        assert 'href="/games/skirmish/workshop"' not in ann.page
    await ann.get("/games/nothing/workshop/findings", 404)
    assert f'href="{PAGE}"' in await ann.get("/games/turing")


async def listen(site: Site, query: str, until: str, most: float = 300) -> str:
    """What a stream of findings tells until a text comes; then it is left."""
    heard = ""
    async with (
        asyncio.timeout(most),
        site.person().http.stream("GET", f"{PAGE}/findings?{query}") as answer,
    ):
        assert answer.status_code == 200, await answer.aread()
        async for part in answer.aiter_text():
            heard += part
            if until in heard:
                break
    return heard


async def processes(site: Site) -> set[int]:
    pool = site.tables.pool
    return {await pool.run(30, os.getpid) for _ in range(4 * pool.workers)}


@on_site
async def test_findings_come_cheap_ones_first(site: Site) -> None:
    heard = await listen(site, "cards=3,7,10,14", "event: end")
    places = [heard.index(f'id="stage-{name}"') for name in
              ("worlds", "best-play", "information", "first-questions")]  # fmt: skip
    assert places == sorted(places)
    assert "20/7 (2.857)" in heard


@on_site
async def test_work_that_is_out_of_date_ends_and_no_process_with_it(site: Site) -> None:
    before = await processes(site)
    # Six verifiers in Extreme: nobody waits to the end of this.
    long = "mode=extreme&cards=1%2B23,5%2B30,9%2B33,14%2B40,19%2B44,22%2B48"
    for _ in range(5):
        heard = await listen(site, long, 'id="stage-worlds"')
        assert "event: end" not in heard
    assert "20/7 (2.857)" in await listen(site, "cards=3,7,10,14", "event: end")
    assert await processes(site) == before
    helpers: Any = site.tables.slow_work._helpers
    assert helpers._value == max(1, site.tables.pool.workers // 2)
    assert not site.app.app.state.workshops.open


@on_site(config=LIMITED)
async def test_findings_are_rate_limited_as_slow_work_is(site: Site) -> None:
    ann = site.person()
    await ann.http.get(f"{PAGE}/findings?cards=1")
    await ann.http.get(f"{PAGE}?cards=1&find=yes")
    for refused in (
        await ann.http.get(f"{PAGE}/findings?cards=1"),
        await ann.http.get(f"{PAGE}?cards=1&find=yes"),
        await site.program().http.post("/games/turing/workshop", json={"draft": {}}),
    ):
        assert refused.status_code == 429
        assert refused.headers["retry-after"]
    await ann.get(PAGE)  # reading is another matter


def test_an_address_has_few_drafts_looked_into_at_a_time() -> None:
    async def scene() -> None:
        address = f"{PAGE}/findings?cards=3,7,10,14"
        async with (
            running(config=Config(rates=None, most_workshops=1)) as site,
            site.person().http.stream("GET", address) as first,
        ):
            assert first.status_code == 200
            assert (await site.person().http.get(address)).status_code == 429
            body = {"draft": {"cards": "3,7,10,14"}}
            await site.program().ask("/games/turing/workshop", body, 429)

    assert FREE.most_workshops > 1
    asyncio.run(scene())


@on_site
async def test_programs_look_into_drafts(site: Site) -> None:
    program = site.program()
    facts = await program.ask("/games/turing/workshop")
    assert [field["option"]["name"] for field in facts["fields"]] == ["mode", "cards"]
    body = {"draft": {"cards": "3 7 10 14"}, "stages": ["worlds", "best-play"]}
    found = await program.ask("/games/turing/workshop", body)
    assert found["draft"] == {"mode": "classic", "cards": "3,7,10,14"}
    assert found["page"] == f"{PAGE}?cards=3,7,10,14"
    assert found["options"] == found["draft"]
    assert [stage["status"] for stage in found["stages"]] == ["done", "done"]
    play = found["stages"][1]["findings"][0]
    assert play["value"]["upper"] == ["9/7", "20/7"]
    flawed = await program.ask("/games/turing/workshop", {"draft": {"cards": "3"}})
    assert (flawed["stages"], flawed["options"], len(flawed["flaws"])) == ([], None, 1)
    for bad in ({"draft": {"mode": 1}}, {"draft": {"x": ""}}, {"draft": {}, "stages": ["x"]}, {}):
        refused = await program.ask("/games/turing/workshop", bad, 400)
        assert refused["error"]["sentence"]


@pytest.mark.parametrize("what", ["GET", "POST"])
def test_a_form_of_another_site_is_refused(what: str) -> None:
    async def scene() -> None:
        async with running() as site:
            ann = site.person(**{"sec-fetch-site": "cross-site"})
            answer = await ann.http.request(
                what, PAGE, data={"cards": "4"} if what == "POST" else None
            )
            assert answer.status_code == (200 if what == "GET" else 403)

    asyncio.run(scene())
