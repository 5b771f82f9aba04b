"""The compiled loops over a sequence form.  Imports Numba, so it is imported only on demand.

Arrays are those of :class:`~facedown.search.sequence_form.SequenceForm`; ``policy``, ``reach``,
``values``, ``regrets`` and ``sums`` have one entry per sequence.
"""

from __future__ import annotations

import numpy as np

from facedown.compiling import compiled
from facedown.search.sequence_form import Floats, Ints


@compiled
def spread(
    seat: int, infoset_starts: Ints, parents: Ints, firsts: Ints, policy: Floats, reach: Floats
) -> None:
    """Sets ``reach`` of a seat's sequences: how likely the seat does all of it, if it can."""
    reach[seat] = 1.0
    for infoset in range(infoset_starts[seat], infoset_starts[seat + 1]):
        arriving = reach[parents[infoset]]
        for sequence in range(firsts[infoset], firsts[infoset + 1]):
            reach[sequence] = arriving * policy[sequence]


@compiled
def collect(
    seat: int,
    infoset_starts: Ints,
    firsts: Ints,
    endings: Ints,
    payoffs: Floats,
    reach: Floats,
    values: Floats,
) -> None:
    """Sets ``values`` of a seat's sequences: what it gets from the endings right after each.

    Counted with the chance that nature and the other seats lead there if this seat does.
    """
    values[seat] = 0.0
    for sequence in range(firsts[infoset_starts[seat]], firsts[infoset_starts[seat + 1]]):
        values[sequence] = 0.0
    seats, count = endings.shape
    if seats == 2:  # by far the most usual, and twice as fast without the inner loop
        mine, theirs, gains = endings[seat], endings[1 - seat], payoffs[seat]
        for ending in range(count):
            values[mine[ending]] += gains[ending] * reach[theirs[ending]]
        return
    for ending in range(count):
        gain = payoffs[seat, ending]
        for other in range(seats):
            if other != seat:
                gain *= reach[endings[other, ending]]
        values[endings[seat, ending]] += gain


@compiled
def best_reply(
    seat: int, infoset_starts: Ints, parents: Ints, firsts: Ints, values: Floats, policy: Floats
) -> None:
    """Makes ``values`` those of best play from each sequence on, and ``policy`` that play.

    ``values`` are as from ``collect``. Of equally good actions the first is taken.
    """
    for infoset in range(infoset_starts[seat + 1] - 1, infoset_starts[seat] - 1, -1):
        best = firsts[infoset]
        for sequence in range(firsts[infoset], firsts[infoset + 1]):
            policy[sequence] = 0.0
            if values[sequence] > values[best]:
                best = sequence
        policy[best] = 1.0
        values[parents[infoset]] += values[best]


@compiled
def minimise_regret(
    done: int,
    iterations: int,
    alpha: float,
    beta: float,
    gamma: float,
    infoset_starts: Ints,
    parents: Ints,
    firsts: Ints,
    endings: Ints,
    payoffs: Floats,
    policy: Floats,
    reach: Floats,
    values: Floats,
    regrets: Floats,
    sums: Floats,
) -> None:
    """Runs iterations ``done + 1`` to ``done + iterations``, each seat in turn.

    ``reach`` is that of ``policy`` before and after. An infinite ``alpha`` or ``beta`` keeps
    regrets as they are, a ``beta`` of minus infinity forgets negative ones.
    """
    for iteration in range(done + 1, done + iterations + 1):
        keep_positive, keep_negative = 1.0, 1.0
        if alpha != np.inf:
            keep_positive = iteration**alpha / (iteration**alpha + 1.0)
        if beta == -np.inf:
            keep_negative = 0.0
        elif beta != np.inf:
            keep_negative = iteration**beta / (iteration**beta + 1.0)
        weight = float(iteration) ** gamma
        for seat in range(endings.shape[0]):
            collect(seat, infoset_starts, firsts, endings, payoffs, reach, values)
            start, stop = infoset_starts[seat], infoset_starts[seat + 1]
            for sequence in range(firsts[start], firsts[stop]):
                sums[sequence] += weight * reach[sequence]
            for infoset in range(stop - 1, start - 1, -1):
                first, end = firsts[infoset], firsts[infoset + 1]
                value = 0.0
                for sequence in range(first, end):
                    value += policy[sequence] * values[sequence]
                values[parents[infoset]] += value
                total = 0.0
                for sequence in range(first, end):
                    regret = regrets[sequence] + values[sequence] - value
                    regret *= keep_positive if regret > 0.0 else keep_negative
                    regrets[sequence] = regret
                    if regret > 0.0:
                        total += regret
                # regret matching: Hart and Mas-Colell (2000)
                for sequence in range(first, end):
                    if total > 0.0:
                        policy[sequence] = max(regrets[sequence], 0.0) / total
                    else:
                        policy[sequence] = 1.0 / (end - first)
            spread(seat, infoset_starts, parents, firsts, policy, reach)
