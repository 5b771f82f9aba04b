"""What is said at the end of a lost game of the questions that were asked (M10)."""

from __future__ import annotations

import pytest
from tests.games.mystery.scenes import Scene

from facedown.games.mystery.moves import Take
from facedown.games.mystery.view import MysteryView


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
        "Q3 was better: 41/12 (3.417)."
    )
    assert two.startswith("2. You asked Q1")
    assert end.startswith("When you guessed, the likeliest guess was right with ")
    assert end.endswith(("the first of Q2.", "the first of Q3.", "the first of Q2 or Q3."))


def test_whoever_won_is_told_nothing() -> None:
    assert told(with_pairs("QS", named="JS")) == []


def test_a_guess_without_a_question() -> None:
    first, end = told(with_pairs(named="AC"))
    assert first.endswith("you asked 0 questions.")
    assert "right with 6.2 %; 53/12 (4.417) more questions were expected, the first of Q3." in end


def test_a_puzzle_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = with_pairs(named="AC")
    monkeypatch.setattr("facedown.games.mystery.par.MOST_LAYOUTS", 1)
    assert told(scene) == ["This puzzle is too large to tell what best play would have asked."]
