"""Beginners, ordinary and careful players, compiled, and how likely every world is by the moves.

Both look at what each action would be worth if the round ended right after it. The beginner takes
every secret card it cannot see for equally likely. The careful player weighs every world exactly
by how likely *ordinary players*, who look at the same values, would have made the moves that were
made in it, and replies best to how they would go on. Imports Numba.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled, inlined
from facedown.games.suspense.cards import ALL_CARDS
from facedown.games.suspense.moves import ACTIONS, FOLD, PASS
from facedown.players.suspense.round_kernels import (
    DEALER,
    FOLDED,
    HANDS,
    MADE,
    OVER,
    PLAYED,
    SECRET,
    STARTED,
    TURN,
    WIDTH,
    choose,
    legal_mask,
    move_made,
    points_of,
    points_seen,
    step,
    uniform,
)
from facedown.players.suspense.tables import Ints, RandomState, Reals, ScoringTables

MOST_WORLDS = 650
"""No view of a round has more worlds: 630 for a player, 34,650 × 13 only for onlookers."""

KINDS: Final = 3
"""How many kinds of player there are for who looks ahead."""

AS_EXPERT, AS_ORDINARY, AS_BEGINNER = range(KINDS)
"""What another player may be taken for."""


class Workspace(NamedTuple):
    """Scratch arrays, made once; ``random_state`` is the state of the random generator."""

    rows: NDArray[np.int64]
    secrets: NDArray[np.int64]
    hands: NDArray[np.int64]
    weights: NDArray[np.float64]
    likely: NDArray[np.float64]
    kinds: NDArray[np.float64]
    values: NDArray[np.float64]
    totals: NDArray[np.float64]
    open_ways: NDArray[np.int64]
    random_state: NDArray[np.uint64]


def new_workspace() -> Workspace:
    """Scratch arrays for one player."""
    return Workspace(
        np.zeros((2, WIDTH), np.int64),
        np.zeros(MOST_WORLDS, np.int64),
        np.zeros((MOST_WORLDS, 2), np.int64),
        np.zeros(MOST_WORLDS),
        np.zeros((KINDS, 1 << 13)),
        np.zeros((MOST_WORLDS, 2, KINDS)),
        np.zeros(ACTIONS),
        np.zeros((KINDS, ACTIONS)),
        np.zeros(KINDS, np.int64),
        np.zeros(1, np.uint64),
    )


HEAT: Final = 0.4
"""How freely ordinary players stray from the best value, in points."""


@compiled
def prospects(
    row: Ints, seat: int, hand: int, secrets: int, tables: ScoringTables, values: Reals
) -> None:
    """What each action is worth to a seat with this hand if the round ended right after it.

    ``secrets`` are the cards that it thinks can be the secret, all alike. Fills ``values``: mean
    points by card and for passing, and the share of secrets with which it would lose for folding.
    Cards of the other players count even where folded hands do not, as nobody can tell which.
    """
    seats = tables.seats
    played = row[PLAYED + seat]
    table, counted, least, most = 0, 0, 1000, -1
    for other in range(seats):
        cards = row[PLAYED + other]
        table |= cards
        if tables.folded_out and row[FOLDED] >> other & 1:
            continue
        counted |= cards
        if other != seat:
            if tables.sums[cards] > most:
                most = tables.sums[cards]
            if tables.sums[cards] < least:
                least = tables.sums[cards]
    values[:] = 0
    count, lost = 0, 0
    for secret in range(13):
        if not secrets >> secret & 1:
            continue
        count += 1
        in_hand = ALL_CARDS & ~table & ~(1 << secret)  # somebody's, whoever holds them
        now = points_seen(hand, played, in_hand, counted, least, most, secret, tables)
        values[PASS] += now
        lost += now == 0
        for card in range(13):
            if not hand >> card & 1:
                continue
            bit = 1 << card
            values[card] += points_seen(
                hand ^ bit, played | bit, in_hand ^ bit, counted | bit, least, most, secret, tables
            )
    values[FOLD] = lost
    for action in range(ACTIONS):
        values[action] /= count


@inlined
def secrets_for(row: Ints, seat: int, hand: int, seats: int) -> int:
    """The cards that can be the secret for a seat with this hand: one for the dealer."""
    if row[DEALER] == seat:
        return int(1 << row[SECRET])
    table = 0
    for other in range(seats):
        table |= row[PLAYED + other]
    return ALL_CARDS & ~table & ~hand


@inlined
def see_as_beginner(row: Ints, seat: int, hand: int, values: Reals) -> None:
    """Turns :func:`prospects` into how much a beginner likes each action: it takes the best.

    It begins with any card, or as dealer with the best for now; then it plays a card that gains
    something, else passes, and folds only when it sees no way to win.
    """
    if row[STARTED] >> seat & 1:
        best = values[PASS]
        for card in range(13):
            if hand >> card & 1 and values[card] > best:
                best = values[card]
        values[FOLD] = 1.0 if best == 0 else -1.0
        values[PASS] += 1e-6
    elif row[DEALER] != seat:
        values[:] = 0


@compiled
def beginner(row: Ints, tables: ScoringTables, values: Reals, random_state: RandomState) -> int:
    """The beginner's move."""
    seat = row[TURN]
    hand = row[HANDS + seat]
    prospects(row, seat, hand, secrets_for(row, seat, hand, tables.seats), tables, values)
    see_as_beginner(row, seat, hand, values)
    return best_of(values, legal_mask(row), random_state)


