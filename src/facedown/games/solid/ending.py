"""How a game of Solid ends (L7, L8): which pods end it, how far they are from it, and the words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facedown.core.seats import Seat, Seats, seats_listed
from facedown.games.solid.cards import LIMITS, Limits

WORDS: Final = {
    "each": "{seat} has {limits.each} data of each type",
    "twice": "{seat} has {limits.twice} data of two types",
    "total": "{seat} has {limits.total} data",
    "idle": "Nobody plays or discards any more",
    "turns": "Turn {turn} was the last",
}


def distances(pod: Sequence[int], limits: Limits = LIMITS) -> tuple[int, int, int]:
    """How many data a pod lacks of 3 of each type, of 7 of two types, and of 22 in all (L7).

    >>> distances((7, 6, 0, 0, 0))
    (9, 1, 9)
    """
    each = sum(max(0, limits.each - count) for count in pod)
    twice = sum(max(0, limits.twice - count) for count in sorted(pod)[-2:])
    return each, twice, max(0, limits.total - sum(pod))


def ending_of(pod: Sequence[int], limits: Limits = LIMITS) -> str:
    """By which of the three a pod ends the game; empty while it does not.

    >>> ending_of((3, 3, 3, 3, 3)), ending_of((9, 6, 0, 0, 0))
    ('each', '')
    """
    for ending, lacking in zip(("each", "twice", "total"), distances(pod, limits), strict=True):
        if not lacking:
            return ending
    return ""


def ended(ending: str, mover: Seat, turn: int, winners: Seats, limits: Limits) -> str:
    """Why the game ended and who won, in one sentence."""
    why = WORDS[ending].format(seat=f"{{{mover}}}", turn=turn, limits=limits)
    how = "has most points" if len(winners) == 1 else "have as many points"
    return f"{why}; {seats_listed(winners)} {how}."
