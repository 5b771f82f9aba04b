"""The property battery with more games: a file for each game, so that they run side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from facedown.core.game import Game
from facedown.testing import CHECKS, name_of
from tests.test_battery import ALL


def longer_battery(name: str) -> Callable[[Game, str], None]:
    """A slow test of every check on every setting of a game."""

    @pytest.mark.slow
    @pytest.mark.parametrize("check", CHECKS)
    @pytest.mark.parametrize("game", [g for g in ALL if g.facts.name == name], ids=name_of)
    def passes(game: Game, check: str) -> None:
        CHECKS[check](game, seed=1)

    return passes
