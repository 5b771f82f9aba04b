"""Where a table begins: by one click against a level, with friends by a link, from any page."""

from __future__ import annotations

import re

import pytest
from tests.web.site import UNTICKED, Site, on_site, words

from facedown.core.registry import game_class, game_names
from facedown.table import Clock, Settings
from facedown.web.environment import environment, rulebook
from facedown.web.pages.lobby import card_of


def levels(page: str, game: str) -> list[tuple[str, bool]]:
    """The bots that a page offers one click against, and which of them is chosen."""
    box = page.partition(f'<select id="level-{game}"')[2].partition("</select>")[0]
    found = re.findall(r'<option value="([^"]+)"( selected)?>', box)
    return [(bot, bool(chosen)) for bot, chosen in found]


@on_site
async def test_whoever_waits_for_friends_sees_who_has_sat_down(site: Site) -> None:
    program = site.program()
    asked = {"game": "solver", "seats": 3, "bots": {"1": "careful"}}
    made = await program.ask("/tables", asked, 201)
    table = made["table"]
    ann = await program.ask(f"/tables/{table}/claim", {"name": "Ann"}, 201)
    guest = site.person(cookie=f"seat={ann['secret']}")
    page = await guest.get(f"/t/{table}")
    sitting = page.partition('id="sitting"')[2].partition("</section>")[0]
    chairs = [words(f"<li {chair}") for chair in sitting.split("<li ")[1:]]
    assert chairs == ["You", "Careful bot a bot", "open"]


@on_site
async def test_a_first_game_is_against_the_weakest_and_the_level_is_remembered(site: Site) -> None:
    ann = site.person()
    offered = levels(await ann.get("/"), "suspense")
    assert [bot for bot, _ in offered] == ["beginner", "careful", "expert"]
    assert not any(chosen for _, chosen in offered)  # so that a browser takes the first
    assert levels(ann.page, "mystery") == []  # one plays alone there
    await ann.send("start-suspense", bot="careful")
    info = await site.tables.watching.info(ann.table)
    assert [seat.player for seat in info.seats] == ["human", "bot:careful", "bot:careful"]
    page = await ann.get("/")
    assert ("careful", True) in levels(page, "suspense")
    assert not any(chosen for _, chosen in levels(page, "turing"))
    await ann.send("start-suspense", bot="nobody", status=400)
    assert "Suspense has no bot &#39;nobody&#39;" in ann.page


@on_site
async def test_with_friends_the_link_is_there_at_once(site: Site) -> None:
    ann, bob = site.person(), site.person()
    await ann.get("/")
    page = await ann.send("start-turing", friends="yes")
    link = f"/t/{ann.table}?sat=2"
    assert f"{site.base}{link}" in page
    assert page.index('id="share"') < page.index('id="begin"')
    await bob.get(link)
    await bob.send("claim-1", name="Bob")
    assert (await site.tables.watching.info(ann.table)).status == "playing"


@on_site
async def test_one_click_plays_with_the_options_that_a_game_has_for_it(site: Site) -> None:
    ann = site.person()
    for friends in ("", "yes"):
        await ann.get("/")
        parts = {"friends": friends} if friends else {}
        await ann.send("start-turing", 200, **parts)
        assert (await site.tables.watching.info(ann.table)).options["codes"] == 12
    await ann.get("/")
    await ann.send("start-turing", option__codes="3")
    assert (await site.tables.watching.info(ann.table)).options["codes"] == 3


@on_site
async def test_who_has_said_a_name_is_called_so_by_one_click_too(site: Site) -> None:
    ann = site.person()
    await ann.play("turing", name="Ann", seats="1")
    await ann.get("/")
    await ann.send("start-turing", friends="yes")
    assert (await site.tables.watching.info(ann.table)).names[0] == "Ann"


@pytest.mark.parametrize("name", game_names())
def test_options_are_words_with_links_and_what_one_writes_is_behind_a_word(name: str) -> None:
    kind = game_class(name)
    known = rulebook(name)
    for option in kind.facts.options:
        cited = re.findall(r"\b[A-Z][0-9]+\b", option.meaning.split(", such as")[0])
        assert cited, f"{name}: the option {option.name} names no paragraph"
        assert all(f'id="{paragraph}"' in known for paragraph in cited)
    written = [o for o in kind.facts.options if isinstance(o.default, str) and not o.choices]
    page = (
        environment()
        .get_template("game.html")
        .render(
            facts=kind.facts,
            card=card_of(kind),
            written=written,
            prints=(),
            opened=False,
            given={},
            usual_seats=2,
            sections=(),
            book=[],
            beside="",
            problem=None,
            name="",
            ratings=False,
            csrf="",
            theme="",
            icon="",
            script="",
            frame_styles=[],
            game_style="",
        )
    )
    before, _, behind = page.partition('<details id="written">')
    for option in kind.facts.options:
        assert (f'name="option.{option.name}"' in before) is (option not in written)
    assert "{&#34;" not in before.partition("new-table")[2]
    assert bool(behind) is bool(written)
    assert f'href="/games/{name}/rules#' in before


