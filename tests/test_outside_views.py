"""Views that somebody else has sent: what no play leads to is refused before a bot sees it."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from facedown.core.codec import from_json, to_json
from facedown.core.errors import BadRecord, FacedownError
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.registry import new_game
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import NATURE, ONLOOKER
from facedown.core.state import State
from facedown.core.view import View

SETTINGS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "mystery": ("mystery", 1, {"puzzle": "the-three-twos"}),
    "mystery, race": ("mystery", 2, {}),
    "mystery, team": ("mystery", 3, {"play": "team", "puzzle": "one-two-three"}),
    "solid": ("solid", 2, {"turns": 10}),
    "solid, three": ("solid", 3, {"turns": 4, "anyone": True}),
    "solver": ("solver", 1, {}),
    "suspense": ("suspense", 3, {}),
    "suspense, two": ("suspense", 2, {"both": True, "folded_out": True, "dealer": 2}),
    "turing": ("turing", 2, {}),
    "turing, together": ("turing", 3, {"play": "cooperative"}),
    "turing, extreme": ("turing", 2, {"mode": "extreme", "verifiers": 5, "handicap": "1,0"}),
}
ODD: tuple[Any, ...] = (
    -1,
    -2,
    0,
    1,
    2,
    7,
    99,
    10**12,
    -(10**12),
    "",
    "W1",
    "A",
    "over",
    "turns",
    None,
    True,
    [],
)


def states(game: Game, rng: random.Random) -> Iterator[State]:
    """Every state of a game played at random."""
    state = game.start()
    yield state.clone()
    while state.actors():
        seat = rng.choice(state.actors())
        state.apply(seat, state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat)))
        yield state.clone()


def _allowed(game: Game, view: View, action: Action) -> bool:
    """Whether a move of an open language is allowed in a state that shows this view."""
    state = game.state_from_world(view, game.worlds(view).sample(random.Random(0)))
    return isinstance(action, Move) and state.verify(view.seat, action) is None


def new(name: str) -> Game:
    kind, seats, options = SETTINGS[name]
    return new_game(kind, seats, **options)


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("seed", range(2))
def test_every_view_of_a_game_passes(name: str, seed: int) -> None:
    game = new(name)
    for state in states(game, random.Random(seed)):
        for viewer in (*range(game.seats), ONLOOKER):
            sent = to_json(state.view(viewer))
            game.check_view(from_json(game.facts.view, sent, "the view"))


def mutated(form: Any, rng: random.Random) -> Any:
    """The JSON of a view with one part of it, however deep, made odd."""
    form = copy.deepcopy(form)
    part = form
    while True:
        key = rng.choice(list(part) if isinstance(part, dict) else range(len(part)))
        inner = part[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
            part = inner
            continue
        if isinstance(inner, list) and inner and rng.random() < 0.5:
            part[key] = inner[:-1] if rng.random() < 0.5 else [*inner, rng.choice(inner)]
        else:
            part[key] = rng.choice(ODD)
        return form


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_not_refused_a_bot_can_play(name: str) -> None:
    game, rng = new(name), random.Random(5)
    player = new_bot(game, next(iter(roster_of(game).bots)))
    refused = played = 0
    for state in (*states(game, rng), *states(game, rng)):
        for viewer in range(game.seats):
            sent = to_json(state.view(viewer))
            for _ in range(5):
                changed = mutated(sent, rng)
                try:
                    view = from_json(game.facts.view, changed, "the view")
                    game.check_view(view)
                except BadRecord:
                    refused += 1
                    continue
                assert to_json(view) == changed
                if view.seat in view.actors:
                    action = player.act(view, rng)
                    assert action in view.legal or _allowed(game, view, action)
                    played += 1
    assert refused > 10 * played


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize(
    "part", [{"actors": [5]}, {"actors": [-3]}, {"actors": [0, 0]}, {"seat": 6}, {"seats": 9}]
)
def test_impossible_seats_are_refused(name: str, part: dict[str, Any]) -> None:
    game = new(name)
    for state in states(game, random.Random(1)):
        sent = {**to_json(state.view(0)), **part}
        with pytest.raises(BadRecord, match="cannot be of this game"):
            game.check_view(from_json(game.facts.view, sent, "the view"))


@pytest.mark.parametrize("dealer", [-1, -(10**9), 3, 7, 10**9])
def test_an_impossible_dealer_is_refused(dealer: int) -> None:
    game = new("suspense")
    playing = [s for s in states(game, random.Random(2)) if NATURE not in s.actors()]
    for state in playing:
        if state.actors():
            sent = {**to_json(state.view(state.actors()[0])), "dealer": dealer}
            with pytest.raises(BadRecord, match="cannot be of this game"):
                game.check_view(from_json(game.facts.view, sent, "the view"))


@pytest.mark.parametrize("name", SETTINGS)
def test_a_bot_asked_out_of_turn_says_so(name: str) -> None:
    game, rng = new(name), random.Random(3)
    for bot in roster_of(game).bots:
        player, asked = new_bot(game, bot), 0
        for state in states(game, rng):
            for viewer in (*range(game.seats), ONLOOKER):
                if viewer not in state.actors():
                    with pytest.raises(FacedownError, match="when its seat is to move"):
                        player.act(state.view(viewer), rng)
                    asked += 1
        assert asked
