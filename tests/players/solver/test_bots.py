"""SOLVER's players."""

from __future__ import annotations

import random

import pytest
from tests.games.solver.tables import table, turns

from facedown.core.play import play_bots
from facedown.core.roster import new_bot
from facedown.games.solver import Solver
from facedown.games.solver.judging import level_rules, rule_called
from facedown.games.solver.moves import Guess
from facedown.players.solver.simple import candidates


def test_the_careful_player_finds_every_rule_of_a_small_space_alone() -> None:
    game = Solver(1, level=2)
    for seed in range(12):
        outcome = play_bots(game, [new_bot(game, "careful")], str(seed)).outcome()
        assert outcome is not None
        assert outcome.winners == (0,)


def test_the_careful_player_plays_the_card_that_splits_the_rules() -> None:
    state = table(seats=1)
    view = state.view(0)
    left = candidates(view)
    chosen = new_bot(Solver(1), "careful").act(view, random.Random(1))
    assert isinstance(chosen, int)

    def far(card: int) -> int:
        yes = sum(rule_called(rule).judge(state.track, card) for rule in left)
        return abs(2 * yes - len(left))

    assert far(chosen) == min(map(far, view.legal))


def test_a_rule_beside_the_level_is_looked_for_in_all_levels() -> None:
    state = turns(table("same colour as the last card", seats=2, master="player"), "blue circle 1")
    assert candidates(state.view(1))
    game = Solver(2, master="player")
    assert (
        play_bots(game, [new_bot(game, "beginner"), new_bot(game, "careful")], "1").outcome()
        is not None
    )
    assert set(candidates(table().view(0))) <= set(level_rules(1))


def test_a_bot_as_master_judges_by_the_rule_that_it_wrote() -> None:
    game = Solver(2, master="free")
    state = play_bots(game, [new_bot(game, "beginner"), new_bot(game, "careful")], "1")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize("bot", ["beginner", "careful"])
def test_r8_bots_guess_rather_than_lose_their_swap_on_the_same_cards(bot: str) -> None:
    state = turns(table(mode="casual"), "blue circle 1")
    state.deck = []
    game = Solver(2, mode="casual")
    assert isinstance(new_bot(game, bot).act(state.view(0), random.Random(1)), Guess)
