"""What was made is opened as a table: nobody but its maker is told a secret of it."""

from __future__ import annotations

import re

import httpx
from tests.toys.skirmish import Skirmish
from tests.web.site import Site, on_site, words

from facedown.core.registry import override_game
from facedown.games.solver.moves import Write
from facedown.games.solver.rules import SolverState

RULE = "if the last card is odd then blue or red else circle"
PAGE = "/games/solver/workshop"


def secret_in(text: str) -> bool:
    """Whether a text has the rule, or its draft, in one of its forms."""
    return any(part in text for part in (RULE, RULE.replace(" ", "%20"), RULE.replace(" ", "+")))


@on_site
async def test_a_rule_is_made_and_played_with_a_friend(site: Site) -> None:
    ann, bob = site.person(), site.person()
    await ann.get(f"{PAGE}?rule={RULE}&track=red+circle+1")
    await ann.send("/tables")
    table = ann.table
    assert not secret_in(ann.page)  # the game has not begun
    assert not secret_in(await bob.get(f"/t/{table}"))
    await bob.send("claim-1", name="Bob")
    state = site.tables.registry.live_tables[table].state
    match = state.playing()
    truth = match.state()
    assert isinstance(truth, SolverState)
    assert (truth.rule, truth.master, match.actors) == (RULE, 0, (1,))
    assert match.log.entries[0].move == Write(RULE)
    assert not state.spec.known_deal
    assert match.log.origin is None
    # The Master sees the rule; the other seat, onlookers and programs do not.
    assert secret_in(words(await ann.get(f"/t/{table}")))
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        answer = await bob.http.get(path, follow_redirects=True)
        assert not secret_in(answer.text), path
    eve = site.program()
    told = str(await eve.ask(f"/tables/{table}"))
    assert not secret_in(told)
    assert not secret_in((await site.person().http.get(f"/t/{table}/log")).text)
    # Bob plays a card, and the program judges it by the rule.
    card = re.search(r'name="action" value="([0-9]+)"[^>]*id="b-play-', bob.page)
    assert card is not None
    await bob.send("f-act", action=card[1])
    assert len(match.state().track) == 2  # type: ignore[attr-defined]


@on_site
async def test_each_table_of_a_draft_is_dealt_anew(site: Site) -> None:
    seeds = set()
    for _ in range(2):
        ann = site.person()
        await ann.get(f"{PAGE}?rule=red")
        await ann.send("/tables", alone="yes")
        state = site.tables.registry.live_tables[ann.table].state
        seeds.add(state.spec.seed)
        assert state.playing().actors == (1,)
        assert state.seats[1].bot is not None
    assert len(seeds) == 2


@on_site
async def test_a_draft_with_a_flaw_opens_no_table(site: Site) -> None:
    ann = site.person()
    await ann.get(f"{PAGE}?rule=red")
    for game, made, said in (
        ("solver", "rule=red+or", "The rule is not whole yet."),
        ("solver", "packed=x", "cut short"),
        ("skirmish", "rule=red", "has no workshop"),
    ):
        form = {"csrf": _csrf(ann.page), "game": game, "made": made}
        with override_game(Skirmish):
            answer: httpx.Response = await ann.http.post("/tables", data=form)
        assert answer.status_code == 400, (made, answer.status_code)
        assert said in words(answer.text)


def _csrf(page: str) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found is not None
    return found[1]
