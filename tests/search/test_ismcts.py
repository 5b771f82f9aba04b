"""Tree search over sampled worlds: sound where the answer is known, legal and strong elsewhere."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Literal

import pytest
from tests.search.references import OddOneOut, QuietGlimpse, RandomBot

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import Bot
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.core.worlds import World
from facedown.search.ismcts import SearchBot, TreeSearch
from facedown.search.poker.game import CALL, FOLD, RAISE, KuhnPoker, LeducPoker, PokerState
from facedown.search.sequence_form import by_view, shares

J, Q, K = range(3)


def kuhn_view(cards: tuple[int, int], *bets: int) -> View:
    state = KuhnPoker().start()
    for card in cards:
        state.apply(NATURE, card)
    for number, action in enumerate(bets):
        state.apply(number % 2, action)
    return state.view(len(bets) % 2)


def mean_gain(game: Game, bot: Bot, rounds: int, seed: int) -> float:
    """Points of the bot less the mean of random players, every seat as often."""
    total = 0.0
    for number in range(rounds * game.seats):
        seat = number % game.seats
        bots: list[Bot] = [RandomBot()] * game.seats
        bots[seat] = bot
        outcome = play_bots(game, bots, f"{seed}/{number}").outcome()
        assert outcome is not None
        others = sum(outcome.points) - outcome.points[seat]
        total += outcome.points[seat] - others / (game.seats - 1)
    return total / (rounds * game.seats)


@pytest.mark.parametrize("observers", ["many", "single"])
@pytest.mark.parametrize(
    ("view", "best"),
    [
        (kuhn_view((J, K), RAISE), CALL),
        (kuhn_view((K, J), RAISE), FOLD),
        (kuhn_view((K, Q), CALL, RAISE), CALL),
        (kuhn_view((J, Q), CALL, RAISE), FOLD),
        (kuhn_view((Q, K), CALL), RAISE),
    ],
)
def test_no_move_that_is_never_better_is_chosen(
    view: View, best: int, observers: Literal["many", "single"]
) -> None:
    search = TreeSearch(KuhnPoker(), 400, observers=observers)
    for seed in range(5):
        found = search.search(view, random.Random(seed))
        assert max(found, key=lambda each: each.visits).action == best
        assert sum(each.visits for each in found) == 400
        assert [each.action for each in found] == list(view.legal)


def test_values_are_means_of_what_was_got() -> None:
    # a queen against a raise: folding loses 1 for sure; calling wins or loses 2, as often
    found = TreeSearch(KuhnPoker(), 4000).search(kuhn_view((K, Q), RAISE), random.Random(1))
    assert found[0].value == -1
    assert found[1].value == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(
    ("observers", "value"),
    [
        # the other calls with a king and folds a jack: 2 is lost or 1 is won
        ("many", -0.5),
        # the other is not thought to know its card, and then calling is best: 2 is won or lost
        ("single", 0.0),
    ],
)
def test_the_others_seek_their_own_good(observers: Literal["many", "single"], value: float) -> None:
    search = TreeSearch(KuhnPoker(), 20_000, exploration=0.3, observers=observers)
    found = search.search(kuhn_view((Q, K)), random.Random(1))
    assert found[1].action == RAISE
    assert found[1].visits > 100
    assert found[1].value == pytest.approx(value, abs=0.12)


def test_a_cheaper_key_for_the_same_infosets_changes_nothing() -> None:
    def cheap(state: State, seat: Seat) -> Hashable:
        assert isinstance(state, PokerState)
        return state.cards[seat], state.public, state.past, tuple(state.bets)

    state = LeducPoker().start()
    for card in (0, 3):
        state.apply(NATURE, card)
    plain, cheaper = (TreeSearch(LeducPoker(), 500, key=key) for key in (by_view, cheap))
    view = state.view(0)
    assert plain.search(view, random.Random(1)) == cheaper.search(view, random.Random(1))


@pytest.mark.parametrize(("guessed", "best"), [(J, CALL), (K, FOLD)])
def test_worlds_may_be_guessed_by_a_better_model(guessed: int, best: int) -> None:
    seen: set[View] = set()

    def guess(view: View, rng: random.Random) -> tuple[int, int]:
        seen.add(view)
        return guessed, Q

    view = kuhn_view((K, Q), RAISE)
    bot = SearchBot(TreeSearch(KuhnPoker(), 50, guess=guess))
    assert bot.act(view, random.Random(1)) == best
    assert seen == {view}


def test_states_may_be_judged_by_a_better_model() -> None:
    judged = 0

    def judge(state: State, rng: random.Random) -> Sequence[float]:
        nonlocal judged
        judged += 1
        return (7, -7)

    found = TreeSearch(KuhnPoker(), 10, judge=judge).search(kuhn_view((J, Q)), random.Random(1))
    # both moves lead to a new place first, and each is judged once
    assert judged >= 2
    assert max(each.value for each in found) > 2


@pytest.mark.parametrize("kind", [KuhnPoker, LeducPoker])
@pytest.mark.parametrize("mixed", [False, True])
def test_poker_bot_beats_random_play(kind: type[Game], mixed: bool) -> None:
    game = kind()
    assert mean_gain(game, SearchBot(TreeSearch(game, 60), mixed=mixed), 150, 1) > 0.4


def test_suspense_bot_beats_random_play() -> None:
    game = new_game("suspense", goal=0)
    assert mean_gain(game, SearchBot(TreeSearch(game, 60)), 20, 1) > 0.5


def test_turing_bot_plays_by_the_rules_and_beats_random_play() -> None:
    game = new_game("turing", 2, cards="4,9,11,14", rounds=6)
    bot = SearchBot(TreeSearch(game, 150, utility=shares))
    # every move is verified by play_bots
    assert mean_gain(game, bot, 3, 1) > 0.5


def test_games_that_are_not_zero_sum_with_moves_at_once() -> None:
    game = QuietGlimpse()
    assert mean_gain(game, SearchBot(TreeSearch(game, 60)), 60, 1) > 0.3


def test_the_same_seed_finds_the_same() -> None:
    game = LeducPoker()
    state = game.start()
    for card in (0, 3):
        state.apply(NATURE, card)
    first, again, other = (
        TreeSearch(game, 200).search(state.view(0), random.Random(seed)) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_what_the_seat_cannot_see_changes_nothing() -> None:
    # the truth is not in a view, so searches from two deals that look alike are one search
    game = LeducPoker()
    results = []
    for theirs in range(1, 6):
        state = game.start()
        for card in (0, theirs):
            state.apply(NATURE, card)
        results.append(TreeSearch(game, 100).search(state.view(0), random.Random(1)))
    assert all(result == results[0] for result in results)


def test_a_single_move_takes_as_much_search_as_several() -> None:
    guessed: list[int] = []

    def noted(view: View, rng: random.Random) -> World:
        guessed.append(len(view.legal))
        return KuhnPoker().worlds(view).sample(rng)

    bot = SearchBot(TreeSearch(KuhnPoker(), 5, guess=noted))
    view = kuhn_view((J, Q))
    bot.act(view, random.Random(1))
    assert bot.act(replace(view, legal=(CALL,)), random.Random(1)) == CALL
    assert guessed == [2] * 5 + [1] * 5


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(FacedownError, match="at least 1 simulation, not 0"):
        TreeSearch(KuhnPoker(), 0)
    with pytest.raises(FacedownError, match="not this seat's turn"):
        TreeSearch(KuhnPoker(), 1).search(KuhnPoker().start().view(0), random.Random(1))
    with pytest.raises(FacedownError, match="has no worlds"):
        TreeSearch(OddOneOut(), 1).search(OddOneOut().start().view(0), random.Random(1))
