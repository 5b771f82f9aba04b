"""What comes with a game is played at once from the game's page."""

from __future__ import annotations

import re

from tests.web.site import Site, on_site


@on_site
async def test_a_puzzle_of_the_book_is_one_press_away(site: Site) -> None:
    ann = site.person()
    page = await ann.get("/games/mystery")
    names = re.findall(r'<button[^>]* name="option.puzzle" value="([^"]+)">', page)
    assert len(names) == 63
    assert page.index("Very easy") < page.index("Very hard")
    await ann.send("f-collection", option__puzzle=names[20])
    options = site.tables.registry.live_tables[ann.table].state.game.options
    assert options["puzzle"] == names[20]
    assert "To play at once" not in await ann.get("/games/turing")


@on_site
async def test_a_puzzle_is_one_press_away_beside_real_cards_too(site: Site) -> None:
    ann = site.person()
    (link,) = re.findall(r'href="([^"]+)">Beside real cards', await ann.get("/games/mystery"))
    page = await ann.get(link.replace("&amp;", "&").partition("#")[0])
    assert '<option value="real" selected>' in page
    assert '<option value="1" selected>' in page
    await ann.send("f-collection", option__puzzle="iron-bridge")
    game = site.tables.registry.live_tables[ann.table].state.game
    assert (game.seats, game.options["cards"], game.options["puzzle"]) == (1, "real", "iron-bridge")
    assert "Beside real cards" in await ann.get("/games/solver")
    assert "?option.answers=real&amp;seats=1#new-title" in await ann.get("/games/turing")
    assert "?option.hands=real&amp;seats=1#new-title" in await ann.get("/games/solid")
