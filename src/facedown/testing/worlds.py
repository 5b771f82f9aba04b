"""Worlds: all of them, only them, each as often as it should be, and never just the truth."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import TypeAlias, TypeVar

from facedown.core.errors import FacedownError, NotListed
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.state import State
from facedown.core.worlds import World, Worlds
from facedown.testing.playing import (
    Ply,
    check_frequencies,
    check_uniform,
    choose,
    improbable,
    random_games,
    shuffled_key,
    steps,
    text_of,
    unlike_viewers,
    viewers,
)
from facedown.testing.refusals import check_state
from facedown.testing.secrecy import has_worlds, otherwise, rebuilt, some

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
    game: Game, played: list[Ply], viewer: Seat, rng: random.Random
) -> Iterator[tuple[State, State]]:
    pairs = list(otherwise(game, played, viewer, rng))
    return iter(pairs if len(pairs) <= _PAIRS else rng.sample(pairs, _PAIRS))


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


def _follow(game: Game, played: list[Ply], viewer: Seat) -> None:
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


def _longer(histories: Histories, ways: list[Ways | None], step: Ply, viewer: Seat) -> Histories:
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


def _ways(game: Game, state: State, step: Ply, viewer: Seat) -> Ways | None:
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


_EARLY = 10
_GROUPS = 8
_RANKED = 60
_SAMPLES = 4
_ALTERNATIVES = 3
_FEATURE_SAMPLES = 8
_LEAST_VARIANCE = 5
_LOOKED_AT = (1, 5, 9)
"""After which moves, the first being 0, features are compared."""


def check_diversity(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Views say as much about the truth as the game's worlds claim, no more and no less.

    A hundred times ``games`` games are played at random and the truths behind equal views
    gathered, whatever the game itself says of its worlds. Each of those truths must be a world of
    that view and occur as often as its weight says. Where views hardly repeat, the rank of the
    truth among sampled worlds, in an order of no meaning, must be uniform. Where ``games`` is 1, of
    the seats only the first and the last are looked at.

    Here a game's claims about its worlds are held against games that were played. They are played
    at random, but worlds weigh chance's part alone: a truth that random seats make likelier,
    because they had fewer moves to choose from, counts for less (importance weights). So each
    move of a seat counts as many times as it had moves to choose from, divided by the most that
    it could have had as far as the viewer knows; the divisor is the same for all truths behind
    one view, and keeps weights below 1.
    """
    if not has_worlds(game):
        return
    rng = random.Random(f"{seed}/diversity")
    # Looking always after so many moves keeps the looks independent of how the games go on.
    played = [list(islice(steps(game, rng, "uniform"), _EARLY)) for _ in range(100 * games)]
    for viewer in viewers(game) if games > 1 else unlike_viewers(game):
        weight = weights_for(game, viewer)
        weights = [list(weight(game_played)) for game_played in played]
        for moves in range(_EARLY):
            states = [
                (g[moves].after, w[moves])
                for g, w in zip(played, weights, strict=True)
                if moves < len(g) and g[moves].after.actors()
            ]
            what = f"the worlds of seat {viewer} after {moves + 1} moves"
            check_frequencies(_truths(game, states, viewer), f"Among {what}")
            ranks = [(_rank_of_truth(game, s, viewer, rng), w) for s, w in states[:_RANKED]]
            known = [(rank, w) for rank, w in ranks if rank is not None]
            check_uniform(known, f"The rank of the truth in {what}")


def weights_for(game: Game, viewer: Seat) -> Callable[[list[Ply]], Iterator[float]]:
    """Gives a game's importance weights for a viewer: one after each of its moves, at most 1."""
    most: dict[tuple[str, Seat], int] = {}

    def most_choices(state: State, seat: Seat) -> int:
        """The most moves the seat could have as far as the viewer knows: by its view alone."""
        view = text_of(state.view(viewer))
        if (view, seat) not in most:
            worlds = _worlds_seen(game, state, viewer)
            rng = random.Random(view)
            counts = [0]
            for _ in range(_ALTERNATIVES if worlds is not None else 0):
                assert worlds is not None
                placed = game.state_from_world(state.view(viewer), worlds.sample(rng))
                counts.append(_choices(game, placed, seat))
            most[view, seat] = max(counts)
        return most[view, seat]

    def weights(played: list[Ply]) -> Iterator[float]:
        weight = 1.0
        for step in played:
            if step.seat not in (NATURE, viewer):
                had, could = (
                    _choices(game, step.before, step.seat),
                    most_choices(step.before, step.seat),
                )
                weight *= had / could if could else 1.0
            yield weight

    return weights


def _worlds_seen(game: Game, state: State, viewer: Seat) -> Worlds | None:
    """The worlds of a seat's view itself, of which there may be none for an onlooker."""
    try:
        return game.worlds(state.view(viewer))
    except FacedownError:
        if viewer != ONLOOKER:
            raise
        return None


def _choices(game: Game, state: State, seat: Seat) -> int:
    """How many moves random play chooses among; the open language counts as one."""
    count = len(state.legal(seat))
    if game.facts.open_moves:
        count += game.draw_open(state.view(seat), random.Random(0)) is not None
    return count


