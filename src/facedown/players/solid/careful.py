"""The careful player of Solid."""

from __future__ import annotations

import random

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.view import View, check_turn
from facedown.games.solid.game import Solid
from facedown.games.solid.view import SolidView


class CarefulBot:
    """Weighs its moves by numbers found in play against itself; it decides by what it sees now."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from facedown.players.solid.rows import new_row, rules_of
        from facedown.players.solid.weights import CAREFUL

        assert isinstance(game, Solid)
        self._setting = game.setting
        self._rules, self._row = rules_of(game.setting), new_row(game.setting)
        self._weights = np.array(CAREFUL)
        self._gains = np.zeros(5)

    def act(self, view: View, rng: random.Random) -> Action:
        """Its move."""
        from facedown.players.solid.policy_kernels import choose
        from facedown.players.solid.rows import give, lay_out

        check_turn(view)
        assert isinstance(view, SolidView)
        lay_out(self._row, self._setting, view)
        give(self._row, view.seat, [self._setting.kinds[name] for name in view.hand or ()])
        return int(choose(self._row, self._rules, self._weights, self._gains))
