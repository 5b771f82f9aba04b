"""Clones are whole and independent."""

from __future__ import annotations

import random

from facedown.core.game import Game
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.testing.playing import choose, looked_at, styles, viewers
from facedown.testing.values import Frozen, changed_fields, fields_of, text_of


def check_copies(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """A clone equals its original field by field; neither ever changes the other.

    Clones of a game are kept to its end, each of them was played on a little, and then none
    may have changed, neither in what it holds nor in what it shows.
    """
    for number, style in styles(games):
        rng = random.Random(f"{seed}/{number}")
        state = game.start()
        kept: list[tuple[State, dict[str, Frozen], str]] = []
        for number_of_move in range(game.longest):
            actors = state.actors()
            if not actors:
                break
            if looked_at(number_of_move):
                before, shown = fields_of(state), face(game, state)
                clone = state.clone()
                _check_equal(state, clone, before)
                kept.append((clone, before, shown))
                _check_apart(game, state, before, shown, rng)
            seat = rng.choice(actors)
            state.apply(seat, choose(game, state, seat, rng, style))
        for clone, before, shown in kept:
            changed = changed_fields(before, fields_of(clone))
            assert not changed, f"An earlier clone changed while the game went on: {changed}."
            assert face(game, clone) == shown, "An earlier clone shows other things than before."


def _check_equal(state: State, clone: State, before: dict[str, Frozen]) -> None:
    assert clone is not state, "The clone is the state itself."
    assert type(clone) is type(state), f"The clone is a {type(clone).__name__}."
    different = changed_fields(before, fields_of(clone))
    assert not different, f"The clone differs from its original: {different}."


def _check_apart(
    game: Game, state: State, before: dict[str, Frozen], shown: str, rng: random.Random
) -> None:
    """Plays on a clone of a clone, several moves deep, and looks whether anybody else noticed."""
    middle = state.clone()
    ahead = middle.clone()
    moved: list[Seat] = []
    while (actors := ahead.actors()) and len(moved) < 4:
        seat = rng.choice(actors)
        ahead.apply(seat, choose(game, ahead, seat, rng, "varied"))
        moved.append(seat)
    for each, name in ((state, "original"), (middle, "clone between")):
        changed = changed_fields(before, fields_of(each))
        assert not changed, f"Playing on a clone changed the {name}: {changed}."
        assert face(game, each) == shown, f"Playing on a clone changed what the {name} shows."


def face(game: Game, state: State) -> str:
    """Everything a state shows to anybody, as one text."""
    legal = [list(state.legal(seat)) for seat in range(game.seats)]
    return text_of([legal, *(state.view(viewer) for viewer in viewers(game))])
