"""How Solid's careful and strong players play."""

from __future__ import annotations

import itertools
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.games.solid.test_rules import scene

from facedown.core.log import draw
from facedown.core.moves import Move
from facedown.core.play import play_bots, random_move
from facedown.core.roster import Bot, new_bot, new_judge
from facedown.core.seats import NATURE
from facedown.core.standing import open_question
from facedown.games.solid import Solid
from facedown.games.solid.moves import Discard, Play, Share, UseEvent
from facedown.games.solid.rules import SolidState
from facedown.games.solid.view import SolidView
from facedown.games.solid.worlds import DRAWN, NoDrawsFound, TwoWorlds, worlds_of
from facedown.players.solid.strong import CarefulBot, StrongBot
from facedown.players.solid.trial import Playoff

DRAWS = 4_000


def move_of(state: SolidState, bot: Bot) -> Move:
    """What a bot does in seat 0."""
    action = bot.act(state.view(0), random.Random(1))
    assert isinstance(action, int)
    return state.setting.moves[action]


def points_of(first: str, second: str, games: int) -> float:
    """What the first player wins of so many games in either seat, on the same draws."""
    game = Solid()
    score = 0.0
    for seed in range(games):
        for seats in ((first, second), (second, first)):
            outcome = play_bots(game, [new_bot(game, name) for name in seats], str(seed)).outcome()
            assert outcome is not None
            if seats.index(first) in outcome.winners:
                score += 1 / len(outcome.winners)
    return score


def test_careful_wins_most_games_against_greedy() -> None:
    """Of forty games, more than luck would give one of two equal players."""
    assert points_of("careful", "greedy", 20) > 23


@pytest.mark.parametrize(
    ("hand", "shared", "expected"),
    [
        ("H B3+3 S S S", ("", "M2"), Share("B3+3")),  # ahead only with that
        ("H B2 S S S", ("H4", ""), Play("H")),  # ahead already
    ],
)
def test_careful_ends_the_game_when_ahead(
    hand: str, shared: tuple[str, str], expected: Move
) -> None:
    state = scene(hand, pods=("HHBBBMMMCCCSSS", ""), shared=shared)
    assert move_of(state, new_bot(Solid(), "careful")) == expected


def test_careful_holds_up_who_is_ahead_and_near_the_end() -> None:
    """It destroys the type that the other pod lacks elsewhere, not any."""
    state = scene("H7 S S S S", pods=("", "HHHHHBBBMMMCCC"), shared=("", "H4"))
    move = move_of(state, new_bot(Solid(), "careful"))
    assert isinstance(move, UseEvent)
    assert move.owner == 1
    assert move.target != "H"


def test_careful_throws_away_what_is_far_from_being_shared() -> None:
    state = scene("H7 H4 steal S S", pods=("HHH", ""))
    state.plays = 3
    assert move_of(state, new_bot(Solid(), "careful")) in {Discard("H4"), Discard("H7")}


def test_strong_makes_the_same_move_with_the_same_luck() -> None:
    state = scene("H7 H4 steal S S", pods=("HHH", "HHM"), shared=("", "H2"))
    bots = [StrongBot(Solid(), rollouts=300) for _ in range(2)]
    moves = [bot.act(state.view(0), random.Random(n)) for bot in bots for n in range(5)]
    assert moves[:5] == moves[5:]


def test_strong_shares_before_it_ends_the_game() -> None:
    """Three points behind and with two plays left it does not end the game at once."""
    state = scene("H B3+3 C C C", pods=("HHBBBMMMCCCSSS", ""), shared=("", "H4"))
    state.plays = 1
    assert move_of(state, StrongBot(Solid(), rollouts=400)) == Share("B3+3")


