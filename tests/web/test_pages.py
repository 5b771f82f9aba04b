"""The pages without JavaScript: everything by links and forms."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
import segno
from tests.toys.skirmish import Skirmish
from tests.web.site import UNTICKED, Site, fields, on_site, words

from facedown.core.facts import LONGEST_OPTION
from facedown.core.log import check_shuffle, read_log
from facedown.core.registry import game_class, game_names, override_game
from facedown.table.acts.play import play


@pytest.mark.parametrize("game", game_names())
@on_site
async def test_one_click_in_the_lobby_starts_a_game_against_bots(site: Site, game: str) -> None:
    ann = site.person()
    page = await ann.get("/")
    token = fields(page, "/tables")["csrf"]
    answer = await ann.http.post(
        "/tables", data={"csrf": token, "game": game}, follow_redirects=True
    )
    table = answer.url.path.removeprefix("/t/")
    info = await site.tables.watching.info(table)
    assert info.status == "playing"
    assert [seat.person for seat in info.seats] == [True] + [False] * (len(info.seats) - 1)
    assert info.title in answer.text


@on_site
async def test_friends_join_by_links_without_secrets(site: Site) -> None:
    ann, bob, eve = site.person(), site.person(), site.person()
    table = await ann.play("suspense", name="Ann", seats="3", option__goal="0")
    assert "Waiting for 2 more" in words(ann.page)
    links = re.findall(r">(http://[^<]+)</code>", ann.page)
    assert [link.rpartition("?")[2] for link in links[:2]] == ["sat=2", "sat=3"]
    secrets = {value for value in ann.http.cookies.values() if len(value) >= 43}
    assert len(secrets) == 3
    assert not any(secret in link for secret in secrets for link in links)
    assert not any(secret in ann.page for secret in secrets)

    await bob.get(links[0])
    line, _, others = bob.page.partition('id="take"')[2].partition('id="other-seats"')
    assert line.count('name="name"') == 1  # asked in one line, once; other seats are folded away
    assert 'id="claim-2"' in others
    assert re.search(r'class="claim wanted" id="claim-1"', bob.page)
    await bob.send("claim-1", name="Bob", colour="teal")
    assert "Bob you" in words(bob.page)
    await eve.get(f"/t/{table}")
    assert "claim-1" not in eve.page  # claimed once
    await eve.send("claim-2", name="Bob", status=400)
    assert "called Bob already" in words(eve.page)
    await eve.send("claim-2", name="Eve")
    info = await site.tables.watching.info(table)
    assert info.status == "playing"
    assert [seat.name for seat in info.seats] == ["Ann", "Bob", "Eve"]
    assert info.seats[1].colour == "teal"
    watcher = site.person()
    assert "You are watching" in words(await watcher.get(f"/t/{table}"))


@on_site
async def test_a_link_says_who_invites_to_which_game(site: Site) -> None:
    ann, bob = site.person(), site.person()
    for name, told in (("Ann", "Ann invites you to Suspense"), ("", "You are invited to Suspense")):
        table = await ann.play("suspense", full="1", seats="2", name=name)
        assert told in words(await bob.get(f"/t/{table}?sat=2"))


@pytest.mark.parametrize("code", ["en", "fr", "pt"])
@on_site
async def test_rules_call_options_as_the_form_does(site: Site, code: str) -> None:
    reader = site.person(**{"accept-language": code})
    for game in game_names():
        rules = await reader.get(f"/games/{game}/rules")
        assert not re.search(r"(?:ption|pção)\s<code>|<code>\w+=(?:real|separate)<", rules)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "The table of {} as a game begins"),
        ("fr", "La table de {} au début d’une partie"),
        ("pt", "A mesa de {} no começo de uma partida"),
    ],
)
@on_site
async def test_rules_begin_with_the_table_as_a_picture_with_its_words(
    site: Site, code: str, told: str
) -> None:
    reader = site.person(**{"accept-language": code})
    for game in game_names():
        rules = await reader.get(f"/games/{game}/rules")
        assert f'role="img" aria-label="{told.format(game_class(game).facts.title)}"' in rules
        assert f'class="game {game}' in rules.partition('class="laid"')[2]
        assert 'class="lobby-picture' in await reader.get(f"/games/{game}")


@on_site
async def test_a_claim_sent_again_gives_the_same_seat(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("suspense", name="Ann", seats="3")
    page = await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    mine, head = bob.http.cookies["seat"], site.head(table)
    bob.http.cookies.delete("seat")  # the answer was lost on the way
    bob.page = page
    await bob.send("claim-1", name="Bob")
    assert bob.http.cookies["seat"] == mine
    assert site.head(table) == head


@on_site
async def test_qr_codes_show_the_links(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    make = segno.make

    def draw(text: str, **how: Any) -> segno.QRCode:
        drawn.append(text)
        return make(text, **how)

    monkeypatch.setattr(segno, "make", draw)
    ann = site.person()
    table = await ann.play("suspense", seats="3")
    *seats, watch = re.findall(r'class="link">([^<]+)<', ann.page)
    assert [*seats, watch] == [f"{site.base}/t/{table}{more}" for more in ("?sat=2", "?sat=3", "")]
    pictures = re.findall(r'<img src="([^"]+)"', ann.page)
    assert len(pictures) == 3
    for address in (*pictures, f"/t/{table}/qr.svg?sat=99", f"/t/{table}/qr.svg?sat=<script>"):
        answer = await ann.http.get(address)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
    assert drawn == [*seats, watch, watch, watch]
    await ann.get("/t/unknown22222222/qr.svg", status=404)


@on_site
async def test_the_host_of_a_deal_at_several_tables_has_a_link_to_each(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("suspense", name="Ann", seats="2", tables="3")
    others = re.findall('href="/t/([a-z0-9]+)">Table [23]<', await ann.get(f"/t/{table}"))
    assert len(set(others) - {table}) == 2
    page = await ann.get(f"/t/{others[0]}")
    assert "Host’s tools" in page
    page = await bob.get(f"/t/{table}")
    assert not any(other in page for other in others)


@on_site
async def test_a_table_is_compared_with_those_that_have_not_been_removed(site: Site) -> None:
    ann, tables = site.person(), site.tables
    table = await ann.play("turing", name="Ann", seats="1", tables="3", option__cards="4,9,11,14")
    others = re.findall('href="/t/([a-z0-9]+)">Table [23]<', await ann.get(f"/t/{table}"))
    secret = ann.http.cookies["seat"]
    for number, other in enumerate(others, 1):  # in sight while one waits, to copy and as pictures
        assert re.search(rf'id="link-to-{number}" [^>]*value="http://[^"]+/t/{other}"', ann.page)
        assert f'src="/t/{other}/qr.svg"' in ann.page
    while moves := (await tables.watching.snapshot(table, secret)).legal:
        await tables.do(table, play(moves[-1][0]), secret)
    assert "Table 2" in words(await ann.get(f"/t/{table}"))
    for other, left in (("Table 2", True), ("Table 3", False)):
        name = others.pop(0)
        # As long as nobody has asked for it, nothing has happened there, so it is just not there.
        with tables.store.engines[0].begin() as connection:
            connection.exec_driver_sql(f"DELETE FROM events WHERE table_name = '{name}'")  # noqa: S608
            connection.exec_driver_sql(f"DELETE FROM tables WHERE name = '{name}'")  # noqa: S608
        tables.registry.live_tables.pop(name, None)
        page = await site.person().get(f"/t/{table}")
        assert other not in words(page)
        assert ('id="duplicates"' in page) == left


@on_site
async def test_a_move_a_stale_page_and_a_form_sent_twice(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("turing", name="Ann", seats="2", option__cards="4,9,11,14")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    first = await ann.get(f"/t/{table}")
    await ann.send("f-act", action="0")
    head = site.head(table)
    ann.page = first
    await ann.send("f-act", action="0")  # the very same form again: nothing happens twice
    assert site.head(table) == head
    ann.page = first
    await ann.send("f-act", action="1", status=409)  # another move from the page as it was
    assert site.head(table) == head
    assert "Not done:" in words(ann.page)


@on_site
async def test_a_refused_move_has_its_sentence_and_paragraph(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", seats="2", bot__1="careful", option__dealer="1")
    info = await site.tables.watching.info(table)
    assert info.actors == (0,)
    await ann.get(f"/t/{table}")
    passing = re.search(r'<button[^>]*value="13"[^>]*>', ann.page)
    assert passing is None or 'aria-disabled="true"' in passing[0]  # no first turn can be that
    head = site.head(table)
    await ann.send("f-act", action="13", status=409)
    assert "On your first turn of a round you must play a card." in words(ann.page)
    paragraph = re.search(r'href="(/games/suspense/rules#(S[0-9]+))"', ann.page)
    assert paragraph is not None
    rules = await ann.get("/games/suspense/rules")
    assert f'id="{paragraph[2]}"' in rules
    assert site.head(table) == head


@on_site
async def test_taking_back_notes_talk_and_a_new_name(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("turing", name="Ann", seats="2", option__cards="4,9,11,14")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await ann.get(f"/t/{table}")
    await ann.send("f-act", action="7")
    await ann.send("f-undo")
    assert "takes a move back" in words(ann.page)
    await ann.send("f-undo", status=409)
    for note in ("blue not 3", "Bob is lucky"):
        await ann.send("f-free-note", text=note)
    listed = re.findall(r"<li>([^<]*)</li>", ann.page.partition('id="notes"')[2])
    assert listed == ["Bob is lucky"]  # the other one is a mark on the sheet
    assert re.search(r'id="b-digit-blue-3"[^>]*aria-pressed="true"', ann.page)
    marked = re.search(
        r'<button form="f-note" name="text" value="([^"]+)" id="b-digit-blue-4"[^>]*'
        r'formaction="([^"#]+)#b-digit-blue-4"',
        ann.page,
    )
    assert marked  # the button leads back to its own place
    assert marked[2] == f"/t/{table}/notes"
    await ann.send("f-note", text=marked[1])
    assert re.search(r'id="b-digit-blue-4"[^>]*aria-pressed="true"', ann.page)
    assert not re.search("blue 3|lucky", words(await bob.get(f"/t/{table}")))
    await bob.send("f-say", text="Good luck!")
    assert "Bob: Good luck!" in words(await ann.get(f"/t/{table}"))
    await ann.send("f-rename", name="Anna", colour="pink")
    assert "Anna" in words(await bob.get(f"/t/{table}"))


@on_site
async def test_the_hosts_tools(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("suspense", name="Ann", seats="3", option__goal="0", minutes="5")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    assert "f-fill" not in bob.page
    forged = {"csrf": fields(bob.page, "f-rename")["csrf"], "bot": "careful"}
    answer = await bob.http.post(f"/t/{table}/bots", data=forged)
    assert answer.status_code == 403
    await ann.get(f"/t/{table}")
    await ann.send("f-fill", bot="careful")
    assert (await site.tables.watching.info(table)).status == "playing"
    await bob.get(f"/t/{table}")
    await bob.send("f-leave")
    await ann.get(f"/t/{table}")
    await ann.send("f-bot-1", bot="beginner")
    assert (await site.tables.watching.info(table)).seats[1].player == "bot:beginner"
    await bob.get(f"/t/{table}")
    assert "A bot plays your seat" in words(bob.page)
    assert "f-return" in bob.page.partition('id="side"')[0]  # in sight, whatever stands beside
    await bob.send("f-return")
    assert "f-return" not in bob.page
    assert (await site.tables.watching.info(table)).seats[1].player == "human"
    await ann.get(f"/t/{table}")
    left = (await site.tables.watching.info(table)).seats[0].left
    await ann.send("f-clock", minutes="10", seat="0")
    now = (await site.tables.watching.info(table)).seats[0].left
    assert left is not None
    assert now is not None
    assert now > left + 500_000
    await bob.get(f"/t/{table}")
    late = {**fields(bob.page, "f-say"), "text": "too late"}
    await ann.send("f-settings", chat=UNTICKED, minutes="5")
    settings = (await site.tables.watching.info(table)).settings
    assert (settings.chat, len(settings.aids)) == (False, 2)
    assert "f-say" not in ann.page
    answer = await bob.http.post(f"/t/{table}/chat", data=late)
    assert answer.status_code == 409
    assert "switched the chat off" in words(answer.text)


@on_site
async def test_aids_are_there_when_the_host_allows_them(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", seats="1", option__cards="4,9,11,14", aid__question=UNTICKED)
    page = await ann.get(f"/t/{table}?aid=codes")
    assert "Codes" in words(page)
    assert re.search(r"[1-5]{3}", words(page.partition('id="aid"')[2].partition("</div>")[0]))
    page = await ann.get(f"/t/{table}?aid=question")
    assert "does not allow" in words(page)


async def finish(site: Site, table: str, secret: str) -> None:
    """Plays a table of one person and bots to its end."""
    for _ in range(400):
        info = await site.tables.watching.info(table)
        if info.status == "over":
            return
        if 0 not in info.actors:
            await site.tables.watching.wait(table, info.head, 30)
            continue
        moves = (await site.tables.watching.snapshot(table, secret)).legal
        solving = [action for action, move in moves if getattr(move, "solve", None)]
        await site.tables.do(table, play((solving or [action for action, _ in moves])[0]), secret)
    raise AssertionError("the game does not end")


@on_site
async def test_the_replay_opens_everything_when_the_game_is_over(site: Site) -> None:
    ann, eve = site.person(), site.person()
    options = {"option__goal": "0", "option__both": "yes"}
    table = await ann.play("suspense", seats="3", bot__1="careful", bot__2="careful", **options)
    early = await ann.get(f"/t/{table}/replay?turn=2")
    assert "Move 2 of" in words(early)
    for other in ("2", "open"):
        await ann.get(f"/t/{table}/replay?turn=2&as={other}", status=409)
    await eve.get(f"/t/{table}/replay?turn=2&as=1", status=409)
    await ann.get(f"/t/{table}/log", status=409)
    await finish(site, table, ann.http.cookies["seat"])
    page = await eve.get(f"/t/{table}/replay?turn=2&as=open")
    assert len(set(re.findall(r'id="open-(\d)"', page))) == 3
    assert "Checked: every draw follows from the seed" in words(page)
    page = await eve.get(f"/t/{table}/replay?turn=3&as=2&why=yes")
    assert re.search(r"\d+ ways the hidden things could be", words(page))
    log = await eve.get(f"/t/{table}/log")
    assert check_shuffle(read_log(log)).first_mismatch is None
    links = re.findall(rf'href="(/t/{table}/replay\?turn=\d+)"', await eve.get(f"/t/{table}"))
    assert len(links) == (await site.tables.watching.info(table)).moves
    for link in links[:3]:
        assert "aria-current" in await eve.get(link)
    for wrong in ("?turn=9999", "?turn=-1", "?turn=x", "?as=77", "?as=zero", "?as=0"):
        answer = await eve.http.get(f"/t/{table}/replay{wrong}")
        assert answer.status_code == 400, wrong
    await ann.get(f"/t/{table}")
    await ann.send("f-rematch")  # another one of the same kind
    assert ann.table != table
    info = await site.tables.watching.info(ann.table)
    assert (len(info.seats), info.status) == (3, "playing")
    assert info.options == (await site.tables.watching.info(table)).options
    assert info.options["both"] is True


@on_site
async def test_the_daily_puzzle_is_the_same_for_all_and_shared_without_its_code(
    site: Site,
) -> None:
    cards = set()
    for _ in range(2):
        ann = site.person()
        await ann.get("/games/turing/daily")
        await ann.send("begin-turing")
        view = (await site.tables.watching.snapshot(ann.table)).seen()
        cards.add(json.dumps(view.cards))  # type: ignore[attr-defined]
        await finish(site, ann.table, ann.http.cookies["seat"])
        text = re.search(r"<textarea[^>]*>([^<]*)</textarea>", await ann.get(f"/t/{ann.table}"))
        assert text is not None
        assert re.match(r"Turing Machine, puzzle of \d+ [A-Z]\w+ 20\d\d: ", text[1])
        assert "round" in text[1]
        over = (await site.tables.watching.snapshot(ann.table)).seen()
        assert over.solution not in text[1].split(":")[1]  # type: ignore[attr-defined]
    assert len(cards) == 1


@on_site
async def test_a_game_without_a_first_game_offers_none(site: Site) -> None:
    ann = site.person()
    with override_game(Skirmish):
        page = await ann.get("/")
        assert "/games/skirmish" in page
        assert "/games/skirmish/first" not in page
        await ann.get("/games/skirmish/first", status=404)


@on_site
async def test_every_option_can_be_chosen_and_mistakes_are_told(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", seats="3", option__verifiers="6", option__mode="nightmare")
    info = await site.tables.watching.info(table)
    assert (len(info.seats), info.options["verifiers"], info.options["mode"]) == (3, 6, "nightmare")
    for given, told in (
        ({"option__cards": "1,1"}, "cards"),
        ({"seats": "9"}, "seats"),
        ({"seats": "two"}, "whole number"),
        ({"minutes": "0.5"}, "whole number"),
        ({"bot__1": "nobody", "seats": "2"}, "no bot"),
        ({"option__rounds": "1000"}, "1 to 99"),
        ({"name": "x" * 200}, "at most 24"),
    ):
        await ann.get("/games/turing")
        await ann.send("/tables", status=400, **given)
        assert told in words(ann.page)
        assert ann.page.count("<h1>") == 1


@on_site
async def test_pages_that_are_not_there(site: Site) -> None:
    ann = site.person()
    for path in ("/nothing", "/games/chess", "/t/abc", "/t/abc/replay", "/files/x.css", "/t/a/b/c"):
        page = await ann.get(path, status=404)
        assert "Traceback" not in page
    assert (await ann.http.get("/robots.txt")).text.startswith("User-agent")
    assert (await ann.http.get("/health")).json() == {"status": "ok"}
    assert "facedown_http_4xx_total" in (await ann.http.get("/metrics")).text


@on_site
async def test_metrics_are_for_this_computer_only(site: Site) -> None:
    proxied = await site.person().http.get("/metrics", headers={"x-forwarded-for": "203.0.113.9"})
    assert proxied.status_code == 404
    for client, status in (("127.0.0.1", 200), ("::1", 200), ("192.0.2.9", 404), ("", 404)):
        transport = httpx.ASGITransport(site.app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            assert (await http.get("/metrics")).status_code == status, client


CARD_TABLE = '[cards]\n"?" = { stars = 3, condition = "highest sum of numbers in play" }'


@on_site
async def test_an_option_may_be_a_text_of_several_lines(site: Site) -> None:
    ann = site.person()
    assert '<textarea id="option-table" name="option.table" rows="8"' in await ann.get(
        "/games/suspense"
    )
    table = await ann.play("suspense", seats="2", option__table=CARD_TABLE.replace("\n", "\r\n"))
    info = await site.tables.watching.info(table)
    assert info.options["table"] == CARD_TABLE
    assert "highest sum of numbers in play" in words(await ann.get(f"/t/{table}"))


@on_site
async def test_a_text_of_20_000_characters_is_taken_by_form_and_json_and_a_longer_one_refused(
    site: Site,
) -> None:
    """In a form each line feed comes as six signs, so that the body is far longer than the text."""
    http = site.person().http
    token = fields((await http.get("/games/suspense")).text, "/tables")["csrf"]
    padding = LONGEST_OPTION - len(CARD_TABLE)
    sentence = "The option table has at most 20,000 characters, not 20,001."
    for more, fits in ((0, True), (1, False)):
        text = CARD_TABLE.replace("\n", "\n" * (padding + more + 1))
        posted = {"csrf": token, "game": "suspense", "seats": "2", "full": "1"}
        page = await http.post(
            "/tables", data={**posted, "option.table": text.replace("\n", "\r\n")}
        )
        assert page.status_code == (303 if fits else 400), page.text
        assert (sentence in page.text) is not fits
        said = await http.post(
            "/api/tables", json={"game": "suspense", "seats": 2, "options": {"table": text}}
        )
        assert said.status_code == (201 if fits else 400), said.text
        assert (sentence in said.text) is not fits
