"""What best play would have done, asked from the pages when the game is over."""

from __future__ import annotations

import re
from html import unescape

from tests.web.site import Site, on_site, words

from facedown.games.turing.cards import CODES
from facedown.games.turing.moves import Ask, Declare, Propose, Stop
from facedown.games.turing.rules import TuringState


@on_site
async def test_whoever_lost_may_ask_what_best_play_would_have_done(site: Site) -> None:
    question = "What would best play have done?"
    ann, eve = site.person(), site.person()
    table = await ann.play("turing", seats="2", option__cards="3,7,10,14")
    bob = site.person()
    await bob.get(f"/t/{table}?sat=2")
    await bob.send("claim-1", name="Bob")
    for move in (Propose("111"), Ask("A"), Stop()):
        for who in (ann, bob):
            await site.tables.moving.act(table, who.http.cookies["seat"], move)
    for who in (ann, bob):
        assert question not in words(await who.get(f"/t/{table}"))
        assert question not in words(await who.get(f"/t/{table}/replay?why=best"))
    match = (await site.tables.registry.live_table(table)).state.playing()
    state = match.state()
    assert isinstance(state, TuringState)
    assert state.problem is not None
    solution = CODES[state.problem.code(state.world)]
    for who, code in ((ann, solution), (bob, "555")):
        await site.tables.moving.act(table, who.http.cookies["seat"], Declare(True, code))
    for who in (ann, eve):  # who has won, and who only looks on
        assert question not in words(await who.get(f"/t/{table}"))
    page = await bob.get(f"/t/{table}")
    link = re.search(r'id="best-play" href="([^"]+)"', page)
    assert link is not None
    assert question in words(page)
    told = words(await bob.get(unescape(link[1])))
    assert re.search(rf"Your answers left .* Best play finds {solution} in \d rounds?", told)
    # Whatever was seen may be looked at by all, after the last move and for who has not won.
    assert re.search(
        r"Best play finds \d+", words(await eve.get(f"/t/{table}/replay?as=2&why=best"))
    )
    assert question in words(await eve.get(f"/t/{table}/replay?as=2"))
    assert question not in words(await eve.get(f"/t/{table}/replay?as=2&turn=3&why=best"))
    assert question not in words(await eve.get(f"/t/{table}/replay?as=1&why=best"))
