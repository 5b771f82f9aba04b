"""Random play for tests: whole games, step by step, and whether counts are as they should be.

States are compared by what they hold, part by part. Statistics are from the standard library alone.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import random
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from statistics import NormalDist
from types import MethodType
from typing import Any, Literal, TypeAlias

from facedown.core.codec import to_json
from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.messages import Message
from facedown.core.moves import Action, Move
from facedown.core.play import random_move
from facedown.core.seats import NATURE, ONLOOKER, Seat, Seats
from facedown.core.state import State

Frozen: TypeAlias = Any
"""A value that compares equal to another exactly when both hold the same."""

_PLAIN = (bool, int, str, type(None))


def text_of(value: object) -> str:
    """The JSON text of a record or of a value made of records; equal texts are equal bytes.

    >>> text_of((1, None))
    '[1, null]'
    """
    return json.dumps(to_json(value), sort_keys=True)


def slot_names(kind: type) -> Iterator[str]:
    """The names of all ``__slots__`` of a class and of its bases."""
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                mangled = name.startswith("__") and not name.endswith("__")
                yield f"_{base.__name__.lstrip('_')}{name}" if mangled else name


def attributes(value: object) -> dict[str, object]:
    """Everything an object holds: its slots and its ``__dict__``."""
    found = {name: getattr(value, name) for name in slot_names(type(value)) if hasattr(value, name)}
    found.update(getattr(value, "__dict__", {}))
    return found


def frozen(value: object) -> Frozen:
    """The value as it is now, so that later changes of it can be noticed.

    Lists, dictionaries, sets, arrays and mutable objects are copied to the bottom. Of helper
    objects that a state refers to, attributes that begin with an underscore are left out: they
    are taken for memos of what was reckoned before. So are the fields of a frozen record that it
    leaves out of comparison: they follow from the others. Functions and classes stand for
    themselves, a bound method for its function.
    """
    return _frozen(value, frozenset())


def _frozen(value: object, above: frozenset[int]) -> Frozen:
    if isinstance(value, MethodType):
        return value.__func__
    if isinstance(value, (*_PLAIN, float, bytes, type)) or callable(value):
        return value
    if id(value) in above:
        return "(itself)"
    inside = above | {id(value)}
    name = type(value).__name__
    if isinstance(value, list | tuple | deque):
        return (name, tuple(_frozen(item, inside) for item in value))
    if isinstance(value, bytearray | array):
        return (name, bytes(value))
    if isinstance(value, set | frozenset):
        return (name, frozenset(_frozen(item, inside) for item in value))
    if isinstance(value, Mapping):
        return (name, tuple((_frozen(k, inside), _frozen(v, inside)) for k, v in value.items()))
    if hasattr(value, "tobytes"):
        return (name, value.tobytes())
    hidden = not isinstance(value, State) and not dataclasses.is_dataclass(value)
    held, derived = attributes(value), _derived(value)
    kept = {
        key: item
        for key, item in held.items()
        if not (hidden and key.startswith("_")) and key not in derived
    }
    if not kept and held:
        return value
    return (name, tuple((key, _frozen(item, inside)) for key, item in kept.items()))


def _derived(value: object) -> frozenset[str]:
    """The fields that a frozen record leaves out of comparison."""
    if not dataclasses.is_dataclass(value) or not value.__dataclass_params__.frozen:  # type: ignore[union-attr]  # every dataclass has it
        return frozenset()
    return frozenset(field.name for field in dataclasses.fields(value) if not field.compare)


def fields_of(state: State) -> dict[str, Frozen]:
    """Every field of a state as it is now.

    >>> from facedown.core import new_game
    >>> fields_of(new_game("turing", cards="4,9,11,14").start())["round"]
    0
    """
    return {
        name: _frozen(value, frozenset({id(state)})) for name, value in attributes(state).items()
    }


def changed_fields(before: Mapping[str, Frozen], after: Mapping[str, Frozen]) -> str:
    """The names of the fields that differ, for a message; empty when none does."""
    names = [*before, *(name for name in after if name not in before)]
    missing = object()
    return ", ".join(n for n in names if before.get(n, missing) != after.get(n, missing))


def check_plain(value: object, where: str) -> None:
    """Fails unless the value is made of nothing but plain data that its JSON form shows.

    Allowed are ``bool``, ``int``, ``str``, ``None``, messages, tuples, dictionaries and frozen
    dataclasses whose every field is compared and shown, with no other place to keep anything in. So
    there is no way from a view to a state, a function or a module, and nothing that equality,
    ``repr``, JSON or another language would not show.
    """
    if type(value) in _PLAIN:
        return
    if isinstance(value, Message):  # in another language it may show whatever it was made of
        for part in value.parts:
            check_plain(part, f"a part of {where}")
        return
    if type(value) is tuple:
        for index, item in enumerate(value):
            check_plain(item, f"{where}[{index}]")
        return
    if type(value) is dict:
        for key, item in value.items():
            check_plain(key, f"a key of {where}")
            check_plain(item, f"{where}[{key!r}]")
        return
    kind = type(value)
    named = f"{where} is a {kind.__module__}.{kind.__qualname__}"
    assert dataclasses.is_dataclass(value), f"{named}, which is not a plain value."
    assert kind.__dataclass_params__.frozen, f"{named}, which is not frozen."  # type: ignore[attr-defined]  # every dataclass has it
    fields = dataclasses.fields(value)
    names = {field.name for field in fields}
    for field in fields:
        shown = field.repr and field.compare
        assert shown, f"{where}.{field.name} is left out of repr or comparison."
        check_plain(getattr(value, field.name), f"{where}.{field.name}")
    others = sorted({*slot_names(kind), *getattr(value, "__dict__", {})} - names)
    assert not others, f"{named} with places beside its fields: {', '.join(others)}."
    assert not hasattr(value, "__dict__"), f"{named} without __slots__: it has room to hide things."
    for special in ("__getattr__", "__getattribute__", "__reduce__", "__reduce_ex__"):
        usual = getattr(kind, special, None) is getattr(object, special, None)
        assert usual, f"{named} whose {special} is its own."


Style: TypeAlias = Literal["uniform", "varied", "long"]
"""How moves are chosen: as ``core.play.random_move`` does; every shape of move alike and then every
move of that shape; or like "varied" but away from moves that end the game."""

OPEN_SHARE = 0.3
"""How often "varied" and "long" play choose from the open language where a game has one."""

_TRIES = 4


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a random game: the state before it and the state after it, both kept."""

    before: State
    seat: Seat
    action: Action
    after: State


