"""What a typed line means."""

from __future__ import annotations

import pytest

from facedown.core.errors import MalformedMove
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.registry import new_game
from facedown.games.turing.moves import Ask, Declare, Propose

MATCH = Match(new_game("turing", cards="4,9,11,14"), seed="1")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("241", Propose("241")),
        ("2 4 1", Propose("241")),
        ("2, 4, 1", Propose("241")),
        ("propose 2 4 1", Propose("241")),
        ("solve 2 4 1", Declare(solve=True, code="241")),
        ("ask b", Ask("B")),
    ],
)
def test_digits_may_be_typed_apart(line: str, move: Move) -> None:
    assert MATCH.game.read(line, MATCH.view(0)) == move


@pytest.mark.parametrize("line", ["2 4", "2 4 1 1", "24 1", "2 4 6", "2 4 x"])
def test_other_digits_apart_are_no_code(line: str) -> None:
    with pytest.raises(MalformedMove, match=r"^[^.]*\.$"):
        MATCH.game.read(line, MATCH.view(0))
