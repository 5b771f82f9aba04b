"""What all tests of observations share: games, views and rows of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.roster import Encoder, roster_of
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.testing.secrecy import arrangements, has_worlds


def seen_states(game: Game, seed: str, games: int = 1, most: int = 150) -> Iterator[State]:
    """The states of random games, each as it stands; it changes with the next one."""
    rng = random.Random(seed)
    for _ in range(games):
        state = game.start()
        for _ in range(most):
            yield state
            actors = state.actors()
            if not actors:
                break
            seat = rng.choice(actors)
            state.apply(
                seat, state.draw(rng) if seat == NATURE else _choice(game, state, seat, rng)
            )


def _choice(game: Game, state: State, seat: Seat, rng: random.Random) -> Action:
    """A legal move, one of an open language as often as any other."""
    said = game.draw_open(state.view(seat), rng) if game.facts.open_moves else None
    moves = [*state.legal(seat), *([] if said is None else [state.action_of(seat, said)])]
    return rng.choice(moves)


def viewers(game: Game) -> tuple[Seat, ...]:
    """All seats and an onlooker."""
    return (*range(game.seats), ONLOOKER)


def check_rows(game: Game, seed: str = "rows", games: int = 2, most: int = 150) -> None:
    """Sizes hold, the two ways to the same row agree, and other secrets change no row."""
    encoder, reference = encoder_pair(game)
    rng = random.Random(seed)
    for state in seen_states(game, seed, games, most):
        for viewer in viewers(game):
            view = state.view(viewer)
            rows = reference.observation(view), reference.information_state(view)
            assert tuple(map(len, rows)) == (encoder.observation_size, encoder.information_size)
            assert rows == rows_in(encoder, state, viewer)
            for other in arrangements(game, state, viewer, rng, 2) if has_worlds(game) else ():
                assert rows_in(encoder, other, viewer) == rows, (viewer, view)


def check_recall(game: Game, seed: str = "recall", games: int = 20) -> None:
    """An information state tells all of the view: different views never share a row."""
    encoder, _ = encoder_pair(game)
    views: dict[tuple[Seat, bytes], View] = {}
    for state in seen_states(game, seed, games):
        for viewer in viewers(game):
            view = state.view(viewer)
            row = encoder.information_state_in(state, viewer)
            assert views.setdefault((viewer, row), view) == view


def rows_in(encoder: Encoder, state: State, seat: Seat) -> tuple[bytes, bytes]:
    """The observation and the information state of a seat, by the fast way."""
    return encoder.observation_in(state, seat), encoder.information_state_in(state, seat)


def encoder_pair(game: Game) -> tuple[Encoder, Encoder]:
    """Two encoders of a game, which share nothing that they keep."""
    encoder = roster_of(game).encoder
    assert encoder is not None
    return encoder(game), encoder(game)
