"""Views: what one seat may know, as a plain value with no way back to the state; and its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from facedown.core.errors import FacedownError
from facedown.core.moves import Move
from facedown.core.seats import Outcome, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What every game's view has; a game adds its own parts.

    ``actors`` is public: who may move now. ``legal`` holds the action numbers open to this very
    seat, and is empty for everybody else. A view carries everything the seat was ever told
    (perfect recall), so that reasoning needs nothing beside it.

    >>> from facedown.core import Match, new_game
    >>> view = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7").view(0)
    >>> view.seat, view.seats, view.actors, view.outcome
    (0, 2, (0,), None)
    """

    seat: Seat
    seats: int
    actors: tuple[Seat, ...]
    legal: tuple[int, ...]
    outcome: Outcome | None


OwnView: TypeAlias = Any
"""A view of the class that a game's facts name: a game, its bots and its judge write that class in
their signatures, and :class:`~facedown.core.game.Game` refuses any other value."""


def check_turn(view: View) -> None:
    """Raises ``FacedownError`` unless the seat of the view is to move: only then can a bot act.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7")
    >>> (to_move,) = match.actors
    >>> check_turn(match.view(to_move))
    >>> check_turn(match.view(1 - to_move))
    Traceback (most recent call last):
        ...
    FacedownError: A bot can only act when its seat is to move.
    """
    if view.seat not in view.actors:
        raise FacedownError("A bot can only act when its seat is to move.")


@dataclass(frozen=True, slots=True)
class Event:
    """One move as one seat (or an onlooker) witnessed it.

    ``move`` is the move with everything this seat may not know left out, ``text`` the same in
    words, where ``{0}``, ``{1}``, … stand for the names of the seats: one line, and indented ones
    below it where much is shown at once. ``reveals`` says that the move showed something hidden
    to somebody, so that it cannot be taken back.
    """

    seat: Seat
    move: Move
    text: str
    reveals: bool
