"""What goes over the wire is the same from every state of a game that the viewer thinks possible.

Beside ``test_secrecy.py``, which stores other events too: this one holds for any game.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.table.test_secrecy import Played
from tests.web.site import Site, on_site
from tests.web.test_secrecy import truth, wire

from facedown.core.game import Game
from facedown.core.registry import new_game
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.state import State

COMPARED = 2
"""So many moments of each game are compared at which the truth is another."""

GAMES: dict[str, Callable[[], Game]] = {
    "mystery": lambda: new_game("mystery", 2),
    "mystery-team": lambda: new_game("mystery", 2, play="team"),
    "solid": lambda: new_game("solid", 3),
    "solid-anyone": lambda: new_game("solid", 3, anyone=True),
    "solver": lambda: new_game("solver", 2),
    "solver-casual": lambda: new_game("solver", 3, mode="casual", level=2),
    "solver-competitive": lambda: new_game("solver", 3, mode="competitive"),
}
QUICK = {"mystery", "solid", "solver-competitive"}


def otherwise(game: Game, state: State, viewer: Seat, rng: random.Random) -> State:
    """Another state that this viewer thinks possible, or one that some seat does."""
    view = state.view(viewer if viewer >= 0 else rng.randrange(game.seats))
    return game.state_from_world(view, game.worlds(view).sample(rng))


@pytest.mark.parametrize("onlooker", [False, True], ids=["seat", "onlooker"])
@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in GAMES]
)
@on_site
async def test_from_another_state_the_wire_carries_the_same_bytes(
    site: Site, name: str, onlooker: bool
) -> None:
    compared, seed = 0, 0
    while compared < COMPARED:
        seed += 1
        assert seed < 30, "another truth is hardly ever found"
        played, rng = Played(GAMES[name](), seed), random.Random(seed)
        match = played.true.playing()
        for _ in range(rng.randrange(1, 9)):
            seat = rng.choice(match.actors)
            kinds: dict[str, list[int]] = {}  # or nearly every move would name a card
            for action, move in match.legal_moves(seat):
                kinds.setdefault(move.kind, []).append(action)
            step = played.moves(played.true, seat, rng.choice(rng.choice(list(kinds.values()))))
            assert step is not None
            played.happen(played.true, step)
            if match.outcome is not None:
                break
        viewer = ONLOOKER if onlooker else rng.randrange(played.spec.seats)
        if match.outcome is not None:
            continue
        here, there = match._state, otherwise(match.game, match._state, viewer, rng)
        told = truth(played.true)
        true = await wire(site, played.true, viewer, played.true.head - 2)
        match._state = there
        if truth(played.true) == told or there.view(viewer) != here.view(viewer):
            continue  # no other truth, or one in which an onlooker sees something else
        false = await wire(site, played.true, viewer, played.true.head - 2)
        assert true.keys() == false.keys()
        for key, got in true.items():
            assert got == false[key], key
        compared += 1
