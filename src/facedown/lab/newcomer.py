"""Somebody new to a game, to measure by how often a first game can be won.

People are new once and cannot be asked by the thousand, so this is a model: on each move somebody
new plays as the weakest bot of the game does or, as often, as the next one. Where that is no
likeness of people a game publishes a measuring stick of the same name (``Tools.sticks``).
"""

from __future__ import annotations

import random
from typing import Final

from facedown.core.errors import UnknownName
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.roster import Bot, new_bot, roster_of
from facedown.core.view import View

NEWCOMER: Final = "newcomer"


class Newcomer:
    """Plays as one or the other of the two weakest bots of a game, a move at a time.

    Raises ``UnknownName`` where the game has not two.
    """

    def __init__(self, game: Game) -> None:
        weakest = list(roster_of(game).bots)[:2]
        if not weakest[1:]:
            raise UnknownName(
                phrase("{title} has not two bots to be new between.", title=game.facts.title)
            )
        self._bots: list[Bot] = [new_bot(game, name) for name in weakest]

    def act(self, view: View, rng: random.Random) -> Action:
        """The move of one of the two."""
        return rng.choice(self._bots).act(view, rng)
