"""The careful player of Solid."""

from __future__ import annotations

import random

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.games.solid.game import Solid
from facedown.games.solid.view import SolidView


class CarefulBot:
    """Weighs its moves by numbers found in play against itself; it decides by what it sees now."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from facedown.players.solid.rows import rules_of
        from facedown.players.solid.weights import CAREFUL

        assert isinstance(game, Solid)
        self._setting = game.setting
        self._rules, self._weights = rules_of(game.setting), np.array(CAREFUL)

    def act(self, view: SolidView, rng: random.Random) -> Action:
        """Its move."""
        import numpy as np

        from facedown.players.solid.policy_kernels import choose
        from facedown.players.solid.rows import give, lay_out, new_row

        check_turn(view)
        row = new_row(self._setting)  # of this move alone: several threads may ask one bot
        lay_out(row, self._setting, view)
        give(row, view.seat, [self._setting.kinds[name] for name in view.hand or ()])
        return int(choose(row, self._rules, self._weights, np.zeros(5)))
