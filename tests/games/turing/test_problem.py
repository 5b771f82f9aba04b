"""Problems: T2, T3 and T4."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.games.turing.problem import MODES, Difficulty, Mode, Problem, ProblemError


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    mode = draw(st.sampled_from(MODES))
    verifiers = draw(st.integers(4, 6))
    per_verifier = 2 if mode == "extreme" else 1
    count = verifiers * per_verifier
    cards = draw(st.lists(st.integers(1, 48), min_size=count, max_size=count, unique=True))
    by_verifier = zip(*[iter(cards)] * per_verifier, strict=True)
    return Problem(mode, tuple(by_verifier))


@given(problems())
def test_text_and_parse_are_inverse(problem: Problem) -> None:
    again = Problem.parse(problem.text, problem.mode)
    assert again == problem
    assert hash(again) == hash(problem)
    assert (
        Problem.parse(problem.text.replace(",", " , ").replace("+", " + "), problem.mode) == again
    )


@given(problems())
def test_t4_difficulty_is_what_the_ruling_says(problem: Problem) -> None:
    cards = [card for own_cards in problem.cards for card in own_cards]
    fitting: list[Difficulty | None] = []
    if all(card <= 17 for card in cards):
        fitting.append("easy")
    if all(card <= 22 for card in cards) and max(cards) >= 18:
        fitting.append("standard")
    if len([card for card in cards if card > 22]) >= len(problem.cards) - 2:
        fitting.append("hard")
    assert [problem.difficulty] == (fitting or [None])


@pytest.mark.parametrize(
    ("text", "mode", "difficulty"),
    [
        ("4,9,11,14", "classic", "easy"),
        ("14,15,16,17", "nightmare", "easy"),
        ("4,9,18,20", "classic", "standard"),
        ("1,2,3,22", "classic", "standard"),
        ("1,2,3,23", "classic", None),
        ("1,2,23,24", "classic", "hard"),
        ("1,2,3,4,23,24", "classic", None),
        ("1,2,23,24,25,26", "classic", "hard"),
        ("1+2,3+4,5+6,7+23", "extreme", None),
        ("1+2,3+4,5+6,23+24", "extreme", "hard"),
    ],
)
def test_t4_examples(text: str, mode: Mode, difficulty: Difficulty | None) -> None:
    assert Problem.parse(text, mode).difficulty == difficulty


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [
        ("4,9,11", "classic", "A problem has 4, 5 or 6 verifiers, not 3."),
        ("1,2,3,4,5,6,7", "classic", "A problem has 4, 5 or 6 verifiers, not 7."),
        ("4,9,11,49", "classic", "There is no criteria card 49; they are 1 to 48."),
        ("4,9,11,0", "nightmare", "There is no criteria card 0; they are 1 to 48."),
        ("4,9,11,9", "classic", "Card 9 is used twice; the cards of a problem differ."),
        ("4+9,11+14,4+3,5+6", "extreme", "Card 4 is used twice; the cards of a problem differ."),
        ("4,9,11,14", "extreme", "In extreme mode each verifier has two cards."),
        ("4+1,9+2,11+3,14+5", "classic", "In classic mode each verifier has one card."),
        ("4,9,11,14", "solo", "There is no mode 'solo'; choose from classic, extreme, nightmare."),
    ],
)
def test_t2_t3_bad_problems_get_one_sentence(text: str, mode: str, words: str) -> None:
    with pytest.raises(ProblemError) as error:
        Problem.parse(text, cast("Mode", mode))
    assert str(error.value) == words


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "4,9,11,",
        "4;9;11;14",
        "four",
        "4,9,11,+14",
        "4,9,11,1_4",
        "4,9,11,٤",
        "-4",
        f"4{' ' * 20_000}x",
    ],
)
def test_unreadable_cards_get_one_sentence(text: str) -> None:
    with pytest.raises(ProblemError, match=r"^Cannot read the cards .*\.$"):
        Problem.parse(text)


def test_a_card_must_be_a_whole_number() -> None:
    with pytest.raises(ProblemError, match="no criteria card True"):
        Problem("classic", ((True,), (2,), (3,), (4,)))
