"""Measuring random play: equal work every time, and the clock on nothing else."""

from __future__ import annotations

import random
import sys

import pytest
from tests.testing.hunch import Hunch

from facedown.core.registry import game_class, game_names, new_game
from facedown.core.seats import NATURE_ONLY
from facedown.lab.benches.play import digest, open_spiel, openings, ours, random_play


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_measured(name: str) -> None:
    found = list(random_play(name, game_class(name), steps=200, repeats=2).run(lambda _: None))
    assert found
    assert all(m.value > 0 and m.unit == "steps/s" for m in found)
    again = list(random_play(name, game_class(name), steps=200, repeats=2).run(lambda _: None))
    assert [m.checksum for m in found] == [m.checksum for m in again]


@pytest.mark.parametrize("name", game_names())
def test_the_timed_loop_does_what_the_checksum_covers(name: str) -> None:
    game = new_game(name)
    starts = openings(game, 3, random.Random(1))
    _, steps = digest(game, starts, 5, 300)
    counted = []
    for copies in (False, True):
        rng = random.Random(5)
        counted.append((ours(game, starts, copies=copies)(rng, 300), rng.random()))
    rng = random.Random(5)
    assert counted[0] == counted[1]
    assert counted[0][0] == steps


def test_the_checksum_depends_on_the_seed() -> None:
    game = new_game("turing", cards="4,9,11,14")
    starts = openings(game, 1, random.Random(1))
    assert digest(game, starts, 1, 100) != digest(game, starts, 2, 100)


def test_a_problem_is_drawn_before_the_clock_and_its_laws_are_not() -> None:
    """Drawing a problem measures the generator; the laws are listed, so they are part of play."""
    (state,) = openings(new_game("turing"), 1, random.Random(1))
    assert state.actors() == NATURE_ONLY
    assert len(list(state.chances())) > 1


def test_openings_are_not_used_up() -> None:
    game = new_game("turing", cards="4,9,11,14")
    starts = openings(game, 1, random.Random(1))
    before = starts[0].view(0)
    ours(game, starts, copies=False)(random.Random(1), 100)
    assert starts[0].view(0) == before


def test_without_open_spiel_ours_is_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    told: list[str] = []
    turing = random_play("turing", game_class("turing"), steps=100, repeats=1)
    found = list(turing.run(told.append))
    assert told == ["OpenSpiel is not installed, so there is nothing to compare with."]
    assert all(m.ratio is None and not m.peer for m in found)
    assert len(found) == 2 * 4


@pytest.mark.parametrize("weighted", [False, True])
def test_open_spiel_plays_the_same_number_of_steps(weighted: bool) -> None:
    import pyspiel

    spiel = pyspiel.load_game("leduc_poker")
    steps = {
        open_spiel(spiel, copies=copies, weighted=weighted)(random.Random(3), 500)
        for copies in (False, True)
    }
    assert len(steps) == 1
    assert steps.pop() >= 500


def test_a_game_of_open_moves_can_be_measured() -> None:
    found = list(random_play("hunch", Hunch, steps=100, repeats=1).run(lambda _: None))
    named = list(dict.fromkeys(m.what for m in found))
    assert named[:2] == ["hunch, 2 seats", "hunch, 2 seats, copy before each move"]
    assert all(m.value > 0 for m in found)
