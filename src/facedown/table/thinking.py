"""The slow work of a table, done in worker processes: from views alone, never from a state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from facedown.core.errors import FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.registry import game_class
from facedown.core.view import View

GameName = tuple[str, int, tuple[tuple[str, OptionValue], ...]]
"""A game in a form that travels: name, seats, options."""


def name_of(game: Game) -> GameName:
    """A game in a form that travels."""
    return game.facts.name, game.seats, tuple(game.options.items())


@lru_cache(maxsize=64)
def _game(name: GameName) -> Game:
    kind, seats, options = name
    return game_class(kind)(seats, **dict(options))


def choose(name: GameName, bot: str, view: View, seed: int) -> Action:
    """A bot's move; it is made anew each time, so that it brings nothing from another table."""
    return _game(name).bot(bot).act(view, random.Random(seed))


def advise(name: GameName, aid: str, view: View, notes: Sequence[str]) -> tuple[bool, str]:
    """An aid's words, or (False, the sentence that says why there are none)."""
    try:
        return True, _game(name).aid(aid, view, notes)
    except FacedownError as problem:
        return False, str(problem)


def count_worlds(name: GameName, view: View) -> int | None:
    """How many worlds are left for a view; None where the game cannot list them."""
    game = _game(name)
    if game.facts.worlds != "exact":
        return None
    try:
        return len(game.worlds(view))
    except FacedownError:  # a game may leave onlookers out
        return None
