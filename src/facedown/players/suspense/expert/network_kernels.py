"""What the expert sees, and its network, compiled.

The network of one place at the table (dealer, left of the dealer, right of the dealer) has
``INPUTS`` inputs, two layers of rectified units and one output, a *logit*, per action; the policy
is the softmax of the logits of the legal actions. Weights are stored input by input, so that an
input of zero costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from facedown.compiling import compiled
from facedown.games.suspense.cards import ALL_CARDS
from facedown.games.suspense.moves import ACTIONS
from facedown.players.suspense.array_types import Floats, Ints, Reals
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
    legal_mask,
    points_seen,
)
from facedown.players.suspense.tables import Tables

if TYPE_CHECKING:
    from facedown.players.suspense.expert.network import Nets, NetworkWorkspace

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
def encode(row: Ints, seat: int, tables: Tables, inputs: Floats) -> None:
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
    row: Ints, seat: int, tables: Tables, nets: Nets, network_space: NetworkWorkspace
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