@on_site
async def test_an_option_given_in_the_address_is_in_sight(site: Site) -> None:
    ann = site.person()
    assert '<details id="written">' in await ann.get("/games/turing")
    assert '<details id="written" open>' in await ann.get("/games/turing?option.cards=4,9,11,14")


@on_site
async def test_pages_that_have_nothing_lead_on(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", name="Ann", seats="2")
    for path in ("/nowhere", "/t/nothere", "/games/chess", "/today?date=2999-01-01"):
        page = await ann.get(path, status=404)
        assert f'href="/t/{table}"' in page, path
        assert 'href="/today#day-turing"' in page
    await ann.get("/t/nothere", status=404)
    assert "Play Solid now" in words(ann.page)
    await ann.send("start-solid", bot="beginner")
    assert (await site.tables.watching.info(ann.table)).game == "solid"


@on_site
async def test_a_server_in_trouble_is_asked_for_nothing_more(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a secret in the store's words")

    ann = site.person()
    await ann.get("/")
    monkeypatch.setattr("facedown.web.pages.lobby.my_tables", broken)
    answer = await ann.http.get("/")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert 'href="/"' in answer.text


@on_site
async def test_a_form_that_is_refused_keeps_everything_that_was_chosen(site: Site) -> None:
    ann = site.person()
    await ann.get("/games/suspense")
    boxes = {"chat": UNTICKED, "aid__standing": UNTICKED}
    numbers = {"minutes": "5", "increment": "7", "tables": "2"}
    await ann.send("/tables", 400, name="A" * 30, handover="yes", **numbers, **boxes)
    await ann.send("/tables", 200, name="Ann", **typed(ann.page, *numbers))
    info = await site.tables.watching.info(ann.table)
    assert info.settings == Settings(("conditions",), chat=False, clock=Clock(300, 7))
    assert info.handover


def typed(page: str, *names: str) -> dict[str, str]:
    """What stands in these number fields of a page."""
    field = r'<input type="number"[^>]* name="{name}"[^>]* value="(\d*)"'
    found = {name: re.search(field.replace("{name}", name), page) for name in names}
    return {name: value[1] for name, value in found.items() if value}


@on_site
async def test_who_opens_a_table_with_one_click_says_there_what_they_are_called(site: Site) -> None:
    ann, bob = site.person(), site.person()
    await ann.get("/")
    await ann.send("start-suspense", friends="yes")
    assert "Somebody takes seat 1." in words(ann.page)
    board = (await bob.get(f"/t/{ann.table}")).partition('id="side"')[0]
    assert "Host a person" in words(board.partition('id="take-chairs"')[2])
    assert 'id="f-called"' not in board
    await ann.send("f-called", name="Ann")
    assert 'id="f-called"' not in ann.page
    page = await bob.get(f"/t/{ann.table}")
    assert "Ann a person" in words(page.partition('id="take-chairs"')[2])


@on_site
async def test_what_is_refused_at_a_table_leads_back_to_it(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("suspense", full="1", seats="2", name="Ann")
    for path, status in (("log", 409), ("replay?turn=x", 400), ("replay", 409)):
        await bob.get(f"/t/{table}/{path}", status)
        assert f'href="/t/{table}"' in bob.page
    assert 'id="to-table"' not in await bob.get("/t/unknown2222222/log", 404)


@on_site
async def test_a_zero_that_stands_for_words_is_said_in_words(site: Site) -> None:
    ann = site.person()
    page = await ann.get("/games/suspense")
    (dealer,) = re.findall(r'<input[^>]*id="option-dealer"[^>]*>', page)
    assert 'value=""' in dealer
    assert 'placeholder="by lot"' in dealer
    table = await ann.play("suspense", full="1", seats="2", option__goal="0", option__dealer="")
    info = await site.tables.watching.info(table)
    assert (info.options["goal"], info.options["dealer"]) == (0, 0)
    told = words(ann.page)
    assert "Goal one round" in told
    assert "First dealer by lot" in told


@on_site
async def test_two_friends_are_likelier_than_three(site: Site) -> None:
    ann = site.person()
    for game in game_names():
        await ann.get("/")
        await ann.send(f"start-{game}", friends="yes")
        assert len((await site.tables.watching.info(ann.table)).seats) == 2
