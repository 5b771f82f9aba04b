"""Solid's measuring stick: the strong player if it saw all hands, but not the pile."""

from __future__ import annotations

import random

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.games.solid.rules import SolidState
from facedown.games.solid.view import SolidView
from facedown.players.solid.strong import ROLLOUTS, StrongBot


class SeeingBot:
    """Searches as the strong player does, in worlds in which the other hands are as they are.

    It takes the others for careful players, so against other ones it is no upper bound.
    """

    def __init__(self, game: Game, *, rollouts: int = ROLLOUTS) -> None:
        self._strong = StrongBot(game, rollouts=rollouts)

    def act(self, _view: View, _rng: random.Random) -> Action:
        """Refused: a view does not show it what it needs."""
        raise FacedownError("This player sees all hands; it plays in the laboratory alone.")

    def act_in(self, state: State, seat: Seat, rng: random.Random) -> Action:
        """Its move."""
        assert isinstance(state, SolidState)
        view = state.view(seat)
        assert isinstance(view, SolidView)
        return self._strong.choose(view, rng, state.hands)
