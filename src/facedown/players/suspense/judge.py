"""What a move of Suspense was worth: points of its round, estimated as the expert looks ahead.

Worlds are weighed by how likely such players as the expert knows would have moved as they did.
Every action is tried in some, the one that does best is held against the move made in new ones, the
same for both. The seat itself goes on by the expert's networks. Where the expert was not trained
it is done as the careful player does it: everybody else, and the seat later on, is ordinary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from facedown.core.game import Game
from facedown.core.judging import NONE_BETTER, Figure, Judge, Measure, Verdict
from facedown.core.messages import listed, phrase, phrase_in
from facedown.core.moves import Move
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.game import Suspense
from facedown.games.suspense.moves import Pass, Play, action_of, move_of
from facedown.games.suspense.rules import Setting
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.words import WORDS
from facedown.games.suspense.worlds import SuspenseWorlds
from facedown.players.suspense.rows import fill_row, is_trained_for

if TYPE_CHECKING:
    from facedown.players.suspense.simple_kernels import Workspace
    from facedown.players.suspense.tables import Ints, RandomState, ScoringTables

LOOKING: Final = 48
"""Worlds in which every action is tried."""
COMPARING: Final = 144
"""New worlds in which the best of them is held against the move made."""
SEED: Final = 1
"""Judged anew a game is judged alike."""

Points = NDArray[np.float64]
"""For each world and action the points of the round."""
TryOut = Callable[[SuspenseView, Sequence[int], int, int], Points]


Weigh = Callable[["Ints"], int]
"""Lists the worlds of a row with their weights; how many there are."""
GoOn = Callable[["Ints", int, int, "RandomState"], None]
"""Plays a row to its end, for a seat in a world."""


class SuspenseJudge(Judge):
    """Judges by the points that a round is expected to bring."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Suspense)
        self.measure = Measure("worlds", ("points",), "many", small=0.05, decides=False)
        self._try_out = _trying(game.setting)

    def left(self, view: SuspenseView) -> Figure | None:
        """The secrets and hands that are possible in the round being played."""
        return Figure(Fraction(SuspenseWorlds(view).count())) if view.phase == "turns" else None

    def verdict(self, view: SuspenseView, move: Move) -> Verdict | None:
        """A card, a pass or a fold beside the best action."""
        if len(view.legal) < 2:
            return None
        made = action_of(move)
        actions = [made, *(action for action in view.legal if action != made)]
        better = int(self._try_out(view, actions, LOOKING, SEED).mean(axis=0).argmax())
        points = self._try_out(view, [made, actions[better]], COMPARING, SEED + 1)
        worth = (Figure.estimated(points[:, 0].tolist()),)
        if better == 0:
            return Verdict(worth, (NONE_BETTER,))
        cost = Figure.estimated((points[:, 1] - points[:, 0]).tolist())
        if cost.value <= 0:
            return Verdict(worth, (Figure(0.0, cost.interval),))
        return Verdict(worth, (cost,), (move_of(actions[better]),))

    def tell(self, moves: tuple[Move, ...]) -> str:
        """Moves in words."""
        return listed(map(_told, moves))


def _told(move: Move) -> str:
    if isinstance(move, Play):
        return phrase("play {card}", card=WORDS[NAMES.index(move.card)])
    return phrase_in("advice", "pass") if isinstance(move, Pass) else phrase_in("advice", "fold")


def _trying(setting: Setting) -> TryOut:
    from facedown.players.suspense import round_kernels as engine
    from facedown.players.suspense.simple_kernels import new_workspace
    from facedown.players.suspense.tables import tables_of

    tables, workspace = tables_of(setting), new_workspace()
    way = _by_expert if is_trained_for(setting) else _by_ordinary
    weigh, go_on = way(tables, workspace)

    def try_out(view: SuspenseView, actions: Sequence[int], worlds: int, seed: int) -> Points:
        row, future = np.zeros(engine.WIDTH, np.int64), np.zeros(engine.WIDTH, np.int64)
        fill_row(view, row)
        seat = view.seat
        count = weigh(row)
        rng = np.random.default_rng(seed)
        drawn = rng.choice(count, worlds, p=workspace.weights[:count])
        found = np.zeros((worlds, len(actions)))
        chance = np.zeros(1, np.uint64)
        for number, world in enumerate(drawn):
            luck = rng.integers(1 << 63)
            for index, action in enumerate(actions):
                chance[0] = luck
                future[:] = row
                future[engine.SECRET] = workspace.secrets[world]
                for place in range(1, setting.seats):
                    other = engine.HANDS + (seat + place) % setting.seats
                    future[other] = workspace.hands[world, place - 1]
                engine.step(future, action, tables)
                go_on(future, seat, world, chance)
                secret = future[engine.SECRET]
                found[number, index] = engine.points_of(future, seat, secret, tables)
        return found

    return try_out


def _by_expert(tables: ScoringTables, workspace: Workspace) -> tuple[Weigh, GoOn]:
    from facedown.players.suspense.lookahead_kernels import (
        kind_drawn,
        play_on,
        posterior_with_kinds,
        table_prior,
    )
    from facedown.players.suspense.network_kernels import new_network_workspace, shipped_nets
    from facedown.players.suspense.simple_kernels import AS_EXPERT

    nets, prior = shipped_nets(), table_prior()
    space, kinds, values = new_network_workspace(nets), workspace.kinds, workspace.values

    def go_on(future: Ints, seat: int, world: int, chance: RandomState) -> None:
        left = kind_drawn(kinds[world, 0], chance)
        right = kind_drawn(kinds[world, 1], chance)
        play_on(future, seat, AS_EXPERT, left, right, tables, nets, space, values, chance)

    return lambda row: posterior_with_kinds(
        row, tables, nets, space, workspace, prior.priors
    ), go_on


def _by_ordinary(tables: ScoringTables, workspace: Workspace) -> tuple[Weigh, GoOn]:
    from facedown.players.suspense import simple_kernels as kernels

    return (
        lambda row: kernels.posterior(row, tables, workspace),
        lambda future, _seat, _world, chance: kernels.go_on(
            future, tables, workspace.values, chance
        ),
    )
