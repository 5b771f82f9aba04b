"""The best answer to the exact player as a player: what may be lost to who reads its moves."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.games.turing.cards import code_index
from facedown.games.turing.machine import LEVELS
from facedown.games.turing.moves import ASK, SOLVE, STOP
from facedown.games.turing.problem import VERIFIER_NAMES, Problem, ProblemWorlds, worlds_of
from facedown.games.turing.view import TuringView
from facedown.players.turing.bots import TuringBot
from facedown.players.turing.race import Race, Sight, ways_of

MOST_WORLDS: Final = 200
"""The racer looks for the best answer where there are no more worlds at the start."""


class Racer:
    """Plays the best answer to the exact player in a race of two, where it can be found.

    The lower seat asks first and the upper one waits. Where the other seat has done what the exact
    player would not, this one goes on as the exact player.
    """

    def __init__(self, game: Game) -> None:
        self._exact = TuringBot(LEVELS["exact"])
        race = game.seats == 2 and not game.options["handicap"]
        self._may_race = race and game.options["play"] != "cooperative"

    def act(self, view: TuringView, rng: random.Random) -> Action:
        """Its move now, from what its seat may know."""
        check_turn(view)
        problem = worlds_of(Problem(view.mode, view.cards))
        if not self._may_race or problem.size > MOST_WORLDS:
            return self._exact.act(view, rng)
        race = _race(problem, view.most_rounds, "late" if view.seat == 0 else "early")
        belief = race.left(view)
        if not belief:
            return self._exact.act(view, rng)
        now = view.round, view.questions[view.seat]
        if view.phase == "compose":
            return race.proposal(belief, *now)
        line = view.open_line()
        if line is None:
            return SOLVE + race.declaration(belief, *now)
        asked = sum(1 << VERIFIER_NAMES.index(name) for name in line.asked)
        verifier = race.question(belief, code_index(line.code), asked, *now)
        return STOP if verifier < 0 else ASK + verifier


@lru_cache(maxsize=8)
def _race(problem: ProblemWorlds, rounds: int, sight: Sight) -> Race:
    exact = TuringBot(LEVELS["exact"])
    return Race(problem, ways_of(problem, exact, rounds=rounds), rounds=rounds, sight=sight)
