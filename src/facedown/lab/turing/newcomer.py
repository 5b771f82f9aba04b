"""Somebody new to Turing Machine: a promise about the cards is no clue to them."""

from __future__ import annotations

import random

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.games.turing.machine import LEVELS
from facedown.games.turing.view import TuringView
from facedown.players.turing.bots import TuringBot


class Unaware:
    """Plays as one or the other of the two weakest bots, a move at a time.

    Unlike them it deduces nothing from there being no superfluous verifier (T2).
    """

    def __init__(self, game: Game) -> None:
        del game  # what matters of it is in the view
        weakest = list(LEVELS.values())[:2]
        self._bots = [TuringBot(machine, superfluous=True) for machine in weakest]

    def act(self, view: TuringView, rng: random.Random) -> Action:
        """The move of one of the two."""
        return rng.choice(self._bots).act(view, rng)
