"""SOLVER in words: typed lines, rules said back, what each seat is told."""

from __future__ import annotations

import dataclasses

import pytest
from tests.games.solver.tables import table, turns

from facedown.core.errors import MalformedMove
from facedown.core.seats import NATURE, ONLOOKER
from facedown.core.typed import LONGEST_LINE, say_back
from facedown.deduce.rules import SOLVER
from facedown.deduce.rules.lexicon import language
from facedown.deduce.rules.machine import machine_of, masks_of, table_of
from facedown.games.solver import Solver
from facedown.games.solver.judging import level_rules, possible, rule_called
from facedown.games.solver.moves import (
    Draw,
    Guess,
    Judge,
    Pass,
    Play,
    SecretRule,
    Swap,
    Vote,
    Write,
)
from facedown.games.solver.saying import understood

CACHES = (rule_called, machine_of, masks_of, table_of)
"""What the judging of the secret rule leaves in memory."""


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
        ("odd", Guess("odd")),  # a rule said too early, which the rules refuse with the reason
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
        assert "type a card, a rule, draw, swap or pass" in str(problem.value)
    assert str(problem.value).count("purple") <= 1


def test_a_rule_that_cannot_be_read_has_what_may_be_meant_beside_it_once() -> None:
    with pytest.raises(MalformedMove) as problem:
        Solver(2).read("guess red circel", table().view(0))
    assert str(problem.value) == "“circel” is not understood here. Did you mean “red and circle”?"


def test_a_line_that_cannot_be_read_says_where_in_it() -> None:
    view = turns(table(), "blue circle 1").view(0)
    back = Solver(2).read_back("guess  red circel", view)
    assert back is not None
    assert back.unread == len("guess red ")
    assert (whole := Solver(2).read_back("red or", view)) is not None
    assert whole.unread == -1
    assert whole.problem == "And then?"


def test_a_rule_with_one_joint_goes_on_with_the_other_in_brackets() -> None:
    view = turns(table(), "blue circle 1").view(0)
    back = Solver(2).read_back("red or circle", view)
    assert back is not None
    assert back.completions == ("red or circle or", "(red or circle) and")
    for line in back.completions:
        going = Solver(2).read_back(line, view)
        assert going is not None
        assert len(going.completions) > 10


def test_a_guess_is_said_back_with_how_many_cards_it_agrees_with() -> None:
    state = turns(table(), "blue circle 1")
    back = Solver(2).read_back("guess circle or red", state.view(0))
    assert back is not None
    assert back.move == Guess("red or circle")
    assert back.meaning == "Your guess is: red or circle; it agrees with 0 of 2 cards."
    assert Solver(2).read_back("play blue circle 2", state.view(0)) is None


def test_a_guess_that_was_made_before_is_said_back_as_such() -> None:
    state = turns(table(), "blue circle 1", "guess red or circle", "blue triangle 1")
    game, view = Solver(2), state.view(1)
    back = game.read_back("circle or red", view)
    assert back is not None
    assert back.move == Guess("red or circle")  # which is allowed
    assert back.warnings[0] == "This was said before: it is not the rule."
    assert (said := understood(view, back)) is not None
    assert said.warnings == back.warnings[:1]
    other = game.read_back("circle", view)
    assert other is not None
    assert (said := understood(view, other)) is not None
    assert said.warnings == ()


@pytest.mark.parametrize(
    ("rule", "start"),
    [
        ("higher number than the last card", " Any card may start."),
        ("red and same shape as the last card", " 16 of 64 cards may start."),
        ("red", ""),
    ],
)
def test_r4_what_becomes_of_a_first_card_is_said_back(rule: str, start: str) -> None:
    """R4: a relation to an earlier accepted card holds when there is no such card."""
    game = Solver(2, master="player")
    back = game.read_back(f"write {rule}", game.start().view(0))
    assert back is not None
    assert back.meaning == f"The secret rule will be: {rule}.{start}"
    state = turns(table(), "blue circle 1")
    guessed = Solver(2).read_back(f"guess {rule}", state.view(0))
    assert guessed is not None
    assert guessed.meaning.endswith(f"cards.{start}")


def test_r12_the_master_is_warned_of_a_rule_that_hardly_any_card_fits() -> None:
    """R12: who writes a rule is warned when it accepts hardly any card."""
    game = Solver(2, master="player")
    back = game.read_back("write red and circle", game.start().view(0))
    assert back is not None
    assert any("under 10 %" in warning for warning in back.warnings)
    back = game.read_back("write the position is odd", game.start().view(0))
    assert back is not None
    assert "Only one card can be accepted: after it no other fits." in back.warnings
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


def test_what_can_be_read_in_several_ways_is_chosen_from() -> None:
    state = turns(table(), "blue circle 1")
    back = Solver(2).read_back("guess red or blue circle", state.view(0))
    assert back is not None
    assert back.move is None
    assert set(back.completions) == {
        "guess red or (blue and circle)",
        "guess (blue or red) and circle",
    }
    chosen = Solver(2).read_back(back.completions[0], state.view(0))
    assert chosen is not None
    assert chosen.move is not None


