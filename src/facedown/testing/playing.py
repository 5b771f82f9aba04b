"""Random play for tests: whole games, step by step, by several ways of choosing."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.moves import Action, Move
from facedown.core.play import random_move
from facedown.core.seats import NATURE, ONLOOKER, Seat, Seats
from facedown.core.state import State

Style: TypeAlias = Literal["uniform", "varied", "long"]
"""How moves are chosen: as ``core.play.random_move`` does; every shape of move alike and then every
move of that shape; or like "varied" but away from moves that end the game."""

OPEN_SHARE = 0.3
"""How often "varied" and "long" play choose from the open language where a game has one."""

_TRIES = 4


@dataclass(frozen=True, slots=True)
class Step:
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


def steps(game: Game, rng: random.Random, style: Style) -> Iterator[Step]:
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
        yield Step(before, seat, action, state.clone())
    assert not state.actors(), (
        f"{game.facts.title} goes on after {game.longest} moves, its longest game."
    )


def looked_at(number: int) -> bool:
    """Whether a check looks at the move of this number: all early ones, fewer of the later ones.

    So a long game costs little more than a short one.
    """
    return number < 24 or number % 20 == 0


def looked_at_steps(played: list[Step]) -> list[Step]:
    """The steps of a game that a check looks at, the last among them."""
    return [step for n, step in enumerate(played) if looked_at(n) or step is played[-1]]


def styles(games: int) -> Iterator[tuple[int, Style]]:
    """The numbers of so many games and how each is to be played: all ways in turn."""
    ways: tuple[Style, ...] = ("varied", "long", "uniform")
    return ((number, ways[number % len(ways)]) for number in range(games))


def random_games(game: Game, seed: int, games: int) -> Iterator[list[Step]]:
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
