"""Looking ahead, compiled: what the expert expects of the others and of itself, and its move.

Each of the others is taken for another expert, an ordinary player or a beginner, with a prior
chance of each. Every world is weighed by how likely such players would have made the moves that
were made in it. Then every action is tried in worlds drawn by weight, and the round played on: by
each of the others as what its moves make it look like, and by the seat itself in several ways.
Imports Numba.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled, inlined
from facedown.games.suspense.moves import ACTIONS
from facedown.players.suspense.network_kernels import Nets, NetworkWorkspace, find_policy
from facedown.players.suspense.round_kernels import (
    DEALER,
    HANDS,
    MADE,
    OVER,
    PLAYED,
    SECRET,
    TURN,
    choose,
    legal_mask,
    move_made,
    points_of,
    step,
    uniform,
)
from facedown.players.suspense.simple_kernels import (
    AS_BEGINNER,
    AS_EXPERT,
    AS_ORDINARY,
    KINDS,
    Workspace,
    beginner,
    best_of,
    list_worlds,
    ordinary,
    secrets_for,
    simple_chances,
)
from facedown.players.suspense.tables import Ints, RandomState, Reals, ScoringTables

TABLE: Final = (0.6, 0.2, 0.2)
"""How likely another player is thought to be an expert, an ordinary player or a beginner.

More for experts makes it harder to gain from two of them, and easier to outdo the expert among
beginners; without a chance for beginners it would hardly gain more there than careful players.
"""

TRAINING: Final = (0.7, 0.3, 0.0)
"""The same while the networks are trained; a simpler prior is quicker to watch."""


class OpponentPrior(NamedTuple):
    """The prior chance of each kind of player, and how many kinds it may itself be later on.

    With one way it goes on by the networks; with all of them, as whatever kind scores most.
    """

    priors: NDArray[np.float64]
    ways: int


def table_prior() -> OpponentPrior:
    """The expert's."""
    return OpponentPrior(np.array(TABLE), KINDS)


def training_prior() -> OpponentPrior:
    """The expert's while it is trained."""
    return OpponentPrior(np.array(TRAINING), 1)


def certain_prior() -> OpponentPrior:
    """That of a player who is certain that the others play by the same networks."""
    return OpponentPrior(np.array((1.0, 0.0, 0.0)), KINDS)


GOLDEN: Final = 0.6180339887498949
BEHIND: Final = 2.5
"""A way to go on is given up when it is behind by so many points times the square root of the
worlds tried: about two standard errors of the difference."""
UNLIKELY: Final = 1e-9
"""How likely any kind of player is taken to make any move, as nobody keeps to a model."""


@compiled
def posterior_with_kinds(
    row: Ints,
    tables: ScoringTables,
    nets: Nets,
    network_space: NetworkWorkspace,
    workspace: Workspace,
    priors: Reals,
) -> int:
    """Every world of the seat to move with its probability; ``priors`` are those of each kind.

    Fills ``workspace`` as ``list_worlds`` does, with weights that sum to 1, and ``workspace.kinds``
    with the probability, in each world, that each of the next two seats is a player of each kind.
    """
    count = list_worlds(row, tables, workspace)
    seat, dealer = row[TURN], row[DEALER]
    past, likely, kinds = workspace.rows[0], workspace.likely, workspace.kinds
    kinds[:count] = priors
    past[:] = 0
    past[DEALER] = dealer
    past[TURN] = dealer
    for number in range(row[MADE]):
        action = move_made(row, number)
        mover = past[TURN]
        if mover != seat:
            which = 0 if mover == (seat + 1) % 3 else 1
            likely[AS_EXPERT, :] = -1.0
            later = row[PLAYED + mover] & ~past[PLAYED + mover]
            for world in range(count):
                now = workspace.hands[world, which]
                if mover == dealer or likely[AS_EXPERT, now] < 0:
                    hand = now | later
                    past[SECRET] = workspace.secrets[world]
                    past[HANDS + mover] = hand
                    find_policy(past, mover, tables, nets, network_space)
                    likely[AS_EXPERT, now] = network_space.policy[action]
                    if priors[AS_EXPERT] < 1:
                        secrets = secrets_for(past, mover, hand, 3)
                        likely[AS_ORDINARY, now], likely[AS_BEGINNER, now] = simple_chances(
                            past, mover, hand, secrets, action, tables, workspace.values
                        )
                for kind in range(KINDS):
                    kinds[world, which, kind] *= likely[kind, now] + UNLIKELY
            past[HANDS + mover] = 0
        if action < 13:
            past[HANDS + mover] |= 1 << action
        step(past, action, tables)
    total = 0.0
    for world in range(count):
        for which in range(2):
            any_kind = kinds[world, which].sum()
            kinds[world, which] /= any_kind
            workspace.weights[world] *= any_kind
        total += workspace.weights[world]
    for world in range(count):
        workspace.weights[world] /= total
    return count


