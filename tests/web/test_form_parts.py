"""What a board's own form says is read by the types of the move's parts."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

import pytest
from tests.testing.climb import Climb

from facedown.core.errors import MalformedMove
from facedown.core.facts import Facts
from facedown.core.moves import Move
from facedown.web.pages.acts import move_of


class Claim(Move, kind="claim"):
    """A part of every type that a form can fill in."""

    words: str
    code: str | None
    count: int
    sure: bool
    way: Literal["up", "down"]
    cards: tuple[str, ...]
    pair: tuple[int, int]


class Claims(Climb):
    facts: ClassVar[Facts] = replace(Climb.facts, moves=(Claim,))


CONTROLS = (
    ("csrf", "token"),
    ("part.words", "if red,\r\nthen true"),
    ("part.code.1", "2"),
    ("part.code.2", "4"),
    ("part.count", " 12 "),
    ("part.sure", "yes"),
    ("part.way", "down"),
    ("part.cards", ""),
    ("part.cards", "W1, or so"),
    ("part.cards", "true"),
    ("part.pair.1", "3"),
    ("part.pair.2", "-5"),
)


def test_each_part_is_read_by_its_type() -> None:
    assert move_of(Claims(), "claim", CONTROLS) == Claim(
        "if red,\nthen true", "24", 12, True, "down", ("W1, or so", "true"), (3, -5)
    )


def test_a_text_may_be_a_word_that_means_a_truth_elsewhere() -> None:
    controls = [(name, "true" if name == "part.words" else value) for name, value in CONTROLS]
    found = move_of(Claims(), "claim", controls)
    assert isinstance(found, Claim)
    assert found.words == "true"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("part.count", "twelve", "claim.count should be a whole number."),
        ("part.count", "9" * 5000, "claim.count should be a whole number."),
        ("part.count", "\u0663", "claim.count should be a whole number."),
        ("part.count", "", "claim.count should be a whole number."),
        ("part.sure", "perhaps", "claim.sure should be true or false."),
        ("part.way", "left", "claim.way should be one of up, down."),
        ("part.pair.2", "", "claim.pair should have 2 entries."),
        ("part.pair.2", "x", "claim.pair[1] should be a whole number."),
        ("part.other", "1", "claim has no part called 'other'."),
    ],
)
def test_a_malformed_part_is_one_sentence(name: str, value: str, sentence: str) -> None:
    given = [*((k, v) for k, v in CONTROLS if k != name), (name, value)]
    with pytest.raises(MalformedMove) as caught:
        move_of(Claims(), "claim", given)
    assert str(caught.value) == f"The move cannot be read: {sentence}"


def test_a_part_that_is_not_there_is_not_made_up() -> None:
    given = [(key, value) for key, value in CONTROLS if key != "part.sure"]
    with pytest.raises(MalformedMove, match="lacks its part 'sure'"):
        move_of(Claims(), "claim", given)
    with pytest.raises(MalformedMove, match="No move is called 'shout'"):
        move_of(Claims(), "shout", CONTROLS)
