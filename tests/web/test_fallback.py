"""A game of somebody else's that brings nothing but its rules has a table all the same."""

from __future__ import annotations

import random
import re

from tests.terminal.toy import Hush
from tests.web.site import Site, on_site, words

from facedown.core.registry import lend_game


@on_site
async def test_a_whole_game_on_the_board_of_any_game(site: Site) -> None:
    with lend_game(Hush):
        ann = site.person()
        assert "Hush" in words(await ann.get("/"))
        table = await ann.play("hush", seats="1", name="Ann")
        assert "Your moves" in words(ann.page)
        rng = random.Random(3)
        for _ in range(60):
            if (await site.tables.info(table)).status == "over":
                break
            await ann.get(f"/t/{table}")
            offered = re.findall(r'form="f-act" name="action" value="(\d+)"', ann.page)
            assert offered
            await ann.send("f-act", action=rng.choice(offered))
        assert "The game is over" in words(await ann.get(f"/t/{table}"))
        assert "looking back" in words(await ann.get(f"/t/{table}/replay?as=open&turn=1"))
        await ann.get("/games/hush/first", status=404)


@on_site
async def test_a_typed_line_moves(site: Site) -> None:
    with lend_game(Hush):
        ann = site.person()
        table = await ann.play("hush", seats="1")
        head = site.head(table)
        await ann.get(f"/t/{table}")
        await ann.send("b-typed", line="what now?", status=400)
        assert site.head(table) == head
