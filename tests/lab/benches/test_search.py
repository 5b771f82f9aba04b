"""The benches run, do the work they say, and give the same checksums every time."""

from __future__ import annotations

import pytest

from facedown.lab.benches.search import BENCHES, turn_of


def test_a_few_units_are_done_before_the_first_turn() -> None:
    done: list[int] = []
    turn = turn_of(done.append, 3)
    assert done == [2]
    assert [turn(), turn()] == [3, 3]
    assert done == [2, 3, 3]


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
