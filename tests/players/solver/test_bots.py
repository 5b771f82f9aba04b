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
from facedown.games.solver.rules import SolverState
from facedown.games.solver.view import track_of
from facedown.players.solver.simple import Beginner, candidates, ideas_of


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


def test_two_beginners_leave_a_game_to_be_played() -> None:
    """They solved 20 of 20 after 5 to 7 cards while they filtered the list that rules come from."""
    game, cards = Solver(2), []
    for seed in range(40):
        state = play_bots(game, [new_bot(game, "beginner")] * 2, str(seed))
        assert isinstance(state, SolverState)
        cards.append(len(state.track) if state.solver >= 0 else 0)
    found = [each for each in cards if each]
    assert 8 <= len(found) <= 28
    assert min(found) >= 10


def test_what_comes_to_a_beginners_mind_is_not_the_list_of_the_level() -> None:
    ideas, readily = ideas_of(1)
    assert set(level_rules(1)) < set(ideas)
    assert readily[ideas.index("red")] > readily[ideas.index("blue or red")] > 0
    assert readily[ideas.index("blue or red")] > readily[ideas.index("(blue or green) and odd")]


def test_a_beginner_forgets_and_misreads() -> None:
    played = "blue circle 1", "draw", "blue square 2", "draw", "blue square 3", "draw"
    track = track_of(turns(table("blue or red", seats=1), *played).view(0))
    sure = Beginner(forgets=0, misreads=0)
    assert sure.remembered(track, random.Random(1)) == list(enumerate(track))
    wrong = Beginner(forgets=1, misreads=1).remembered(track, random.Random(1))
    assert len(wrong) == min(4, len(track))
    assert all(play.accepted != track[place].accepted for place, play in wrong)


def test_a_beginner_does_not_say_a_wrong_guess_again() -> None:
    track = "blue circle 1", "guess odd"
    view = turns(table(seats=2), *track).view(1)
    mind = Beginner(ideas=60)
    said = {mind.guess(view, random.Random(seed), must=True) for seed in range(20)}
    assert "odd" not in said
    assert "number 1 or 3" not in said
