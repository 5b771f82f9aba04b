"""How often the Investigator finds rules: the command and what it counts."""

from __future__ import annotations

import argparse
import json

import pytest

from facedown.core.errors import BadOption
from facedown.deduce.rules import SOLVER
from facedown.deduce.rules.space.forms import Branches, Grammar, last_card
from facedown.deduce.rules.space.stored import Space, load
from facedown.lab.solver import strength
from facedown.lab.tools import Command, tools_of


def called(verb: str) -> Command:
    """A command of SOLVER."""
    return next(each for each in tools_of("solver").commands if each.verb == verb)


def arguments(command: Command, texts: list[str]) -> argparse.Namespace:
    """What was typed behind a command."""
    parser = argparse.ArgumentParser()
    command.arguments(parser)
    return parser.parse_args(texts)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Space:
    """A small space in place of the others."""
    whole = last_card(SOLVER)
    conditions = whole.singles[:12]
    branches = Branches(whole.branches[0].guards[:2], conditions[:4])
    space = load(Grammar("a dozen", SOLVER, conditions, conditions, (branches,)))
    monkeypatch.setattr(strength, "_space", lambda name: space)
    return space


def test_it_counts_what_was_found_by_size_and_family(small: Space) -> None:
    del small
    command = called("strength")
    result = command.run(arguments(command, ["--games", "3", "--workers", "1"]), lambda told: None)
    assert isinstance(result.json, dict)
    rows = result.json["rows"]
    assert isinstance(rows, dict)
    assert list(rows)[:3] == ["one condition", "two conditions", "if-then-else"]
    games = result.json["games"]
    assert isinstance(games, list)
    assert len(games) == 9
    assert json.dumps(result.json)
    first = rows["one condition"]
    assert isinstance(first, dict)
    # Found in all three games: with 95 % certainty in more than 1 - 3 / 3 of all.
    assert first["found"] == {"mean": 1.0, "error": 1.0}
    assert "one condition" in result.text


def test_games_are_the_same_every_time(small: Space) -> None:
    del small
    one, other = (strength.run("last-card", 2, 7, lambda told: None, 1) for _ in range(2))
    assert one == other


def test_too_few_games_are_refused() -> None:
    command = called("strength")
    with pytest.raises(BadOption, match="from 2 to"):
        command.run(arguments(command, ["--games", "1"]), lambda told: None)
