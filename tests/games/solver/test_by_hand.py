"""A Master with a rule in free words, paragraph R14 of the rulebook."""

from __future__ import annotations

import pytest
from tests.games.solver.tables import act, turns
from tests.web.boards import board

from facedown.core.errors import FacedownError, MalformedMove
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solver import Solver
from facedown.games.solver.moves import (
    ACCEPT,
    ANSWER,
    NAMES,
    NUMBERS,
    REJECT,
    Deal,
    Guess,
    Judge,
    Starter,
    Write,
)
from facedown.games.solver.rules import SolverState
from facedown.games.solver.saying import asked

WORDS = "what I had for breakfast, (more or less)"


def by_hand() -> SolverState:
    """Two seats: the Master has written, the cards are dealt, and the first card is turned up."""
    state = Solver(2, master="free").start()
    assert isinstance(state, SolverState)
    act(state, 0, Write(WORDS))
    act(state, NATURE, Deal((None, NAMES[:12])))
    act(state, NATURE, Starter("yellow diamond 4"))
    return state


def test_r14_the_master_judges_the_first_card_and_every_other() -> None:
    state = by_hand()
    assert state.actors() == (0,)
    assert list(state.legal(0)) == [ACCEPT, REJECT]
    act(state, 0, REJECT)
    assert state.actors() == (1,)
    act(state, 1, NUMBERS["blue circle 1"])
    assert state.view(1).history[-1].accepted is None
    refusal = state.verify(0, ANSWER)
    assert refusal is not None
    assert (refusal.code, refusal.paragraph) == ("judge-first", "R14")
    act(state, 0, ACCEPT)
    assert [play.accepted for play in state.track] == [False, True]
    assert state.actors() == (1,)


def test_r14_a_guess_has_no_other_answer_than_the_master_s() -> None:
    """R14: no log can say that the program has answered."""
    state = by_hand()
    act(state, 0, ACCEPT)
    act(state, 1, NUMBERS["blue circle 1"])
    act(state, 0, REJECT)
    assert state.verify(1, Guess("anything")) is None
    refusal = state.verify(1, Guess("anything", "Solver!"))
    assert refusal is not None
    assert refusal.code == "no-such-move"


def test_r14_the_master_answers_every_guess() -> None:
    state = by_hand()
    act(state, 0, ACCEPT)
    act(state, 1, NUMBERS["blue circle 1"])
    act(state, 0, REJECT)
    act(state, 1, Guess("anything"))
    assert state.actors() == (0,)
    act(state, 0, ANSWER + 2)
    assert state.view(ONLOOKER).history[-1].answer == "2+"
    assert state.lives == 7
    act(state, 1, NUMBERS["blue circle 2"])
    act(state, 0, REJECT)
    act(state, 1, Guess("breakfast"))
    act(state, 0, ANSWER + 3)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert WORDS in outcome.reason


def test_r14_the_rule_is_shown_to_nobody_else_before_the_end() -> None:
    state = by_hand()
    assert state.view(0).rule == WORDS
    assert WORDS not in repr(state.view(1)) + repr(state.view(ONLOOKER))


def test_r14_the_program_knows_nothing_of_such_a_rule() -> None:
    game = Solver(2, master="free")
    assert game.worlds_known == "none"
    with pytest.raises(FacedownError):
        game.worlds(by_hand().view(1))


def test_r14_a_rule_in_free_words_is_one_short_line_in_which_no_name_is_filled_in() -> None:
    game = Solver(2, master="free")
    assert game.normal_form(Write(" what {0}\nholds ")) == Write("what (0) holds")
    for bad in ("", "  ", "x" * 201, "bell\a"):
        with pytest.raises(MalformedMove, match="one line of 1 to 200 characters"):
            game.normal_form(Write(bad))
    refusal = game.start().verify(0, Write("what {0} holds"))
    assert refusal is not None
    assert refusal.code == "no-text"


def test_r14_what_is_typed_is_said_back_without_a_word_on_what_it_means() -> None:
    game, state = Solver(2, master="free"), by_hand()
    view = state.view(0)
    assert game.read("accept", view) == Judge(accepted=True)
    act(state, 0, ACCEPT)
    act(state, 1, NUMBERS["blue circle 1"])
    act(state, 0, REJECT)
    back = game.read_back("guess red or circle", state.view(1))
    assert back is not None
    assert back.meaning == "Your guess is: red or circle. The Master answers by judgement."
    turns(state, "draw")


def asked_about(rule: str) -> SolverState:
    """The same after a card that was rejected, and a guess of the Investigator."""
    state = by_hand()
    act(state, 0, ACCEPT)
    act(state, 1, NUMBERS["blue circle 1"])
    act(state, 0, REJECT)
    act(state, 1, Guess(rule))
    return state


def test_r14_a_guess_in_the_rule_language_is_taken_apart_for_the_master() -> None:
    said = asked(asked_about("blue, and higher number than the last card").view(0))
    assert said is not None
    assert [piece.words for piece in said.pieces] == ["blue", "higher number than the last card"]
    assert (said.agrees, said.plays) == (1, 2)
    assert [(one.play, one.accepted) for one in said.otherwise] == [(0, True)]


def test_r14_nothing_is_told_of_a_guess_in_free_words_or_to_anybody_else() -> None:
    assert asked(asked_about("what I had for breakfast").view(0)) is None
    state = asked_about("blue")
    assert asked(state.view(1)) is None
    assert asked(state.view(ONLOOKER)) is None
    act(state, 0, ANSWER)
    assert asked(state.view(0)) is None


def test_r14_the_master_s_page_has_a_tick_for_each_piece_and_marks_the_track() -> None:
    game, state = (
        Solver(2, master="free"),
        asked_about("blue, and higher number than the last card"),
    )
    page = board(game, state, 0).html()
    assert page.count('type="checkbox"') == 2
    assert 'data-play="0"' in page
    assert 'data-play="1"' in page
    assert page.count('data-otherwise="') == 1
    for viewer in (1, ONLOOKER):
        theirs = board(game, state, viewer).html()
        assert "data-otherwise" not in theirs
        assert "checkbox" not in theirs
