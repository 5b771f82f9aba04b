"""A Master with a rule in free words, paragraph R14 of the rulebook."""

from __future__ import annotations

import pytest
from tests.games.solver.tables import act, turns
from tests.web.boards import board
from tests.web.site import Site, on_site, words

from facedown.core.errors import FacedownError, MalformedMove, Refusal
from facedown.core.log import read_log, write_log
from facedown.core.match import Match
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solver import Solver
from facedown.games.solver.judging import level_rules
from facedown.games.solver.moves import (
    ACCEPT,
    ANSWER,
    DRAW,
    NAMES,
    NUMBERS,
    REJECT,
    Correct,
    Deal,
    Guess,
    Judge,
    Starter,
    Write,
)
from facedown.games.solver.rules import SolverState
from facedown.games.solver.saying import asked
from facedown.games.solver.view import slip_of
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.play import play

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


def told(refusal: Refusal | None) -> str:
    return "" if refusal is None else refusal.code


def test_r14_a_slip_is_corrected_until_the_next_card_is_played() -> None:
    """R14: openly, once, also after a guess, and only the newest verdict."""
    state = by_hand()
    right = Correct(accepted=False)
    assert told(state.verify(0, right)) == "judge-first"
    act(state, 0, ACCEPT)
    act(state, 1, NUMBERS["blue circle 1"])
    assert told(state.verify(0, right)) == "judge-first"
    act(state, 0, ACCEPT)
    for seat, move, code in (
        (0, right, ""),
        (0, Correct(accepted=True), "no-slip"),
        (1, right, "not-master"),
    ):
        assert told(state.verify(seat, move)) == code
    act(state, 1, Guess("breakfast"))
    actors, legal = state.actors(), list(state.legal(0))
    act(state, 0, right)
    assert (state.actors(), list(state.legal(0))) == (actors, legal)  # the guess is to be answered
    assert [each.accepted for each in state.track] == [True, False]
    for viewer in (0, 1, ONLOOKER):
        played = [entry for entry in state.view(viewer).history if entry.action == "play"]
        assert [(entry.accepted, entry.corrected) for entry in played] == [
            (True, False),
            (False, True),
        ]
    assert told(state.verify(0, Correct(accepted=True))) == "no-slip"
    act(state, 0, ANSWER)
    assert slip_of(state.view(0)) is None
    act(state, 1, NUMBERS["blue circle 2"])
    act(state, 0, ACCEPT)
    assert slip_of(state.view(1)) is None
    assert [play.accepted for play in state.track] == [True, False, True]


def test_r14_a_verdict_of_the_program_is_corrected_by_nobody() -> None:
    state = Solver(2, master="player").start()
    act(state, 0, Write("red"))
    act(state, NATURE, Deal((None, NAMES[:12])))
    act(state, NATURE, Starter("yellow diamond 4"))
    assert told(state.verify(0, Correct(accepted=True))) == "not-master"
    assert told(state.verify(0, Correct(accepted=False))) == "not-master"


def test_r14_a_correction_is_played_from_a_log_again() -> None:
    """Its words say who, which card and the verdict; the Master alone is offered it."""
    match = Match(Solver(2, master="free"), seed="1")
    match.play(0, Write(WORDS))
    match.play(0, ACCEPT)
    card = match.legal_moves(1)[0][0]
    match.play(1, card)
    match.play(0, ACCEPT)
    assert match.game.read("correct", match.view(0)) == Correct(accepted=False)
    assert [drawn(match, seat).count('id="b-correct"') for seat in (0, 1, ONLOOKER)] == [1, 0, 0]
    match.play(0, Correct(accepted=False))
    assert match.events(ONLOOKER)[-1].text == (
        f"{{0}} corrects the verdict on {NAMES[card]}: not accepted."
    )
    assert 'class="solver-corrected"' in drawn(match, 1)
    match.play(1, DRAW)
    again = Match.resume(read_log(write_log(match.log)))
    assert again.view(0) == match.view(0)
    assert f"not accepted: {NAMES[card]}, {{1}}, corrected" in match.game.show(match.view(1))


def test_the_master_who_writes_is_offered_rules_of_each_level() -> None:
    match = Match(Solver(2, master="free"), seed="1")
    html = drawn(match, 0)
    assert html.count('form="b-typed" name="chip"') == 30
    assert all(f'value="{level_rules(level)[0]}"' in html for level in range(1, 6))
    assert "say-guide" not in drawn(match, 1) + drawn(match, ONLOOKER)
    match.play(0, Write(WORDS))
    assert "say-guide" not in drawn(match, 0)


def drawn(match: Match, viewer: int) -> str:
    return str(board(match.game, match.state(), viewer).html())


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


@on_site
async def test_the_master_corrects_a_slip_on_the_page_though_another_is_to_move(
    site: Site,
) -> None:
    ann = site.person()
    table = await ann.play("solver", seats="2", option__master="free")
    other = (await site.tables.do(table, ClaimSeat())).secret
    for move in (Write(WORDS), Judge(accepted=True), None, Judge(accepted=True)):
        if move is None:
            card = (await site.tables.watching.snapshot(table, other)).legal[0][0]
            await site.tables.do(table, play(card), other)
        else:
            await site.tables.do(table, play(move), ann.http.cookies["seat"])
    await ann.get(f"/t/{table}")
    assert "you said that it follows the rule" in words(ann.page)
    await ann.send("b-correct")
    assert "corrected" in words(ann.page)
    assert 'id="b-correct"' not in ann.page
    state = (await site.tables.registry.live_table(table)).state.playing().state()
    assert isinstance(state, SolverState)
    assert [each.accepted for each in state.track] == [True, False]
