"""Speeds beside a peer's: taken by turns, compared within a repeat, the same work every time."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from facedown.lab.paired_benchmark import PairedRates, Peer, Turn, measure_paired, peer_module
from facedown.lab.tools import Measurement

THREE_REPEATS = PairedRates(
    (Peer("theirs", lambda: 1, "ratio ≥ 2"),), (1, 1), ((1000, 500), (400, 100), (900, 300))
)


def clock_of(*seconds: float) -> Callable[[], float]:
    """A clock by which the turns take so long, one after the other."""
    times = [0.0]
    for each in seconds:
        times += [times[-1], times[-1] + each]
    return iter(times[1:]).__next__


def test_all_take_turns_and_rates_are_units_by_time() -> None:
    order: list[str] = []

    def turn(name: str, units: int) -> Turn:
        def do() -> int:
            order.append(name)
            return units

        return do

    peers = [Peer("b", turn("b", 12)), Peer("c", turn("c", 6))]
    found = measure_paired(turn("a", 3), peers, 2, clock_of(1, 2, 3, 0.5, 4, 6))
    assert order == ["a", "b", "c"] * 2
    assert found.units == (3, 12, 6)
    assert found.rates == ((3, 6, 2), (6, 3, 1))


def test_ratios_are_taken_within_a_repeat() -> None:
    assert [*THREE_REPEATS.measurements("play", "steps/s", "sum")] == [
        Measurement(
            "play", 900, "steps/s", "sum", "ratio ≥ 2", peer="300 theirs (2.00–4.00)", ratio=3
        )
    ]


def test_the_spread_is_printed_as_asked() -> None:
    (found,) = THREE_REPEATS.measurements("play", "steps/s", "sum", ".3g")
    assert found.peer == "300 theirs (2–4)"


def test_without_a_peer_ours_is_told_alone() -> None:
    found = measure_paired(lambda: 2, [], 3, clock_of(1, 2, 4))
    assert [*found.measurements("play", "steps/s", "sum")] == [
        Measurement("play", 1, "steps/s", "sum")
    ]


def test_a_side_that_does_other_work_in_a_later_turn_is_caught() -> None:
    amounts = iter([1, 2])
    with pytest.raises(AssertionError, match="same work"):
        measure_paired(lambda: next(amounts), [], 2, clock_of(1, 1))


def test_a_peer_that_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "somebody", None)
    told: list[str] = []
    assert peer_module("somebody", "Somebody", told.append) is None
    assert told == ["Somebody is not installed, so there is nothing to compare with."]
    assert peer_module("statistics", "Python", told.append).median([1, 2, 3]) == 2
    assert len(told) == 1
