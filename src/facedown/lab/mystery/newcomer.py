"""Somebody new to Mystery Machine: nobody follows what every answer says."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.games.mystery.view import MysteryView, Question
from facedown.lab.newcomer import Newcomer

OVERLOOKED: Final = 0.1
"""How often somebody new draws nothing from an answer."""


class Overlooking:
    """Plays as anybody new does, but draws nothing from some answers.

    Which these are follows from the answer, so that they are the same at every move.
    """

    def __init__(self, game: Game, share: float = OVERLOOKED) -> None:
        self._share = share
        self._plays = Newcomer(game)

    def act(self, view: MysteryView, rng: random.Random) -> Action:
        """The move of one of the two weakest bots that had not seen those answers."""
        noticed = tuple(map(self.noticed, view.questions or ()))
        return self._plays.act(replace(view, questions=noticed), rng)

    def noticed(self, question: Question) -> Question:
        """The question as somebody new remembers it, perhaps without its answer."""
        draw = random.Random(f"{question.picks} {question.pile} {question.answer}")
        return question if draw.random() >= self._share else replace(question, answer=None)
