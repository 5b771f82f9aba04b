"""Solid's careful player, and the strong one, which tries its moves in worlds that may be.

The careful player weighs what it sees by numbers found in play. The strong player has every
candidate played to the end by careful players on all seats, in the same worlds with the same luck,
so that two candidates differ by what they do and not by what they meet. Round by round the worse
half of them is left out. The careful player's own move stays in to the last, and is left only where
another one scores clearly more in the very same worlds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from copy import copy
from math import ceil, log2
from typing import Final

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.games.solid.game import Solid
from facedown.games.solid.view import SolidView
from facedown.games.solid.worlds import NoDrawsFound


class CarefulBot:
    """Weighs its moves by numbers found in play against itself; it decides by what it sees now."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from facedown.players.solid.rows import CAREFUL, rules_of

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


ROLLOUTS: Final = 1_000
"""Games played on before a move, where no time is given."""


def planned_seconds(game: Game, *, rollouts: int = ROLLOUTS, seconds: float | None = None) -> float:
    """For how long it thinks over a move, or about as many seconds as the rollouts take.

    Of several other hands, drawing takes longer than playing, and the longer the more there are.
    """
    if seconds is not None:
        return seconds
    return rollouts / (20_000 if game.seats == 2 else 1_500 if game.seats < 5 else 750)


class StrongBot:
    """Searches before every move with ``rollouts`` games played on, or for so many ``seconds``.

    With a number of rollouts the same generator makes the same move; with seconds it depends on
    the machine. Where there is one move alone it searches as it does between two: how long it takes
    tells nobody whether there was anything to choose.
    """

    def __init__(
        self, game: Game, *, rollouts: int = ROLLOUTS, seconds: float | None = None
    ) -> None:
        assert isinstance(game, Solid)
        self._setting = game.setting
        self._careful = CarefulBot(game)
        self._rollouts, self._seconds = rollouts, seconds

    def act(self, view: SolidView, rng: random.Random) -> Action:
        """Its move."""
        check_turn(view)
        return self.choose(view, rng)

    def choose(
        self, view: SolidView, rng: random.Random, hands: Sequence[Sequence[int]] | None = None
    ) -> Action:
        """Its move; where all hands are given, by kinds of cards, with nothing but them in mind."""
        from facedown.players.solid.trial import Playoff

        usual = self._careful.act(view, rng)
        candidates = [usual, *(a for a in view.legal if a != usual)]
        if len(candidates) == 1:
            candidates, rng = candidates * 2, copy(rng)  # nothing is chosen by chance
        trial = Playoff(self._setting, view, candidates, rng, hands)
        rounds = ceil(log2(len(candidates)))
        begun = time.perf_counter()
        try:
            for number in range(1, rounds + 1):
                if self._seconds is None:
                    trial.play(self._rollouts // rounds // len(trial.alive))
                else:
                    trial.play_until(begun + self._seconds * number / rounds)
                if number < rounds:
                    trial.halve()
        except NoDrawsFound:  # with several others, and hardly ever
            return usual
        return trial.choice()
