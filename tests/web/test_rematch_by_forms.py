"""Playing again without scripts: by forms and links."""

from __future__ import annotations

from tests.web.site import Site, fields, on_site, words

from facedown.table.acts.play import play


@on_site
async def test_without_scripts_a_form_leads_to_the_next_game(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("suspense", full="1", seats="2", name="Ann", option__goal="0")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await ann.get(f"/t/{table}")
    assert 'id="f-rematch"' not in ann.page
    early = await ann.http.post(f"/t/{table}/rematch", data=fields(ann.page, "f-free-note"))
    assert early.status_code >= 400
    assert "when this one is over" in words(early.text)
    secrets = [who.http.cookies["seat"] for who in (ann, bob)]
    while (info := await site.tables.watching.info(table)).status != "over":
        seat = info.actors[0]
        legal = (await site.tables.watching.snapshot(table, secrets[seat])).legal
        await site.tables.do(table, play(legal[0][0]), secrets[seat])
    await ann.get(f"/t/{table}")
    await ann.send("f-rematch")
    following = ann.table
    assert following != table
    told = words(await ann.get(f"/t/{table}"))
    assert "You asked for another game." in told
    assert "Go to the next game" in told
    assert "Sit down for the next game" not in told
    await ann.send("f-rematch")  # she sits there already
    assert ann.table == following
    eve = site.person()
    assert f'href="/t/{ann.table}"' in await eve.get(f"/t/{table}")  # an onlooker may go along
    told = words(await bob.get(f"/t/{table}"))
    assert "Ann asks for another game." in told
    assert "Sit down for the next game" in told
    await bob.send("f-rematch")
    assert bob.table == ann.table
    assert (await site.tables.watching.info(bob.table)).names == ("Bob", "Ann")
