"""Whole games in a loop, and the small values of the core."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.testing.glimpse import PLAYERS, Glimpse, GlimpseState, Guesser
from tests.testing.hunch import Guess, Hunch, Write

from facedown.core.errors import Reason
from facedown.core.moves import Action
from facedown.core.play import NoProperMove, any_move, play_bots, play_randomly, random_move
from facedown.core.roster import Bot, new_bot, override_players
from facedown.core.seats import MOST_SEATS, NATURE, ONLOOKER, SEATS_OF, seat_words
from facedown.core.state import State
from facedown.core.view import View


def test_random_play_ends_and_is_decided_by_its_generator() -> None:
    ends = [play_randomly(Glimpse(), random.Random(seed)).outcome() for seed in range(40)]
    assert None not in ends
    assert ends == [play_randomly(Glimpse(), random.Random(seed)).outcome() for seed in range(40)]
    assert len(set(ends)) > 5


def test_bots_play_to_the_end() -> None:
    game = Glimpse()
    with override_players("glimpse", PLAYERS):
        state = play_bots(game, [new_bot(game, "guesser"), new_bot(game, "guesser")], "3")
    assert state.outcome() is not None


def test_a_bot_that_breaks_the_rules_is_told_so() -> None:
    class Rogue(Guesser):
        def act(self, view: View, rng: random.Random) -> Action:
            return 99

    rogue: Bot = Rogue(Glimpse())
    with pytest.raises(NoProperMove, match=r"seat 1 made the move 99: .*not a move of this game"):
        play_bots(Glimpse(), [rogue, rogue], "3")


def test_nature_draws_by_her_weights() -> None:
    state, rng = GlimpseState(chatty=True), random.Random(5)
    threes = 0
    for _ in range(3000):
        move = state.clone()
        move.apply(NATURE, move.draw(rng))
        threes += move.deal[2] == 3
    assert abs(threes / 3000 - 12 / 30) < 0.04  # 6 deals of weight 2 among 24 (H1)


def test_a_game_without_chance_has_no_chances() -> None:
    with pytest.raises(AssertionError, match="nature never moves"):
        State.chances(GlimpseState(chatty=True))


def test_seats_of_a_mask() -> None:
    assert SEATS_OF[0] == ()
    assert SEATS_OF[0b100101] == (0, 2, 5)
    assert len(SEATS_OF) == 2**MOST_SEATS


def test_seats_in_words_count_from_one() -> None:
    words = [seat_words(seat) for seat in (0, 5, NATURE, ONLOOKER)]
    assert words == ["Seat 1", "Seat 6", "Nature", "An onlooker"]


def test_a_refusal_is_made_of_its_parts() -> None:
    refusal = Reason("taken", "X1", "Place {place} holds {count} cards.")(place="B", count=3)
    assert refusal.sentence == "Place B holds 3 cards."
    assert refusal.params == (("place", "B"), ("count", "3"))
    assert refusal.paragraph == "X1"


def test_random_play_speaks_by_the_law_of_the_language() -> None:
    """A listed sentence is one move more beside the numbers; what is free is still drawn."""
    game, rng = Hunch(), random.Random(1)
    rules = Counter(random_move(game, game.start(), 0, rng) for _ in range(1600))
    assert 150 < rules[Write("even")] < 210  # 2 of 18 (U4)
    assert 60 < rules[Write("at least 4")] < 120  # 1 of 18
    state = game.start()
    state.apply(0, Write("even"))
    guesses = [any_move(game, state.view(1), rng) for _ in range(500)]
    assert 30 < sum(isinstance(guess, Guess) for guess in guesses) < 75  # one beside 9 numbers
    assert all(state.verify(1, guess) is None for guess in guesses if guess is not None)
    assert any_move(game, state.view(0), rng) is None  # it is not the author's turn
    assert play_randomly(Hunch(rules="free"), rng).outcome() is not None
