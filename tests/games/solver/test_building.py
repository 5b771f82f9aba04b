"""The page's choices of words for a guess, without JavaScript."""

from __future__ import annotations

import html
import re

from tests.web.site import Person, Site, fields, on_site, words


def selects(page: str) -> list[list[str]]:
    """The whole lines that each choice of words can make."""
    return [
        [html.unescape(value) for value in re.findall(r'<option value="([^"]*)"', one)]
        for one in re.findall(r'<select name="slot".*?</select>', page, re.DOTALL)
    ]


async def to_a_guess(site: Site) -> Person:
    """Somebody alone at a table who has played a card."""
    ann = site.person()
    table = await ann.play("solver", seats="1")
    card = re.search(r'value="(\d+)"[^>]*id="b-play-', await ann.get(f"/t/{table}"))
    assert card is not None
    await ann.send("f-act", action=card[1])
    return ann


async def choose(person: Person, *slots: str, line: str, **more: str) -> None:
    """Sends the form with these choices."""
    data: dict[str, object] = {**fields(person.page, "b-typed"), "line": line, "slot": slots}
    address = f"/t/{person.table}/moves"
    answer = await person.http.post(address, data=data | more, follow_redirects=True)
    assert answer.status_code == 200
    person.page = answer.text


@on_site
async def test_a_guess_is_put_together_of_choices(site: Site) -> None:
    ann = await to_a_guess(site)
    head = site.head(ann.table)
    (first,) = selects(ann.page)
    assert first[0] == "guess"
    assert "guess red" in first
    await choose(ann, "guess red", line="", build="1")
    assert 'name="line" value="guess red"' in ann.page
    assert "Your guess is: red;" in words(ann.page)
    assert [lines[0] for lines in selects(ann.page)] == ["guess", "guess red"]
    await choose(ann, "guess red", "guess red or", line="guess red", build="1")
    assert "At the end: expected here" in words(ann.page)
    assert len(selects(ann.page)) == 3
    # What is chosen anew counts, what came after it is gone; nothing was guessed so far.
    await choose(ann, "guess not", "guess red or", "guess red or", line="guess red or", build="1")
    assert 'name="line" value="guess not"' in ann.page
    assert site.head(ann.table) == head


@on_site
async def test_what_was_chosen_is_said_back_before_it_is_guessed(site: Site) -> None:
    ann = await to_a_guess(site)
    head = site.head(ann.table)
    await choose(ann, "guess red", line="")  # sent at once
    assert "Nothing is done yet" in words(ann.page)
    assert site.head(ann.table) == head
    await choose(ann, "guess red", "guess red", line="guess red")
    assert site.head(ann.table) > head
    assert "red" in words(ann.page)


@on_site
async def test_what_is_typed_counts_where_no_choice_was_changed(site: Site) -> None:
    ann = await to_a_guess(site)
    await choose(ann, "guess", line="guess circle")
    assert "Your guess is: circle;" in words(ann.page)
    await choose(ann, "guess circle", "guess circle", line="guess circle or odd")
    assert "Your guess is: odd or circle;" in words(ann.page)
