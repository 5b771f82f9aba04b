"""The expert's second school: it watches itself look ahead, and learns who it plays with.

Networks that regret minimisation has trained see a round in outline only. Who looks ahead with them
from exact beliefs plays far better than they do, and so unlike them that it misjudges others who
look ahead as well, and what it will do itself later in the round. So each generation looks ahead
with the networks of the one before and is watched, and the next networks imitate what all
generations so far chose, all alike: fictitious play, in which a search finds the replies to the
average of the past.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

from facedown.core.progress import Progress
from facedown.lab.suspense.training.imitation import Choices, imitate, joined, record_rollouts
from facedown.players.suspense.expert.network import Nets
from facedown.players.suspense.tables import Tables

SEEDS: Final = 1_000
"""How far the seeds of two courses lie apart, so that no two generations share random numbers."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How many ``generations`` there are, and in how many rounds each is ``watched``."""

    seed: int
    generations: int
    watched: int


def next_generations(
    tables: Tables, first: Nets, schedule: Schedule, pool: Executor, progress: Progress
) -> Iterator[Nets]:
    """The networks of one generation after another; the ``first`` ones are not among them.

    One seed gives the same networks, however many threads the pool has.
    """
    networks = first
    seen: list[Choices] = []
    for generation in range(1, schedule.generations + 1):
        progress(f"Generation {generation} of {schedule.generations}.")
        seed = SEEDS * schedule.seed + generation
        seen.append(
            record_rollouts("student", tables, schedule.watched, seed, networks, pool, progress)
        )
        imitation = imitate(joined(seen), tables, first.hidden, schedule.seed)
        progress(imitation.words)
        networks = imitation.networks
        yield networks
