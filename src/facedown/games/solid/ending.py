"""How a game of Solid ends (L7, L8): which pods end it, how far they are from it, and the words."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.messages import phrase, phrase_many
from facedown.core.seats import Seat, Seats, seats_listed
from facedown.games.solid.cards import LIMITS, Limits


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
    return phrase_many(
        "{why}; {who} has most points.",
        "{why}; {who} have as many points.",
        len(winners),
        why=_why(ending, f"{{{mover}}}", turn, limits),
        who=seats_listed(winners),
    )


def _why(ending: str, who: str, turn: int, limits: Limits) -> str:
    match ending:
        case "each":
            return phrase("{who} has {limit} data of each type", who=who, limit=limits.each)
        case "twice":
            return phrase("{who} has {limit} data of two types", who=who, limit=limits.twice)
        case "total":
            return phrase("{who} has {limit} data", who=who, limit=limits.total)
        case "idle":
            return phrase("Nobody plays or discards any more")
    return phrase("Turn {turn} was the last", turn=turn)
