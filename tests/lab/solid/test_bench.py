"""Solid's speeds: what is measured is the same work every time."""

from __future__ import annotations

from facedown.lab.solid import bench


def test_random_play_is_the_same_work_every_time() -> None:
    first, *_ = bench.random_play(print, steps=500, repeats=1)
    again, *_ = bench.random_play(print, steps=500, repeats=1)
    assert first.checksum == again.checksum
    assert first.value > 0


def test_search_is_the_same_work_every_time() -> None:
    sizes = (4, 4, 8)
    sums = []
    for worlds in sizes:
        (measured,) = bench.search(print, positions=2, worlds=worlds, repeats=1)
        assert measured.unit == "games/s"
        sums.append(measured.checksum)
    assert sums[0] == sums[1]
    assert sums[0] != sums[2]
