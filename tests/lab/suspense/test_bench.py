"""The bench of rounds on arrays: equal work every time, alone or beside a peer."""

from __future__ import annotations

import sys

import pytest

from facedown.lab.paired_benchmark import Peer
from facedown.lab.suspense import bench

(ARRAYS,) = bench.BENCHES


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"ROUNDS": 8, "STEPS": 3, "REPEATS": 2}.items():
        monkeypatch.setattr(bench, name, value)


def test_without_pgx_ours_is_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pgx.experimental", None)
    told: list[str] = []
    (found,) = ARRAYS.run(told.append)
    assert told == ["pgx is not installed, so there is nothing to compare with."]
    assert found.value > 0
    assert (found.what, found.unit, found.peer, found.ratio) == (
        "suspense, 8 rounds at once, with observations and masks",
        "steps/s",
        "",
        None,
    )
    assert [each.checksum for each in ARRAYS.run(told.append)] == [found.checksum]


def test_a_peer_takes_turns_with_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    # The real one takes seconds to compile, so it runs in the bench alone.
    turns: list[int] = []

    def turn() -> int:
        turns.append(sum(range(10_000)))
        return 24

    monkeypatch.setattr(bench, "_peers", lambda _: [Peer("theirs", turn)])
    (found,) = ARRAYS.run(lambda _: None)
    assert len(turns) == 2
    assert found.ratio is not None
    assert found.ratio > 0
