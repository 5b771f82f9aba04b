"""Worlds: all of them, only them, each as often as it should be, and never just the truth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import islice

from facedown.core.errors import FacedownError, NotListed
from facedown.core.game import Game
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.state import State
from facedown.core.worlds import World, Worlds
from facedown.testing.playing import Step, choose, random_games, viewers
from facedown.testing.refusals import check_state
from facedown.testing.secrecy import has_worlds, otherwise, rebuilt, some
from facedown.testing.statistics import check_frequencies, shuffled_key
from facedown.testing.values import text_of

MOST_LISTED = 3000
"""Views with more worlds than this are sampled but not enumerated by the checks."""

_BINS = 20
_PAIRS = 10


def listed(game: Game, state: State, seat: Seat) -> dict[World, int] | None:
    """The worlds of a seat's view with their weights; None where they are too many or unlisted.

    Fails when the list contradicts itself: a world twice, a weight that is none, another length;
    and when worlds that are known exactly are not listed.
    """
    worlds = worlds_of(game, state, seat)
    said = None if worlds is None else worlds.count()
    if worlds is None or (said is not None and said > MOST_LISTED):
        return None
    found: dict[World, int] = {}
    try:
        for world, weight in islice(worlds, MOST_LISTED + 1):
            assert world not in found, f"The world {world} is listed twice."
            assert type(weight) is int, f"The weight {weight} of {world} is no whole number."
            assert weight > 0, f"The weight {weight} of {world} is not above 0."
            found[world] = weight
    except NotListed:
        assert game.worlds_known != "exact", "Worlds that are known exactly are not listed."
        return None
    if said is None and len(found) > MOST_LISTED:
        return None
    assert said in (None, len(found)), f"There are said to be {said} worlds, not {len(found)}."
    assert found, "A view has no worlds, not even the true one."
    return found


def worlds_of(game: Game, state: State, seat: Seat) -> Worlds | None:
    """The worlds of a seat's view, made from nothing but the content of the view."""
    try:
        return game.worlds(rebuilt(game, state.view(seat)))
    except FacedownError:
        if seat != ONLOOKER:
            raise
        return None


def check_worlds(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """The true world is listed, and every world can be placed and read off again.

    A state placed from a view shows that very view, keeps to the rules, and can be played on.
    """
    if not has_worlds(game):
        return
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/place")
        for step in some(played, rng, 6):
            for viewer in viewers(game):
                _check_placing(game, step.after, viewer, rng)


def _check_placing(game: Game, state: State, viewer: Seat, rng: random.Random) -> None:
    worlds = worlds_of(game, state, viewer)
    if worlds is None:
        return
    weights = listed(game, state, viewer)
    true = game.true_world(state, viewer)
    assert weights is None or true in weights, (
        f"The true world {true} is not among the {len(weights or ())} of seat {viewer}."
    )
    view = state.view(viewer)
    placed = state
    for world in (true, worlds.sample(rng)):
        placed = game.state_from_world(rebuilt(game, view), world)
        seen = text_of(placed.view(viewer))
        assert seen == text_of(view), (
            f"In the world {world} seat {viewer} would see\n  {seen}\ninstead of\n  {text_of(view)}"
        )
        again = game.true_world(placed, viewer)
        assert again == world, f"The world {world} was placed but is read off as {again}."
        _check_playing_on(game, placed.clone(), rng)
    check_state(game, placed)
    _check_same_future(game, state, game.state_from_world(rebuilt(game, view), true), viewer, rng)


def _check_playing_on(game: Game, placed: State, rng: random.Random) -> None:
    for _ in range(game.longest):
        actors = placed.actors()
        if not actors:
            return
        seat = rng.choice(actors)
        placed.apply(seat, choose(game, placed, seat, rng, "varied"))
    assert not placed.actors(), "A placed state can be played on without end."


def _check_same_future(
    game: Game, state: State, placed: State, viewer: Seat, rng: random.Random, moves: int = 6
) -> None:
    """The placed truth behaves like the truth, as far as the viewer can see."""
    truth = state.clone()
    for _ in range(moves):
        actors = truth.actors()
        assert placed.actors() == actors, f"{placed.actors()} are to move instead of {actors}."
        if not actors:
            return
        seat = rng.choice(actors)
        action = choose(game, truth, seat, rng, "varied")
        refusal = placed.verify(seat, action)
        assert refusal is None, (
            f"The placed truth refuses what the truth allows: {refusal.sentence}"
        )
        truth.apply(seat, action)
        placed.apply(seat, action)
        seen, true = text_of(placed.view(viewer)), text_of(truth.view(viewer))
        assert seen == true, f"The placed truth goes on as\n  {seen}\ninstead of\n  {true}"


def check_sampler(game: Game, *, seed: int = 0, games: int = 2) -> None:
    """The sampler yields the enumerated worlds as often as their weights say."""
    if not has_worlds(game):
        return
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/sampler")
        for step in rng.sample(played, min(len(played), 5)):
            for viewer in viewers(game):
                weights = listed(game, step.after, viewer)
                if weights is None:
                    continue
                worlds = worlds_of(game, step.after, viewer)
                assert worlds is not None
                draws = Counter(worlds.sample(rng) for _ in range(min(600, 30 * len(weights))))
                strange = [world for world in draws if world not in weights]
                assert not strange, f"The sampler yields {strange[0]}, which is not enumerated."
                what = f"Sampled for seat {viewer}"
                check_frequencies([(_binned(draws), _binned(weights))], what)


def _binned(counts: dict[World, int]) -> dict[Hashable, int]:
    """The same counts by world, or where worlds are many by a part of a hash of the world."""
    found: Counter[Hashable] = Counter()
    for world, count in counts.items():
        found[int(shuffled_key(world)[:8], 16) % _BINS] += count
    return found


def check_other_truths(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Where another game looks the same to a seat, its truth too is among the worlds.

    The other game is played beside a random one, with other secrets wherever the seat's view does
    not change by it.
    """
    if not has_worlds(game):
        return
    for number, played in enumerate(random_games(game, seed, games)):
        for viewer in viewers(game):
            rng = random.Random(f"{seed}/{number}/{viewer}/truths")
            for state, other in _pairs(game, played, viewer, rng):
                weights = listed(game, state, viewer)
                truth = game.true_world(other, viewer)
                assert weights is None or truth in weights, (
                    f"{truth} looks the same to seat {viewer} as what happened, but it is not "
                    f"among the {len(weights or ())} worlds."
                )


def _pairs(
    game: Game, played: list[Step], viewer: Seat, rng: random.Random
) -> Iterator[tuple[State, State]]:
    pairs = list(otherwise(game, played, viewer, rng))
    return iter(pairs if len(pairs) <= _PAIRS else rng.sample(pairs, _PAIRS))
