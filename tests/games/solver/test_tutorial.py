"""What the first game says of the rules left is so, by the exact worlds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from facedown.core.first_game import first_game
from facedown.core.match import Match
from facedown.games.solver import Solver
from facedown.games.solver.help.hints import splits
from facedown.games.solver.judging import level_rules
from facedown.games.solver.view import SolverView


def captions() -> Iterator[tuple[str, SolverView]]:
    """Each sentence with what the player sees when it is read."""
    first = first_game("solver")
    assert first is not None
    match = Match.resume(first.log())
    view = match.view(0)
    assert isinstance(view, SolverView)
    yield from ((said, view) for said in first.about)
    for step in first.steps:
        view = match.view(0)
        assert isinstance(view, SolverView)
        yield from ((said, view) for said in step.before)
        match.play(step.seat, step.move)
        view = match.view(0)
        assert isinstance(view, SolverView)
        yield from ((said, view) for said in step.after)


def test_the_numbers_of_rules_left_are_those_of_the_exact_worlds() -> None:
    told = []
    for caption, view in captions():
        for number in re.findall(r"(\d+) rules? (?:is|are) left", caption):
            assert Solver(1).worlds(view).count() == int(number), caption
            told.append(int(number))
    assert told == [19, 9, 5, 2, 1]


def test_the_cards_split_the_rules_as_it_says() -> None:
    said = {}
    for caption, view in captions():
        for accept, of in re.findall(r"(\d+) of the (\d+) rules would accept", caption):
            assert Solver(1).worlds(view).count() == int(of)
            said[int(accept)] = dict(splits(view))
    assert said[9]["yellow circle 1"] == 9
    assert said[5]["blue square 2"] == 5


def test_the_level_has_as_many_rules_as_it_says() -> None:
    assert f"There are {len(level_rules(1))} such rules" in next(captions())[0]


def test_the_rules_it_names_are_those_that_are_left() -> None:
    listed = [(re.findall(r"“(.+?)”", caption), view) for caption, view in captions()]
    lists = [(set(named), view) for named, view in listed if named]
    assert [len(named) for named, _ in lists] == [5, 2]
    for named, view in lists:
        assert {world[0][0][0] for world, _ in Solver(1).worlds(view)} == named


def test_who_plays_another_card_is_told_what_a_good_one_is_before_the_next_step() -> None:
    first = first_game("solver")
    assert first is not None
    match = Match.resume(first.log())
    match.play(0, match.legal_moves(0)[0][1])
    lesson = first.lesson(match.view(0), match.events(0), match.legal_moves(0))
    assert lesson.step == 2
    assert first.steps[0].other[0] in lesson.said
