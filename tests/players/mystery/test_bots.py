"""The players of Mystery Machine, and the command that measures them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from facedown.core.errors import FacedownError
from facedown.core.match import Match
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.help.knowledge import knowledge_of, start, usefulness
from facedown.games.mystery.puzzle import PRICES, payments
from facedown.games.mystery.studio.library import PRINTED
from facedown.games.mystery.view import MysteryView
from facedown.lab.mystery.commands import mean_chance, measure
from facedown.players.mystery.bots import Careful, at_the_end, hands_after
from facedown.players.mystery.collecting import Weights, at_least, nearest, progress, targets

LOW = (1 << 36) - 1


def mask(cards: str) -> int:
    return sum(1 << card_number(card) for card in cards.split())


@pytest.mark.parametrize("name", PRICES)
def test_a_hand_that_pays_has_made_all_the_progress(name: str) -> None:
    price = PRICES[name]
    hands = ("7S 7D 7H 7C 9S 9H", "2S 3S 4S 5S 9H 9D", "7S 8D 2H 4C 9S 10H")
    for cards in hands:
        hand = [card_number(card) for card in cards.split()]
        pays = bool(payments(price, hand))
        assert (progress(price, LOW, mask(cards)) == 1) is pays
        assert (nearest(price, LOW, mask(cards), 0, Weights())[0] == 1) is pays


def test_a_card_that_is_gone_makes_a_run_impossible() -> None:
    price, hand = PRICES["3 straight flush"], mask("5H 6H")
    some = nearest(price, LOW, hand, mask("4H 7H 2C"), Weights())
    none = nearest(price, LOW, hand, mask("2C 9D"), Weights())
    assert some[0] > 0
    assert none == (0.0, 0.0)
    assert at_least(3, 1, 3, 1) == 1
    assert len(targets(price, LOW)) == 28


def test_a_question_tells_as_much_as_it_lowers_the_uncertainty() -> None:
    known = start(MysteryMachine(puzzle="the-three-twos").setting.puzzle)
    useful = usefulness(known)
    assert min(useful) > 0
    joker = known.seen(0, 52)
    assert usefulness(joker)[0] > 0
    certain = next(
        after
        for _, _, one in known.answers(1)
        for _, _, two in one.answers(1)
        for _, _, three in two.answers(2)
        for _, _, four in three.answers(2)
        for _, _, five in four.answers(0)
        for _, _, after in five.answers(0)
        if after.certain() is not None
    )
    assert set(usefulness(certain)) == {0.0}


def test_after_the_last_pick_the_best_purchase_is_found() -> None:
    """A hand that pays for either of two piles buys the one that leaves the better guess."""
    match = Match(MysteryMachine(), seed="1")
    view = match.view(0)
    assert isinstance(view, MysteryView)
    known = knowledge_of(view)
    hand = tuple(card_number(card) for card in ("7S", "7D", "7H"))
    chance, action = at_the_end(view, hand, known)
    singles = []
    for pile in (0, 2):  # a pair, or all three
        answers = list(known.answers(pile))
        total = sum(float(weight) for _, weight, _ in answers)
        right = sum(float(weight) * float(after.best_chance()) for _, weight, after in answers)
        singles.append(right / total)
    assert chance == pytest.approx(max(singles))
    assert action is not None
    assert at_the_end(view, hand[:1], known) == (float(known.best_chance()), None)


def test_every_hand_after_a_pick_has_at_most_six_cards() -> None:
    match = Match(MysteryMachine(), seed="2")
    while True:
        view = match.view(0)
        assert isinstance(view, MysteryView)
        for hand in hands_after(view):
            assert len(hand.cards) <= 6
            assert hand.action in view.legal
        if view.phase == "dumping":
            break
        match.play(0, 0)


def test_players_are_compared_on_the_same_deals() -> None:
    game = MysteryMachine()
    assert measure(game, "beginner", 5, 1) == measure(game, "beginner", 5, 1)
    assert measure(game, "beginner", 5, 1) != measure(game, "beginner", 5, 2)


@pytest.mark.parametrize("puzzle", PRINTED)
def test_greedy_is_right_more_often_than_a_beginner(puzzle: str) -> None:
    game = MysteryMachine(puzzle=puzzle)
    beginner, greedy = (mean_chance(measure(game, name, 25, 0)) for name in ("beginner", "greedy"))
    assert greedy.mean > beginner.mean


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "bar"), [*zip(PRINTED, (0.934, 0.378, 0.859), strict=True)])
def test_greedy_and_careful_reach_the_bar(puzzle: str, bar: float) -> None:
    """Right in 93.4, 37.8 and 85.9 % of the deals is what a plain greedy buyer reaches."""
    game = MysteryMachine(puzzle=puzzle)
    greedy, careful = (mean_chance(measure(game, name, 300, 0)) for name in ("greedy", "careful"))
    assert greedy.mean + greedy.error > bar
    assert careful.mean > bar
    assert careful.mean > greedy.mean


def test_a_player_asked_out_of_turn_says_so() -> None:
    view = MysteryMachine().start().view(0)
    with pytest.raises(FacedownError):
        Careful(MysteryMachine()).act(view, None)  # type: ignore[arg-type]  # never used


def test_the_command_tells_means_and_intervals() -> None:
    command = ("strength", "mystery", "--puzzle", "the-three-twos", "--bot", "greedy")
    done = subprocess.run(
        [sys.executable, "-m", "facedown.terminal", *command, "--deals", "4", "--json"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found = json.loads(done.stdout)
    assert [(one["puzzle"], one["bot"]) for one in found["players"]] == [
        ("the-three-twos", "greedy")
    ]
    assert 0 <= found["players"][0]["right"]["mean"] <= 1
