"""Whole games in a loop, without a log: for simulation and tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

from facedown.core.game import Bot, Game, State
from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat


def random_move(game: Game, state: State, seat: Seat, rng: random.Random) -> Action:
    """A move of a seat, or nature's draw, at random.

    All listed moves are alike; where none is listed, a few of the open language are tried. Raises
    ``AssertionError`` when nothing is found for a seat that is to move.
    """
    if seat == NATURE:
        return state.draw(rng)
    if legal := state.legal(seat):
        return rng.choice(legal)
    for move in game.open_moves(state.view(seat), rng):
        action = state.action_of(seat, move)
        if state.verify(seat, action) is None:
            return action
    raise AssertionError(f"{game.facts.title}: no move was found for seat {seat}.")


def play_randomly(game: Game, rng: random.Random) -> State:
    """Plays a game to its end with every choice made at random; returns the last state.

    >>> from facedown.core.registry import new_game
    >>> state = play_randomly(new_game("turing", cards="4,9,11,14"), random.Random(1))
    >>> state.actors()
    ()
    """
    state = game.start()
    while actors := state.actors():
        seat = actors[0] if len(actors) == 1 else rng.choice(actors)
        state.apply(seat, random_move(game, state, seat, rng))
    return state


def play_bots(
    game: Game, bots: Sequence[Bot], rng: random.Random, luck: Sequence[random.Random] = ()
) -> State:
    """Plays a game to its end with a bot on every seat; returns the last state.

    ``luck`` is a generator for each seat; without it all share nature's. Seats that may move at
    once do so in ascending order. Every bot's move is verified: a bot that breaks the rules raises
    ``AssertionError`` with the refusal's sentence.
    """
    state = game.start()
    while actors := state.actors():
        seat = actors[0]
        if seat == NATURE:
            state.apply(seat, state.draw(rng))
            continue
        action = bots[seat].act(state.view(seat), luck[seat] if luck else rng)
        refusal = state.verify(seat, action)
        assert refusal is None, refusal.sentence
        state.apply(seat, action)
    return state
