"""A game of somebody else's that brings nothing but its rules has a table all the same."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.scenes import publishing
from tests.terminal.toy import PLAYERS, Hush
from tests.web.site import Site, on_site, words

from facedown.core.log import check_shuffle, read_log
from facedown.core.registry import override_game
from facedown.search.poker.game import WORDS


@on_site
async def test_a_whole_game_on_the_board_of_any_game(site: Site) -> None:
    with override_game(Hush, PLAYERS):
        ann = site.person()
        assert "Hush" in words(await ann.get("/"))
        table = await ann.play("hush", seats="1", name="Ann")
        assert "What you can do" in words(ann.page)
        rng = random.Random(3)
        for _ in range(60):
            if (await site.tables.watching.info(table)).status == "over":
                break
            await ann.get(f"/t/{table}")
            offered = re.findall(r'form="f-act" name="action" value="(\d+)"', ann.page)
            assert offered
            await ann.send("f-act", action=rng.choice(offered))
        assert "The game is over" in words(await ann.get(f"/t/{table}"))
        assert "looking back" in words(await ann.get(f"/t/{table}/replay?as=open&turn=1"))
        await ann.get("/games/hush/first", status=404)


@pytest.fixture
def kuhn(tmp_path: Path) -> Iterator[None]:
    """Kuhn poker, as somebody's package."""
    with publishing(tmp_path / "published", {"kuhn": "facedown.search.poker.game:KuhnPoker"}, {}):
        yield


@pytest.mark.usefixtures("kuhn")
@on_site
async def test_a_game_with_hidden_cards_has_all_that_ours_have(site: Site) -> None:
    ann, bob, eve = site.person(), site.person(), site.person()
    lobby = await eve.get("/")
    card = re.search(r'<li class="game-card" id="game-kuhn">.*?</li>\n</ul>', lobby, re.DOTALL)
    assert card is not None
    assert "2 players" in words(card[0])
    for link in re.findall(r'href="([^"]+)"', card[0]):
        await eve.get(link)
    assert 'id="P1"' in await eve.get("/games/kuhn/rules")
    await eve.get("/games/kuhn/daily", status=404)
    assert "has no daily puzzle." in words(eve.page)

    table = await ann.play("kuhn", seats="2", name="Ann")
    await bob.get(f"/t/{table}?sat=2")
    await bob.send("claim-1", name="Bob")
    hands = [await hand(site, table, who.http.cookies["seat"]) for who in (ann, bob)]
    for who, knows in ((ann, {0}), (bob, {1}), (eve, set())):
        page = words(await who.get(f"/t/{table}"))
        told = {seat for seat in (0, 1) if f"Your card: {hands[seat]}." in page}
        dealt = {s for s in (0, 1) if re.search(rf"(Ann|Bob)[^.]* is dealt {hands[s]}\.", page)}
        assert told == dealt == knows
    for who in (ann, bob):
        await who.get(f"/t/{table}")
        await who.send("f-act", action=f"{WORDS.index('call')}")
    assert "The game is over" in words(bob.page)
    for who in (ann, bob):  # one of them has lost, but Kuhn poker tells nothing of best play
        assert "best play" not in words(await who.get(f"/t/{table}"))

    deduced = words(await eve.get(f"/t/{table}/replay?as=1&turn=2&why=yes"))
    assert "2 ways the hidden things could be." in deduced
    opened = words(await eve.get(f"/t/{table}/replay?as=open&turn=2"))
    assert all(f"Your card: {card}." in opened for card in hands)
    assert "Checked: every draw follows from the seed" in opened
    log = await site.program().http.get(f"/tables/{table}/log")
    assert check_shuffle(read_log(log.text)).first_mismatch is None


async def hand(site: Site, table: str, secret: str) -> str:
    """The card of a seat, as a program is told it."""
    seen = await site.program(secret).ask(f"/tables/{table}/view")
    card: str = seen["view"]["card"]
    return card


@on_site
async def test_a_typed_line_moves(site: Site) -> None:
    with override_game(Hush, PLAYERS):
        ann = site.person()
        table = await ann.play("hush", seats="1")
        head = site.head(table)
        await ann.get(f"/t/{table}")
        await ann.send("b-typed", line="what now?", status=400)
        assert site.head(table) == head
