"""What the first game says of the codes left is so, with and without reasoning from T2."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest

from facedown.core.first_game import first_game
from facedown.core.match import Match
from facedown.games.turing.cards import CODES, code_index, law
from facedown.games.turing.game import TuringMachine
from facedown.games.turing.moves import Ask
from facedown.games.turing.page import again
from facedown.games.turing.problem import VERIFIER_NAMES, Problem, worlds_of
from facedown.games.turing.view import TuringView

Position: TypeAlias = tuple[TuringView, TuringView]
"""What the player sees when the caption is read, and after the move that follows it."""


def digits(code: str) -> tuple[int, int, int]:
    blue, yellow, purple = map(int, code)
    return blue, yellow, purple


def left(view: TuringView, superfluous: bool) -> set[str]:
    """The codes of the exact worlds that fit the answers seen."""
    worlds = worlds_of(Problem(view.mode, view.cards), superfluous)
    answers = [
        (code_index(line.code), VERIFIER_NAMES.index(verifier), said_yes)
        for line in view.lines
        for verifier, said_yes in zip(line.asked, line.answers or (), strict=True)
    ]
    return {CODES[code] for code in worlds.codes(worlds.after(answers))}


def both_left(view: TuringView) -> set[str]:
    """The codes left, which are the same with and without reasoning from T2."""
    assert left(view, superfluous=False) == left(view, superfluous=True)
    return left(view, superfluous=False)


def answer(view: TuringView, verifier: str) -> bool:
    line = view.lines[-1]
    return dict(zip(line.asked, line.answers or (), strict=True))[verifier]


def fits(code: str, *laws: str) -> bool:
    return all(law(name).holds(code_index(code)) for name in laws)


def alone(code: str, *laws: str) -> bool:
    """Whether a code is the only one with blue 4 that these laws and one of D's admit."""
    admitted = [{c for c in CODES if c[0] == "4" and fits(c, *laws, f"3{x}")} for x in "abc"]
    return [codes for codes in admitted if len(codes) == 1] == [{code}]


def laws_about(view: TuringView, verifier: str) -> str:
    return str(view.cards[VERIFIER_NAMES.index(verifier)][0])


CLAIMS: dict[str, Callable[[TuringView, TuringView], bool]] = {
    "Four verifiers lie": lambda now, then: len(now.cards) == 4 and now.mode == "classic",
    "A round goes like this": lambda now, then: (
        then.lines[-1].code == "245" and len(set(digits("245"))) == 3
    ),
    "A’s law compares": lambda now, then: (
        laws_about(now, "A") == "2"
        and [fits("245", f"2{x}") for x in "abc"] == [True, False, False]
    ),
    "No: A checks": lambda now, then: (
        not answer(now, "A") and all(digits(code)[0] >= 3 for code in left(now, superfluous=True))
    ),
    "B’s law is about": lambda now, then: (
        laws_about(now, "B") == "5" and [fits("245", f"5{x}") for x in "ab"] == [True, False]
    ),
    "Yes: blue is even": lambda now, then: (
        answer(now, "B") and {digits(code)[0] for code in both_left(now)} == {4}
    ),
    "Three questions can": lambda now, then: (
        laws_about(now, "C") == "13"
        and [fits("245", f"13{x}") for x in "abc"] == [True, False, False]
    ),
    "No: in the code yellow": lambda now, then: not answer(now, "C") and now.phase == "declare",
    "What is left?": lambda now, then: (
        both_left(now) == {"433", "421"}
        and laws_about(now, "D") == "3"
        and alone("433", "13b")
        and alone("421", "13c")
        and then.round == 2
    ),
    "The second round.": lambda now, then: (
        now.round == 2
        and then.lines[-1].code == "421"
        and fits("421", "13c")
        and not fits("433", "13c")
    ),
    "A verifier can be asked again": lambda now, then: then.lines[-1].asked == ("C",),
    "Yes: yellow is greater": lambda now, then: answer(now, "C") and both_left(now) == {"421"},
    "You know the code": lambda now, then: now.phase == "question" and then.phase == "declare",
    "The Machine, which plays": lambda now, then: (
        then.solution == "421"
        and sum(then.questions) == 4
        and then.round == 2
        and then.machine == (2, 4)
        and then.outcome is not None
        and then.outcome.winners == (0,)
    ),
}
"""How each caption begins, and whether it is so."""


def seen(match: Match) -> TuringView:
    view = match.view(0)
    assert isinstance(view, TuringView)
    return view


@pytest.fixture(scope="module")
def captions() -> dict[str, Position]:
    """Each sentence that says how things are, with what is seen then, and after the next move."""
    first = first_game("turing")
    assert first is not None
    match = Match.resume(first.log())
    views = [seen(match)]
    for step in first.steps:
        match.play(0, step.move)
        views.append(seen(match))
    found: dict[str, Position] = {}
    for number, step in enumerate(first.steps):
        now, then = views[number], views[number + 1]
        found |= dict.fromkeys(step.before, (now, then))
        found |= dict.fromkeys(step.after, (then, views[-1]))
    found |= dict.fromkeys(first.about, (views[0], views[1]))
    return found


def test_every_caption_of_the_first_game_is_so(captions: dict[str, Position]) -> None:
    for claim, holds in CLAIMS.items():
        (caption,) = [caption for caption in captions if caption.startswith(claim)]
        assert holds(*captions[caption]), caption


def test_codes_that_a_caption_calls_left_are_left_and_no_others(
    captions: dict[str, Position],
) -> None:
    """Whatever comes before "left" in a sentence is all that is left."""
    told = 0
    for caption, (now, _) in captions.items():
        for sentence in re.split(r"(?<=[.?!:]) ", caption):
            if re.search(r"\b(is|are) left\b", sentence) and re.search(r"\b\d{3}\b", sentence):
                named = re.split(r"\bout\b", sentence)[-1]
                assert set(re.findall(r"\b\d{3}\b", named)) == both_left(now), sentence
                told += 1
    assert told == 2


def test_every_question_rules_codes_out() -> None:
    """By the exact worlds; tests/test_first_games.py holds that no question is better."""
    first = first_game("turing")
    assert first is not None
    match, before = Match.resume(first.log()), set(CODES)
    for step in first.steps:
        match.play(0, step.move)
        if isinstance(step.move, Ask):
            after = left(seen(match), superfluous=False)
            assert after < before
            before = after


def test_another_one_has_other_cards() -> None:
    first = first_game("turing")
    assert first is not None
    match = Match.resume(first.log())
    for step in first.steps:
        match.play(0, step.move)
    (options,) = again(seen(match)).values()
    assert TuringMachine(1, **{**first.game.options, **options}).options["cards"] == ""
