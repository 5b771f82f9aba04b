"""The expert's networks: their weights as arrays and as bytes, what they see and choose.

The network of one place at the table (dealer, left of the dealer, right of the dealer) has
``INPUTS`` inputs, two layers of rectified units and one output, a *logit*, per action; the policy
is the softmax of the logits of the legal actions. Weights are stored input by input, so that an
input of zero costs nothing. Imports Numba.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled
from facedown.games.suspense.cards import ALL_CARDS
from facedown.games.suspense.moves import ACTIONS
from facedown.players.suspense.round_kernels import (
    DEALER,
    FIRSTS,
    FOLDED,
    HANDS,
    PASSED,
    PASSES,
    PLAYED,
    SECRET,
    TOTAL,
    WIDTH,
    legal_mask,
    points_seen,
)
from facedown.players.suspense.tables import Floats, Ints, Reals, ScoringTables

HIDDEN: Final = (128, 64)
"""How many units each of the two hidden layers has, unless it is said."""

DEEPEST: Final = 64
"""No seat has more turns in a round than this."""


class Nets(NamedTuple):
    """The weights of the three places' networks; the last row of ``w2`` and ``w3`` is added."""

    w1: Floats
    w2: Floats
    w3: Floats

    @property
    def hidden(self) -> tuple[int, int]:
        """How many units each hidden layer has."""
        return self.w1.shape[2], self.w2.shape[2]


class NetworkWorkspace(NamedTuple):
    """Scratch arrays, made once."""

    rows: NDArray[np.int64]
    inputs: Floats
    h1: Floats
    h2: Floats
    logits: Floats
    policy: NDArray[np.float64]


def new_nets(hidden: tuple[int, int], seed: int) -> Nets:
    """Random first weights; the outputs begin at zero, so play begins uniformly random."""
    rng = np.random.default_rng(seed)
    n1, n2 = hidden
    w1 = rng.normal(0, np.sqrt(2 / 40), (3, INPUTS, n1)).astype(np.float32)
    w2 = rng.normal(0, np.sqrt(2 / n1), (3, n1 + 1, n2)).astype(np.float32)
    w2[:, -1] = 0
    return Nets(w1, w2, np.zeros((3, n2 + 1, ACTIONS), np.float32))


def zeros_like(nets: Nets) -> Nets:
    """Arrays of the same shapes, all zero."""
    return Nets(*(np.zeros_like(w) for w in nets))


def new_network_workspace(*nets: Nets) -> NetworkWorkspace:
    """Scratch arrays for any of these networks."""
    n1, n2 = (max(sizes) for sizes in zip(*(some.hidden for some in nets), strict=True))
    f: Any = np.float32
    return NetworkWorkspace(
        np.zeros((DEEPEST, WIDTH), np.int64),
        np.zeros(INPUTS, f),
        np.zeros(n1, f),
        np.zeros(n2, f),
        np.zeros(ACTIONS, f),
        np.zeros(ACTIONS),
    )


FILE: Final = "expert.bin"


def to_bytes(nets: Nets) -> bytes:
    """The networks at half precision; the same networks give the same bytes."""
    flat = np.concatenate([part.reshape(-1) for part in nets]).astype("<f2")
    return np.array(nets.hidden, "<i4").tobytes() + flat.tobytes()


def from_bytes(data: bytes) -> Nets:
    """Reads :func:`to_bytes`; raises ``ValueError`` when the length does not fit."""
    n1, n2 = (int(n) for n in np.frombuffer(data[:8], "<i4"))
    shapes = [(3, INPUTS, n1), (3, n1 + 1, n2), (3, n2 + 1, ACTIONS)]
    flat = np.frombuffer(data[8:], "<f2").astype(np.float32)
    sizes = [int(np.prod(shape)) for shape in shapes]
    if flat.size != sum(sizes):
        raise ValueError("These bytes are not the expert's networks.")
    parts = np.split(flat, np.cumsum(sizes)[:-1])
    return Nets(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)))


def fingerprint(nets: Nets) -> str:
    """The SHA-256 of :func:`to_bytes`: which networks something was measured with."""
    return hashlib.sha256(to_bytes(nets)).hexdigest()


@cache
def shipped_nets() -> Nets:
    """The networks in ``data/expert.bin``."""
    package = resources.files("facedown.players.suspense")
    return from_bytes(package.joinpath("data", FILE).read_bytes())


# Where each group of inputs begins.
_HAND: Final = 0
_PLAYED: Final = 13
_FIRST: Final = 52
_SECRET: Final = 78
_TOTAL: Final = 91
_FLAGS: Final = 111
_NOW: Final = 125
_WINS: Final = 138
_MEANS: Final = 151
_AFTER: Final = 155
_LEAD: Final = 168
_ENDS: Final = 181
INPUTS: Final = 194


