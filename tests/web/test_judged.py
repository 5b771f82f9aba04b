"""How well somebody played, told on the page of a finished game."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from itertools import pairwise

import pytest
from tests.web.boards import board, parsed, replayed
from tests.web.site import Site, on_site, words

from facedown.analysis.words import Told, ToldMoment, ToldPoint, ToldSeat
from facedown.core import Match, game_names, new_game
from facedown.core.moves import Move, move_to_json
from facedown.games.mystery.moves import Name
from facedown.games.mystery.view import MysteryView
from facedown.games.turing.cards import CODES
from facedown.games.turing.moves import Ask, Declare, Propose, Stop
from facedown.games.turing.rules import TuringState
from facedown.table import slow_work
from facedown.table.acts.play import play
from facedown.table.acts.resign import Resign
from facedown.web.environment import from_page
from facedown.web.pages.judged import judged_seat, ringed

ASKS = "Judge every move"
RING = re.compile(r'id="m1-b-([\w+-]+)" data-judged="(\w+)"')


@on_site
async def test_a_finished_game_is_judged_and_every_moment_is_a_link(site: Site) -> None:
    ann, eve = site.person(), site.person()
    table = await ann.play("turing", seats="2", option__cards="3,7,10,14")
    bob = site.person()
    await bob.get(f"/t/{table}?sat=2")
    await bob.send("claim-1", name="Bob")
    for move in (Propose("555"), Ask("A"), Stop()):
        for who in (ann, bob):
            await site.tables.do(table, play(move), who.http.cookies["seat"])
    # While it goes on nobody is told anything, however it is asked for.
    for who in (ann, eve):
        assert ASKS not in words(await who.get(f"/t/{table}/replay"))
    page = await ann.get(f"/t/{table}/replay?as=1&judged=yes")
    assert 'id="judged"' not in page
    state = (await site.tables.registry.live_table(table)).state.playing().state()
    assert isinstance(state, TuringState)
    assert state.problem is not None
    solution = CODES[state.problem.code(state.world)]
    wrong = "555" if solution != "555" else "111"
    for who, code in ((ann, solution), (bob, wrong)):
        await site.tables.do(table, play(Declare(True, code)), who.http.cookies["seat"])
    # The end of the table leads there, for those who played.
    assert 'id="judge-all"' not in await eve.get(f"/t/{table}")
    link = re.search(r'id="judge-all" href="([^"]+)"', await bob.get(f"/t/{table}"))
    assert link is not None
    assert 'id="judged' in await bob.get(unescape(link[1]))
    # What was face down is shown at the last moment, and at none before it.
    assert 'class="end"' not in await ann.get(f"/t/{table}/replay?as=1&turn=5")
    page = await ann.get(f"/t/{table}/replay?as=1")
    assert f"The code was {solution}" in words(page.partition('class="end"')[2])
    link = re.search(r'<a id="judged-ask"[^>]*href="([^"]+)"', page)
    assert link is not None
    page = await ann.get(unescape(link[1]))
    for _ in range(60):
        if 'id="judged-again"' not in page:
            break
        page = await ann.get(unescape(link[1]))  # which waits a while each time
    told = words(page)
    assert "best play needs " in told
    assert re.search(r"Codes left: \d", told)
    assert re.search(r"It cost [\d.]+ ", told)
    moments = re.search(r'<ol class="moments" id="moments">(.*?)</ol>', page, re.DOTALL)
    assert moments is not None
    steps = [unescape(href) for href in re.findall(r'href="(/t/[^"]+)"', moments[1])]
    assert 1 <= len(steps) <= 3
    assert page.count('class="judged-board"') == len(steps)  # each with its board in small
    identities = re.findall(r' id="([^"]+)"', page)
    assert len(identities) == len(set(identities))
    for step in steps:
        page = await ann.get(step)
        assert 'id="moments"' in page  # it goes along
        assert 'aria-current="step"' in page.split('id="moments"')[1]
    # Seen with everything open there is nobody whose game it is.
    assert ASKS not in words(await eve.get(f"/t/{table}/replay?as=open"))
    assert ASKS in words(await eve.get(f"/t/{table}/replay?as=2"))


@on_site
async def test_until_it_is_judged_the_page_says_so_and_lets_go(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_work, "PATIENCE", 0.0)
    ann = site.person()
    table = await ann.play("turing", seats="1", option__cards="3,7,10,14")
    for move in (Propose("555"), Ask("A"), Stop(), Declare(True, "555")):
        await site.tables.do(table, play(move), ann.http.cookies["seat"])
    address = f"/t/{table}/replay?as=1&judged=yes"
    page = await ann.get(address)
    assert 'id="judged-so-far"' in page
    assert "The game is being judged, every move of it." in words(page)
    leave = re.search(r'id="judged-stop"[^>]*href="([^"]+)"', page)
    assert leave is not None
    assert ASKS in words(await ann.get(unescape(leave[1])))
    live = await site.tables.registry.live_table(table)
    task = live.judgings[0].task
    assert task is not None
    await task
    page = await ann.get(address)
    assert 'id="judged-so-far"' not in page
    assert "Best play here: " in words(page)


@on_site
async def test_who_gave_up_is_neither_praised_nor_compared(site: Site) -> None:
    ann = site.person()
    table = await ann.play("mystery", seats="1")
    await site.tables.do(table, Resign(), ann.http.cookies["seat"])
    page = await ann.get(f"/t/{table}/replay?as=1&judged=yes")
    for _ in range(60):
        if 'id="judged-again"' not in page:
            break
        page = await ann.get(f"/t/{table}/replay?as=1&judged=yes")
    told = words(page)
    assert "You gave up." in told
    assert "You gave the game up" not in told
    assert "The mystery was" in told
    assert "Well played" not in told
    assert "est play" not in told
    assert told.count("were left at the end") == 1
    assert 'id="judged-moves"' not in page


def a_moment(turning: str, made: str, *best: str) -> ToldMoment:
    return ToldMoment(0, True, "", turning, 0, "", "", made, best)


@pytest.mark.parametrize("name", sorted(game_names()))
def test_the_move_and_the_better_one_are_ringed_on_the_board(name: str) -> None:
    """What is pressed to make a move is there, and is where ``marked`` says."""
    match = Match(new_game(name, mode="casual") if name == "solver" else new_game(name), seed="5")
    places = from_page(name, "marked")
    assert places is not None
    for _ in range(9):  # a proposal first, or a card
        seat = match.actors[0]
        found = [(places(match.game, move), move) for _, move in match.legal_moves(seat)]
        moves: dict[str, Move] = {place: move for place, move in found if place}
        if len(moves) > 1:
            (first, one), (second, other) = [*moves.items()][:2]
            break
        match.play(seat, match.legal_moves(seat)[0][1])
    else:
        pytest.fail("there is no such move")
    drawn = replace(replayed(board(match.game, match.state(), seat)), prefix="m1-")
    said = [json.dumps(move_to_json(move)) for move in (one, other)]
    rings = re.findall(
        r'id="m1-b-([\w+-]+)" data-judged="(\w+)"', ringed(drawn, a_moment("cost", *said)).board
    )
    assert sorted(rings) == sorted([(first, "worse"), (second, "better")])
    told = ringed(drawn, a_moment("told", said[0]))
    assert RING.findall(told.board) == [(first, "better")]
    # A card that was played lies beside the words: the very card, once.
    assert bool(told.done) == (first.startswith(("hand-", "offer-")))
    assert not told.done or parsed(str(told.done)).find("span").get("class").startswith("k-card")
    assert str(told.done) in told.board
    alike = ringed(drawn, a_moment("cost", said[0], said[0])).board
    assert alike.count("data-judged") == 1
    assert "data-judged" not in ringed(drawn, a_moment("known", "")).board


def test_a_guess_that_was_wrong_lies_beside_what_it_was() -> None:
    match = Match(new_game("mystery", puzzle="welcome-mushy-heads"), seed="3")
    said: dict[bool, str] = {}
    for action, move in match.legal_moves(0):
        if not isinstance(move, Name):
            continue
        state = match.state()
        state.apply(0, action)
        view = state.view(0)
        assert isinstance(view, MysteryView)
        assert view.truth is not None
        ended = str(replayed(board(match.game, state, 0)).ended())
        right = view.truth.mystery == (move.card,)
        said[right] = ended
        assert ended.count("<svg") == (1 if right else 2)
    assert "it was" not in said[True]
    assert "it was" in said[False]
    assert "named" in said[False]


def test_a_curve_has_a_scale_whose_numbers_do_not_touch() -> None:
    points = tuple(ToldPoint(n, n * 10, f"about {n}", f"{n} %") for n in range(101))
    told = Told(100, (ToldSeat(0, "", (), (), (), (), "", "", points, (), (), ()),))
    judged = judged_seat(told, 0, 100, lambda turn: f"{turn}", own=True)
    heights = sorted(tick.at for tick in judged.scale)
    assert {"0 %", "100 %"} < {tick.label for tick in judged.scale}
    assert min(b - a for a, b in pairwise(heights)) > 10
    steps = [int(tick.label) for tick in judged.steps]
    assert steps == list(range(20, 100, 20))
