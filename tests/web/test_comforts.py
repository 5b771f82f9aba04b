"""What makes a table a place to come back to: clocks, words on who plays, links, and switches."""

from __future__ import annotations

from tests.web.site import Person, Site, on_site, words

from facedown.core.view import Event
from facedown.games.suspense.moves import Pass
from facedown.table.acts.claim import Claimed
from facedown.table.acts.come_back import CameBack
from facedown.table.acts.play import play
from facedown.table.acts.say import Said
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.acts.start import Started
from facedown.table.watching import Frame
from facedown.web.rendering import lines_of, since


def secret_of(who: Person) -> str:
    """The secret of the seat that a browser has at its table."""
    here = ("seat", f"/t/{who.table}")
    cookies = {(cookie.name, cookie.path): cookie.value or "" for cookie in who.http.cookies.jar}
    return cookies[here]


@on_site
async def test_the_very_deal_can_be_sent_to_somebody_when_it_is_over(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("mystery", name="Ann", seats="1")
    await bob.get(f"/t/{table}/same", status=403)
    secret = secret_of(ann)
    for _ in range(8):
        shot = await site.tables.watching.snapshot(table, secret)
        named = [choice for choice in shot.choices.of("name") if choice.refusal is None]
        if not named:
            break
        await site.tables.do(table, play(named[0].action), secret)
    page = await ann.get(f"/t/{table}")
    assert f'value="{site.base}/t/{table}/same?as=1"' in page
    assert f'value="{site.base}/t/{table}/same?as=1&amp;result=yes"' in page
    without = words(await bob.get(f"/t/{table}/same?as=1"))
    assert "the very deal that Ann played" in without
    assert 'class="done"' not in bob.page
    assert 'class="done"' in await bob.get(f"/t/{table}/same?as=1&result=yes")
    await bob.send("f-same", name="Bob")
    assert "Somebody may know this deal" in words(bob.page)
    assert "Somebody may know this deal" not in page
    mine = await site.tables.watching.snapshot(bob.table, secret_of(bob))
    first = await site.tables.watching.snapshot(table, secret)
    assert mine.info.options == first.info.options
    dealt = [frame.form()["moves"] for frame in first.frames if frame.kind == "started"]
    again = [frame.form()["moves"] for frame in mine.frames if frame.kind == "started"]
    assert [move["text"] for move in again[0]] == [move["text"] for move in dealt[0]]


@on_site
async def test_nobody_gets_the_deal_of_a_game_that_goes_on_by_any_form(site: Site) -> None:
    ann, eve = site.person(), site.person()
    table = await ann.play("suspense", name="Ann", seats="2", bot__1="careful")
    await eve.get("/")
    page = await eve.send("start-suspense", deal=table, status=409)
    assert "not over yet" in words(page)


@on_site
async def test_clocks_stand_beside_the_players_and_the_end_of_time_is_told(site: Site) -> None:
    ann = site.person()
    await ann.play("suspense", name="Ann", seats="2", bot__1="careful", minutes="7")
    page = await ann.get(f"/t/{ann.table}")
    board = page.partition('id="board"')[2]
    for seat in (0, 1):
        assert f'id="clock-{seat}"' in board
    assert 'class="clocks"' not in page
    solo = site.person()
    await solo.play("turing", name="Solo", seats="1", minutes="7")
    assert 'class="clocks"' in await solo.get(f"/t/{solo.table}")


def test_who_plays_a_seat_is_news_and_talk_leads_to_its_moment() -> None:
    moves = (Event(0, Pass(), "Ann plays.", reveals=False),)
    events = [
        Claimed(0, "Ann", "red", ""),
        Claimed(1, "Bob", "blue", ""),
        Said(0, "Ann", "hello"),
        Started(()),
        Said(1, "Bob", "nice"),
        BotSeated(1, "careful", "clock"),
        CameBack(1),
    ]
    frames = [
        Frame(seq, 0, event, moves if isinstance(event, Started) else ())
        for seq, event in enumerate(events, 1)
    ]
    lines = lines_of(frames, ("Ann", "Bob"))
    talk = [line.turn for line in lines if line.kind == "said"]
    assert talk == [None, 1]
    news = [line.text for line in since(lines, 0)]
    assert news == [
        "A bot (careful) plays for Bob from here on, as the time is over.",
        "Bob is back.",
    ]


@on_site
async def test_a_long_name_is_refused_with_a_sentence_and_never_cut(site: Site) -> None:
    ann = site.person()
    await ann.get("/games/turing")
    assert "maxlength" not in ann.page.partition('id="name"')[2].partition(">")[0]
    page = await ann.send("/tables", name="A" * 25, seats="1", status=400)
    assert "A name has at most 24 characters." in page


@on_site
async def test_colours_that_were_chosen_are_there_from_the_first_line(site: Site) -> None:
    ann = site.person()
    assert "data-theme" not in (await ann.get("/")).partition("<head>")[0]
    ann.http.cookies.set("theme", "dark")
    assert '<html lang="en" data-theme="dark">' in await ann.get("/")
    ann.http.cookies.set("theme", '"><script>')
    assert "data-theme" not in (await ann.get("/nowhere", status=404)).partition("<head>")[0]
