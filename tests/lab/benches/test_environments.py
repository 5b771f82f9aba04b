"""The bench of environments measures equal work, and says what it covers."""

import sys

import pytest

from facedown.core import new_game
from facedown.core.registry import GROUP
from facedown.core.roster import package_of, published
from facedown.lab.benches.environments import SETTINGS, measure, play, random_games
from facedown.lab.pettingzoo import TableEnv


def test_every_game_of_ours_is_measured() -> None:
    assert {name for name, _, _ in SETTINGS} == {
        name for name, entries in published(GROUP).items() if package_of(entries[-1]) == "facedown"
    }


def test_every_setting_is_measured_beside_the_peer() -> None:
    found = list(measure(lambda _: None, steps=60, repeats=2))
    assert len(found) == len(SETTINGS)
    assert all(m.value > 0 and m.ratio is not None and "leduc_poker" in m.peer for m in found)
    again = list(measure(lambda _: None, steps=60, repeats=2))
    assert [m.checksum for m in found] == [m.checksum for m in again]


def test_games_are_played_again_as_they_were_chosen() -> None:
    table = TableEnv(new_game("suspense", 3, goal=0))
    games, checksum = random_games(table, 50, 3)
    assert (games, checksum) == random_games(table, 50, 3)
    assert checksum != random_games(table, 50, 4)[1]
    assert play(table, games, 3) == sum(map(len, games))
    assert table.terminations == dict.fromkeys(table.agents, True)


def test_without_pettingzoo_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "facedown.lab.pettingzoo", None)
    said: list[str] = []
    assert not list(measure(said.append))
    assert said == ["PettingZoo is not installed, so there is no environment to measure."]


def test_without_open_spiel_ours_is_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "open_spiel.python.rl_environment", None)
    said: list[str] = []
    found = list(measure(said.append, steps=20, repeats=1))
    assert said == ["OpenSpiel is not installed, so there is nothing to compare with."]
    assert len(found) == len(SETTINGS)
    assert all(m.value > 0 and m.ratio is None and not m.peer for m in found)
