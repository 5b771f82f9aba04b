"""How strong the players are: each against the next weaker one, place by place."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.core.estimate import Estimate, estimate
from facedown.core.tools import Progress
from facedown.games.suspense.bots import BOTS
from facedown.games.suspense.contest.players import play_rounds
from facedown.games.suspense.expert.network import Nets
from facedown.games.suspense.tables import Tables

PLACES: Final = ("dealer", "left of the dealer", "right of the dealer")


@dataclass(frozen=True, slots=True)
class Gain:
    """What a bot scores in a place, and what it gains there over another one.

    ``others`` sit in the other two places, in the order of turns.
    """

    bot: str
    instead_of: str
    place: int
    others: tuple[str, ...]
    points: Estimate
    gain: Estimate


def gains(
    tables: Tables, networks: Nets, rounds: int, seed: int, pool: Executor, progress: Progress
) -> Iterator[Gain]:
    """Each bot against the next weaker one, in every place among every mix of weaker bots."""

    @cache
    def points(line_up: tuple[str, ...]) -> NDArray[np.int64]:
        progress(f"{', '.join(line_up)}: {rounds:,} rounds.")
        return play_rounds(line_up, tables, rounds, seed, networks, pool=pool)

    names = tuple(BOTS)
    for rank in range(1, len(names)):
        bot, weaker = names[rank], names[rank - 1]
        for place in range(3):
            for others in product(names[:rank], repeat=2):
                with_bot, without = (
                    points((*others[:place], name, *others[place:]))[:, place]
                    for name in (bot, weaker)
                )
                more = estimate(with_bot - without)
                yield Gain(bot, weaker, place, others, estimate(with_bot), more)
