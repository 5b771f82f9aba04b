"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    ``points`` has one whole number per seat, within the range its facts state. ``winners`` are the
    seats that won: several when the win is shared or a team's, none when nobody won. ``reason``
    is one sentence in which ``{0}``, ``{1}``, … stand for the names of the seats.

    >>> Outcome((3, 1), (0,), "{0} wins.").winners
    (0,)
    """

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str
