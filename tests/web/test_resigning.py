"""Resigning by a form."""

from __future__ import annotations

from tests.web.site import Site, on_site, words

FORM = 'id="f-resign"'


@on_site
async def test_who_resigns_sees_on_and_everybody_is_told(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("suspense", full="1", seats="2", name="Ann")
    assert FORM not in ann.page  # nobody plays yet
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
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
    assert [seat.resigned for seat in info.seats] == [False, True]


@on_site
async def test_who_plays_alone_is_not_asked(site: Site) -> None:
    ann = site.person()
    await ann.play("mystery")
    assert FORM not in ann.page


@on_site
async def test_a_program_resigns(site: Site) -> None:
    asked = {"game": "suspense", "seats": 2, "bots": {"1": "random"}}
    table = (await site.program().ask("/tables", asked, 201))["table"]
    secret = (await site.program().ask(f"/tables/{table}/claim", {}, 201))["secret"]
    program = site.program(secret)
    await program.ask(f"/tables/{table}/resign", {})
    facts = await program.ask(f"/tables/{table}")
    assert [seat["resigned"] for seat in facts["seats"]] == [True, False]
    again = await program.ask(f"/tables/{table}/resign", {}, 403)
    assert again["error"]["code"] == "not-allowed"
