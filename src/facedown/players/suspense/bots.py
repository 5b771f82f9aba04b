"""Suspense's players: beginner, careful and expert. Each decides from its view alone.

The beginner looks at what a move would be worth if the round ended right after it, and takes every
card it cannot see for an equally likely secret. The careful player weighs every world exactly by
how ordinary players would have moved in it and replies best to how they would go on. The expert
has networks that know how experts play (``facedown train suspense``). It weighs every world, and
what kind of player each of the others is, by the moves made, experts, ordinary players and
beginners being the kinds, and looks ahead with them: so it bluffs, and reads those who do not. Away
from the table it was trained for (other options, two seats) it is a careful player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from facedown.core.beside import NOT_LEARNT, Presser
from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.moves import Action
from facedown.core.roster import Bot, BotFactory, Encoder, Players
from facedown.core.view import check_turn
from facedown.games.suspense.game import Suspense
from facedown.games.suspense.rules import Setting, most_rounds, most_turns
from facedown.games.suspense.view import SuspenseView
from facedown.players.suspense.rows import fill_row, is_trained_for

CAREFUL_SAMPLES: Final = 64
"""Worlds in which the careful player tries every move; four times as many gain it nothing more."""

EXPERT_SAMPLES: Final = 160
"""The most worlds for the expert, which stops trying moves that have fallen behind."""

Kernel = Callable[[Any, Any], int]
"""Decides for the seat to move of a row, with the one word of a random state."""


class SuspenseBot:
    """A player that decides with a compiled function of what it may know."""

    def __init__(self, kernel: Kernel) -> None:
        import numpy as np

        from facedown.players.suspense.round_kernels import WIDTH

        self._kernel = kernel
        self._row = np.zeros(WIDTH, np.int64)
        self._random_state = np.zeros(1, np.uint64)

    def act(self, view: SuspenseView, rng: random.Random) -> Action:
        """Its move now, from what its seat may know."""
        check_turn(view)
        fill_row(view, self._row)
        self._random_state[0] = rng.getrandbits(64)
        return int(self._kernel(self._row, self._random_state))


def _is_real(game: Game) -> bool:
    assert isinstance(game, Suspense)
    return game.real


def _setting(game: Game) -> Setting:
    assert isinstance(game, Suspense)
    return game.setting


def beginner(game: Game) -> Bot:
    """The beginner."""
    if _is_real(game):
        return Presser()
    from facedown.players.suspense import simple_kernels as kernels
    from facedown.players.suspense.simple_kernels import new_workspace
    from facedown.players.suspense.tables import tables_of

    tables, values = tables_of(_setting(game)), new_workspace().values
    return SuspenseBot(lambda row, state: kernels.beginner(row, tables, values, state))


def careful(game: Game) -> Bot:
    """The careful player."""
    if _is_real(game):
        return Presser()
    from facedown.players.suspense import simple_kernels as kernels
    from facedown.players.suspense.simple_kernels import new_workspace
    from facedown.players.suspense.tables import tables_of

    tables, workspace = tables_of(_setting(game)), new_workspace()
    return SuspenseBot(
        lambda row, state: kernels.careful(row, tables, workspace, CAREFUL_SAMPLES, state)
    )


def expert(game: Game) -> Bot:
    """The expert; a careful player where it was not trained."""
    setting = _setting(game)
    if _is_real(game) or not is_trained_for(setting):
        return careful(game)
    from facedown.players.suspense.lookahead_kernels import look_ahead, table_prior
    from facedown.players.suspense.network_kernels import new_network_workspace, shipped_nets
    from facedown.players.suspense.simple_kernels import new_workspace
    from facedown.players.suspense.tables import tables_of

    nets, prior = shipped_nets(), table_prior()
    tables, network_space, workspace = (
        tables_of(setting),
        new_network_workspace(nets),
        new_workspace(),
    )
    return SuspenseBot(
        lambda row, state: look_ahead(
            row, tables, nets, network_space, workspace, EXPERT_SAMPLES, prior, state
        )
    )


BOTS: Final[Mapping[str, BotFactory]] = MappingProxyType(
    {"beginner": beginner, "careful": careful, "expert": expert}
)
"""The players by name, weakest first."""


def encoder(game: Game) -> Encoder:
    """Views of the game as rows of numbers; none beside real cards."""
    if _is_real(game):
        raise BadOption(NOT_LEARNT)
    from facedown.players.suspense.observation import SuspenseEncoder

    return SuspenseEncoder(game.seats, most_rounds(_setting(game)), most_turns(game.seats))


def judge(game: Game) -> Judge:
    """What moves were worth, estimated as the expert looks ahead."""
    from facedown.players.suspense.judge import SuspenseJudge

    return SuspenseJudge(game)


PLAYERS: Final = Players(
    BOTS,
    encoder,
    # a single round, dealt by the first seat: points per round and place
    MappingProxyType({"goal": 0, "dealer": 1}),
    judge,
)
