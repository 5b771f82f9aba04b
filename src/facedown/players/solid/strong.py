"""Solid's careful player, the experienced one, and the strong one, which tries moves in worlds.

The careful player weighs what it sees by numbers found in play. The experienced one takes the move
after which a learned value is highest (``value_kernels.py``). The strong player has every candidate
played on by careful players on all seats, in the same worlds with the same luck, so that two
candidates differ by what they do and not by what they meet; where the value was learned, only until
its own next turn, and the value there is the result. Round by round the worse half of them is left
out. The careful player's own move stays in to the last, and is left only where another one scores
clearly more in the very same worlds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from copy import copy
from functools import cache
from math import ceil, log2
from typing import Final

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.games.solid.game import Solid
from facedown.games.solid.rules import Setting
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


@cache
def _usual() -> Setting:
    return Solid().setting


def learned(game: Game) -> bool:
    """Whether the value was learned for this: two seats, and the rules that nobody changed.

    >>> learned(Solid()), learned(Solid(3)), learned(Solid(deck="separate"))
    (True, False, False)
    """
    assert isinstance(game, Solid)
    return game.setting == _usual()


class ExperiencedBot:
    """Takes the move that leaves it most, as far as it has learned from games against itself.

    It learned the usual rules for two seats; in others it plays as the careful player does.
    """

    def __init__(self, game: Game) -> None:
        from facedown.players.solid.rows import rules_of
        from facedown.players.solid.value_kernels import shipped_value, whole_of

        assert isinstance(game, Solid)
        self._setting, self._actions = game.setting, game.actions
        self._careful = None if learned(game) else CarefulBot(game)
        self._rules, self._whole = rules_of(game.setting), whole_of(game.setting)
        self._net = shipped_value()

    def act(self, view: SolidView, rng: random.Random) -> Action:
        """Its move."""
        if self._careful is not None:
            return self._careful.act(view, rng)
        import numpy as np

        from facedown.players.solid.rows import give, lay_out, new_row
        from facedown.players.solid.value_kernels import choose_by_value, new_room, set_size

        check_turn(view)
        row = new_row(self._setting)
        lay_out(row, self._setting, view)
        give(row, view.seat, [self._setting.kinds[name] for name in view.hand or ()])
        set_size(row, 1 - view.seat, view.sizes[1 - view.seat])
        room, chance = new_room(self._net, len(row), self._actions), np.zeros(1, np.uint64)
        chosen = choose_by_value(row, self._rules, self._whole, view.seat, self._net, room, chance)
        return int(chosen)


CUT: Final = 1
"""Own turns that begin until a game is no longer played on, where the value was learned."""
ROLLOUTS: Final = (1_000, 3_000)
"""Games played on before a move, to the end or cut, where no time is given."""
A_SECOND: Final = 200_000
"""Games that are played on in a second and cut, about."""


def planned_seconds(
    game: Game, *, rollouts: int | None = None, seconds: float | None = None, cut: int = CUT
) -> float:
    """For how long it thinks over a move, or about as many seconds as the rollouts take.

    Of several other hands, drawing takes longer than playing, and the longer the more there are.
    """
    if seconds is not None:
        return seconds
    cut = cut if learned(game) else 0
    rollouts = rollouts or ROLLOUTS[cut > 0]
    if cut:
        return rollouts * (2 * cut - 1) / A_SECOND
    return rollouts / (20_000 if game.seats == 2 else 1_500 if game.seats < 5 else 750)


class StrongBot:
    """Searches before every move with ``rollouts`` games played on, or for so many ``seconds``.

    A game is cut when so many own turns have begun, where the value was learned; with 0 never.
    With a number of rollouts the same generator makes the same move; with seconds it depends on
    the machine. Where there is one move alone it searches as it does between two: how long it takes
    tells nobody whether there was anything to choose.
    """

    def __init__(
        self,
        game: Game,
        *,
        rollouts: int | None = None,
        seconds: float | None = None,
        cut: int = CUT,
    ) -> None:
        assert isinstance(game, Solid)
        self._cut = cut if learned(game) else 0
        self._setting = game.setting
        self._careful = CarefulBot(game)
        self._rollouts, self._seconds = rollouts or ROLLOUTS[self._cut > 0], seconds

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
        trial = Playoff(self._setting, view, candidates, rng, hands, self._cut)
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
