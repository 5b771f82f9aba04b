"""What a round of Competitive is worth, and who wins it all (R10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facedown.core.messages import phrase, phrase_many
from facedown.core.seats import Outcome, Seat, Seats, seats_listed
from facedown.games.solver.moves import MOST_PLAYS
from facedown.games.solver.view import Round

FOUND: Final = 3
"""Points for the Investigator who says the rule."""

BANDS: Final = ((8, 1), (16, 3), (MOST_PLAYS, 5))
"""Points for the Master of a rule that is found: up to so many cards on the tracks, so many."""

JUDGED: Final = {True: 3, False: -3}
"""Points for the Master of a rule that is not found: deducible, or impossible."""


def master_points(cards: int) -> int:
    """What the Master gets for a rule that was found with so many cards on the tracks.

    >>> [master_points(cards) for cards in (1, 8, 9, 16, 17, 25)]
    [1, 1, 3, 3, 5, 5]
    """
    return next(points for most, points in BANDS if cards <= most)


def deducible(votes: Sequence[bool | None]) -> bool:
    """Whether the table finds a rule deducible: unless more than half of the votes say otherwise.

    >>> deducible((None, True, False)), deducible((None, False, False, True))
    (True, False)
    """
    return votes.count(True) >= votes.count(False)


def round_points(
    master: Seat, solver: Seat, cards: int, votes: Sequence[bool | None]
) -> tuple[int, ...]:
    """Everybody's points for one round."""
    points = [0] * len(votes)
    if solver < 0:
        points[master] = JUDGED[deducible(votes)]
    else:
        points[solver], points[master] = FOUND, master_points(cards)
    return tuple(points)


def totals(seats: int, rounds: Sequence[Round]) -> tuple[int, ...]:
    """Everybody's points so far."""
    return tuple(sum(each.points[seat] for each in rounds) for seat in range(seats))


def leaders(points: Sequence[int]) -> Seats:
    """The seats with the most points."""
    return tuple(seat for seat, each in enumerate(points) if each == max(points))


def outside(points: Sequence[int]) -> Seats:
    """Who votes on the best rule: everybody outside the tie, if there is one."""
    tied = leaders(points)
    return tuple(seat for seat in range(len(points)) if seat not in tied) if tied[1:] else ()


def preferred(tied: Seats, votes: Sequence[int | None]) -> Seats:
    """Who wins a tie: whom more than half of the votes prefer, else all of them.

    >>> preferred((0, 2), (None, 2, None, 2)), preferred((0, 2), (None, 2, None, 0))
    ((2,), (0, 2))
    """
    cast = [vote for vote in votes if vote is not None]
    return tuple(seat for seat in tied if 2 * cast.count(seat) > len(cast)) or tied


def competitive_outcome(points: tuple[int, ...], votes: Sequence[int | None]) -> Outcome:
    """Who won after the last round, by everybody's points and the votes on a tie."""
    tied = leaders(points)
    who, most = seats_listed(tied), phrase_many("{n} point", "{n} points", max(points))
    if not tied[1:]:
        told = phrase("{who} has the most points, {points}.", who=who, points=most)
        return Outcome(points, tied, told)
    winners = preferred(tied, votes) if outside(points) else tied
    if winners == tied:
        told = phrase("{who} have {points} each and share the win.", who=who, points=most)
        return Outcome(points, winners, told)
    told = phrase(
        "{who} have {points} each; the table prefers the rule of {best}.",
        who=who,
        points=most,
        best=f"{{{winners[0]}}}",
    )
    return Outcome(points, winners, told)


def found_outcome(
    points: tuple[int, ...], winners: Seats, solver: Seat, cards: int, rule: str
) -> Outcome:
    """The end of the one rule of a game, found by a seat after so many cards on the tracks."""
    told = phrase(
        "{who} found the rule after {cards}: {rule}.",
        who=f"{{{solver}}}",
        cards=phrase_many("{n} card", "{n} cards", cards),
        rule=rule,
    )
    return Outcome(points, winners, told)


def unfound_outcome(points: tuple[int, ...], rule: str, *, lives_lost: bool) -> Outcome:
    """The end of the one rule of a game that nobody found."""
    if lives_lost:
        return Outcome(points, (), phrase("All lives are lost: {rule}.", rule=rule))
    return Outcome(points, (), phrase("Nobody found the rule: {rule}.", rule=rule))
