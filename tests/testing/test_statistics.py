"""The statistics of the battery against known values."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from facedown.testing.playing import check_frequencies, check_uniform, chi_square, surprise


def test_chi_square_by_hand() -> None:
    assert chi_square([10, 20, 30], [20, 20, 20]) == (10.0, 2)


def test_bins_that_expect_too_little_are_put_together_whatever_they_hold() -> None:
    assert chi_square([1, 9, 10], [1, 9, 10]) == (0.0, 1)
    assert chi_square([0, 3], [1.5, 1.5]) == (0.0, 0)
    # sorted by what they expect, not by what they hold: equal bins are merged as they come
    assert chi_square([4, 0] * 10, [2.0] * 20)[0] < 4


@pytest.mark.parametrize(
    ("total", "freedom", "deviations"),
    [(3.841, 1, 1.645), (18.307, 10, 1.645), (124.342, 100, 1.645)],
)
def test_surprise_at_the_tabled_five_percent_points(
    total: float, freedom: int, deviations: float
) -> None:
    assert surprise(total, freedom) == pytest.approx(deviations, abs=0.03)


@pytest.mark.parametrize("seed", range(20))
def test_right_frequencies_pass(seed: int) -> None:
    rng, weights = random.Random(seed), {"a": 1, "b": 2, "c": 7}
    counts = Counter(rng.choices(list(weights), list(weights.values()), k=500))
    check_frequencies([(counts, weights)], "draws")
    check_uniform([(rng.random(), 1) for _ in range(300)], "places")


def test_wrong_frequencies_fail() -> None:
    with pytest.raises(AssertionError, match="standard deviations"):
        check_frequencies([({"a": 400, "b": 200}, {"a": 1, "b": 1}), ({}, {"a": 1})], "draws")
    with pytest.raises(AssertionError, match="has no weight"):
        check_frequencies([({"a": 1}, {"b": 1})], "draws")
    with pytest.raises(AssertionError, match="standard deviations"):
        check_uniform([(0.25, 1)] * 100, "places")
