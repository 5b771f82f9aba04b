"""Standing answers: what a seat says in advance, decided from its own view."""

from __future__ import annotations

import pytest
from tests.toys.skirmish import Skirmish

from facedown.core.errors import FacedownError, UnknownName
from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.core.standing import StandingAnswer, StandingAnswers, check_question, open_question

GIVE, WARD = 2, 3


def attacked(*, shield: bool) -> Match:
    """A game in which seat 2 (the second) is asked, with or without a shield."""
    for seed in range(100):
        match = Match(Skirmish(), seed=str(seed))
        if match.view(1).shield == shield:  # type: ignore[attr-defined]
            match.play(0, 1)
            return match
    raise AssertionError("no such deal")


def said(*answers: tuple[str, str, int]) -> StandingAnswers:
    kept = StandingAnswers()
    for answer, lasts, turn in answers:
        kept.keep(StandingAnswer("shield", answer, lasts, turn))  # type: ignore[arg-type]
    return kept


def test_who_has_said_nothing_is_asked() -> None:
    match = attacked(shield=True)
    assert StandingAnswers().action(match.game, match.view(1)) is None
    assert (
        said(("always", "table", 0), ("ask", "table", 0)).action(match.game, match.view(1)) is None
    )


@pytest.mark.parametrize(
    ("answer", "shield", "action"),
    [
        ("decline", True, GIVE),
        ("decline", False, GIVE),
        ("always", True, WARD),
        ("always", False, GIVE),
    ],
)
def test_an_answer_is_played_from_what_the_seat_holds(
    answer: str, shield: bool, action: int
) -> None:
    match = attacked(shield=shield)
    kept = said((answer, "table", 0))
    assert kept.action(match.game, match.view(1)) == action
    assert kept.action(match.game, match.view(0)) is None  # it is not asked


def test_an_answer_for_a_turn_ends_with_it() -> None:
    match = attacked(shield=True)
    assert match.game.turn_of(match.view(1)) == 0
    assert said(("decline", "turn", 0)).action(match.game, match.view(1)) == GIVE
    assert said(("decline", "turn", 1)).action(match.game, match.view(1)) is None
    over = said(("always", "table", 0), ("decline", "turn", 0))
    assert over.action(match.game, match.view(1)) == GIVE
    assert over.holding("shield", 1).answer == "always"
    over.keep(StandingAnswer("shield", "ask", "table", 0))
    assert over.holding("shield", 0).answer == "ask"


def test_a_question_is_open_to_who_is_asked_whatever_it_holds() -> None:
    match = attacked(shield=True)
    for each in (match, attacked(shield=False)):
        assert open_question(each.game, each.view(1)) == "shield"
        assert open_question(each.game, each.view(0)) is None
    match.play(1, GIVE)
    assert open_question(match.game, match.view(1)) is None


def test_games_without_such_questions_have_none() -> None:
    turing = new_game("turing", cards="4,9,11,14")
    with pytest.raises(UnknownName, match="no questions that can be answered in advance"):
        check_question(turing.facts, "shield")
    with pytest.raises(UnknownName, match="its questions: shield"):
        check_question(Skirmish.facts, "x" * 99)
    view = Match(turing, seed="1").view(0)
    with pytest.raises(FacedownError):
        turing.standing_answer(view, "shield", "decline")
    with pytest.raises(FacedownError):
        turing.turn_of(view)
