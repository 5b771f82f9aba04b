"""The property battery with more games: a file for each game, so that they run side by side.

What takes seconds is not tried at every number of seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from facedown.core.game import Game
from facedown.testing import CHECKS, name_of
from tests.test_battery import ALL, FEWER, HEAVY, SMALL

HEAVIER = ("secrecy", "standing answers", "worlds", "events", "copies")
"""Checks whose time grows with the seats: tried only where the number of seats is not all that is
chosen, and with ``MANY`` seats in one more game only."""

MANY: Final = 4


def _pairs(name: str) -> list[object]:
    """Every check with every setting of a game, those that take seconds with fewer."""
    return [
        pytest.param(game, check, id=f"{name_of(game)}-{check}")
        for game in ALL
        for check in CHECKS
        if game.facts.name == name
        if check not in HEAVY or game in SMALL
        if check not in HEAVIER or game in FEWER
    ]


def longer_battery(name: str) -> Callable[[Game, str], None]:
    """A slow test of every check on every setting of a game."""

    @pytest.mark.slow
    @pytest.mark.parametrize(("game", "check"), _pairs(name))
    def passes(game: Game, check: str) -> None:
        if check in HEAVIER and game.seats >= MANY:
            CHECKS[check](game, seed=1, games=1)
        else:
            CHECKS[check](game, seed=1)

    return passes