def test_what_cannot_be_done_now_is_not_said_back() -> None:
    for line in ("guess odd", "write odd", "odd", "blue circle 1"):
        assert Solver(2).read_back(line, table().view(0)) is None
    state = turns(table(), "blue circle 1")
    for line in ("write odd", "draw", "swap", "play blue circle 2", "vote 1"):
        assert Solver(2).read_back(line, state.view(0)) is None
    assert Solver(2).read_back("odd", state.view(1)) is None  # whose turn it is not


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("red or circle", "red or circle"),
        ("Circle or red.", "red or circle"),
        ("guess red or circle", "red or circle"),
        ("red circle 2", "red and number 2 and circle"),  # no card can be played now
    ],
)
def test_where_a_rule_is_due_its_words_are_enough(text: str, rule: str) -> None:
    guessing = turns(table(), "blue circle 1").view(0)
    assert Solver(2).read(text, guessing) == Guess(rule)
    back = say_back(Solver(2), text, guessing)
    assert back is not None
    assert (back.move, back.confirm) == (Guess(rule), True)
    game = Solver(2, master="player")
    writing, line = game.start().view(0), text.replace("guess", "write")
    assert game.read(line, writing) == Write(rule)
    back = say_back(game, line, writing)
    assert back is not None
    assert back.move == Write(rule)


def test_a_rule_in_free_words_is_read_where_it_is_due_and_moves_stay_moves() -> None:
    game = Solver(2, master="free")
    view = game.start().view(0)
    for line in ("Primes, then squares", "play red only after blue", "red circle 2"):
        assert game.read(line, view) == Write(line)
        assert say_back(game, line, view).move == Write(line)  # type: ignore[union-attr]
    assert game.read("pass", view) == Pass()


def test_a_rule_said_too_early_is_refused_with_the_reason() -> None:
    """R17: first a card is played."""
    state = table()
    move = Solver(2).read("red or circle", state.view(0))
    assert state.verify(0, move).code == "play-first"  # type: ignore[union-attr]


def test_answers_verdicts_and_votes_need_no_other_word() -> None:
    game, state = Solver(2, master="free"), Solver(2, master="free").start()
    view = state.view(0)
    judge, answer, vote, best = (
        dataclasses.replace(view, phase=phase) for phase in ("judge", "answer", "vote", "best")
    )
    assert [game.read(line, judge) for line in ("yes", "No", "accept")] == [
        Judge(accepted=True),
        Judge(accepted=False),
        Judge(accepted=True),
    ]
    said = ("0", "1", "2", "2+", "Solver!", "solver", "answer 2+")
    assert [game.read(line, answer).answer for line in said] == [  # type: ignore[attr-defined]
        *("0", "1", "2+", "2+", "Solver!", "Solver!", "2+")
    ]
    assert game.read("impossible", vote) == game.read("vote impossible", vote)
    assert game.read("2", best) == Vote("2")
    for line, where in (("yes", vote), ("1", judge), ("deducible", answer)):
        with pytest.raises(MalformedMove):
            game.read(line, where)


def test_what_disagrees_is_named() -> None:
    state = turns(table(), "blue circle 1", "draw", "blue diamond 4")
    back = Solver(2).read_back("circle", state.view(1))
    assert back is not None
    assert back.meaning == "Your guess is: circle; it agrees with 1 of 3 cards."
    assert back.warnings == (
        "It refuses what was accepted: yellow diamond 4.",
        "It accepts what was refused: blue circle 1.",
    )


def test_what_is_said_of_a_rule_is_the_same_whatever_the_secret() -> None:
    """Secrets that judge the cards so far alike: the same words, with nothing remembered."""
    said = []
    secrets = possible(level_rules(1), tuple(turns(table(), "blue circle 1").track), ())
    for secret in secrets[:3]:
        view = turns(table(secret, "yellow diamond 4"), "blue circle 1").view(0)
        kept = [each.cache_info() for each in CACHES]
        told = [
            (line, say_back(Solver(2), line, view), understood(view, back))
            for line in (*secrets, "blue or", "purple", "higher number than the last or not")
            if (back := say_back(Solver(2), line, view)) is not None
        ]
        assert [each.cache_info() for each in CACHES] == kept, "what was asked before is quicker"
        said.append(repr(told))
    assert len(set(said)) == 1


def test_a_rule_that_is_written_leaves_nothing_by_which_it_could_be_timed() -> None:
    game = Solver(2, master="player")
    state = game.start()
    (master,) = state.actors()
    kept = [each.cache_info() for each in CACHES]
    back = say_back(game, "red or higher number than the last card", state.view(master))
    assert back is not None
    assert back.move is not None
    assert [each.cache_info() for each in CACHES] == kept


def test_a_guess_is_looked_at_without_anything_that_is_remembered() -> None:
    """The secret would be: its guess came back quicker than any other."""
    state = turns(table("blue or red"), "blue circle 1")
    kept = [each.cache_info() for each in CACHES]
    for rule in ("blue or red", "red or yellow", "red or higher number than the last card"):
        assert state.verify(0, Guess(rule)) is None
    assert state.verify(0, Guess("red or or")) is not None
    assert [each.cache_info() for each in CACHES] == kept


def test_reading_leaves_no_trace_in_the_grammar() -> None:
    """A part that is made when a text first gets there is slower for whoever comes first."""

    def nodes() -> int:
        waiting, found = [*language(SOLVER).grammar.roots.values()], 0
        while waiting:
            node = waiting.pop()
            found += 1
            waiting += node._after.values()
        return found

    before = nodes()
    for line in ("red cards must be circles unless the last was blue", "the colour must change"):
        Solver(2).read_back(line, table().view(0))
    assert nodes() == before


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
