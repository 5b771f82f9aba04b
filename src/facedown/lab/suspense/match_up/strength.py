"""How strong the players are: each against the next weaker one, place by place."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.core.progress import Progress
from facedown.lab.gains import Gain, LineUp, comparisons, gains_of
from facedown.lab.suspense.match_up.players import play_rounds
from facedown.players.suspense.bots import BOTS
from facedown.players.suspense.expert.network import Nets
from facedown.players.suspense.tables import Tables

PLACES: Final = ("dealer", "left of the dealer", "right of the dealer")
"""What a seat is called: in these rounds seat 0 deals."""


def gains(
    tables: Tables, networks: Nets, rounds: int, seed: int, pool: Executor, progress: Progress
) -> Iterator[Gain]:
    """Each bot against the next weaker one, in every place among every mix of weaker bots."""

    @cache
    def points(line_up: LineUp) -> NDArray[np.int64]:
        progress(f"{', '.join(line_up)}: {rounds:,} rounds.")
        return play_rounds(line_up, tables, rounds, seed, networks, pool=pool)

    return gains_of(
        comparisons(tuple(BOTS), len(PLACES), {}),
        lambda match_up, seat: points(match_up.line_up)[:, seat],
    )
