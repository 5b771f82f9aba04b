"""Who sits at a table of three, and what bots gain over each other. The dealer is seat 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.core.codec import Json
from facedown.core.workshop import Progress
from facedown.lab.estimate import Gain, LineUp, comparisons, gains_of
from facedown.lab.suspense.match_up_kernels import (
    BEGINNER,
    BEST_RESPONDER,
    CAREFUL,
    CHALLENGER,
    EXPERT,
    FAST,
    NETWORKS,
    ORDINARY,
    STRIDE,
    STUDENT,
    MatchPlayers,
    play_match_up,
)
from facedown.players.suspense import lookahead_kernels
from facedown.players.suspense.bots import BOTS, CAREFUL_SAMPLES, EXPERT_SAMPLES
from facedown.players.suspense.network_kernels import Nets, fingerprint, new_network_workspace
from facedown.players.suspense.simple_kernels import new_workspace
from facedown.players.suspense.tables import ScoringTables
from facedown.processors import usable_processors

FAST_SAMPLES: Final = 6
"""The fast player's worlds: it need not be good but quick, as company in training."""

KINDS: Final = {
    "beginner": BEGINNER,
    "careful": CAREFUL,
    "expert": EXPERT,
    "networks": NETWORKS,
    "challenger": CHALLENGER,
    "ordinary": ORDINARY,
    "best responder": BEST_RESPONDER,
    "fast": FAST,
    "student": STUDENT,
}
"""The players by name; ``match_up_kernels`` says who they are."""


def seat_players(
    names: Sequence[str], networks: Nets, challenger: Nets | None = None
) -> MatchPlayers:
    """Seats three players by the names of ``KINDS``; two of these use the challenger's networks."""
    challenger = networks if challenger is None else challenger
    return MatchPlayers(
        np.array([KINDS[name] for name in names]),
        networks,
        challenger,
        new_network_workspace(networks, challenger),
        new_workspace(),
        CAREFUL_SAMPLES,
        FAST_SAMPLES,
        EXPERT_SAMPLES,
        lookahead_kernels.table_prior(),
        lookahead_kernels.training_prior(),
        lookahead_kernels.certain_prior(),
    )


def players_told(networks: Nets) -> dict[str, Json]:
    """What the bots are made of: what is measured is true of these alone."""
    return {
        "careful": {"worlds": CAREFUL_SAMPLES},
        "expert": {
            "networks": fingerprint(networks),
            "priors": list(lookahead_kernels.TABLE),
            "worlds": EXPERT_SAMPLES,
        },
    }


PART: Final = 50
"""Rounds that a thread plays before it can be stopped."""


@contextmanager
def all_processors() -> Iterator[Executor]:
    """Threads, one for each processor; an interrupt drops what they have not begun."""
    pool = ThreadPoolExecutor(usable_processors())
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def play_rounds(
    names: Sequence[str],
    tables: ScoringTables,
    rounds: int,
    seed: int,
    networks: Nets,
    challenger: Nets | None = None,
    pool: Executor | None = None,
) -> NDArray[np.int64]:
    """The points of so many rounds, by round and seat; seat 0 deals.

    The deals depend on the seed and the number of the round alone, not on the threads of the pool.
    """
    points = np.zeros((rounds, 3), np.int64)

    def play(first: int) -> None:
        players = seat_players(names, networks, challenger)
        part = points[first : first + PART]
        play_match_up(players, tables, seed + first * STRIDE, part)

    # list() waits for the parts and raises what went wrong in them
    list((map if pool is None else pool.map)(play, range(0, rounds, PART)))
    return points


PLACES: Final = ("dealer", "left of the dealer", "right of the dealer")
"""What a seat is called: in these rounds seat 0 deals."""


def gains(
    tables: ScoringTables,
    networks: Nets,
    rounds: int,
    seed: int,
    pool: Executor,
    progress: Progress,
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
