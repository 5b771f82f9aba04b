"""Measuring sticks: players of the laboratory that may see what no seat may.

They show how much it would be worth to know. A game's are published with its tools
(``Tools.sticks``); whoever is seated by name in the laboratory can be one, and nowhere else: tables
and terminals seat the players of the roster.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.play import bot_action, play_through
from facedown.core.roster import Bot
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.lab.outside import OutsideError


@runtime_checkable
class Stick(Protocol):
    """A player that is shown the state itself."""

    def act_in(self, state: State, seat: Seat, rng: random.Random) -> Action:
        """The move of a seat that is to move; all its randomness comes from ``rng``."""


def play_players(game: Game, players: Sequence[Bot], seed: str) -> State:
    """As ``facedown.core.play.play_bots``, with measuring sticks among the players.

    Where a player has no proper move ``NoProperMove`` or ``OutsideError`` says whose seat that is.

    >>> from facedown.core import new_game
    >>> from facedown.lab.outside import player_called
    >>> game = new_game("solid", 2)
    >>> players = [player_called(game, name) for name in ("beginner", "seeing:rollouts=10")]
    >>> play_players(game, players, "0/0").outcome().winners
    (1,)
    """

    def choose(state: State, seat: Seat, rng: random.Random) -> Action:
        player = players[seat]
        if not isinstance(player, Stick):
            try:
                return bot_action(game, state, seat, player, rng)
            except OutsideError as problem:
                problem.seat = seat
                raise
        action = player.act_in(state, seat, rng)
        refusal = state.verify(seat, action)
        assert refusal is None, refusal.sentence
        return action

    return play_through(game, choose, seed)
