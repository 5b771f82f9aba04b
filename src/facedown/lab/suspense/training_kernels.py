"""Exploring rounds and learning from them, compiled: samples, gradients, steps of Adam.

Imports Numba. The work space is plain arrays that are made once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from facedown.compiling import compiled
from facedown.games.suspense.moves import ACTIONS
from facedown.lab.suspense.match_up_kernels import MatchPlayers, decide
from facedown.players.suspense.network_kernels import (
    DEEPEST,
    INPUTS,
    Nets,
    NetworkWorkspace,
    find_policy,
    forward,
)
from facedown.players.suspense.round_kernels import (
    FOLDED,
    OVER,
    SECRET,
    TURN,
    deal,
    legal_mask,
    next_random,
    points_of,
    step,
)
from facedown.players.suspense.tables import Floats, Ints, RandomState, ScoringTables


class Samples(NamedTuple):
    """Decisions with what each action would have gained over the policy."""

    inputs: Floats
    masks: NDArray[np.int64]
    advantages: Floats
    weights: Floats
    kept: NDArray[np.int64]


class Stack(NamedTuple):
    """The decisions above the one that training explores, by depth."""

    ats: NDArray[np.int64]
    masks: NDArray[np.int64]
    actions: NDArray[np.int64]
    random_states: NDArray[np.uint64]
    reaches: NDArray[np.float64]
    values: NDArray[np.float64]
    policies: NDArray[np.float64]


def new_samples(room: int) -> Samples:
    """Room for so many decisions."""
    return Samples(
        np.zeros((room, INPUTS), np.float32),
        np.zeros(room, np.int64),
        np.zeros((room, ACTIONS), np.float32),
        np.zeros(room, np.float32),
        np.zeros(1, np.int64),
    )


def new_stack() -> Stack:
    """An empty stack."""
    whole, real = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST)
    return Stack(
        whole,
        whole.copy(),
        whole.copy(),
        np.zeros(DEEPEST, np.uint64),
        real,
        real.copy(),
        np.zeros((DEEPEST, ACTIONS)),
    )


@compiled
def explore(
    seat: int,
    floor: float,
    players: MatchPlayers,
    tables: ScoringTables,
    samples: Samples,
    stack: Stack,
    random_state: RandomState,
) -> float:
    """External sampling below ``rows[0]``: the value for a challenger's ``seat`` of its own policy.

    At the seat's own decisions every action is followed, and what each gains over the policy is
    kept as a sample; the others just play. A sample weighs how likely the seat itself comes there,
    or ``floor`` where that is more: what follows an unlikely action must be learned as well, or its
    worth would never be known.

    The decisions above the current one lie on a stack, one entry per depth. Once ``samples`` is
    full the seat, too, just plays.
    """
    network_space = players.network_space
    rows, policies = network_space.rows, stack.policies
    ats, masks, random_states = stack.ats, stack.masks, stack.random_states
    reaches, values, actions = stack.reaches, stack.values, stack.actions
    depth = 0
    reaches[0] = 1.0
    while True:
        # Down: on to the seat's next decision, or to what it scores.
        row = rows[depth]
        while not row[OVER] and row[TURN] != seat:
            step(row, decide(row, players, tables, random_state), tables)
        at = samples.kept[0]
        if row[OVER] or row[FOLDED] >> seat & 1 or at == samples.masks.shape[0]:
            result = float(finish(row, seat, players, tables, random_state))
            depth -= 1
        else:
            find_policy(row, seat, tables, players.challenger, network_space)
            samples.kept[0] += 1
            samples.inputs[at] = network_space.inputs
            samples.advantages[at] = 0
            samples.masks[at] = masks[depth] = legal_mask(row)
            samples.weights[at] = max(floor, reaches[depth])
            policies[depth] = network_space.policy
            ats[depth] = at
            random_states[depth] = random_state[0]
            values[depth] = 0.0
            actions[depth] = -1
            result = 0.0
        # Up: note what the last action brought, until one is left to explore.
        while True:
            if depth < 0:
                return result
            gains, policy = samples.advantages[ats[depth]], policies[depth]
            action = actions[depth]
            if action >= 0:
                gains[action] = result
                values[depth] += policy[action] * gains[action]
            action += 1
            while action < ACTIONS and not masks[depth] >> action & 1:
                action += 1
            actions[depth] = action
            if action == ACTIONS:
                result = values[depth]
                for a in range(ACTIONS):
                    if masks[depth] >> a & 1:
                        gains[a] -= result
                depth -= 1
                continue
            random_state[0] = random_states[depth]  # alike for every action: less noise
            rows[depth + 1] = rows[depth]
            step(rows[depth + 1], action, tables)
            reaches[depth + 1] = reaches[depth] * policy[action]
            depth += 1
            break


@compiled
def finish(
    row: Ints, seat: int, players: MatchPlayers, tables: ScoringTables, random_state: RandomState
) -> int:
    """Plays a round to its end; what the seat scores."""
    while not row[OVER]:
        step(row, decide(row, players, tables, random_state), tables)
    return points_of(row, seat, row[SECRET], tables)


@compiled
def collect(
    seat: int,
    rounds: int,
    floor: float,
    players: MatchPlayers,
    tables: ScoringTables,
    samples: Samples,
    stack: Stack,
    random_state: RandomState,
) -> None:
    """More samples for the challenger in a seat, from so many random deals."""
    for _ in range(rounds):
        next_random(random_state)
        state_before = random_state[0]
        deal(players.network_space.rows[0], 0, 3, random_state)
        explore(seat, floor, players, tables, samples, stack, random_state)
        random_state[0] = state_before + uint64(0x5851F42D4C957F2D)  # odd: no state comes twice


@compiled
def imitation_samples(
    rows: Ints,
    actions: Ints,
    tables: ScoringTables,
    nets: Nets,
    samples: Samples,
    network_space: NetworkWorkspace,
) -> float:
    """Samples for networks that are to choose as somebody did in the rounds ``rows``.

    A gain is what an action's probability lacks. Returns the sum of the logarithms of the
    probabilities that the networks give to the ``actions``.
    """
    total = 0.0
    for at in range(len(actions)):
        row, action = rows[at], actions[at]
        find_policy(row, row[TURN], tables, nets, network_space)
        total += np.log(network_space.policy[action] + 1e-12)
        samples.inputs[at] = network_space.inputs
        samples.masks[at] = legal_mask(row)
        for a in range(ACTIONS):
            samples.advantages[at, a] = (1.0 if a == action else 0.0) - network_space.policy[a]
        samples.weights[at] = 1.0
    samples.kept[0] = len(actions)
    return total


@compiled
def gradients(
    nets: Nets,
    place: int,
    samples: Samples,
    regularisation: float,
    logit_clip: float,
    network_space: NetworkWorkspace,
    slopes: Floats,
    grads: Nets,
) -> float:
    """Sums into ``grads`` the direction in which each sample's logits should move.

    By the advantages of the actions, less ``regularisation`` times how far the logits already are
    from equal (so that where a policy rests each logit is its advantage divided by
    ``regularisation``); not further out than ``logit_clip``. ``slopes`` is scratch: a number for
    each hidden unit. Returns the sum of the samples' weights.
    """
    w1, w2, w3 = nets.w1[place], nets.w2[place], nets.w3[place]
    g1, g2, g3 = grads.w1[place], grads.w2[place], grads.w3[place]
    n1, n2 = w1.shape[1], w2.shape[1]
    g1[:] = 0
    g2[:] = 0
    g3[:] = 0
    h1, h2, d3 = network_space.h1, network_space.h2, network_space.policy
    d1, d2 = slopes[:n1], slopes[n1:]
    weights = 0.0
    for at in range(samples.kept[0]):
        inputs = samples.inputs[at]
        mask = samples.masks[at]
        forward(inputs, w1, w2, w3, h1, h2, network_space.logits)
        mean, gain_mean, count = 0.0, 0.0, 0
        for a in range(ACTIONS):
            if mask >> a & 1:
                mean += network_space.logits[a]
                gain_mean += samples.advantages[at, a]
                count += 1
        mean /= count
        gain_mean /= count
        weight = samples.weights[at]
        weights += weight
        for a in range(ACTIONS):
            if mask >> a & 1:
                logit = network_space.logits[a] - mean
                push = samples.advantages[at, a] - gain_mean - regularisation * logit
                if (logit > logit_clip and push > 0) or (logit < -logit_clip and push < 0):
                    push = 0
                d3[a] = push * weight
            else:
                d3[a] = 0
        for i in range(n2):
            total = 0.0
            value = h2[i]
            if value > 0:
                for a in range(ACTIONS):
                    total += w3[i, a] * d3[a]
                    g3[i, a] += value * d3[a]
            d2[i] = total
        for a in range(ACTIONS):
            g3[n2, a] += d3[a]
        for i in range(n1):
            total = 0.0
            value = h1[i]
            if value > 0:
                for j in range(n2):
                    total += w2[i, j] * d2[j]
                    g2[i, j] += value * d2[j]
            d1[i] = total
        for j in range(n2):
            g2[n1, j] += d2[j]
        for i in range(INPUTS):
            value = inputs[i]
            if value != 0:
                for j in range(n1):
                    g1[i, j] += value * d1[j]
    return weights
