"""Turing Machine's players: beginner, careful and exact. Each decides from its view alone.

A player asks as the Machine of its level does. It names a code only when its answers leave no
other, with one exception: in the last round (T12) going on loses for certain, so it names the
likeliest code left.
"""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import Final

from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.roster import BotFactory, Encoder, Players
from facedown.core.view import check_turn
from facedown.games.turing import TuringMachine
from facedown.games.turing.cards import code_index
from facedown.games.turing.machine import LEVELS, MachinePlayer, likeliest
from facedown.games.turing.moves import ASK, GO_ON, QUESTIONS_PER_ROUND, RIGHT, SOLVE, STOP, WRONG
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import knowledge


class TuringBot:
    """A player that deduces all its answers imply, and asks as a Machine does.

    With ``superfluous`` it does so without the promise that no verifier is superfluous (T2).
    """

    def __init__(self, machine: MachinePlayer, *, superfluous: bool = False) -> None:
        self._machine, self._superfluous = machine, superfluous

    def act(self, view: TuringView, rng: random.Random) -> Action:
        """Its move now, from what its seat may know."""
        check_turn(view)
        problem, belief = knowledge(view, superfluous=self._superfluous)
        codes = problem.codes(belief)
        if view.phase == "declare":
            if len(codes) > 1 and view.round < view.most_rounds:
                return GO_ON
            return SOLVE + likeliest(problem, belief)
        line = view.open_line()
        if line is None:
            if len(codes) == 1:
                return codes[0]
            return self._machine.question(problem, belief, None, QUESTIONS_PER_ROUND, rng)[0]
        if len(codes) == 1:
            return STOP
        code = code_index(line.code)
        asked = sum(1 << VERIFIER_NAMES.index(name) for name in line.asked)
        proposal, verifier = self._machine.question(
            problem, belief, (code, asked), view.questions_left, rng
        )
        return ASK + verifier if proposal == code and not asked >> verifier & 1 else STOP


class SilentBot:
    """Beside a real machine (T14) it hears nothing: it asks nothing and names no code."""

    def act(self, view: TuringView, rng: random.Random) -> Action:
        """A proposal as good as any; else what tells nothing, or that a code was wrong."""
        check_turn(view)
        if view.phase == "compose":
            return rng.randrange(ASK)
        return next(action for action in (STOP, GO_ON, WRONG, RIGHT) if action in view.legal)


def _seated(machine: MachinePlayer) -> BotFactory:
    # what matters of the game is in the view, but for who answers
    return lambda game: SilentBot() if _is_real(game) else TuringBot(machine)


def _is_real(game: Game) -> bool:
    assert isinstance(game, TuringMachine)
    return game.real


def _encoder(game: Game) -> Encoder:
    if _is_real(game):
        raise BadOption(phrase("Beside a real machine there is nothing to be learnt from."))
    from facedown.players.turing.observation import TuringEncoder

    return TuringEncoder(game.seats, int(game.options["rounds"]))


def _judge(game: Game) -> Judge:
    from facedown.players.turing.judge import TuringJudge

    return TuringJudge(game)


PLAYERS: Final = Players(
    bots=MappingProxyType({level: _seated(machine) for level, machine in LEVELS.items()}),
    encoder=_encoder,
    judge=_judge,
)
