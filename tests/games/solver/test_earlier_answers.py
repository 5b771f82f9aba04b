"""The Master's answers of earlier rules versions (R6), by which their logs are played."""

from __future__ import annotations

import pytest

from facedown.core.registry import game_class
from facedown.games.solver.game import Solver
from facedown.games.solver.judging import answer_to

PAIRS = [
    # secret, guess, and the answers under rules versions 1, 2, 3
    ("red or blue", "blue or green", ("0", "0", "1")),
    ("same colour as the last card", "red", ("0", "0", "1")),
    ("red", "blue", ("0", "0", "0")),
    ("red and circle", "red and square", ("1", "1", "1")),
    ("red circle 3", "same number as the last card", ("1", "0", "0")),
    ("red circle 3", "different colour from the last card", ("0", "0", "0")),
]


@pytest.mark.parametrize(("secret", "guess", "said"), PAIRS)
def test_each_rules_version_answers_as_it_did(
    secret: str, guess: str, said: tuple[str, ...]
) -> None:
    """R6: a value in common, and what follows from the other rule, count since version 3."""
    assert tuple(answer_to(secret, guess, version=version) for version in (1, 2, 3)) == said


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_table_answers_by_the_rules_version_it_was_opened_under(version: int) -> None:
    """R6."""
    assert game_class("solver").facts.rules_version == 3
    game = Solver.under(version)(2, master="player")
    assert isinstance(game, Solver)
    assert game.setting.version == version
