"""Rows of numbers for any game, also one without a way of its own."""

import random

import pytest
from tests.lab.observing import seen_states, viewers

from facedown.core import FacedownError, Game, new_game
from facedown.core.state import EvenChances
from facedown.core.view import View
from facedown.lab.encoding import HashingEncoder, check_finite, encoder_of
from facedown.players.suspense.observation import SuspenseEncoder
from facedown.search.poker.game import KuhnPoker, LeducPoker


@pytest.mark.parametrize("game", [KuhnPoker(), LeducPoker(), new_game("suspense", 2, goal=0)])
def test_hashed_rows_are_functions_of_the_view(game: Game) -> None:
    encoder, rng = HashingEncoder(), random.Random(1)
    rows = set()
    for state in seen_states(game, "hash", games=5):
        for viewer in viewers(game):
            view = state.view(viewer)
            row = encoder.observation(view)
            assert len(row) == encoder.observation_size == encoder.information_size
            assert encoder.information_state_in(state, viewer) == row
            if viewer >= 0 and game.facts.name == "suspense":
                world = game.worlds(view).sample(rng)
                assert encoder.observation_in(game.state_from_world(view, world), viewer) == row
            rows.add((viewer, row))
    assert len(rows) > 20


def test_hashed_rows_of_kuhn_poker_tell_all_views_apart() -> None:
    encoder = HashingEncoder()
    known: dict[tuple[int, bytes], View] = {}
    for state in seen_states(KuhnPoker(), "kuhn", games=100):
        for viewer in viewers(KuhnPoker()):
            view = state.view(viewer)
            assert known.setdefault((viewer, encoder.observation(view)), view) == view


def test_a_game_has_its_own_way_or_the_general_one() -> None:
    assert isinstance(encoder_of(new_game("suspense")), SuspenseEncoder)
    assert isinstance(encoder_of(KuhnPoker()), HashingEncoder)


def test_open_languages_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    check_finite(KuhnPoker())
    monkeypatch.setattr(KuhnPoker, "facts", replace(KuhnPoker.facts, open_moves=True))
    with pytest.raises(FacedownError, match="Kuhn poker has moves from an open language"):
        check_finite(KuhnPoker())


def test_even_chances_are_a_list_that_is_not_built() -> None:
    chances = EvenChances(450_450)
    assert len(chances) == 450_450
    assert chances[450_449] == (450_449, 1)
    assert chances[3:5] == [(3, 1), (4, 1)]
    assert list(EvenChances(2)) == [(0, 1), (1, 1)]
    with pytest.raises(IndexError):
        chances[450_450]
