"""What is said at the end of a game of the questions that were asked (M10)."""

from __future__ import annotations

import pytest
from tests.games.mystery.scenes import Scene

from facedown.games.mystery.cards import card_number
from facedown.games.mystery.moves import Take
from facedown.games.mystery.view import MysteryView
from facedown.table.replay import tells_best_play


def told(scene: Scene) -> list[str]:
    view = scene.state.view(0)
    assert isinstance(view, MysteryView)
    return scene.game.post_mortem(view).splitlines()


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


def test_each_question_stands_beside_the_best_one() -> None:
    first, one, two, end = told(with_pairs("QS", "JH", named="AC"))
    assert first == (
        "Best play needs 53/12 (4.417) questions on average, whatever they cost (M10); "
        "you asked 2 questions."
    )
    assert one == (
        "1. You asked Q1: 95/27 (3.519) more questions expected after it; "
        "Q3 was better: 41/12 (3.417). Your cards paid for nothing better."
    )
    assert two.startswith("2. You asked Q1")
    assert end.startswith("When you guessed, the likeliest guess was right with ")
    assert end.endswith(("the first of Q2.", "the first of Q3.", "the first of Q2 or Q3."))


def test_whoever_won_is_told_the_same() -> None:
    lost, won = (told(with_pairs("QS", named=card)) for card in ("AC", "JS"))
    assert lost == won
    assert len(won) == 3
    scene = with_pairs("QS", named="JS")
    assert tells_best_play(scene.game, scene.state.view(0))


def test_a_better_question_that_could_be_paid_is_named() -> None:
    scene = Scene()
    for card, other in (("2S", "9S"), ("2H", "9H"), ("2D", "9D"), ("3S", "8S"), ("3H", "8H")):
        scene.take(card, other)
    scene.offer("10S", "10H")
    scene.buy("Q1", "2S 2H", "QS")
    scene.name("AC")
    _, one, end = told(scene)[0:3]
    assert "Your cards would have paid for Q3 as well." in one
    assert told(scene)[-1] == "Your last cards would still have paid for Q1."
    assert end.startswith("When you guessed")


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
    scene.name("JS", "JH")
    lines = told(scene)
    assert lines[1].startswith("1. You asked Q3, as good as any")
    assert not any("certain" in line for line in lines[1:3])
    assert lines[3].endswith(
        "Its answer made certain that A1 is the jack of spades and A2 has the rank jack."
    )


def test_nothing_is_told_before_the_end() -> None:
    scene = Scene()
    assert scene.game.post_mortem(scene.state.view(0)) == ""


def test_a_guess_without_a_question() -> None:
    first, end = told(with_pairs(named="AC"))
    assert first.endswith("you asked 0 questions.")
    assert "right with 6.2 %; 53/12 (4.417) more questions were expected, the first of Q3." in end


def test_a_puzzle_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = with_pairs(named="AC")
    monkeypatch.setattr("facedown.games.mystery.par.MOST_LAYOUTS", 1)
    assert told(scene) == ["This puzzle is too large to tell what best play would have asked."]
