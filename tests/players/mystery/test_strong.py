"""The strongest player, and the compiled play beside the rules and the plain player."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from tests.games.mystery.puzzles import random_puzzle

from facedown.core.match import Match
from facedown.core.play import play_bots
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.help.knowledge import knowledge_of, usefulness
from facedown.games.mystery.moves import BUY, WAYS
from facedown.games.mystery.puzzle import Puzzle, payments
from facedown.games.mystery.studio.library import PRINTED
from facedown.games.mystery.studio.texts import puzzle_text
from facedown.games.mystery.view import MysteryView
from facedown.lab.mystery.commands import mean_chance, mean_difference, measure
from facedown.players.mystery.bots import Careful, at_the_end, mask_of, unseen_by
from facedown.players.mystery.kernels import (
    chance_at_end,
    payments_of,
    play_out,
    purchase_of,
    worth_of,
)
from facedown.players.mystery.strong import Strong, class_of, moves_to_try, tables_for
from facedown.players.mystery.tables import best_play


def views_of(game: MysteryMachine, seed: str, moves: int = 60) -> list[MysteryView]:
    """What a seat sees in a game of random moves that buys whatever it can."""
    rng, match = random.Random(seed), Match(game, seed=seed)
    found: list[MysteryView] = []
    while len(found) < moves:
        view = match.view(0)
        assert isinstance(view, MysteryView)
        found.append(view)
        buys = [action for action in view.legal if action >= BUY]
        if view.offer is None and view.phase == "playing" and not buys:
            break
        match.play(0, rng.choice(buys or view.legal[:2]))
    return found


def some_puzzles() -> list[Puzzle]:
    """The printed puzzles, and some with mods."""
    found = [MysteryMachine(puzzle=name).setting.puzzle for name in PRINTED]
    seed = 0
    while len(found) < 7:
        puzzle = random_puzzle(random.Random(seed))
        if tables_for(puzzle) is not None:
            found.append(puzzle)
        seed += 1
    return found


@pytest.mark.parametrize("puzzle", some_puzzles(), ids=range(7))
def test_the_compiled_player_weighs_hands_as_the_plain_one(puzzle: Puzzle) -> None:
    game = MysteryMachine(puzzle=puzzle_text(puzzle))
    plain, tables = Careful(game), tables_for(puzzle)
    assert tables is not None
    for view in views_of(game, "one"):
        number, known = class_of(view), knowledge_of(view)
        if number is None:
            assert known.certain() is not None
            continue
        useful = usefulness(known)
        assert tables.useful[number] == pytest.approx(useful)
        assert tables.chance[number] == pytest.approx(float(known.best_chance()))
        assert bool(tables.certain[number]) is (known.certain() is not None)
        hand = tuple(map(card_number, view.hand or ()))
        worth = worth_of(tables, number, mask_of(hand), unseen_by(view))
        assert worth == pytest.approx(plain.value(view, hand, useful))
        if len(hand) > 6:
            continue
        right = chance_at_end(tables, number, mask_of(hand))
        assert right == pytest.approx(at_the_end(view, hand, known)[0])
        for pile, price in enumerate(game.setting.dealing.prices):
            ways = payments_of(tables, pile, mask_of(hand))
            told = [
                mask_of(tuple(card for at, card in enumerate(hand) if way >> at & 1))
                for way in payments(price, hand)
            ]
            assert sorted(ways) == sorted(told)
        bought = purchase_of(tables, number, mask_of(hand), unseen_by(view))
        action = plain._purchase(view, useful)  # the same decision
        assert (bought[0] < 0) is (action is None)
        if action is not None:
            assert isinstance(action, int)
            assert bought[0] == (action - BUY) // WAYS


@pytest.mark.parametrize("name", PRINTED)
def test_answers_are_as_likely_as_knowledge_says(name: str) -> None:
    game = MysteryMachine(puzzle=name)
    tables = tables_for(game.setting.puzzle)
    assert tables is not None
    for view in views_of(game, "two"):
        number, known = class_of(view), knowledge_of(view)
        if number is None or tables.certain[number]:
            break
        for pile in range(len(view.puzzle.piles)):
            first, last = tables.first[number, pile], tables.first[number, pile + 1]
            if not known.left(pile):
                assert first == last
                continue
            likely = np.diff(tables.until[first:last], prepend=0.0)
            assert likely.sum() == pytest.approx(1)
            answers = list(known.answers(pile))
            total = sum(float(weight) for _, weight, _ in answers)
            right = sum(float(w) * float(after.best_chance()) for _, w, after in answers) / total
            assert likely @ tables.chance[tables.after[first:last]] == pytest.approx(right)


def test_playing_on_is_right_as_often_as_the_careful_player() -> None:
    """Whole games of the compiled player beside games that the plain one played by the rules."""
    game = MysteryMachine(puzzle="one-two-three")
    tables = tables_for(game.setting.puzzle)
    assert tables is not None
    draws = np.random.default_rng(5)
    whole = (1 << 36) - 1
    chances = [
        play_out(tables, 0, 0, whole, -1, -1, draws.permutation(36), draws.random((3, 4)))
        for _ in range(2_000)
    ]
    right = mean_chance(measure(game, "careful", 60, 3))
    assert abs(np.mean(chances) - right.mean) < 2 * right.error


def test_the_same_view_and_seed_give_the_same_move() -> None:
    game = MysteryMachine(puzzle="the-three-twos")
    view = views_of(game, "three")[8]
    moves = {Strong(game).act(view, random.Random(4)) for _ in range(2)}
    assert len(moves) == 1
    assert moves <= set(view.legal)


def test_every_move_that_is_tried_is_legal() -> None:
    game = MysteryMachine()
    tables = tables_for(game.setting.puzzle)
    assert tables is not None
    for view in views_of(game, "four"):
        number = class_of(view)
        if number is not None:
            tries = list(moves_to_try(view, tables, number))
            assert {one.action for one in tries} <= set(view.legal)
            assert tries or not view.picks_left


@pytest.mark.parametrize("seats", [1, 2])
def test_a_puzzle_without_tables_is_played_as_the_careful_player_does(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.players.mystery.strong.tables_for", lambda puzzle: None)
    game = MysteryMachine(seats)
    state = play_bots(game, [Strong(game)] * seats, "6")
    same = play_bots(game, [Careful(game)] * seats, "6")
    assert state.outcome() == same.outcome()


def test_a_puzzle_of_too_many_states_has_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = replace(MysteryMachine().setting.puzzle, title="Another")
    monkeypatch.setattr("facedown.players.mystery.tables.MOST_STATES", 10)
    best_play.cache_clear()
    try:
        assert tables_for(puzzle) is None
    finally:
        best_play.cache_clear()


@pytest.mark.parametrize("play", ["race", "team"])
def test_a_race_and_a_team_are_played_to_the_end(play: str) -> None:
    game = MysteryMachine(2, play=play, puzzle="one-two-three")
    assert play_bots(game, [Strong(game)] * 2, "7").outcome() is not None


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "bar"), [*zip(PRINTED, (0.995, 0.55, 0.92), strict=True)])
def test_the_strong_player_is_right_more_often_than_the_careful_one(
    puzzle: str, bar: float
) -> None:
    game = MysteryMachine(puzzle=puzzle)
    strong, careful = (measure(game, name, 60, 0) for name in ("strong", "careful"))
    right, more = mean_chance(strong), mean_difference(strong, careful)
    assert right.mean + right.error >= bar
    assert more.mean + more.error >= 0
