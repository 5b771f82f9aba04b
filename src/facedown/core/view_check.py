"""Whether a view that came from outside can be one of a game, before anything relies on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from facedown.core.errors import BadRecord
from facedown.core.seats import NATURE_ONLY, ONLOOKER
from facedown.core.view import View

if TYPE_CHECKING:
    from facedown.core.game import Game

IMPOSSIBLE = "That view cannot be of this game: {}."


def check_view(game: Game, view: View) -> None:
    """Raises ``BadRecord`` unless the seat of this view can see it in a game of this setting.

    First what every view has is looked at: seats, who is to move, legal moves, the outcome. Then a
    world is drawn that the view allows, the state is built in which it is true
    (:meth:`~facedown.core.game.Game.play_again`), and that state's view has to be this very one.

    >>> from dataclasses import replace
    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> check_view(match.game, match.view(0))
    >>> check_view(match.game, replace(match.view(0), seats=3))
    Traceback (most recent call last):
        ...
    BadRecord: That view cannot be of this game: it is of another number of seats.
    """
    problem = _odd_part(game, view)
    if problem:
        raise BadRecord(IMPOSSIBLE.format(problem))
    if game.worlds_known == "none" or view.seat == ONLOOKER:
        return
    try:
        world = game.worlds(view).sample(random.Random(0))
        same = game.play_again(view, world).view(view.seat) == view
    except Exception:  # noqa: BLE001  # reasoning about what cannot be may fail in any way
        same = False
    if not same:
        raise BadRecord(IMPOSSIBLE.format("no play leads to it"))


def _odd_part(game: Game, view: View) -> str:
    """What is wrong with the parts that every view has; empty where nothing is."""
    seats, outcome = range(game.seats), view.outcome
    if view.seats != game.seats:
        return "it is of another number of seats"
    if view.seat not in seats and view.seat != ONLOOKER:
        return "nobody sits in its seat"
    if view.actors != NATURE_ONLY and not _ascending(view.actors, seats):
        return "those to move are no seats"
    if not _ascending(view.legal, range(game.actions)):
        return "its legal moves are no moves"
    if view.legal and view.seat not in view.actors:
        return "it has legal moves for a seat that is not to move"
    if (outcome is None) != bool(view.actors):
        return "a game goes on until nobody is to move"
    if outcome is not None and (
        len(outcome.points) != game.seats or not _ascending(outcome.winners, seats)
    ):
        return "its outcome is not one for these seats"
    return ""


def _ascending(numbers: Sequence[Any], among: range) -> bool:
    return all(number in among for number in numbers) and all(
        one < other for one, other in pairwise(numbers)
    )
