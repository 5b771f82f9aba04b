"""The worlds of a view derived a second time, by brute force from the rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import TypeAlias, TypeVar

from facedown.core.errors import NotListed
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.core.worlds import World
from facedown.testing.playing import Step, steps, viewers
from facedown.testing.secrecy import has_worlds
from facedown.testing.worlds import listed

MOST_TRIED = 700
"""One move is not tried in more ways than this."""

MOST_TRIED_IN_ALL = 2500
"""After so many ways a game is followed no further."""

UNFOLLOWED = 25
"""A move after which nothing is followed, and no worlds are listed, counts as so many ways."""

Histories = list[tuple[State, Fraction]]
"""Where every history that can be the true one has led to, with chance's part in it."""


def check_posterior(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Worlds and weights are exactly those of all histories that give a seat the same views.

    Beside a random game, everything that nature and the other seats could have done is followed,
    and kept where the seat would see the same. Each history counts with nature's part of its
    probability alone, and with the law of the language for hidden open moves; what seats chose
    otherwise carries no weight. The truths of all these histories, so weighed, must be the worlds
    with their weights. So a world too many, a world forgotten, a wrong weight and a list that is
    only the truth are all noticed. After a move that could have been made in too many ways the
    claimed worlds are taken on trust, and what becomes of those is followed.
    """
    if not has_worlds(game):
        return
    for number in range(games):
        rng = random.Random(f"{seed}/{number}/posterior")
        played = list(steps(game, rng, "uniform"))
        for viewer in viewers(game):
            _follow(game, played, viewer)


def _follow(game: Game, played: list[Step], viewer: Seat) -> None:
    histories: Histories = [(game.start(), Fraction(1))]
    left = MOST_TRIED_IN_ALL
    for step in played:
        ways = [_ways(game, state, step, viewer) for state, _ in histories]
        tried = sum(MOST_TRIED + 1 if way is None else len(way) for way in ways)
        weights = listed(game, step.after, viewer)
        if not histories or tried > MOST_TRIED:
            # Too much could have happened: take the claimed worlds on trust and follow those.
            histories = _claimed(game, step.after, weights or {}, viewer)
            tried = len(histories) or UNFOLLOWED
        else:
            histories = _longer(histories, ways, step, viewer)
            if weights is not None:
                _compare(game, histories, weights, viewer)
        left -= tried
        if left < 0:
            return


def _claimed(game: Game, state: State, weights: dict[World, int], viewer: Seat) -> Histories:
    """The states in which each of these worlds is true; none where they are too many."""
    if len(weights) > MOST_TRIED:
        return []
    view = state.view(viewer)
    return [
        (game.state_from_world(view, world), Fraction(weight)) for world, weight in weights.items()
    ]


def _compare(game: Game, histories: Histories, weights: dict[World, int], viewer: Seat) -> None:
    chances: dict[World, Fraction] = {}
    for state, chance in histories:
        world = game.true_world(state, viewer)
        chances[world] = chances.get(world, Fraction(0)) + chance
    whole, total = sum(chances.values()), sum(weights.values())
    for world in {**chances, **weights}:
        claimed = Fraction(weights.get(world, 0), total)
        found = chances.get(world, Fraction(0)) / whole
        assert claimed == found, (
            f"For seat {viewer} the world {world} has the probability {claimed} "
            f"instead of {found}, among {len(weights)} worlds instead of {len(chances)}."
        )


Ways: TypeAlias = list[tuple[Action, Fraction]]
MoveKind = TypeVar("MoveKind", Action, Move)


def _longer(histories: Histories, ways: list[Ways | None], step: Step, viewer: Seat) -> Histories:
    """The histories one move later that look the same to the viewer."""
    wanted = step.after.view(viewer)
    found: Histories = []
    for (state, chance), actions in zip(histories, ways, strict=True):
        for action, likely in actions or ():
            after = state.clone()
            after.apply(step.seat, action)
            if after.view(viewer) == wanted:
                found.append((after, chance * likely))
    return found


def _ways(game: Game, state: State, step: Step, viewer: Seat) -> Ways | None:
    """What the one who moved could have done instead, with chance's part; None where unknown."""
    if step.seat == viewer:
        return [(step.action, Fraction(1))]
    move = step.before.move_of(step.seat, step.action)
    event = game.witness(step.before, step.seat, step.action, step.after, viewer)
    public = event.move == move
    if step.seat == NATURE:
        try:
            return _by_weight(state.chances())
        except NotListed:
            return [(step.action, Fraction(1))] if public else None
    if public:
        action = state.action_of(step.seat, move)
        return [(action, Fraction(1))] if state.verify(step.seat, action) is None else []
    try:
        spoken = _by_weight(game.open_chances(state.view(step.seat)))
    except NotListed:
        return None
    if spoken is None:
        return None
    listed_ways: Ways = [(action, Fraction(1)) for action in state.legal(step.seat)]
    return listed_ways + [(state.action_of(step.seat, move), part) for move, part in spoken]


def _by_weight(chances: Iterable[tuple[MoveKind, int]]) -> list[tuple[MoveKind, Fraction]] | None:
    """Moves with their probabilities; None where they are too many to be tried."""
    found = list(islice(chances, MOST_TRIED + 1))
    total = sum(weight for _, weight in found)
    if len(found) > MOST_TRIED:
        return None
    return [(action, Fraction(weight, total)) for action, weight in found]
