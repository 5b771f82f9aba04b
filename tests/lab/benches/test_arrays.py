"""The benches of games on arrays: equal work every time, alone or beside a peer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from facedown.core.workshop import Progress
from facedown.lab.benches import arrays
from facedown.lab.mystery.bench import games_at_random, whole_games
from facedown.lab.paired_benchmark import Peer
from facedown.lab.solid.bench import games
from facedown.lab.suspense.bench import rounds
from facedown.lab.tools import Measurement
from facedown.lab.turing.bench import games as turing

BENCHES = {
    "suspense, rounds": rounds,
    "solid, games for two": games,
    "turing, games for two": turing,
    "mystery, any action": games_at_random,
    "mystery, whole games": whole_games,
}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GAMES": 8, "STEPS": 3, "REPEATS": 2}.items():
        monkeypatch.setattr(arrays, name, value)


@pytest.mark.parametrize("what", BENCHES)
def test_without_pgx_ours_is_measured_alone(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench: Callable[[Progress], Iterator[Measurement]] = BENCHES[what]
    monkeypatch.setitem(sys.modules, "pgx.experimental", None)
    told: list[str] = []
    (found,) = bench(told.append)
    assert told == ["pgx is not installed, so there is nothing to compare with."]
    assert found.value > 0
    assert (found.what, found.unit, found.peer, found.ratio) == (
        f"{what}, 8 at once, with observations and masks",
        "steps/s",
        "",
        None,
    )
    assert [each.checksum for each in bench(told.append)] == [found.checksum]


def test_a_peer_takes_turns_with_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    # The real one takes seconds to compile, so it runs in the bench alone.
    turns: list[int] = []

    def turn() -> int:
        turns.append(sum(range(10_000)))
        return 24

    monkeypatch.setattr(arrays, "_peers", lambda *_: [Peer("theirs", turn)])
    (found,) = rounds(lambda _: None)
    assert len(turns) == 2
    assert found.ratio is not None
    assert found.ratio > 0
