"""Training Suspense's networks: against themselves or others, and by imitating players.

A *trainer* explores rounds, and its *learner* moves networks towards what gains. An *imitation*
learns what a player chooses in rounds that are watched. The expert comes about generation by
generation: each imitates the one before as it looks ahead with its networks.

In every iteration each place at the table in turn explores some random deals. At each of its
decisions it follows every action, while the others draw theirs, and so learns what each action
gains over its policy; the logits move by these gains, as in Hedge, and are pulled back towards
equal play by an amount that shrinks as training goes on, as does the size of the steps. (A
running average of the weights was tried and played worse than the weights themselves. Pulling
less in the end, down to 0.015, was tried and plays no better, but is easier to gain from.)

One seed gives the same networks: there is one thread, one random generator, and sums are added up
in one order. To the byte that holds wherever ``exp`` and ``pow`` round alike, which is up to the
C library.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.core.workshop import Progress
from facedown.lab.adam_kernels import adam
from facedown.lab.suspense import match_up_kernels
from facedown.lab.suspense import training_kernels as kernels
from facedown.lab.suspense.match_up import PART, seat_players
from facedown.lab.suspense.training_kernels import Samples, new_samples, new_stack
from facedown.players.suspense.network_kernels import (
    HIDDEN,
    Nets,
    NetworkWorkspace,
    new_nets,
    new_network_workspace,
    zeros_like,
)
from facedown.players.suspense.round_kernels import DEALER, TURN, WIDTH
from facedown.players.suspense.tables import ScoringTables


class Learner:
    """A copy of some networks, ``nets``, that learns from samples."""

    def __init__(self, begin: Nets) -> None:
        self.nets = Nets(*(w.copy() for w in begin))
        self._first, self._second = zeros_like(begin), zeros_like(begin)
        self._gradients = zeros_like(begin)
        self._slopes = np.zeros(sum(begin.hidden), np.float32)
        self._steps = [0, 0, 0]

    def step(
        self,
        place: int,
        samples: Samples,
        rate: float,
        regularisation: float,
        logit_clip: float,
        network_space: NetworkWorkspace,
    ) -> None:
        """Moves the network of a place towards what gains, as ``kernels.gradients`` says."""
        self._steps[place] += 1
        weights = kernels.gradients(
            self.nets,
            place,
            samples,
            regularisation,
            logit_clip,
            network_space,
            self._slopes,
            self._gradients,
        )
        parts = zip(self.nets, self._gradients, self._first, self._second, strict=True)
        for part in parts:
            network, gradient, first, second = (array[place].reshape(-1) for array in part)
            scale = 1 / max(weights, 1e-9)
            adam(network, gradient, scale, first, second, rate, self._steps[place])


MOST_DECISIONS: Final = 300
"""Room for the decisions explored, per deal; they are about 30 on average."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How to train.

    In every iteration each place explores so many ``deals``; ``rate`` and ``regularisation`` go
    geometrically from their first to their last value. Logits are not pushed further from their
    mean than ``logit_clip``, and decisions weigh at least ``floor``, however rarely their player
    comes there.
    """

    seed: int = 1
    iterations: int = 4_000
    hidden: tuple[int, int] = HIDDEN
    deals: int = 64
    rate: tuple[float, float] = (2e-3, 5e-5)
    regularisation: tuple[float, float] = (0.2, 0.05)
    logit_clip: float = 10.0
    floor: float = 0.1
    places: tuple[int, ...] = (0, 1, 2)


class Trainer:
    """Networks being trained: ``nets``.

    Without ``others`` each place learns against the other two as they learn. With the ``others``
    by name (and with ``networks`` of their own where they have any) these stay as they are, and the
    networks of ``plan.places`` learn best replies to them.
    """

    def __init__(
        self,
        tables: ScoringTables,
        plan: TrainingPlan,
        begin: Nets | None = None,
        others: str | None = None,
        networks: Nets | None = None,
    ) -> None:
        self.tables, self.plan, self.time = tables, plan, 0
        self._learner = Learner(new_nets(plan.hidden, plan.seed) if begin is None else begin)
        self.nets = self._learner.nets
        self.samples = new_samples(MOST_DECISIONS * plan.deals)
        self._stack = new_stack()
        self._random_state = np.array([plan.seed], np.uint64)
        equal = "challenger" if others is None else others
        fixed = self.nets if networks is None else networks
        self._players = []
        for place in range(3):
            names = [equal] * 3
            names[place] = "challenger"
            self._players.append(seat_players(names, fixed, self.nets))

    def run(self) -> Iterator[int]:
        """Trains, pausing after each iteration with its number."""
        while self.time < self.plan.iterations:
            self.time += 1
            self._iterate()
            yield self.time

    def _iterate(self) -> None:
        plan = self.plan
        done = (self.time - 1) / plan.iterations
        rate = plan.rate[0] * (plan.rate[1] / plan.rate[0]) ** done
        regularisation = (
            plan.regularisation[0] * (plan.regularisation[1] / plan.regularisation[0]) ** done
        )
        for place in plan.places:
            self.samples.kept[0] = 0
            players = self._players[place]
            kernels.collect(
                place,
                plan.deals,
                plan.floor,
                players,
                self.tables,
                self.samples,
                self._stack,
                self._random_state,
            )
            self._learner.step(
                place, self.samples, rate, regularisation, plan.logit_clip, players.network_space
            )


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


class Examples(NamedTuple):
    """Rounds in which somebody had a choice, and what it chose."""

    rows: NDArray[np.int64]
    actions: NDArray[np.int64]


def joined(parts: Sequence[Examples]) -> Examples:
    """The choices of all parts, one after another."""
    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def record_rollouts(
    player: str,
    tables: ScoringTables,
    rounds: int,
    seed: int,
    networks: Nets,
    pool: Executor,
    progress: Progress,
) -> Examples:
    """What a player chooses in so many rounds, most of them with a stranger at the table.

    The line-ups take turns, part by part; the rounds are made up to whole parts of ``PART``.
    """
    line_ups = [[player] * 3]
    line_ups += [
        [*[player] * place, stranger, *[player] * (2 - place)]
        for stranger in STRANGERS
        for place in range(3)
    ]

    def part(number: int) -> Examples:
        names = line_ups[number % len(line_ups)]
        watched = sum(1 << seat for seat in range(3) if names[seat] == player)
        rows = np.zeros((PART * MOST_CHOICES, WIDTH), np.int64)
        actions = np.zeros(len(rows), np.int64)
        players = seat_players(names, networks)
        first = seed + number * PART * match_up_kernels.STRIDE
        kept = match_up_kernels.record_rollouts(
            players, tables, watched, first, PART, rows, actions
        )
        return Examples(rows[:kept], actions[:kept])

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


def imitate(
    choices: Examples, tables: ScoringTables, hidden: tuple[int, int], seed: int
) -> Imitation:
    """Networks with such ``hidden`` layers that choose as somebody chose.

    They stand for a player whose own thinking takes too long where its choices, or how likely
    each of them was, are asked for millions of times.
    """
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


SEEDS: Final = 1_000
"""How far the seeds of two courses lie apart, so that no two generations share random numbers."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How many ``generations`` there are, and in how many rounds each is ``watched``."""

    seed: int
    generations: int
    watched: int


def next_generations(
    tables: ScoringTables, first: Nets, schedule: Schedule, pool: Executor, progress: Progress
) -> Iterator[Nets]:
    """The networks of one generation after another; the ``first`` ones are not among them.

    One seed gives the same networks, however many threads the pool has.

    Networks that regret minimisation has trained see a round in outline only. Who looks ahead
    with them from exact beliefs plays far better than they do, and so unlike them that it
    misjudges others who look ahead as well, and what it will do itself later in the round. So
    each generation looks ahead with the networks of the one before and is watched, and the next
    networks imitate what all generations so far chose, all alike: fictitious play, in which a
    search finds the replies to the average of the past.
    """
    networks = first
    seen: list[Examples] = []
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