@compiled
def beginner_actions(
    rows: Ints, tables: ScoringTables, values: Reals, random_state: RandomState, actions: Ints
) -> None:
    """The beginner's move in every round that is not over; 0 in the others."""
    for i in range(rows.shape[0]):
        actions[i] = 0 if rows[i, OVER] else beginner(rows[i], tables, values, random_state)


@compiled
def best_of(values: Reals, mask: int, random_state: RandomState) -> int:
    """The legal action of the highest value, drawn by lot among equals."""
    best, chosen, ties = -np.inf, -1, 0
    for action in range(ACTIONS):
        if not mask >> action & 1:
            continue
        if values[action] > best + 1e-12:
            best, chosen, ties = values[action], action, 1
        elif values[action] > best - 1e-12:
            ties += 1
            if uniform(random_state) * ties < 1:
                chosen = action
    return chosen


@inlined
def open_to(row: Ints, seat: int, hand: int, action: int) -> int:
    """Whether a seat that has this hand could do that on its turn."""
    return row[STARTED] >> seat & 1 if action >= PASS else hand >> action & 1


@compiled
def ordinary(
    row: Ints, seat: int, hand: int, secrets: int, tables: ScoringTables, values: Reals
) -> None:
    """How an ordinary player with this hand moves: fills ``values`` with probabilities."""
    prospects(row, seat, hand, secrets, tables, values)
    total = 0.0
    for action in range(ACTIONS):
        if open_to(row, seat, hand, action):
            values[action] = np.exp(values[action] / HEAT)
            total += values[action]
        else:
            values[action] = 0
    for action in range(ACTIONS):
        values[action] /= total


@compiled
def simple_chances(
    row: Ints, seat: int, hand: int, secrets: int, action: int, tables: ScoringTables, values: Reals
) -> tuple[float, float]:
    """How likely an ordinary player with this hand, and how likely a beginner, would do that."""
    prospects(row, seat, hand, secrets, tables, values)
    total = 0.0
    for other in range(ACTIONS):
        if open_to(row, seat, hand, other):
            total += np.exp(values[other] / HEAT)
    as_ordinary = np.exp(values[action] / HEAT) / total
    see_as_beginner(row, seat, hand, values)
    alike = 0
    for other in range(ACTIONS):
        if open_to(row, seat, hand, other):
            if values[other] > values[action] + 1e-12:
                return as_ordinary, 0.0
            alike += values[other] > values[action] - 1e-12
    return as_ordinary, 1.0 / alike


@compiled
def go_on(row: Ints, tables: ScoringTables, values: Reals, random_state: RandomState) -> None:
    """Plays a round to its end with ordinary players."""
    while not row[OVER]:
        seat = row[TURN]
        hand = row[HANDS + seat]
        ordinary(row, seat, hand, secrets_for(row, seat, hand, tables.seats), tables, values)
        step(row, choose(values, random_state), tables)


