"""``facedown rule`` and ``facedown judge``."""

from __future__ import annotations

import json

import pytest
from tests.terminal.conftest import Facedown


def test_check_reads_a_rule_back(facedown: Facedown) -> None:
    said = facedown("rule", "check", "circle and (red or blue)")
    assert said.code == 0
    assert said.out.splitlines() == [
        "The rule: (blue or red) and circle.",
        "8 of 64 cards may start. It accepts 13 % of random plays. Level 2 of 5.",
        "Part, needed: blue or red.",
        "Part, needed: circle.",
    ]


def test_check_warns_and_says_that_any_card_may_start(facedown: Facedown) -> None:
    said = facedown("rule", "check", "higher number than the last card", "--json")
    found = json.loads(said.out)
    assert found["starting"] == 64
    assert len(found["warnings"]) == 2
    assert found["parts"] == [{"sentence": "higher number than the last card", "role": "needed"}]
    told = facedown("rule", "check", "higher number than the last card").out
    assert "Any card may start." in told


def test_same_shows_a_shortest_timeline(facedown: Facedown) -> None:
    rules = ("red", "same colour as the last card")
    found = json.loads(facedown("rule", "same", *rules, "--json").out)
    assert not found["same"]
    assert found["witness"] == [{"card": "blue circle 1", "accepted": False}]
    track = ("--track", "blue square 1, red square 1")
    found = json.loads(facedown("rule", "same", *rules, *track, "--json").out)
    assert (found["same"], found["same_from_here"]) == (False, True)
    said = facedown("rule", "same", *rules, *track).out.splitlines()
    assert said[2:] == [
        "Not the same: only the second accepts blue circle 1.",
        "The same from here on.",
    ]
    told = facedown("rule", "same", "different colour from the last card", "anything").out
    assert told.endswith(
        "Not the same: only the second accepts blue circle 2 after blue circle 1.\n"
    )
    told = facedown("rule", "same", "red", "red and same colour as last").out
    assert told.endswith("The same on every timeline.\n")


@pytest.mark.parametrize(
    ("secret", "guess", "said"),
    [("red", "blue", "0"), ("red and odd", "red", "1"), ("red", "not not red", "Solver!")],
)
def test_answer(facedown: Facedown, secret: str, guess: str, said: str) -> None:
    assert facedown("rule", "answer", secret, guess).out == f"{said}\n"
    assert json.loads(facedown("rule", "answer", secret, guess, "--json").out) == {"answer": said}


def test_judge_judges_the_track_too(facedown: Facedown) -> None:
    track = ("--track", "red circle 1, blue circle 1, red circle 2")
    said = facedown(
        "judge", "different colour from the last card", *track, "--card", "red square 4"
    )
    assert said.out == (
        "After red circle 1, blue circle 1, red circle 2: red square 4 is an error.\n"
    )
    track = ("--track", "red circle 1, red circle 2")
    asked = ("judge", "different colour from the last card", *track, "--card", "blue square 4")
    assert facedown(*asked).out == (
        "After red circle 1, red circle 2 (error): blue square 4 is accepted.\n"
    )
    assert json.loads(facedown(*asked, "--json").out) == {
        "accepted": True,
        "track": [
            {"card": "red circle 1", "accepted": True},
            {"card": "red circle 2", "accepted": False},
        ],
    }


def test_the_ordinary_deck(facedown: Facedown) -> None:
    said = facedown("judge", "face", "--deck", "standard", "--card", "king of hearts")
    assert said.out == "king of hearts is accepted.\n"


MISTAKES = {
    ("rule",): "facedown rule needs WHAT, SENTENCE",
    ("rule", "prove", "red"): "facedown rule does one of check, same, answer; not 'prove'.",
    ("rule", "same", "red"): "facedown rule same takes 2 rules, each in quotes, not 1.",
    ("rule", "check", "bleu"): "“bleu” is not understood here.",
    ("rule", "check", "(" * 100_000): "A rule has at most 1,000 characters, and this has 100,000.",
    ("rule", "check", "red", "--deck", "tarot"): "There is no deck 'tarot'; the decks are: ",
    ("rule", "check", "shares no attribute with every earlier card"): "This rule has to remember",
    ("rule", "check", "red", "--track", "red circle 1"): "--track goes with facedown rule same.",
    ("judge", "red"): "facedown judge needs --card",
    ("judge", "red", "--card", "red"): "'red' is not one card; write it like",
    ("judge", "red", "--card", "pink circle 1"): "'pink' is nothing a card has; write it like",
    ("judge", "red", "--card", "red circle 1", "--track", "circle red 1"): (
        "The red circle 1 is on the track already."
    ),
    ("judge", "red", "--card", "red circle 1", "--track", "red circle 2, red circle 2"): (
        "The red circle 2 is played twice."
    ),
}


@pytest.mark.parametrize("asked", MISTAKES, ids=lambda asked: " ".join(asked)[:60])
def test_a_mistake_gets_one_sentence(facedown: Facedown, asked: tuple[str, ...]) -> None:
    said = facedown(*asked)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith(MISTAKES[asked])
    assert len(said.err.splitlines()) == 1
