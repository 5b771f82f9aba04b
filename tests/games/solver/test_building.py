"""The rule said on the page, without JavaScript: in its own words, or by chips."""

from __future__ import annotations

import html
import re

from tests.web.site import Person, Site, fields, on_site, words

from facedown.games.solver.moves import MOST_PLAYS
from facedown.web.environment import game_file


def chips(page: str) -> list[str]:
    """The whole lines that the chips make."""
    return lines_of(page, r'<li><button name="chip" value="([^"]*)"')


def lines_of(page: str, buttons: str) -> list[str]:
    return [html.unescape(line) for line in re.findall(buttons, page)]


async def to_a_guess(site: Site) -> Person:
    """Somebody alone at a table who has played a card."""
    ann = site.person()
    table = await ann.play("solver", seats="1")
    card = re.search(r'value="(\d+)"[^>]*id="b-play-', await ann.get(f"/t/{table}"))
    assert card is not None
    await ann.send("f-act", action=card[1])
    return ann


async def choose(person: Person, chip: str, line: str = "") -> None:
    """Presses a chip of the form."""
    data = {**fields(person.page, "b-typed"), "line": line, "chip": chip}
    address = f"/t/{person.table}/moves"
    answer = await person.http.post(address, data=data, follow_redirects=True)
    assert answer.status_code == 200
    person.page = answer.text


@on_site
async def test_a_rule_is_put_together_of_chips(site: Site) -> None:
    ann = await to_a_guess(site)
    head = site.head(ann.table)
    assert chips(ann.page)[:2] == ["blue", "red"]
    await choose(ann, "red")
    assert ">red</textarea>" in ann.page
    assert "of 2 cards agree with it" in words(ann.page)
    assert chips(ann.page) == ["red and", "red or"]
    await choose(ann, "red or", line="red")
    assert "And then?" in words(ann.page)
    assert "red or circle" in chips(ann.page)
    await choose(ann, "red or circle", line="red or")
    assert site.head(ann.table) == head  # nothing was guessed so far
    await ann.send("b-typed", line="red or circle")
    assert site.head(ann.table) > head


@on_site
async def test_a_piece_is_taken_out_by_its_cross(site: Site) -> None:
    ann = await to_a_guess(site)
    head = site.head(ann.table)
    await ann.send("b-typed", line="circle and (red or blue) and number 2")
    crosses = lines_of(ann.page, r'name="chip" value="([^"]*)" aria-live="off"')
    two, both = "number 2", "(blue or red)"
    assert crosses == [f"{two} and circle", f"{both} and circle", f"{both} and {two}"]
    await choose(ann, crosses[0], line="circle and (red or blue) and number 2")
    (rest,) = lines_of(ann.page, r'<textarea id="b-line"[^>]*>([^<]*)')
    assert rest == crosses[0]
    await choose(ann, "red", line=rest)
    assert lines_of(ann.page, r'name="chip" value="([^"]*)" aria-live="off"') == [""]
    await choose(ann, "", line="red")
    assert lines_of(ann.page, r'<textarea id="b-line"[^>]*>([^<]*)') == [""]
    assert chips(ann.page)[:2] == ["blue", "red"]
    assert (
        site.head(ann.table) == head
    )  # nothing was guessed, the last piece's cross did not either


@on_site
async def test_cards_that_disagree_are_marked_on_the_track(site: Site) -> None:
    ann = await to_a_guess(site)
    track = lines_of(ann.page, r'data-play="([^"]*)"')
    assert sorted(track) == ["0", "1"]
    assert "data-otherwise" not in ann.page
    seen = set()
    for rule in ("red or not red", "red and not red"):
        await choose(ann, rule)
        seen |= set(lines_of(ann.page, r'data-otherwise="([^"]*)"'))
    assert seen == {"0", "1"}  # one of the two rules is wrong about each card
    style = game_file("solver", "page.css") or ""
    assert all(
        f'[data-otherwise="{play}"]) [data-play="{play}"]' in style for play in range(MOST_PLAYS)
    )


@on_site
async def test_a_rule_alone_is_said_back_before_it_is_guessed(site: Site) -> None:
    ann = await to_a_guess(site)
    head = site.head(ann.table)
    await ann.send("b-typed", line="circle or red")
    said = words(ann.page)
    assert "Understood: red or circle" in said
    assert "of 64 cards would be in" in said
    assert "Nothing is done yet" in said
    assert site.head(ann.table) == head
    await ann.send("b-typed", line="circle or red")
    assert site.head(ann.table) > head
    assert "red or circle" in words(ann.page)


@on_site
async def test_an_error_stands_at_the_field_with_what_could_stand_there(site: Site) -> None:
    ann = await to_a_guess(site)
    head = site.head(ann.table)
    await ann.send("b-typed", status=400, line="red or cirlce")
    back = re.search(r'<div id="b-back".*?</div>', ann.page, re.DOTALL)
    assert back is not None
    assert "“cirlce” is not understood here." in back[0]
    assert "is not understood" not in ann.page.partition("b-back")[0]
    assert "red or <mark>cirlce</mark>" in ann.page
    assert ">red or cirlce</textarea>" in ann.page
    assert "red or circle" in chips(ann.page)
    assert site.head(ann.table) == head
