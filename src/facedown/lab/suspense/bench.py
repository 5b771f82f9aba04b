"""Speeds that Suspense claims: thousands of rounds at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from facedown.core.workshop import Progress
from facedown.lab.benches.arrays import side_by_side
from facedown.lab.tools import Bench, Measurement


def rounds(progress: Progress) -> Iterator[Measurement]:
    """Steps per second of rounds on arrays."""
    from facedown.games.suspense import Suspense
    from facedown.players.suspense.arrays import Rounds

    make = partial(Rounds, Suspense().setting, again=True)
    yield from side_by_side("suspense, rounds", make, progress, "ratio ≥ 2")


BENCHES: Final = (Bench("suspense-arrays", "Suspense on arrays, steps per second", rounds),)