def windows(seats: int) -> dict[int, SolidView]:
    """What a seat that may protect sees in worlds that the seat to its left thinks alike (L10).

    By how many moves it has: one where it holds no protect card, two where it does.
    """
    game = Solid(seats)
    for seed in itertools.count():
        state, rng = game.start(), random.Random(seed)
        while state.outcome() is None:
            seat = state.actors()[0]
            if seat >= 0 and open_question(game, state.view(seat)) is not None:
                view = state.view((seat + 1) % seats)
                drawn = (game.worlds(view).sample(rng) for _ in range(10))
                views = [game.state_from_world(view, world).view(seat) for world in drawn]
                found = {len(each.legal): each for each in views}
                if {1, 2} <= set(found):
                    return found
            state.apply(seat, random_move(game, state, seat, rng))
    raise AssertionError


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("how", [{"rollouts": 100}, {"seconds": 0.05}])
def test_strong_works_as_long_where_there_is_nothing_to_choose(
    seats: int, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many games it plays on, and how long it does, by a clock that goes on with each game."""
    played = 0
    honest = Playoff._play_some

    def noted(self: Playoff, count: int) -> None:
        nonlocal played
        played += count * len(self.alive)
        honest(self, count)

    monkeypatch.setattr(Playoff, "_play_some", noted)
    monkeypatch.setattr(time, "perf_counter", lambda: played / 10_000)
    games = []
    for choices, view in windows(seats).items():
        if choices <= 2:
            rng, before, played = random.Random(1), random.Random(1), 0
            StrongBot(Solid(seats), **how).act(view, rng)
            games.append(played)
            assert choices > 1 or rng.getstate() == before.getstate()  # chance chooses nothing
    assert games[0] == games[1] > 0


@pytest.mark.parametrize(
    ("seats", "deck"), [(2, "separate"), pytest.param(3, "two-sided", marks=pytest.mark.slow)]
)
def test_strong_plays_whole_games(seats: int, deck: str) -> None:
    game = Solid(seats, deck=deck)
    bots = [StrongBot(game, rollouts=20) for _ in range(seats)]
    assert play_bots(game, bots, "whole").outcome() is not None


def test_strong_draws_the_other_hand_as_often_as_it_weighs() -> None:
    """Hands after a few turns, as the compiled search draws them and as the game's worlds are."""
    game, rng = Solid(), random.Random(8)
    state = game.start()
    assert isinstance(state, SolidState)
    while state.turn < 7:
        (seat,) = state.actors()
        state.apply(seat, state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat)))
    view = state.view(state.actors()[0])
    other = 1 - view.seat
    worlds = worlds_of(game.setting, view)
    assert isinstance(worlds, TwoWorlds)
    assert any(kind != DRAWN for kind in worlds.changes)
    trial = Playoff(game.setting, view, view.legal, rng)
    tried = trial.draws.hands(DRAWS, trial.chance)[:, other].sum(axis=0)
    drawn = [worlds.hands(worlds.sample(rng))[other] for _ in range(DRAWS)]
    told = np.array(drawn).sum(axis=0)
    for kind, count in enumerate(told):
        assert abs(tried[kind] - count) < 6 * (2 * count + 2) ** 0.5


def test_several_threads_may_ask_one_careful_bot() -> None:
    """It keeps nothing of a move: other views in between change nothing."""
    game, rng = Solid(), random.Random(3)
    bot, views = CarefulBot(game), []
    for number in range(6):
        state = game.start()
        while NATURE in state.actors():
            state.apply(NATURE, draw(state, f"threads/{number}"))
        views.append(state.view(state.actors()[0]))
    alone = [bot.act(view, rng) for view in views]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as executor:
            found = list(executor.map(bot.act, views * 50, [rng] * 50 * len(views)))
    finally:
        sys.setswitchinterval(before)
    assert found == alone * 50


def test_where_no_world_is_found_strong_plays_as_careful_and_nothing_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, rng = Solid(3), random.Random(4)
    state = game.start()
    while NATURE in state.actors():
        state.apply(NATURE, draw(state, "none"))
    view = state.view(state.actors()[0])
    usual = CarefulBot(game).act(view, rng)
    judge, strong = new_judge(game), StrongBot(game, rollouts=200)
    assert judge is not None
    assert isinstance(usual, int)
    move = game.setting.moves[usual]
    assert judge.verdict(view, move) is not None

    def nothing(*_: object) -> None:
        raise NoDrawsFound

    monkeypatch.setattr("facedown.games.solid.worlds.Population", nothing)
    assert strong.act(view, rng) == usual
    assert judge.verdict(view, move) is None
