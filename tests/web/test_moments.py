"""The end, and the end of a round: told to each in its own words, and large for a while."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import unescape

import pytest
from tests.web.boards import states
from tests.web.drawn import drawn, snapshot

from facedown.core.game import Game
from facedown.core.registry import game_class, new_game
from facedown.core.seats import ONLOOKER
from facedown.core.state import State
from facedown.web.pages.results import ending_of
from facedown.web.rendering import moment_of


def told(game: Game, state: State, viewer: int) -> dict[str, str]:
    """What a viewer's page says of the newest moment."""
    head = drawn(game, state, viewer).partition("<svg")[0]
    marks = re.findall(r'data-(moment|tone|moment-words|moment-why)="([^"]*)"', head)
    return {name: unescape(text) for name, text in marks}


def last_state(game: Game) -> State:
    *_, last = states(game, random.Random(3))
    return last


@pytest.mark.parametrize("name", ["mystery", "solid", "solver", "suspense", "turing"])
def test_the_end_is_told_to_each_in_its_own_words(name: str) -> None:
    game = new_game(name, seats=2)
    state = last_state(game)
    outcome = state.outcome()
    assert outcome is not None
    for viewer in (0, 1, ONLOOKER):
        moment = told(game, state, viewer)
        won = viewer in outcome.winners
        tone = "over" if viewer == ONLOOKER else "won" if won else "lost"
        assert (moment["moment"], moment["tone"]) == ("end", tone)
        assert moment["moment-words"]
        assert moment["moment-why"]


@pytest.mark.parametrize("name", ["mystery", "solid", "solver", "suspense", "turing"])
def test_ones_own_result_stands_first(name: str) -> None:
    """No seat is called by its own name, and none that lost reads another's first."""
    fewest, most = game_class(name).facts.seats
    for seats in range(fewest, min(most, 3) + 1):
        game = new_game(name, seats)
        for seed in range(6):
            *_, last = states(game, random.Random(seed))
            outcome = last.outcome()
            assert outcome is not None
            for seat in range(seats):
                told = game.ending(last.view(seat))
                assert f"{{{seat}}}" not in told.words + told.why
                assert not told.words.endswith(".")
                assert seat in outcome.winners or "{" not in told.words


def test_who_gave_the_game_up_has_not_won_it_with_their_bot() -> None:
    game = new_game("suspense", seats=2, goal=1)
    state = last_state(game)
    outcome = state.outcome()
    assert outcome is not None
    winner = outcome.winners[0]
    shot = snapshot(game, state, winner)
    assert ending_of(shot).words.startswith("You win")
    seats = tuple(replace(seat, resigned=seat.seat == winner) for seat in shot.info.seats)
    shot = replace(shot, info=replace(shot.info, seats=seats))
    ending = ending_of(shot)
    assert ending.words == "You gave the game up"
    moment = moment_of(shot, ending)
    assert moment is not None
    assert (moment.tone, moment.words) == ("lost", ending.words)


@pytest.mark.parametrize(
    ("game", "shows"),
    [
        (new_game("suspense", seats=3, goal=5), "The secret card was "),
        (new_game("solver", seats=3, mode="competitive", master="player"), "The rule was “"),
    ],
)
def test_each_round_that_is_over_is_a_moment_of_its_own(game: Game, shows: str) -> None:
    keys = [""]
    for state in states(game, random.Random(3)):
        shot = snapshot(game, state, ONLOOKER)
        moment = moment_of(shot, ending_of(shot) if shot.info.outcome else None)
        if moment is not None and moment.key != keys[-1]:
            keys.append(moment.key)
            if keys[-1] != "end":
                assert moment.tone == "round"
                assert moment.why.startswith(shows)
    rounds = [f"round-{number}" for number in range(1, len(keys) - 1)]
    assert keys == ["", *rounds, "end"]
    assert rounds
