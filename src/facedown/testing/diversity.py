"""Whether truths behind views are as frequent as the worlds of those views claim.

Here a game's claims about its worlds are held against games that were played. They are played at
random, but worlds weigh chance's part alone: a truth that random seats make likelier, because they
had fewer moves to choose from, counts for less (importance weights). So each move of a seat counts
as many times as it had moves to choose from, divided by the most that it could have had as far as
the viewer knows; the divisor is the same for all truths behind one view, and keeps weights below 1.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import islice

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.state import State
from facedown.core.worlds import World, Worlds
from facedown.testing.playing import Step, steps, unlike_viewers, viewers
from facedown.testing.secrecy import has_worlds
from facedown.testing.statistics import check_frequencies, check_uniform, improbable, shuffled_key
from facedown.testing.values import text_of
from facedown.testing.worlds import MOST_LISTED, listed, worlds_of

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


def weights_for(game: Game, viewer: Seat) -> Callable[[list[Step]], Iterator[float]]:
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

    def weights(played: list[Step]) -> Iterator[float]:
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
    >>> from facedown.search.poker import KuhnPoker
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
