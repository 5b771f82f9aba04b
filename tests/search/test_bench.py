"""The benches run, do the work they say, and give the same checksums every time."""

from __future__ import annotations

import pytest

from facedown.search.bench import BENCHES, race


def test_rates_are_units_by_time_of_each_turn() -> None:
    done: list[int] = []

    def work(units: int) -> None:
        done.append(units)
        for _ in range(units * 10_000):
            pass

    rates = race({"a": (work, 3), "b": (work, 6)})
    assert done == [2, 2] + [3, 6] * 5
    assert [len(each) for each in rates.values()] == [5, 5]
    assert min(min(each) for each in rates.values()) > 0


@pytest.mark.slow
def test_benches_measure_what_they_claim() -> None:
    said: list[str] = []
    for bench in BENCHES:
        first, again = ([*bench.run(said.append)] for _ in range(2))
        assert [each.checksum for each in first] == [each.checksum for each in again]
        for each in first:
            assert each.value > 0
            if each.aim:
                assert each.aim == "ratio ≥ 10"
                assert each.ratio is not None
                assert each.ratio > 10
    assert any("exploitable by" in line for line in said)
