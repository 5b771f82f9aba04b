"""The property battery on every registered game, with more games."""

from __future__ import annotations

import pytest

from facedown.core.game import Game
from facedown.testing import CHECKS, name_of
from tests.test_battery import ALL


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_every_game_passes_with_more_games(game: Game, check: str) -> None:
    CHECKS[check](game, seed=1)