@inlined
def kind_drawn(kinds: Reals, random_state: RandomState) -> int:
    """A kind of player drawn with these probabilities."""
    x = uniform(random_state) - kinds[AS_ORDINARY]
    if x < 0:
        return AS_ORDINARY
    return AS_BEGINNER if x < kinds[AS_BEGINNER] else AS_EXPERT


@compiled
def play_on(
    row: Ints,
    seat: int,
    own: int,
    left: int,
    right: int,
    tables: ScoringTables,
    nets: Nets,
    network_space: NetworkWorkspace,
    values: Reals,
    random_state: RandomState,
) -> None:
    """Plays a round to its end: ``own`` is the seat's kind, the others those of the next two."""
    while not row[OVER]:
        turn = row[TURN]
        kind = own if turn == seat else left if turn == (seat + 1) % 3 else right
        if kind == AS_EXPERT:
            find_policy(row, turn, tables, nets, network_space)
            action = choose(network_space.policy, random_state)
        elif kind == AS_ORDINARY:
            hand = row[HANDS + turn]
            ordinary(row, turn, hand, secrets_for(row, turn, hand, 3), tables, values)
            action = choose(values, random_state)
        else:
            action = beginner(row, tables, values, random_state)
        step(row, action, tables)


@compiled
def give_up(totals: Reals, open_ways: Ints, tried: int) -> int:
    """Takes away the ways to go on that have clearly fallen behind; the actions still begun with.

    ``totals`` are the points of each kind and action in so many worlds ``tried``, ``open_ways`` the
    actions of each kind that are not given up.
    """
    bar = totals.max() - BEHIND * np.sqrt(tried)
    begun = 0
    for own in range(KINDS):
        for action in range(ACTIONS):
            if totals[own, action] < bar:
                open_ways[own] &= ~(1 << action)
        begun |= open_ways[own]
    return begun


@compiled
def look_ahead(
    row: Ints,
    tables: ScoringTables,
    nets: Nets,
    network_space: NetworkWorkspace,
    workspace: Workspace,
    samples: int,
    prior: OpponentPrior,
    random_state: RandomState,
) -> int:
    """The action that scores most on average over worlds drawn by weight, at most ``samples``.

    A way to go on is an action and what kind of player the seat itself is after it; an action is
    as good as its best way. Ways that have clearly fallen behind are given up, and when all that
    are left begin with one action the search ends.
    """
    seat = row[TURN]
    count = posterior_with_kinds(row, tables, nets, network_space, workspace, prior.priors)
    totals, open_ways, below = workspace.totals, workspace.open_ways, workspace.weights
    totals[:] = 0
    open_ways[:] = 0
    open_ways[: prior.ways] = legal_mask(row)
    for world in range(1, count):
        below[world] += below[world - 1]
    at = uniform(random_state)
    for sample in range(1, samples + 1):
        at += GOLDEN  # any run of these points lies evenly between 0 and 1
        if at >= 1:
            at -= 1
        world = min(int(np.searchsorted(below[:count], at, side="right")), count - 1)
        left = kind_drawn(workspace.kinds[world, 0], random_state)
        right = kind_drawn(workspace.kinds[world, 1], random_state)
        state_before = random_state[0]
        for own in range(prior.ways):
            for action in range(ACTIONS):
                if not open_ways[own] >> action & 1:
                    continue
                random_state[0] = state_before
                future = workspace.rows[1]
                future[:] = row
                future[SECRET] = workspace.secrets[world]
                future[HANDS + (seat + 1) % 3] = workspace.hands[world, 0]
                future[HANDS + (seat + 2) % 3] = workspace.hands[world, 1]
                step(future, action, tables)
                play_on(
                    future,
                    seat,
                    own,
                    left,
                    right,
                    tables,
                    nets,
                    network_space,
                    workspace.values,
                    random_state,
                )
                totals[own, action] += points_of(future, seat, future[SECRET], tables)
        if sample % 16 == 0:
            begun = give_up(totals, open_ways, sample)
            if begun & (begun - 1) == 0:
                break
    best, chosen = -1.0, -1
    for own in range(KINDS):
        if open_ways[own]:
            action = best_of(totals[own], open_ways[own], random_state)
            if totals[own, action] > best:
                best, chosen = totals[own, action], action
    return chosen