def viewers(game: Game) -> Seats:
    """Everybody who watches: all seats and an onlooker."""
    return (*range(game.seats), ONLOOKER)


def unlike_viewers(game: Game) -> Seats:
    """The first seat, the last and an onlooker: seats between them come to know what these do."""
    return tuple(dict.fromkeys((0, game.seats - 1, ONLOOKER)))


def shape(move: Move) -> tuple[object, ...]:
    """The kind of a move and which of its parts are given, for choosing among unlike moves."""
    parts = [getattr(move, field.name) for field in dataclasses.fields(move)]
    return (
        move.kind,
        *(part if part is None or part is True or part is False else "" for part in parts),
    )


def choose(game: Game, state: State, seat: Seat, rng: random.Random, style: Style) -> Action:
    """A legal move of one seat, or nature's draw."""
    if seat == NATURE:
        return state.draw(rng)
    legal = state.legal(seat)
    if style == "uniform":
        return random_move(game, state, seat, rng)
    if game.facts.open_moves and (not legal or rng.random() < OPEN_SHARE):
        move = game.draw_open(state.view(seat), rng)
        if move is not None:
            action: Action = state.action_of(seat, move)
            refusal = state.verify(seat, action)
            assert refusal is None, f"The open move {move} was drawn but is refused: {refusal}"
            return action
    assert legal, f"{game.facts.title}: seat {seat} is to move but no move of it is to be had."
    action = _by_shape(state, seat, rng)
    for _ in range(_TRIES if style == "long" else 0):
        ahead = state.clone()
        ahead.apply(seat, action)
        if ahead.actors():
            break
        action = _by_shape(state, seat, rng)
    return action


def _by_shape(state: State, seat: Seat, rng: random.Random) -> Action:
    shapes: dict[tuple[object, ...], list[int]] = {}
    for action in state.legal(seat):
        shapes.setdefault(shape(state.move_of(seat, action)), []).append(action)
    return rng.choice(shapes[rng.choice(list(shapes))])


def steps(game: Game, rng: random.Random, style: Style) -> Iterator[Ply]:
    """A random game from the first move to the last."""
    state = game.start()
    for _ in range(game.longest):
        actors = state.actors()
        if not actors:
            return
        seat = rng.choice(actors)
        action = choose(game, state, seat, rng, style)
        before = state.clone()
        state.apply(seat, action)
        yield Ply(before, seat, action, state.clone())
    assert not state.actors(), (
        f"{game.facts.title} goes on after {game.longest} moves, its longest game."
    )


def looked_at(number: int) -> bool:
    """Whether a check looks at the move of this number: all early ones, fewer of the later ones.

    So a long game costs little more than a short one.
    """
    return number < 24 or number % 20 == 0


def looked_at_steps(played: list[Ply]) -> list[Ply]:
    """The steps of a game that a check looks at, the last among them."""
    return [step for n, step in enumerate(played) if looked_at(n) or step is played[-1]]


def styles(games: int) -> Iterator[tuple[int, Style]]:
    """The numbers of so many games and how each is to be played: all ways in turn."""
    ways: tuple[Style, ...] = ("varied", "long", "uniform")
    return ((number, ways[number % len(ways)]) for number in range(games))


