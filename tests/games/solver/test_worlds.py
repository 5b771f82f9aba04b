"""What a view of SOLVER leaves possible, beside what the battery derives a second time."""

from __future__ import annotations

import pytest
from tests.games.solver.tables import table, turns

from facedown.core.errors import FacedownError, NotListed
from facedown.games.solver import Solver
from facedown.games.solver.judging import answer_to, level_rules, possible, rule_called
from facedown.games.solver.moves import NUMBERS
from facedown.games.solver.view import answers_of, track_of
from facedown.games.solver.worlds import true_world


def test_a_lone_investigator_has_as_many_worlds_as_rules_that_fit() -> None:
    game = Solver(1)
    state = turns(table(seats=1), "blue circle 1", "guess red or yellow")
    worlds = game.worlds(state.view(0))
    fitting = [
        rule
        for rule in level_rules(1)
        if rule_called(rule).judge((), NUMBERS["yellow diamond 4"])
        and not rule_called(rule).judge(state.track[:1], NUMBERS["blue circle 1"])
        and answer_to(rule, "red or yellow") == "1"
    ]
    assert [world[0][0][0] for world, _ in worlds] == fitting
    assert worlds.count() == len(fitting) > 1
    assert true_world(state) in dict(worlds)


def test_rules_are_told_apart_by_verdicts_and_by_answers() -> None:
    state = turns(table(seats=1), "blue circle 1", "draw", "blue circle 2", "guess not blue")
    view = state.view(0)
    assert possible(level_rules(1), track_of(view), answers_of(view)) == ("not blue",)


def test_hands_of_others_are_not_listed() -> None:
    worlds = Solver(2).worlds(table().view(0))
    assert worlds.count() is None
    with pytest.raises(NotListed):
        iter(worlds).__next__()


def test_r14_nothing_is_known_of_a_rule_that_a_person_wrote() -> None:
    game = Solver(2, master="player")
    assert game.worlds_known == "none"
    with pytest.raises(FacedownError):
        game.worlds(table(master="player").view(1))