@inlined
def size_of(cards: int) -> int:
    """How many cards are in a set."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@compiled
def list_worlds(row: Ints, tables: ScoringTables, workspace: Workspace) -> int:
    """Every world of the seat to move, as the rules alone allow; returns how many there are.

    Fills ``workspace.secrets``, ``workspace.hands`` (of the next two seats; one stays empty with
    two seats) and ``workspace.weights`` with ones. Uses of the row only what the seat sees.
    """
    seat, seats = row[TURN], tables.seats
    left = seat + 1 if seat + 1 < seats else 0
    own, table = row[HANDS + seat], 0
    for other in range(seats):
        table |= row[PLAYED + other]
    unseen = ALL_CARDS & ~own & ~table
    size = 12 // seats - size_of(row[PLAYED + left])
    secrets = secrets_for(row, seat, own, seats)
    count = 0
    for secret in range(13):
        if not secrets >> secret & 1:
            continue
        rest = unseen & ~(1 << secret)
        hand = rest
        while True:
            if size_of(hand) == size:
                workspace.secrets[count] = secret
                workspace.hands[count, 0] = hand
                workspace.hands[count, 1] = rest ^ hand
                workspace.weights[count] = 1.0
                count += 1
            if hand == 0:
                break
            hand = (hand - 1) & rest
    return count


@compiled
def posterior(row: Ints, tables: ScoringTables, workspace: Workspace) -> int:
    """Every world of the seat to move with its probability when the others are ordinary.

    Fills ``workspace`` as :func:`list_worlds` does, with weights that sum to 1.
    """
    count = list_worlds(row, tables, workspace)
    seat, seats, dealer = row[TURN], tables.seats, row[DEALER]
    left = seat + 1 if seat + 1 < seats else 0
    past, values, known = workspace.rows[0], workspace.values, workspace.likely[AS_ORDINARY]
    past[:] = 0
    past[DEALER] = dealer
    past[TURN] = dealer
    for number in range(row[MADE]):
        action = move_made(row, number)
        mover = past[TURN]
        if mover != seat:
            which = 0 if mover == left else 1
            known[:] = -1.0
            later = row[PLAYED + mover] & ~past[PLAYED + mover]
            for world in range(count):
                now = workspace.hands[world, which]
                if mover == dealer or known[now] < 0:  # the dealer's moves tell of the secret too
                    hand = now | later
                    past[SECRET] = workspace.secrets[world]
                    secrets = secrets_for(past, mover, hand, seats)
                    ordinary(past, mover, hand, secrets, tables, values)
                    known[now] = values[action]
                workspace.weights[world] *= known[now]
        step(past, action, tables)
    total = 0.0
    for world in range(count):
        total += workspace.weights[world]
    for world in range(count):
        workspace.weights[world] /= total
    return count


@compiled
def careful(
    row: Ints, tables: ScoringTables, workspace: Workspace, samples: int, random_state: RandomState
) -> int:
    """The careful player's move: the best reply over ``samples`` evenly drawn worlds.

    In each of them every action is tried, and the round played on by ordinary players.
    """
    mask = legal_mask(row)
    count = posterior(row, tables, workspace)
    seat, seats = row[TURN], tables.seats
    left = seat + 1 if seat + 1 < seats else 0
    right = left + 1 if left + 1 < seats else 0
    totals = workspace.totals[0]
    totals[:] = 0
    world, below = 0, workspace.weights[0]
    first = uniform(random_state)
    for sample in range(samples):
        at = (sample + first) / samples
        while below < at and world < count - 1:
            world += 1
            below += workspace.weights[world]
        for action in range(ACTIONS):
            if not mask >> action & 1:
                continue
            future = workspace.rows[1]
            future[:] = row
            future[SECRET] = workspace.secrets[world]
            future[HANDS + left] = workspace.hands[world, 0]
            if seats > 2:
                future[HANDS + right] = workspace.hands[world, 1]
            step(future, action, tables)
            go_on(future, tables, workspace.values, random_state)
            totals[action] += points_of(future, seat, future[SECRET], tables)
    return best_of(totals, mask, random_state)