def random_games(game: Game, seed: int, games: int) -> Iterator[list[Ply]]:
    """Whole random games, played in all styles in turn."""
    for number, style in styles(games):
        yield list(steps(game, random.Random(f"{seed}/{number}"), style))


def random_match(game: Game, seed: str, style: Style = "long") -> Match:
    """A match played to its end by random seats; nature draws as in any match of that seed."""
    match = Match(game, seed=f"{seed}")
    rng = random.Random(f"{seed}/seats")
    while actors := match.actors:
        seat = rng.choice(actors)
        state = match.state()
        match.play(seat, state.move_of(seat, choose(game, state, seat, rng, style)))
    return match


FALSE_ALARM = 1e-7
"""How likely a correct game may be to fail one comparison, were the seeds not fixed."""

_LIMIT = NormalDist().inv_cdf(1 - FALSE_ALARM)

_LEAST_EXPECTED = 5.0


def chi_square(observed: Sequence[float], expected: Sequence[float]) -> tuple[float, int]:
    """Pearson's chi-square and its degrees of freedom.

    Bins expected to hold fewer than five are put together; with fewer than two bins nothing can
    be said, and both numbers are 0. What was observed may have weights of at most 1 instead of
    counts: then the chi-square is too small rather than too large.

    >>> chi_square([60, 40], [50, 50])
    (4.0, 1)
    """
    # Which bins are put together must not depend on what was observed.
    pairs = sorted(zip(expected, observed, strict=True), key=itemgetter(0))
    merged: list[tuple[float, float]] = []
    want, have = 0.0, 0.0
    for e, o in pairs:
        want, have = want + e, have + o
        if want >= _LEAST_EXPECTED:
            merged.append((want, have))
            want, have = 0.0, 0.0
    if merged:
        merged[-1] = (want + merged[-1][0], have + merged[-1][1])
    if len(merged) < 2:
        return 0.0, 0
    return sum((o - e) ** 2 / e for e, o in merged), len(merged) - 1


def surprise(total: float, freedom: int) -> float:
    """A chi-square as standard deviations of a normal distribution (Wilson and Hilferty).

    >>> round(surprise(0.16, 1), 1), surprise(64, 1) > 5
    (-0.5, True)
    """
    if not freedom:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((total / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


Counts = Mapping[Any, float]


def check_frequencies(pairs: Iterable[tuple[Counts, Counts]], what: str) -> None:
    """Fails when things were counted that have no weight, or more or less often than by weight.

    Each pair is what was counted and the weights of what can be; several pairs are judged
    together and should have been counted independently.
    """
    total, freedom, times = 0.0, 0, 0.0
    for counts, weights in pairs:
        for thing in counts:
            assert weights.get(thing), f"{what}: {thing} occurred but has no weight."
        drawn, whole = sum(counts.values()), sum(weights.values())
        keys = list(weights)
        far, free = chi_square(
            [counts.get(key, 0) for key in keys], [weights[key] * drawn / whole for key in keys]
        )
        total, freedom, times = total + far, freedom + free, times + drawn
    off = surprise(total, freedom)
    assert off < _LIMIT, (
        f"{what}: the frequencies in {times:.0f} draws are {off:.1f} standard deviations away from "
        f"the weights."
    )


def check_uniform(ranks: Iterable[tuple[float, float]], what: str, bins: int = 10) -> None:
    """Fails when numbers that should be uniform between 0 and 1 are not; each has its weight."""
    counts = [0.0] * bins
    for rank, weight in ranks:
        counts[min(int(rank * bins), bins - 1)] += weight
    far = surprise(*chi_square(counts, [sum(counts) / bins] * bins))
    shown = ", ".join(f"{count:.0f}" for count in counts)
    assert far < _LIMIT, f"{what}: {shown} in equal parts is {far:.1f} standard deviations off."


def improbable(far: float, variance: float, most: float, tests: int = 1) -> bool:
    """Whether a sum is too far from 0 to be chance: by Bernstein's inequality or by Hoeffding's.

    The sum is of independent numbers between -1 and 1, each 0 on average, with this variance in
    all, which could be ``most`` at the most. Of so many ``tests`` one fails by chance no more often
    than :data:`FALSE_ALARM`.

    >>> improbable(40, 25, 100), improbable(70, 100, 100)
    (True, True)
    >>> improbable(20, 25, 100), improbable(50, 100, 100)
    (False, False)
    """
    exponent = max(far**2 / (2 * variance + 2 * abs(far) / 3), far**2 / (2 * most))
    return exponent > math.log(4 * tests / FALSE_ALARM)


def shuffled_key(thing: object) -> str:
    """A key that orders things in a way that has nothing to do with their meaning."""
    return hashlib.sha256(repr(thing).encode()).hexdigest()
