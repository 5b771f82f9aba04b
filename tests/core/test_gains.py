"""Gains: each bot over the next weaker one, everywhere, in the same games."""

from __future__ import annotations

from itertools import product

import pytest

from facedown.core.estimate import estimate
from facedown.core.gains import Gain, LineUp, gains_of
from facedown.core.seats import Seat

STRENGTH = {"a": 1, "b": 2, "c": 5}


def points(line_up: LineUp, seat: Seat) -> list[int]:
    """Three games whose luck is the same whoever plays, the second with a twist by the others."""
    own, all_ = STRENGTH[line_up[seat]], sum(STRENGTH[name] for name in line_up)
    return [own + seat, own * all_, 7]


def test_every_bot_is_compared_in_every_seat_among_every_mix_of_weaker_ones() -> None:
    found = [
        (each.bot, each.instead_of, each.seat, each.others) for each in gains_of("abc", 3, points)
    ]
    assert found == [
        (bot, weaker, seat, others)
        for bot, weaker, weak in (("b", "a", "a"), ("c", "b", "ab"))
        for seat in range(3)
        for others in product(weak, repeat=2)
    ]


def test_points_are_the_bots_and_the_gain_is_over_the_same_games() -> None:
    found = next(
        each for each in gains_of("abc", 3, points) if each.others == ("b", "a") and each.seat
    )
    assert found == Gain(
        "c", "b", 1, ("b", "a"), estimate([6, 5 * 8, 7]), estimate([3, 5 * 8 - 2 * 5, 0])
    )


def test_one_seat_has_no_others_and_one_bot_no_gains() -> None:
    (found,) = gains_of("ac", 1, points)
    assert (found.seat, found.others) == (0, ())
    assert not [*gains_of("a", 3, points)]


def test_games_that_are_missing_on_one_side_are_found_out() -> None:
    with pytest.raises(ValueError, match="shorter"):
        list(gains_of("ab", 1, lambda line_up, seat: [1, 2, 3][: STRENGTH[line_up[0]] + 1]))