@compiled
def encode(row: Ints, seat: int, tables: ScoringTables, inputs: Floats) -> None:
    """Writes the inputs of the seat's network: only what the seat may know.

    ======= =======================================================================================
    0       own hand, by card
    13      cards in play: own, left neighbour's, right neighbour's
    52      the first card played by the left and the right neighbour
    78      the secret card, for the dealer
    91      the sum in play, one of 20
    111     folded: left, right; passed in a row: own, left, right; passed once or more, and twice
            or more: own, left, right; whether a neighbour has yet to begin; always 1
    125     for each card that can be the secret: points if the round ended now; 138: whether any
    151     their mean; the share that wins; the mean for each neighbour of what is on the table
    155     for each card in hand: mean points if it were played and the round then ended; 168: the
            difference this makes; 181: whether playing it ends the round
    ======= =======================================================================================
    """
    inputs[:] = 0
    hand, played = row[HANDS + seat], row[PLAYED + seat]
    left = seat + 1 if seat < 2 else 0
    right = left + 1 if left < 2 else 0
    table = played | row[PLAYED + left] | row[PLAYED + right]
    total = row[TOTAL]
    for card in range(13):
        inputs[_HAND + card] = hand >> card & 1
        inputs[_PLAYED + card] = played >> card & 1
        inputs[_PLAYED + 13 + card] = row[PLAYED + left] >> card & 1
        inputs[_PLAYED + 26 + card] = row[PLAYED + right] >> card & 1
    if row[FIRSTS + left]:
        inputs[_FIRST - 1 + row[FIRSTS + left]] = 1
    if row[FIRSTS + right]:
        inputs[_FIRST + 12 + row[FIRSTS + right]] = 1
    inputs[_TOTAL + (min(19, total))] = 1
    inputs[_FLAGS] = row[FOLDED] >> left & 1
    inputs[_FLAGS + 1] = row[FOLDED] >> right & 1
    for neighbour, who in enumerate((seat, left, right)):
        inputs[_FLAGS + 2 + neighbour] = row[PASSED] >> who & 1
        inputs[_FLAGS + 5 + neighbour] = row[PASSES + who] > 0
        inputs[_FLAGS + 8 + neighbour] = row[PASSES + who] > 1
    inputs[_FLAGS + 11] = row[FIRSTS + left] == 0
    inputs[_FLAGS + 12] = row[FIRSTS + right] == 0
    inputs[_FLAGS + 13] = 1
    candidates = ALL_CARDS & ~hand & ~table
    if row[DEALER] == seat:
        candidates = 1 << row[SECRET]
        inputs[_SECRET + row[SECRET]] = 1
    on_left, on_right = row[PLAYED + left], row[PLAYED + right]
    own_sum, left_sum, right_sum = tables.sums[played], tables.sums[on_left], tables.sums[on_right]
    least, most = min(left_sum, right_sum), max(left_sum, right_sum)
    low_left, high_left = min(own_sum, right_sum), max(own_sum, right_sum)
    low_right, high_right = min(own_sum, left_sum), max(own_sum, left_sum)
    count, points, wins = 0, 0, 0
    left_points, right_points = 0, 0
    for secret in range(13):
        if not candidates >> secret & 1:
            continue
        count += 1
        in_hand = ALL_CARDS & ~table & ~(1 << secret)  # somebody's, whoever holds them
        now = points_seen(hand, played, in_hand, table, least, most, secret, tables)
        left_points += points_seen(0, on_left, 0, table, low_left, high_left, secret, tables)
        right_points += points_seen(0, on_right, 0, table, low_right, high_right, secret, tables)
        inputs[_NOW + secret] = now * 0.5
        inputs[_WINS + secret] = now > 0
        points += now
        wins += now > 0
        for card in range(13):
            if not hand >> card & 1:
                continue
            bit = 1 << card
            inputs[_AFTER + card] += points_seen(
                hand ^ bit, played | bit, in_hand ^ bit, table | bit, least, most, secret, tables
            )
    share = 1.0 / count
    inputs[_MEANS] = points * share
    inputs[_MEANS + 1] = wins * share
    inputs[_MEANS + 2] = left_points * share
    inputs[_MEANS + 3] = right_points * share
    for card in range(13):
        if hand >> card & 1:
            inputs[_LEAD + card] = (inputs[_AFTER + card] - points) * share
            inputs[_AFTER + card] *= share
            inputs[_ENDS + card] = total + tables.sums[1 << card] >= tables.limit


@compiled
def forward(
    inputs: Floats, w1: Floats, w2: Floats, w3: Floats, h1: Floats, h2: Floats, logits: Floats
) -> None:
    """The network of one place: fills both hidden layers and the logits."""
    n1, n2 = w1.shape[1], w2.shape[1]
    for j in range(n1):
        h1[j] = 0
    for i in range(INPUTS):
        value = inputs[i]
        if value != 0:
            for j in range(n1):
                h1[j] += value * w1[i, j]
    for j in range(n2):
        h2[j] = w2[n1, j]
    for i in range(n1):
        value = h1[i]
        if value > 0:
            for j in range(n2):
                h2[j] += value * w2[i, j]
        else:
            h1[i] = 0
    for j in range(ACTIONS):
        logits[j] = w3[n2, j]
    for i in range(n2):
        value = h2[i]
        if value > 0:
            for j in range(ACTIONS):
                logits[j] += value * w3[i, j]
        else:
            h2[i] = 0


@compiled
def softmax(logits: Floats, mask: int, policy: Reals) -> None:
    """The probabilities of the legal actions; 0 for the others."""
    highest = -np.inf
    for a in range(ACTIONS):
        if mask >> a & 1 and logits[a] > highest:
            highest = logits[a]
    total = 0.0
    for a in range(ACTIONS):
        if mask >> a & 1:
            policy[a] = np.exp(logits[a] - highest)
            total += policy[a]
        else:
            policy[a] = 0
    for a in range(ACTIONS):
        policy[a] /= total


@compiled
def find_policy(
    row: Ints, seat: int, tables: ScoringTables, nets: Nets, network_space: NetworkWorkspace
) -> None:
    """The policy of the seat to move, into ``network_space.policy``."""
    place = seat - row[DEALER]
    if place < 0:
        place += 3
    encode(row, seat, tables, network_space.inputs)
    forward(
        network_space.inputs,
        nets.w1[place],
        nets.w2[place],
        nets.w3[place],
        network_space.h1,
        network_space.h2,
        network_space.logits,
    )
    softmax(network_space.logits, legal_mask(row), network_space.policy)
