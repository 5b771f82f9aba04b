"""The law of an open language: what it draws is allowed, and drawn as often as it says."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

from facedown.core.errors import NotListed
from facedown.core.game import Game
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.testing.playing import looked_at_steps, random_games, viewers
from facedown.testing.secrecy import rebuilt
from facedown.testing.statistics import check_frequencies

_DRAWS = 12
_MANY_DRAWS = 1500
_LISTED = 2
"""How often in a game a law that can be listed is compared with many draws."""

MOST_LISTED = 5000


def check_open_moves(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """A seat draws open moves that are allowed, by the law that its game lists, or has none.

    Drawn from nothing but the seat's view. Whoever is not to move has none, and neither has a
    game whose facts do not say so.
    """
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/open")
        compared = 0
        for step in looked_at_steps(played):
            for seat in viewers(game):
                law = _law(game, step.before, seat)
                often = law is not None and len(law) > 1 and compared < _LISTED
                compared += often
                drawn = _drawn(game, step.before, seat, rng, _MANY_DRAWS if often else _DRAWS)
                if law is not None:
                    what = f"The open moves of seat {seat}"
                    assert bool(law) == bool(drawn), f"{what} are listed or drawn, but not both."
                    check_frequencies([(drawn, law)] if drawn else [], what)


def _drawn(game: Game, state: State, seat: Seat, rng: random.Random, times: int) -> Counter[Move]:
    """What was drawn how often; each of it allowed."""
    view = rebuilt(game, state.view(seat))
    found: Counter[Move] = Counter()
    for _ in range(times):
        move = game.draw_open(view, rng)
        if move is None:
            assert not found, f"Seat {seat} has an open move now and then."
            return found
        found[move] += 1
    assert game.facts.open_moves, f"{game.facts.title} has open moves, against the facts."
    for move in found:
        _check_allowed(state, seat, move)
    return found


def _check_allowed(state: State, seat: Seat, move: Move) -> None:
    action = state.action_of(seat, move)
    assert isinstance(action, Move), f"The open move {move} has the action number {action}."
    refusal = state.verify(seat, action)
    assert refusal is None, f"The open move {move} is refused: {refusal.sentence}"


def _law(game: Game, state: State, seat: Seat) -> dict[Move, int] | None:
    """The open moves listed with their weights; None where they are not."""
    try:
        listed = list(islice(game.open_chances(rebuilt(game, state.view(seat))), MOST_LISTED))
    except NotListed:
        return None
    law = dict(listed)
    assert len(law) == len(listed), "The law of the open language lists a move twice."
    for move, weight in law.items():
        assert type(weight) is int, f"The weight {weight} of {move} is no whole number."
        assert weight > 0, f"The weight {weight} of {move} is not above 0."
        _check_allowed(state, seat, move)
    return law
