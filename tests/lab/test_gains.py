"""Gains: each bot over the next weaker one, everywhere, in the same games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from facedown.core.seats import Seat
from facedown.lab.estimate import (
    Gain,
    MatchUp,
    comparisons,
    estimate,
    estimate_of_groups,
    gains_of,
    student_95,
)

STRENGTH = {"a": 1, "b": 2, "c": 5}


def points(match_up: MatchUp, seat: Seat) -> list[int]:
    """Three games whose luck is the same whoever plays, the second with a twist by the others."""
    line_up = match_up.line_up
    own, all_ = STRENGTH[line_up[seat]], sum(STRENGTH[name] for name in line_up)
    return [own + seat, own * all_, 7]


def test_every_bot_is_compared_in_every_seat_among_every_mix_of_weaker_ones() -> None:
    found = [
        (each.bot, each.instead_of, each.seat, each.mixes) for each in comparisons("abc", 3, {})
    ]
    assert found == [
        (bot, weaker, seat, (others,))
        for bot, weaker, weak in (("b", "a", "a"), ("c", "b", "ab"))
        for seat in range(3)
        for others in product(weak, repeat=2)
    ]


def test_points_are_the_bots_and_the_gain_is_over_the_same_games() -> None:
    found = next(
        each
        for each in gains_of(comparisons("abc", 3, {}), points)
        if each.mixes == (("b", "a"),) and each.seat
    )
    assert found == Gain(
        "c", "b", 1, (("b", "a"),), estimate([6, 5 * 8, 7]), estimate([3, 5 * 8 - 2 * 5, 0])
    )


def test_one_seat_has_no_others_and_one_bot_no_gains() -> None:
    (found,) = gains_of(comparisons("ac", 1, {}), points)
    assert (found.seat, found.mixes) == (0, ((),))
    assert not [*comparisons("a", 3, {})]


def test_who_has_a_role_is_among_the_others_and_compared_with_nobody() -> None:
    found = [(each.bot, each.seat, each.mixes) for each in comparisons("ab", 3, {1: "m"})]
    assert found == [("b", 0, (("m", "a"),)), ("b", 2, (("a", "m"),))]


def test_games_that_are_missing_on_one_side_are_found_out() -> None:
    def short(match_up: MatchUp, seat: Seat) -> list[int]:
        return [1, 2, 3][: STRENGTH[match_up.line_up[0]] + 1]

    with pytest.raises(ValueError, match="shorter"):
        list(gains_of(comparisons("ab", 1, {}), short))


def test_every_mix_is_as_likely_to_be_drawn_as_any_other() -> None:
    (found, *_) = comparisons("abc", 4, {}, drawn=8000)
    assert {*found.mixes} == {("a", "a", "a")}
    *_, last = comparisons("abc", 4, {2: "m"}, drawn=8000)
    times = Counter(last.mixes)
    assert times.keys() == {(one, two, "m") for one in "ab" for two in "ab"}
    # Four cells of 2,000: over 16.3 comes about with probability 1/1000.
    assert sum((count - 2000) ** 2 / 2000 for count in times.values()) < 16.3


def test_the_interval_of_drawn_mixes_holds_the_true_gain_in_about_95_of_100_cases() -> None:
    """A gain of 20 among "a" and of 0 among "b", and luck that a mix's games share."""
    holds = narrow = 0
    for seed in range(1000):
        rng = random.Random(seed)
        luck = {series: rng.randrange(-9, 10) for series in range(12)}
        noise = {(series, game): rng.randrange(-9, 10) for series in luck for game in range(5)}

        def scored(
            match_up: MatchUp,
            seat: Seat,
            luck: dict[int, int] = luck,
            noise: dict[tuple[int, int], int] = noise,
        ) -> list[int]:
            if match_up.line_up[seat] != "c":
                return [0] * 5
            among = 10 * match_up.line_up.count("a") + luck[match_up.series]
            return [among + noise[match_up.series, game] for game in range(5)]

        last = [*comparisons("abc", 3, {}, drawn=12, seed=seed)][-1]
        (found,) = gains_of([last], scored)
        games = [value for pair in last.match_ups() for value in scored(pair[0], 2)]
        holds += abs(found.gain.mean - 10) <= found.gain.error
        narrow += abs(found.gain.mean - 10) <= estimate(games).error
    assert 930 <= holds <= 970
    assert narrow < 800  # as if every game had others of its own


def test_student_s_distribution_is_the_published_one() -> None:
    """The 97.5 % points of any table of t."""
    published = {9: 2.262, 11: 2.201, 19: 2.093, 30: 2.042, 60: 2.000, 120: 1.980}
    assert {freedom: round(student_95(freedom), 3) for freedom in published} == published


def test_few_groups_and_uneven_ones_are_refused() -> None:
    with pytest.raises(ValueError, match="At least 10 groups"):
        estimate_of_groups([[1, 2]] * 9)
    with pytest.raises(ValueError, match="of one size"):
        estimate_of_groups([*[[1, 2]] * 10, [1]])
