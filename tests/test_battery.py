"""The property battery on every registered game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facedown.core.game import Game
from facedown.core.registry import game_class, game_names
from facedown.testing import CHECKS, check_claims, name_of, settings_of
from facedown.testing.battery import values_of
from facedown.testing.fuzz import fuzz_game, fuzz_texts
from facedown.testing.golden import check_golden, golden_files

GOLDEN = Path(__file__).parent / "golden"
HEAVY = ("aids", "aid secrecy", "posterior", "diversity", "features")
"""Checks that take seconds and are run on fewer settings."""


def _examples(name: str) -> list[Game]:
    """The fewest and the most seats, and settings whose option is an example: games kept small."""
    games = settings_of(game_class(name))
    fewest, most = game_class(name).facts.seats
    options = {option.name: option.examples for option in game_class(name).facts.options}
    small = [g for g in games if any(g.options[key] in options[key] for key in options)]
    return [*dict.fromkeys((games[0], games[most - fewest])), *small]


def _no_number_between(game: Game) -> bool:
    """Whether it is not a number of seats between the fewest and the most with nothing else."""
    usual = type(game)()
    return game.options != usual.options or game.seats in game.facts.seats


ALL = [game for name in game_names() for game in settings_of(game_class(name))]
FEWER = [game for game in ALL if _no_number_between(game)]
SMALL = [game for name in game_names() for game in _examples(name)]


@pytest.mark.parametrize("check", [name for name in CHECKS if name not in HEAVY])
@pytest.mark.parametrize("game", FEWER, ids=name_of)
def test_every_game_passes(game: Game, check: str) -> None:
    CHECKS[check](game, games=1)


@pytest.mark.parametrize("check", HEAVY)
@pytest.mark.parametrize("game", SMALL, ids=name_of)
def test_every_small_game_passes_the_heavy_checks(game: Game, check: str) -> None:
    CHECKS[check](game, games=1)


@pytest.mark.parametrize("name", game_names())
def test_what_the_facts_claim_occurs(name: str) -> None:
    check_claims(settings_of(game_class(name)))


@pytest.mark.parametrize("name", game_names())
def test_hypothesis_finds_no_fault(name: str) -> None:
    game = game_class(name)()
    fuzz_game(game, examples=15)
    fuzz_texts(game, examples=60)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_golden_playthroughs_and_keeps_to_them(name: str) -> None:
    for path in golden_files(GOLDEN, name):
        check_golden(path)


@pytest.mark.parametrize("name", game_names())
def test_settings_try_every_choice_and_every_number_of_seats(name: str) -> None:
    facts = game_class(name).facts
    games = settings_of(game_class(name))
    usual = games[: facts.seats[1] - facts.seats[0] + 1]
    assert {game.seats for game in usual} == set(range(facts.seats[0], facts.seats[1] + 1))
    for option in facts.options:
        tried = {json.dumps(game.options[option.name]) for game in games}
        assert tried >= {json.dumps(value) for value in (option.default, *values_of(option))}


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_the_longer_battery(name: str) -> None:
    own = Path(__file__).parent / "games" / name / "test_longer_battery.py"
    assert f'longer_battery("{name}")' in own.read_text("utf-8")