def _below_one(weighed: list[tuple[State, float]]) -> list[tuple[State, float]]:
    """The same with all weights at most 1."""
    most = max([1.0, *(weight for _, weight in weighed)])
    return [(state, weight / most) for state, weight in weighed]


def _truths(
    game: Game, states: list[tuple[State, float]], viewer: Seat
) -> Iterator[tuple[dict[World, float], dict[World, int]]]:
    """The truths counted behind the commonest views, each with the worlds of that view."""
    groups: dict[str, list[tuple[State, float]]] = {}
    for state, weight in states:
        groups.setdefault(text_of(state.view(viewer)), []).append((state, weight))
    for alike in sorted(groups.values(), key=len, reverse=True)[:_GROUPS]:
        weights = listed(game, alike[0][0], viewer)
        if weights is not None:
            found: dict[World, float] = {}
            for state, weight in _below_one(alike):
                world = game.true_world(state, viewer)
                found[world] = found.get(world, 0.0) + weight
            yield found, weights


def _rank_of_truth(game: Game, state: State, viewer: Seat, rng: random.Random) -> float | None:
    """Where the truth stands among some sampled worlds in a fixed order, between 0 and 1."""
    worlds = worlds_of(game, state, viewer)
    if worlds is None:
        return None
    true = shuffled_key(game.true_world(state, viewer))
    keys = [shuffled_key(worlds.sample(rng)) for _ in range(_SAMPLES)]
    below, equal = sum(key < true for key in keys), sum(key == true for key in keys)
    # Among equal keys the truth may stand anywhere: that makes the rank exactly uniform.
    return (below + rng.randrange(equal + 1) + rng.random()) / (_SAMPLES + 1)


def check_features(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """What is true in sampled worlds is true in the truth as often.

    Two hundred times ``games`` games are played at random, and after some moves worlds are sampled,
    which need not be listed. Compared are the features that the game names (``Worlds.features``)
    and the parts that its worlds are made of. A sampler that favours some worlds 3 to 1 stands out
    wherever a feature tells those worlds from others. Seats are looked at as in
    :func:`check_diversity`. Views whose worlds are listed are left to
    :func:`~facedown.testing.worlds.check_sampler`.
    """
    if not has_worlds(game):
        return
    rng = random.Random(f"{seed}/features")
    played = [list(islice(steps(game, rng, "uniform"), _EARLY)) for _ in range(200 * games)]
    for viewer in viewers(game) if games > 1 else unlike_viewers(game):
        weight = weights_for(game, viewer)
        weights = [list(weight(each)) for each in played]
        for moves in _LOOKED_AT:
            looks = [
                (each[moves].after, weighed[moves])
                for each, weighed in zip(played, weights, strict=True)
                if moves < len(each) and _unlisted(game, each[moves].after, viewer)
            ]
            _compare_features(game, _below_one(looks), viewer, rng)


def _unlisted(game: Game, state: State, viewer: Seat) -> bool:
    """Whether there are worlds of a view in a game that goes on, but not all of them are listed."""
    worlds = worlds_of(game, state, viewer) if state.actors() else None
    if worlds is None or game.worlds_known != "exact":
        return worlds is not None
    count = worlds.count()
    return count is None or count > MOST_LISTED


def _compare_features(
    game: Game, looks: list[tuple[State, float]], viewer: Seat, rng: random.Random
) -> None:
    count = _FEATURE_SAMPLES
    truths: defaultdict[str, float] = defaultdict(float)
    samples: defaultdict[str, float] = defaultdict(float)
    variances: defaultdict[str, float] = defaultdict(float)
    for state, weight in looks:
        worlds = worlds_of(game, state, viewer)
        assert worlds is not None
        for name in features_of(worlds, game.true_world(state, viewer)):
            truths[name] += weight
        sampled = (worlds.sample(rng) for _ in range(count))
        for name, times in Counter(n for w in sampled for n in features_of(worlds, w)).items():
            samples[name] += weight * times / count
            # Unbiased for the variance of the truth and of the samples' mean together.
            spread = times / count * (1 - times / count) * (count + 1) / (count - 1)
            variances[name] += weight * spread
    whole = sum(weight for _, weight in looks)
    # What is rarer than that, or nearly certain, cannot be judged from so few looks.
    names = sorted(name for name in variances if variances[name] >= _LEAST_VARIANCE)
    for name in names:
        far, most = truths[name] - samples[name], whole * (1 + 1 / count) / 4
        assert not improbable(far, variances[name], most, len(names) * len(_LOOKED_AT)), (
            f"For seat {viewer} {name} in {samples[name] / whole:.1%} of the sampled worlds, but "
            f"in {truths[name] / whole:.1%} of the truths."
        )


def features_of(worlds: Worlds, world: World) -> frozenset[str]:
    """The features of a world by name: those that the game names, and the parts it is made of.

    >>> from facedown.core import Match
    >>> from facedown.search.poker.game import KuhnPoker
    >>> game = KuhnPoker()
    >>> sorted(features_of(game.worlds(Match(game, seed="1").view(0)), (0, 2)))
    ['part 0 is 0', 'part 1 is 2']
    """
    return frozenset([*worlds.features(world), *_parts(world, "part")])


def _parts(value: object, path: str) -> Iterator[str]:
    if isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from _parts(part, f"{path} {number}")
    elif value is None or isinstance(value, bool | int | str):
        yield f"{path} is {value}"
