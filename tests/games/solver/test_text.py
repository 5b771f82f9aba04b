"""SOLVER in words: typed lines, rules said back, what each seat is told."""

from __future__ import annotations

import pytest
from tests.games.solver.tables import table, turns

from facedown.core.errors import MalformedMove
from facedown.core.game import LONGEST_LINE, say_back
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solver import Solver
from facedown.games.solver.moves import Draw, Guess, Pass, Play, SecretRule, Swap, Write


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play red circle 2", Play("red circle 2")),
        ("circle 2 red", Play("red circle 2")),
        ("draw", Draw()),
        ("swap", Swap()),
        ("pass", Pass()),
        ("guess  circle or  red", Guess("red or circle")),
        ("write not not odd", Write("odd")),
    ],
)
def test_typed_lines(text: str, move: object) -> None:
    assert Solver(2).read(text, table().view(0)) == move


@pytest.mark.parametrize(
    "text", ["", "play", "play red", "guess", "guess purple", "write red and", "deal", "draw two"]
)
def test_what_cannot_be_read_is_one_sentence(text: str) -> None:
    with pytest.raises(MalformedMove) as problem:
        Solver(2).read(text, table().view(0))
    assert str(problem.value).endswith(".")
    if text in {"", "play", "deal", "draw two"}:
        assert "play and a card, guess and a rule" in str(problem.value)
    assert str(problem.value).count("purple") <= 1


def test_a_rule_that_cannot_be_read_has_the_nearest_one_beside_it_once() -> None:
    with pytest.raises(MalformedMove) as problem:
        Solver(2).read("guess red circel", table().view(0))
    assert str(problem.value) == (
        'At \'circel\' (character 5): expected here is "and" or "or"; '
        "the nearest rule is: red and circle."
    )


def test_a_guess_is_said_back_with_how_many_cards_it_agrees_with() -> None:
    state = turns(table(), "blue circle 1")
    back = Solver(2).read_back("guess circle or red", state.view(0))
    assert back is not None
    assert back.move == Guess("red or circle")
    assert back.meaning == "Your guess is: red or circle; it agrees with 0 of 2 cards."
    assert Solver(2).read_back("play blue circle 2", state.view(0)) is None


def test_r12_the_master_is_warned_of_a_rule_that_hardly_any_card_fits() -> None:
    """R12: who writes a rule is warned when it accepts hardly any card."""
    game = Solver(2, master="player")
    back = game.read_back("write red and circle", game.start().view(0))
    assert back is not None
    assert any("under 10 %" in warning for warning in back.warnings)
    back = game.read_back("write red", game.start().view(0))
    assert back is not None
    assert back.warnings == ()


def test_an_unfinished_rule_has_a_problem_and_ways_to_go_on() -> None:
    state = turns(table(), "blue circle 1")
    back = Solver(2).read_back("guess red or", state.view(0))
    assert back is not None
    assert back.move is None
    assert back.problem
    assert "guess red or circle" in back.completions


def test_choices_go_on_from_the_normal_sentence_of_what_was_typed() -> None:
    state = turns(table(), "blue circle 1")
    back = Solver(2).read_back("guess a red circle", state.view(0))
    assert back is not None
    assert [slot.chosen for slot in back.slots] == ["red", "and", "circle", ""]


def test_what_cannot_be_done_now_is_not_said_back() -> None:
    for line in ("guess odd", "write odd"):
        assert Solver(2).read_back(line, table().view(0)) is None


def test_a_very_long_line_is_refused_at_once() -> None:
    back = say_back(Solver(2), "guess " + "(" * 1_000_000, table().view(0))
    assert back is not None
    assert str(LONGEST_LINE) in back.problem


def test_the_rule_is_told_to_nobody_when_the_program_draws_it() -> None:
    game = Solver(2)
    before = game.start()
    after = before.clone()
    after.apply(NATURE, SecretRule("not blue"))
    for viewer in (0, 1, ONLOOKER):
        event = game.witness(before, NATURE, SecretRule("not blue"), after, viewer)
        assert event.move == SecretRule(None)
        assert "blue" not in event.text


def test_the_tracks_are_shown_with_positions() -> None:
    text = Solver(2).show(turns(table(), "blue circle 1", "draw").view(1))
    assert "   1  yellow diamond 4" in text
    assert "not accepted: blue circle 1, {0}" in text
    assert "Lives left: 8." in text
