"""Best play walked by links: from the studio, from the end of a game, without a script."""

from __future__ import annotations

import html
import re
from typing import Any

from httpx import AsyncClient
from tests.web.site import Site, on_site, words

STUDIO = "/games/mystery/workshop"
WALK = "/games/mystery/strategy"
TWOS = "option.puzzle=the-three-twos"


def link_of(page: str, text: str, after: str = "") -> str:
    """The address of the first link with these words, from some text on."""
    found = re.search(rf'<a[^>]*href="([^"]*)"[^>]*>{re.escape(text)}', page[page.index(after) :])
    assert found is not None, text
    return html.unescape(found[1])


@on_site
async def test_best_play_is_walked_from_the_studio_and_from_the_end_of_a_game(site: Site) -> None:
    ann = site.person()
    page = await ann.get(f"{STUDIO}?cells=?111+22..+....+....&title=Mine")
    page = await ann.get(link_of(page, "Walk through best play"))
    assert "Mine" in words(page)
    for _ in range(12):
        if "for certain" in page[page.index("<h2") : page.index("</h2>")]:
            break
        page = await ann.get(link_of(page, "", after='<div class="tree">'))
    else:
        raise AssertionError("best play does not end")
    assert 'class="tree"' not in page
    assert "Ask Q" in words(await ann.get(link_of(page, "Start")))
    await ann.play("mystery", name="Ann", seats="1", option__puzzle="welcome-mushy-heads")
    assert WALK not in ann.page
    named: Any = {"part.card.1": "A", "part.card.2": "H"}
    await ann.send("b-form-name", **named)
    link = link_of(ann.page, "Walk through best play")
    assert "Welcome Mushy Heads" in words(await ann.get(link))


@on_site
async def test_answers_stand_with_what_is_best_then_and_mistakes_are_told(site: Site) -> None:
    ann = site.person()
    told = words(await ann.get(f"{WALK}?{TWOS}&step=Q3%3DKH"))
    assert "Start Q3 shows K♥ Ask Q1 or Q2, 13/3 (4.333) more expected." in told
    assert "J♠ J♦ J♣ Q♠ Q♦ Q♣ A♠ A♦ A♣ 33.3 % Ask Q2, 7/3 (2.333) more expected." in told
    other = words(await ann.get(f"{WALK}?{TWOS}&step=Q3%3DKH&ask=q3"))
    assert "What Q3 can show, and what is best then" in other
    async with AsyncClient(base_url=site.base, timeout=60) as client:
        for address, status, sentence in (
            (f"{WALK}?{TWOS}&step=Q9%3DKH", 400, "There is no pile 'Q9'"),
            (f"{WALK}?{TWOS}&step=Q1%3D2S", 400, "The 2 of spades is not in the grid"),
            (f"{WALK}?{TWOS}&step=Q3%3DKH&step=Q3%3DKH", 400, "cannot turn that up"),
            (f"{WALK}?{TWOS}&ask=Q7", 400, "The piles of this puzzle are Q1, Q2 and Q3."),
            (f"{WALK}?option.puzzle=nothing", 400, "There is no puzzle"),
            ("/games/suspense/strategy", 404, "Suspense has no tree of best play."),
            ("/games/chess/strategy", 404, "chess"),
        ):
            answer = await client.get(address)
            assert (answer.status_code, sentence in words(answer.text)) == (status, True), address
