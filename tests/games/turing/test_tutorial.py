"""What the first game says of the codes left is so, with and without reasoning from T2."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from typing import TypeAlias

import pytest

from facedown.core.first_game import first_game
from facedown.core.log import apply_move, read_log
from facedown.core.seats import NATURE
from facedown.games.turing.cards import CODES, code_index, law
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


def simply_left(view: TuringView) -> set[str]:
    """Codes whose yellow is even and whose other digits are odd, as the first answers say."""
    return {code for code in CODES if [digit % 2 for digit in digits(code)] == [1, 0, 1]}


def answer(view: TuringView, verifier: str) -> bool:
    line = view.lines[-1]
    return dict(zip(line.asked, line.answers or (), strict=True))[verifier]


def fits(code: str, *laws: str) -> bool:
    return all(law(name).holds(code_index(code)) for name in laws)


def several_but_for_yellow(view: TuringView) -> bool:
    """Each law of B with each of C: exactly one code only where yellow is smallest, not equal."""
    alone = {
        (b, c): [code for code in simply_left(view) if fits(code, f"12{b}", f"14{c}")]
        for b in "abc"
        for c in "abc"
    }
    singles = {laws: codes for laws, codes in alone.items() if len(codes) == 1}
    return singles == {("a", "b"): ["325"], ("c", "b"): ["523"]}


def laws_about(view: TuringView, verifier: str) -> str:
    return str(view.cards[VERIFIER_NAMES.index(verifier)][0])


CLAIMS: dict[str, Callable[[TuringView, TuringView], bool]] = {
    "Four verifiers lie": lambda now, then: len(now.cards) == 4 and now.mode == "classic",
    "A round goes like this": lambda now, then: then.lines[-1].code == "112",
    "In 112 the yellow": lambda now, then: (
        digits("112")[1] == 1 and laws_about(now, "A") == "6" and then.lines[-1].asked == ("A",)
    ),
    "No: 112 does not satisfy A’s law": lambda now, then: (
        not answer(now, "A")
        and {digits(code)[1] for code in CODES if not fits(code, "6b")} == {2, 4}
        and {digits(code)[1] for code in either_left(now)} <= {2, 4}
    ),
    "D counts even digits. 112 has exactly one": lambda now, then: (
        laws_about(now, "D") == "17" and fits("112", "17b") and digits("112")[2] == 2
    ),
    "Yes: D’s law": lambda now, then: answer(now, "D") and both_left(now) <= simply_left(now),
    "One more question can be asked": lambda now, then: (
        len(now.lines[-1].asked) == 2
        and laws_about(now, "C") == "14"
        and not any(fits("112", f"14{letter}") for letter in "abc")
        and digits("112")[0] == digits("112")[1]
    ),
    "No, whichever of its laws": lambda now, then: (
        not answer(now, "C") and now.phase == "declare" and both_left(now) == {"325", "523"}
    ),
    "What is left?": lambda now, then: (
        both_left(now) == {"325", "523"} and several_but_for_yellow(now) and then.round == 2
    ),
    "The second round.": lambda now, then: (
        now.round == 2
        and then.lines[-1].code == "523"
        and "523" in both_left(now)
        and laws_about(now, "B") == "12"
        and [fits("523", f"12{letter}") for letter in "abc"] == [False, False, True]
        and [fits("325", f"12{letter}") for letter in "abc"] == [True, False, False]
    ),
    "Yes: in 523": lambda now, then: (
        answer(now, "B") and fits("523", "12c") and both_left(now) == {"523"}
    ),
    "You could ask two more": lambda now, then: (
        len(now.lines[-1].asked) == 1 and len(both_left(now)) == 1
    ),
    "523 is right.": lambda now, then: (
        now.solution == "523"
        and sum(now.questions) == 4
        and now.round == 2
        and now.machine == (1, 2)
    ),
}
"""How each caption begins, and whether it is so."""


def either_left(view: TuringView) -> set[str]:
    """The codes left to whoever reasons from T2 or does not."""
    return left(view, superfluous=False) | left(view, superfluous=True)


@pytest.fixture(scope="module")
def captions() -> dict[str, Position]:
    """Each sentence that says how things are, with what is seen then, and after the next move."""
    first = first_game("turing")
    assert first is not None
    log = read_log(files("facedown.games.turing").joinpath("example.jsonl").read_text("utf-8"))
    state = log.new_game().start()
    views: list[TuringView] = []
    for entry in log.entries:  # the same moves, with the end that takes long to find out
        assert entry.move is not None
        apply_move(state, entry.seat, entry.move)
        view = state.view(0)
        assert isinstance(view, TuringView)
        if entry.seat == NATURE:  # what she does belongs to the move before
            del views[-1:]
        views.append(view)
    found: dict[str, Position] = {}
    for number, step in enumerate(first.steps):
        now, then = views[number], views[number + 1]
        found |= dict.fromkeys(step.before, (now, then))
        later = views[min(number + 2, len(views) - 1)]
        found |= dict.fromkeys(step.after, (then, later))
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
