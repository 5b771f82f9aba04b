"""What Mystery Machine's judge says beside its figures, where nature does as she is told (M10)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.mystery.scenes import Scene

from facedown.analysis import SeatAnalysis, analyse
from facedown.analysis.words import ToldSeat, tell_log
from facedown.core.judging import Figure, Remark
from facedown.core.match import Match
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.moves import Buy, Name, Take
from facedown.games.mystery.view import MysteryView
from facedown.players.mystery.judge import MysteryJudge


def seat_of(scene: Scene) -> SeatAnalysis:
    (seat,) = analyse(scene.log).seats
    return seat


def told_of(scene: Scene) -> ToldSeat:
    (seat,) = tell_log(scene.log).seats
    return seat


def with_pairs(*answers: str, named: str) -> Scene:
    """Welcome Mushy Heads with answers of Q1, each paid by a pair, then a guess."""
    scene = Scene()
    scene.offer("2S", "2D")
    for number, answer in zip(("2", "3"), answers, strict=False):
        scene.seat(Take(f"{number}S"))
        scene.offer(f"{number}H", f"{number}C")
        scene.seat(Take(f"{number}H"))
        scene.offer(f"{int(number) + 1}S", f"{int(number) + 1}D")
        scene.buy("Q1", f"{number}S {number}H", answer)
    scene.name(named)
    return scene


def test_a_better_question_is_remarked_that_the_hand_did_not_pay_for() -> None:
    seat = seat_of(with_pairs("QS", "JH", named="AC"))
    assert seat.lengths is not None
    assert seat.lengths.average
    assert seat.lengths.best == (Figure(Fraction(53, 12)),)
    assert seat.lengths.own == (2,)
    first, *_, guess = seat.judged
    assert first.verdict.worth == (Figure(1 + Fraction(95, 27)),)
    assert first.verdict.cost == (Figure(Fraction(0)),)  # beside what the hand paid for
    unpaid = Remark("unpaid", moves=(Buy("Q3", None),), worth=(Figure(Fraction(53, 12)),))
    assert first.verdict.remarks == (unpaid,)
    assert [remark.code for remark in guess.verdict.remarks] == ["more"]


def test_whoever_won_is_told_the_same_of_the_same_questions() -> None:
    lost, won = (seat_of(with_pairs("QS", named=card)) for card in ("AC", "JS"))
    assert lost.lengths == won.lengths
    assert [j.verdict for j in lost.judged[:-1]] == [j.verdict for j in won.judged[:-1]]


def test_a_better_question_that_could_be_paid_is_a_cost() -> None:
    scene = Scene()
    for card, other in (("2S", "9S"), ("2H", "9H"), ("2D", "9D"), ("3S", "8S"), ("3H", "8H")):
        scene.take(card, other)
    scene.offer("10S", "10H")
    scene.buy("Q1", "2S 2H", "QS")
    scene.name("AC")
    question, guess = seat_of(scene).judged
    assert question.verdict.best == (Buy("Q3", None),)
    assert question.verdict.cost == (Figure(Fraction(95, 27) - Fraction(41, 12)),)
    assert question.verdict.remarks == ()
    assert guess.verdict.best == (Buy("Q1", None),)  # what the last cards would still have paid for
    assert "Better: ask Q1." in told_of(scene).moves[-1].sentences


def test_it_is_told_what_was_certain_when() -> None:
    scene = Scene(puzzle="one-two-three")
    bought = (("2S 3S 4S", "KD"), ("5S 6S 7S", "QC"), ("2D 3D 4D", "AH"))
    offered = [card for cards, _ in bought for card in cards.split()]
    spare = [f"{card[:-1]}{'C' if card[-1] == 'D' else 'H'}" for card in offered]
    offers = [*zip(offered, spare, strict=True), ("10S", "10H")]
    scene.offer(*offers.pop(0))
    for cards, answer in bought:
        for card in cards.split():
            scene.seat(Take(card))
            first, second = sorted(offers.pop(0), key=card_number)
            scene.offer(first, second)
        scene.buy("Q3", cards, answer)
    turn = len(scene.log.entries)
    scene.name("JS", "JH")
    (settled,) = seat_of(scene).settled
    assert settled.turn == turn
    assert settled.remarks == (Remark("card", ("A1", "JS")), Remark("rank", ("A2", "J")))
    (told,) = told_of(scene).settled
    assert told.sentences == ("A1 is the jack of spades.", "A2 has the rank jack.")


def test_a_guess_without_a_question() -> None:
    scene = with_pairs(named="AC")
    (guess,) = seat_of(scene).judged
    assert guess.verdict.chance == Figure(Fraction(1, 16))
    more = Remark("more", moves=(Buy("Q3", None),), worth=(Figure(Fraction(53, 12)),))
    assert guess.verdict.remarks == (more,)
    assert guess.verdict.best == (Take(None), Buy("Q3", None))
    assert "Better: take more cards and ask Q3." in told_of(scene).moves[0].sentences
    assert (
        "Best play would have asked 4.42 questions more on average, the first of Q3."
        in told_of(scene).moves[0].sentences
    )
    worst, needed, _ = told_of(scene).to_oneself
    assert worst == (
        "The worst mistake was move 3, to name the ace of clubs. From what was known, its "
        "chance to be right was 6 %."
    )
    assert needed == "Best play needs 4.42 questions on average; not solved after 0 questions."


def test_a_guess_is_better_than_another_only_when_nothing_can_be_asked() -> None:
    """M8: after the last pick, with a hand that pays for nothing."""
    match = Match(MysteryMachine(), seed="1")
    while moves := [move for _, move in match.legal_moves(0) if not isinstance(move, Name)]:
        match.play(0, moves[-1])
    judge = MysteryJudge(match.game)
    view = match.view(0)
    assert isinstance(view, MysteryView)
    found = [judge.verdict(view, move) for _, move in match.legal_moves(0)]
    named = [verdict.best for verdict in found if verdict is not None]
    assert len(named) == 16
    assert () in named
    assert all(isinstance(move, Name) for best in named for move in best)


def test_what_could_not_be_right_stands_before_any_average() -> None:
    told = told_of(with_pairs("QS", named="QS"))
    for said in (told.summary, told.to_oneself):
        assert said[0].startswith("The worst mistake was move ")
        assert said[0].endswith(
            ", to name the queen of spades. It could not be right, from what was known."
        )
        assert not any(sentence.startswith("None of ") for sentence in said)
        assert "not solved after 1 question." in said[1]
    assert not any("question" in figure.value for figure in told.figures)


def test_a_puzzle_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown.games.mystery.help.par.MOST_LAYOUTS", 1)
    from facedown.players.mystery import judge

    judge._best.cache_clear()
    try:
        seat, told = (find(with_pairs("QS", named="AC")) for find in (seat_of, told_of))
    finally:
        judge._best.cache_clear()
    assert isinstance(seat, SeatAnalysis)
    assert seat.lengths is not None
    assert seat.lengths.best == ()
    assert seat.judged[-1].verdict.best == (Take(None), Buy("Q3", None))
    assert isinstance(told, ToldSeat)
    assert told.summary[-2] == (
        "What best play needs is too much to work out; not solved after 1 question."
    )
