"""What the algorithms need to know of a game beside its rules: who can tell what apart, and aims.

An *infoset* is a set of histories that the seat to move cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from facedown.core.outcome import Outcome
from facedown.core.seats import Seat
from facedown.core.state import State

InfosetKey: TypeAlias = Callable[[State, Seat], Hashable]
"""Names the infoset of a seat in a state. It must use nothing but what the seat may know."""

Utility: TypeAlias = Callable[[Outcome], Sequence[float]]
"""What each seat gets from the end of a game, and seeks to have much of."""

UNLISTED = "{title} has moves that cannot be listed, which this search cannot try."
"""Why a game with an open language is refused."""


def by_view(state: State, seat: Seat) -> Hashable:
    """The seat's whole view: tells apart all that the seat can.

    A game may have a cheaper key that says the same, such as the own hand and the public moves.

    >>> from facedown.search.poker import KuhnPoker
    >>> one, other = KuhnPoker().start(), KuhnPoker().start()
    >>> for state, cards in ((one, (2, 0)), (other, (2, 1))):  # seat 1 has a king both times
    ...     state.apply(-1, cards[0])
    ...     state.apply(-1, cards[1])
    >>> [by_view(one, seat) == by_view(other, seat) for seat in (0, 1)]
    [True, False]
    """
    return state.view(seat)


def points(outcome: Outcome) -> Sequence[float]:
    """The points of the game as they are.

    >>> points(Outcome((3, 1), (0,), "{0} wins."))
    (3, 1)
    """
    return outcome.points


def shares(outcome: Outcome) -> Sequence[float]:
    """One win, shared evenly among the winners.

    >>> shares(Outcome((3, 1, 3), (0, 2), "{0} and {2} win."))
    [0.5, 0.0, 0.5]
    """
    winners = outcome.winners
    return [(seat in winners) / len(winners or " ") for seat in range(len(outcome.points))]
