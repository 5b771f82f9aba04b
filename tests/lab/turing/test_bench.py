"""The benches of Turing Machine: every one runs, and its checksums do not depend on the clock."""

from __future__ import annotations

import pytest

from facedown.lab.tools import Measurement
from facedown.lab.turing import bench
from facedown.lab.turing.census import Census


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SAMPLE", 2)
    monkeypatch.setattr(bench, "HARD_SAMPLE", 1)
    monkeypatch.setattr(bench, "HARD_SECONDS", 0.5)
    monkeypatch.setattr(bench, "LARGE_SAMPLE", 1)
    monkeypatch.setattr(bench, "LARGE_SECONDS", 0.0)
    monkeypatch.setattr(bench, "LAST_EASY_CARD", 9)


def measured(name: str) -> list[Measurement]:
    (chosen,) = (b for b in bench.BENCHES if b.name == name)
    return list(chosen.run(lambda sentence: None))


def test_every_bench_has_a_name_and_a_summary() -> None:
    names = [b.name for b in bench.BENCHES]
    assert names == ["deduction", "exact", "large", "generator", "census", "turing-arrays"]


@pytest.mark.parametrize("name", ["deduction", "generator"])
def test_checksums_are_the_same_every_time(name: str) -> None:
    first, second = measured(name), measured(name)
    assert [m.checksum for m in first] == [m.checksum for m in second]
    assert all(m.value > 0 for m in first)
    assert len({m.checksum for m in first}) == len(first)


def test_a_checksum_depends_on_what_was_found() -> None:
    whole = measured("deduction")
    assert whole[0].checksum != whole[3].checksum  # with superfluous verifiers there is more


def test_exact_covers_every_class_and_labels_what_it_could_not_solve() -> None:
    found = measured("exact")
    assert len(found) == 1 + 9 + 6
    assert "mean" in found[0].what
    assert all("of 1 exact" in m.what for m in found[10:])


def test_large_problems_have_their_processor_time_and_no_more() -> None:
    found = measured("large")
    assert [m.what[:25] for m in found] == [f"nightmare, {n} verifiers, h" for n in (5, 6)]
    assert all("of 1 exact" in m.what for m in found)


def test_classic_checksums_are_the_same_every_time() -> None:
    first, second = (bench._classic("easy", 5, "") for _ in range(2))
    assert first.checksum == second.checksum


def test_census_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "facedown.lab.turing.census.census", lambda *_, **__: Census({4: 12}, {}, 16)
    )
    (only,) = measured("census")
    assert only.checksum == "0000000000000010"
    assert only.what == "all Classic problems: 12"
