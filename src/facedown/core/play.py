"""Whole games in a loop, without a log: for simulation and tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

from facedown.core.game import Bot, Game, State
from facedown.core.seats import NATURE


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
        action = state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat))
        state.apply(seat, action)
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
