"""How many seats a new table has in a browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facedown.core.registry import game_class
from facedown.web.pages.lobby import usual_seats


@pytest.mark.parametrize(
    ("seats", "usual", "expected"),
    [((1, 4), 0, 2), ((1, 1), 0, 1), ((3, 5), 0, 3), ((1, 4), 1, 1), ((1, 6), 4, 4)],
)
def test_what_is_usual_in_a_game_wins_over_two(
    seats: tuple[int, int], usual: int, expected: int
) -> None:
    facts = replace(game_class("turing").facts, seats=seats, usual_seats=usual)
    assert usual_seats(facts) == expected
