"""The rule said on the page, without JavaScript: in its own words, or by chips."""

from __future__ import annotations

import html
import re

from tests.web.site import Person, Site, fields, on_site, words


def chips(page: str) -> list[str]:
    """The whole lines that the chips make."""
    return [html.unescape(line) for line in re.findall(r'name="chip" value="([^"]*)"', page)]


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
    assert 'name="line" value="red"' in ann.page
    assert "of 2 cards agree with it" in words(ann.page)
    assert chips(ann.page) == ["red and", "red or"]
    await choose(ann, "red or", line="red")
    assert "At the end: expected here" in words(ann.page)
    assert "red or circle" in chips(ann.page)
    await choose(ann, "red or circle", line="red or")
    assert site.head(ann.table) == head  # nothing was guessed so far
    await ann.send("b-typed", line="red or circle")
    assert site.head(ann.table) > head


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
    assert "At &#39;cirlce&#39; (character 8)" in back[0]
    assert "At &#39;cirlce&#39;" not in ann.page.partition("b-back")[0]
    assert 'name="line" value="red or cirlce"' in ann.page
    assert "red or circle" in chips(ann.page)
    assert site.head(ann.table) == head
