"""Networks that play like some player: learned from watching what it chooses.

They stand for a player whose own thinking takes too long where its choices, or how likely each of
them was, are asked for millions of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.core.progress import Progress
from facedown.lab.suspense.match_up import match_up_kernels as match_up
from facedown.lab.suspense.match_up.players import PART, seat_players
from facedown.lab.suspense.training import training_kernels as kernels
from facedown.lab.suspense.training.learner import Learner
from facedown.lab.suspense.training.workspace import new_samples
from facedown.players.suspense.expert.network import Nets, new_nets, new_network_workspace
from facedown.players.suspense.round_kernels import DEALER, TURN, WIDTH
from facedown.players.suspense.tables import Tables

STRANGERS: Final = ("fast", "networks", "ordinary")
"""Who sits down with the player in most rounds, so that it is seen among others as well."""

MOST_CHOICES: Final = 24
"""More choices than players make in a round on average."""

EPOCHS: Final = 8
BATCH: Final = 128
RATE: Final = (1e-3, 2e-5)
BOUND: Final = 99.0
ASIDE: Final = 20
"""One choice in so many is not learned from, but tells how good the imitation is."""


class Choices(NamedTuple):
    """Rounds in which somebody had a choice, and what it chose."""

    rows: NDArray[np.int64]
    actions: NDArray[np.int64]


def joined(parts: Sequence[Choices]) -> Choices:
    """The choices of all parts, one after another."""
    return Choices(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def record_rollouts(
    player: str,
    tables: Tables,
    rounds: int,
    seed: int,
    networks: Nets,
    pool: Executor,
    progress: Progress,
) -> Choices:
    """What a player chooses in so many rounds, most of them with a stranger at the table.

    The line-ups take turns, part by part; the rounds are made up to whole parts of ``PART``.
    """
    line_ups = [[player] * 3]
    line_ups += [
        [*[player] * place, stranger, *[player] * (2 - place)]
        for stranger in STRANGERS
        for place in range(3)
    ]

    def part(number: int) -> Choices:
        names = line_ups[number % len(line_ups)]
        watched = sum(1 << seat for seat in range(3) if names[seat] == player)
        rows = np.zeros((PART * MOST_CHOICES, WIDTH), np.int64)
        actions = np.zeros(len(rows), np.int64)
        players = seat_players(names, networks)
        first = seed + number * PART * match_up.STRIDE
        kept = match_up.record_rollouts(players, tables, watched, first, PART, rows, actions)
        return Choices(rows[:kept], actions[:kept])

    count, parts = -(-rounds // PART), []
    for done, found in enumerate(pool.map(part, range(count)), 1):
        parts.append(found)
        if 10 * done % count < 10:
            progress(f"Watched {player} for {PART * done:,} rounds.")
    return joined(parts)


class Imitation(NamedTuple):
    """Networks that imitate, and how likely they found choices that they never saw.

    ``likely`` has, after each epoch, the geometric mean of the probabilities that they gave them.
    """

    networks: Nets
    likely: tuple[float, ...]

    @property
    def words(self) -> str:
        """How good it is."""
        return f"The imitation gives what was chosen a probability of {self.likely[-1]:.2f}."


def imitate(choices: Choices, tables: Tables, hidden: tuple[int, int], seed: int) -> Imitation:
    """Networks with such ``hidden`` layers that choose as somebody chose."""
    learner = Learner(new_nets(hidden, seed))
    network_space, samples = new_network_workspace(learner.nets), new_samples(BATCH)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(choices.actions))
    aside, others = order[: len(order) // ASIDE + 1], order[len(order) // ASIDE + 1 :]
    places = (choices.rows[:, TURN] - choices.rows[:, DEALER]) % 3

    def fill_samples(chosen: NDArray[np.int64]) -> float:
        rows, actions = choices.rows[chosen], choices.actions[chosen]
        found = kernels.imitation_samples(
            rows, actions, tables, learner.nets, samples, network_space
        )
        return float(found)

    likely = []
    for epoch in range(EPOCHS):
        rate = RATE[0] * (RATE[1] / RATE[0]) ** (epoch / (EPOCHS - 1))
        shuffled = rng.permutation(others)
        for place in range(3):
            mine = shuffled[places[shuffled] == place]
            for batch in np.array_split(mine, len(mine) // BATCH + 1):
                fill_samples(batch)
                learner.step(place, samples, rate, 0.0, BOUND, network_space)
        parts = np.array_split(aside, len(aside) // BATCH + 1)
        likely.append(float(np.exp(sum(map(fill_samples, parts)) / len(aside))))
    return Imitation(learner.nets, tuple(likely))
