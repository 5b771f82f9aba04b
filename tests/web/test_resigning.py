"""Resigning by a form."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.web.site import Site, on_site, words

from facedown.core import game_names
from facedown.core.log import read_log
from facedown.web.pages.results import winners_called

FORM = 'id="f-resign"'


@on_site
async def test_who_resigns_sees_on_and_everybody_is_told(site: Site) -> None:
    ann, bob, cleo = site.person(), site.person(), site.person()
    table = await ann.play("suspense", full="1", seats="3", name="Ann")
    assert FORM not in ann.page  # nobody plays yet
    for person, seat, name in ((cleo, 2, "Cleo"), (bob, 1, "Bob")):
        await person.get(f"/t/{table}")
        await person.send(f"claim-{seat}", name=name)
    assert FORM in bob.page
    page = await bob.send("f-resign")
    told = words(page)
    assert "You have resigned: a bot plays on for you to the end." in told
    for form in (FORM, 'id="f-return"', 'id="f-leave"'):
        assert form not in page
    told = words(await ann.get(f"/t/{table}"))
    assert "Bob resigns; a bot (" in told
    assert "has resigned; a bot (" in told
    assert FORM in ann.page
    strip = ann.page.partition('id="board"')[2].partition('id="tabs"')[0]
    assert "has resigned" in words(strip)  # where the seats stand on the board, too
    info = await site.tables.watching.info(table)
    assert [seat.resigned for seat in info.seats] == [False, True, False]
    assert winners_called(info, 0) == ["Ann", "Bot for Bob", "Cleo"]
    assert winners_called(info, 1)[1] == "Your bot"
    unnamed = tuple(replace(seat, name=f"Seat {seat.seat + 1}") for seat in info.seats)
    assert winners_called(replace(info, seats=unnamed), 0)[1] == "The bot on seat 2"


@on_site
async def test_resigning_ends_a_game_of_two_in_each_ones_words(site: Site) -> None:
    ann, bob, eve = site.person(), site.person(), site.person()
    table = await ann.play("suspense", full="1", seats="2", name="Ann")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    assert "That ends the game: Ann wins." in words(bob.page)
    pages = [await bob.send("f-resign"), await ann.get(f"/t/{table}"), await eve.get(f"/t/{table}")]
    for page, verdict, why in zip(
        pages,
        ("You gave the game up", "You win", "Ann wins"),
        ("Ann wins.", "Bob has resigned.", "Bob has resigned."),
        strict=True,
    ):
        assert f"{verdict} {why}" in words(page)
        assert 'class="verdict-points"' not in page  # nobody's are counted
        assert FORM not in page
        assert "plays on" not in words(page)
    assert all('id="f-rematch"' in page for page in pages[:2])
    assert "over, you won" in words(await ann.get("/"))
    assert "over, you won" not in words(await bob.get("/"))
    opened = f"/t/{table}/replay?as=open"  # as at any end
    assert all(f'href="{opened}">Everybody’s view<' in page for page in pages[:2])
    shown = await eve.get(opened)
    assert [shown.count(f'id="s{seat}-b-hand-') for seat in (1, 2)] == [6, 6]
    assert words(shown).count("Only Ann sees it.") + words(shown).count("Only Bob sees it.") == 1
    sent = await eve.get(f"/t/{table}/same?as=1&result=yes")
    assert "Ann won: Bob has resigned." in words(sent)
    log = await ann.http.get(f"/t/{table}/log")
    assert read_log(log.text).resigned == 1


@pytest.mark.parametrize("game", sorted(game_names()))
@on_site
async def test_every_game_shows_its_board_after_that(site: Site, game: str) -> None:
    ann, bob, eve = site.person(), site.person(), site.person()
    casual = {"option__mode": "casual"} if game == "solver" else {}
    table = await ann.play(game, full="1", seats="2", name="Ann", **casual)
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await bob.send("f-resign")
    for person, verdict in ((ann, "You win"), (bob, "You gave the game up"), (eve, "Ann wins")):
        page = await person.get(f"/t/{table}")
        assert f'id="over-title">{verdict}<' in page
        board = page.partition('id="board"')[2].partition('id="tabs"')[0]
        assert "to act" not in words(board)
        assert not re.search(r'class="[^"]*\bnow\b[^"]*" id="b-seat-', board)  # none is framed
    for asked in ("as=open", "as=1&why=yes", "as=2&judged=yes", "as=onlooker&turn=0"):
        await ann.get(f"/t/{table}/replay?{asked}")
    sent = words(await eve.get(f"/t/{table}/same?as=1&result=yes"))
    assert "Ann won: Bob has resigned." in sent
    assert not re.search("The (code|mystery|rule) was", sent)  # who plays the deal is not told
    await ann.get(f"/t/{table}")
    await ann.send("f-rematch")
    assert ann.table != table


@pytest.mark.parametrize("aids", ["yes", ""])
@on_site
async def test_who_plays_alone_gives_up_and_sees_what_lay_face_down(site: Site, aids: str) -> None:
    ann = site.person()
    await ann.play("mystery", **({} if aids else {"full": "1"}))
    assert ann.page.count(FORM) == 1
    assert FORM in ann.page.partition('id="seats-part"')[2]
    assert 'id="f-leave"' not in ann.page
    page = await ann.send("f-resign")
    assert "You gave the game up The mystery was the" in words(page)
    assert FORM not in page
    for asked in ("as=1", "as=1&judged=yes", "as=1&turn=0"):
        await ann.get(f"/t/{ann.table}/replay?{asked}")


@on_site
async def test_a_program_resigns(site: Site) -> None:
    asked = {"game": "suspense", "seats": 2, "bots": {"1": "beginner"}}
    table = (await site.program().ask("/tables", asked, 201))["table"]
    secret = (await site.program().ask(f"/tables/{table}/claim", {}, 201))["secret"]
    program = site.program(secret)
    await program.ask(f"/tables/{table}/resign", {})
    facts = await program.ask(f"/tables/{table}")
    assert [seat["resigned"] for seat in facts["seats"]] == [True, False]
    won = {"points": [], "winners": [1], "reason": "{0} has resigned."}
    assert (facts["status"], facts["outcome"]) == ("over", won)
    again = await program.ask(f"/tables/{table}/resign", {}, 409)
    assert again["error"]["code"] == "not-now"
