"""Real cards, judged by the program, paragraph R20 of the rulebook."""

from __future__ import annotations

import pytest
from tests.games.solver.tables import act

from facedown.core.errors import BadOption
from facedown.core.match import Match
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solver import Solver
from facedown.games.solver.moves import (
    DRAW,
    MOST_PLAYS,
    NAMES,
    NUMBERS,
    PASS,
    Guess,
    Play,
    SecretRule,
    Write,
)
from facedown.games.solver.rules import LAST_GUESSES, SolverState


def real(rule: str = "red", **options: str) -> SolverState:
    """One seat for all who look for the rule, which the program has drawn."""
    state = Solver(1, cards="real", **options).start()
    assert isinstance(state, SolverState)
    act(state, NATURE, SecretRule(rule))
    return state


def code(state: SolverState, action: int | Guess) -> str:
    refusal = state.verify(0, action)
    assert refusal is not None
    assert refusal.paragraph == "R20"
    return refusal.code


def test_r20_nothing_is_dealt_and_any_card_is_the_first() -> None:
    """R20: the program deals nothing; every card that is not on the tracks can be pressed."""
    state = real()
    assert state.actors() == (0,)
    assert state.legal(0) == tuple(range(64))
    assert state.view(0).dealt is None
    act(state, 0, NUMBERS["red circle 2"])
    act(state, 0, NUMBERS["blue circle 2"])
    assert [(e.seat, e.accepted) for e in state.view(0).history] == [(0, True), (0, False)]
    assert len(state.legal(0)) == 62


def test_r20_no_card_is_played_twice_and_players_draw_themselves() -> None:
    """R20: a card is played once, and drawing is the players' own business."""
    state = real()
    act(state, 0, NUMBERS["red circle 2"])
    assert code(state, NUMBERS["red circle 2"]) == "on-table"
    assert code(state, DRAW) == "at-table"


def test_r20_one_guess_follows_each_card() -> None:
    """R20: one guess may follow each card; Casual takes one seat."""
    state = real("not red", mode="casual")
    assert code(state, Guess("green")) == "one-guess"
    act(state, 0, NUMBERS["red circle 2"])
    act(state, 0, Guess("green"))
    assert code(state, Guess("blue")) == "one-guess"
    act(state, 0, NUMBERS["red circle 3"])
    act(state, 0, Guess("not red"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_r20_the_last_guesses_go_on_until_nobody_knows() -> None:
    """R20: last guesses go on until nobody knows the rule."""
    state = real(mode="casual")
    for card in range(MOST_PLAYS):
        act(state, 0, card)
    assert state.legal(0) == (PASS,)
    act(state, 0, Guess("blue"))
    act(state, 0, Guess("green"))
    assert state.outcome() is None
    act(state, 0, PASS)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == ()


def test_r20_there_are_six_last_guesses() -> None:
    """R20: up to six guesses follow the 25th card."""
    state = real(mode="casual")
    for card in range(MOST_PLAYS):
        act(state, 0, card)
    for _ in range(LAST_GUESSES):
        assert state.outcome() is None
        act(state, 0, Guess("blue"))
    assert state.outcome() is not None


def test_r20_a_wrong_guess_costs_a_life_in_cooperative() -> None:
    """R20, R11: the eight lives are the program's to count."""
    state = real()
    for life, card in zip(range(8, 0, -1), range(8), strict=True):
        assert state.view(0).lives == life
        act(state, 0, card)
        act(state, 0, Guess("green and circle"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == ()


def test_r20_a_player_may_write_the_rule() -> None:
    """R20: the program keeps the rule that a player wrote."""
    state = Solver(2, cards="real", master="player", mode="casual").start()
    assert isinstance(state, SolverState)
    act(state, 0, Write("circle"))
    assert state.actors() == (1,)
    act(state, 1, NUMBERS["red circle 2"])
    assert state.view(ONLOOKER).rule is None
    assert state.view(ONLOOKER).hand is None
    act(state, 1, Guess("circle"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"master": "player"}),
        (2, {"master": "free"}),
        (3, {"mode": "competitive"}),
    ],
)
def test_r20_who_shares_the_seat(seats: int, options: dict[str, str]) -> None:
    """R20: all Investigators share one seat, and the program judges, in Cooperative or Casual."""
    with pytest.raises(BadOption, match="real cards"):
        Solver(seats, cards="real", **options)


def count(match: Match) -> int | None:
    """How many rules can still be, as the one seat knows it."""
    return match.game.worlds(match.view(0)).count()


def test_r20_worlds_are_the_rules_alone() -> None:
    """R20, R19: only the rule is hidden."""
    game = Solver(1, cards="real", mode="casual", level=1)
    match = Match(game, seed="3", players=("me",))
    before = count(match)
    assert before is not None
    match.play(0, Play("red circle 2"))
    match.play(0, Play("blue square 3"))
    after = count(match)
    assert after is not None
    assert 0 < after < before


def test_a_typed_card_is_played_and_other_words_are_a_guess() -> None:
    game = Solver(1, cards="real", mode="casual")
    state = real(mode="casual")
    act(state, 0, NUMBERS["red circle 2"])
    view = state.view(0)
    assert game.read("blue circle 2", view) == Play("blue circle 2")
    assert game.read("red or circle", view) == Guess("red or circle")
    assert game.read_back("blue circle 2", view) is None
    back = game.read_back("red or circle", view)
    assert back is not None
    assert back.move == Guess("red or circle")


def test_what_is_said_names_no_hand() -> None:
    game = Solver(1, cards="real")
    state = real()
    shown = game.show(state.view(0))
    assert "Real cards" in shown
    assert "hand" not in shown
    assert not any(name in shown for name in NAMES)
