"""What is said of a game of Turing Machine as a whole: what was left, and best play's way (T8)."""

from __future__ import annotations

from tests.games.turing import reference

from facedown.analysis import SeatAnalysis, analyse
from facedown.analysis.words import tell_log
from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.games.turing.moves import Ask, Declare, Propose, Stop
from facedown.games.turing.view import TuringView

CARDS = (3, 7, 10, 14)
WORLDS = tuple(sorted(reference.worlds([(card,) for card in CARDS])))


def lost() -> Match:
    """A question about 111, then a code that is not the code."""
    match = Match(new_game("turing", cards="3,7,10,14"), seed="1")
    for move in (Propose("111"), Ask("A"), Stop()):
        match.play(0, move)
    match.play(0, Declare(solve=True, code="555"))
    return match


def seat_of(match: Match) -> SeatAnalysis:
    (seat,) = analyse(match.log).seats
    return seat


def test_a_round_without_a_question_counts_neither_here_nor_at_the_table() -> None:
    """T13."""
    match = Match(new_game("turing", cards="3,7,10,14"), seed="1")
    for move in (Propose("111"), Stop(), Declare(solve=True, code="555")):
        match.play(0, move)
    assert match.game.in_brief(match.view(0)) == "not solved after 0 rounds and 0 questions."
    (told,) = tell_log(match.log).seats
    assert any("not solved after 0 rounds and 0 questions." in said for said in told.summary)
    assert not any("best play" in figure.beside for figure in told.figures)
    assert not any(isinstance(judged.move, Stop) for judged in seat_of(match).judged)


def view_of(match: Match) -> TuringView:
    view = match.view(0)
    assert isinstance(view, TuringView)
    return view


def says_yes(laws: tuple[str, ...], verifier: str, code: str) -> bool:
    return code in reference.CODES_OF_LAW[laws["ABCD".index(verifier)]]


def test_the_codes_that_were_left_are_named() -> None:
    match = lost()
    view, seat = view_of(match), seat_of(match)
    assert view.laws is not None
    said = says_yes(view.laws, "A", "111")
    left = {code for laws, code in WORLDS if says_yes(laws, "A", "111") == said}
    assert set(seat.named) == left
    assert len(left) > 1
    (told,) = tell_log(match.log).seats
    assert f"{len(left)} codes were left at the end: {'; '.join(seat.named)}." in told.summary


def test_where_many_codes_are_left_going_on_is_better_than_naming_what_cannot_be() -> None:
    seat = seat_of(lost())
    assert "555" not in seat.named
    (named,) = (judged for judged in seat.judged if isinstance(judged.move, Declare))
    assert named.verdict.best == (Declare(solve=False),)


def test_the_way_of_best_play_has_the_answers_and_finds_the_code() -> None:
    match = lost()
    laws, lengths = view_of(match).laws, seat_of(match).lengths
    assert laws is not None
    assert lengths is not None
    left, code, rounds, questions = list(WORLDS), "", 0, 0
    for move, answer in zip(lengths.moves, lengths.answers, strict=True):
        if isinstance(move, Propose):
            assert answer is None
            code, rounds = str(move.code), rounds + 1
            continue
        assert isinstance(move, Ask)
        assert answer == says_yes(laws, move.verifier, code)
        left = [w for w in left if says_yes(w[0], move.verifier, code) == answer]
        questions += 1
    assert {code for _, code in left} == {view_of(match).solution}
    assert tuple(figure.value for figure in lengths.best) == (rounds, questions)


def test_what_was_certain_when_is_what_all_worlds_share() -> None:
    match = lost()
    view = view_of(match)
    assert view.laws is not None
    left, found = WORLDS, set[tuple[str, ...]]()
    said = says_yes(view.laws, "A", "111")
    for turn in (1, 3):
        if turn == 3:
            left = tuple(w for w in WORLDS if says_yes(w[0], "A", "111") == said)
        sure = {
            (name, laws.pop())
            for place, name in enumerate("ABCD")
            if len(laws := {w[0][place] for w in left}) == 1
        } | {
            (name, digits.pop())
            for place, name in enumerate(("triangle", "square", "circle"))
            if len(digits := {w[1][place] for w in left}) == 1
        }
        new = [each for each in seat_of(match).settled if each.turn == turn]
        assert {r.about for each in new for r in each.remarks} == sure - found
        found |= sure
