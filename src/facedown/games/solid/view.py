"""What a seat may know of a game of Solid: everything but the other hands and the pile's order.

``SolidState.view`` fills a view in; what is not put in there does not leave the state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.games.solid.cards import Limits
from facedown.games.solid.moves import UseEvent

Phase: TypeAlias = Literal["lot", "drawing", "turn", "reaction", "over", "adding"]
PHASES: Final[tuple[Phase, ...]] = ("lot", "drawing", "turn", "reaction", "over", "adding")


@dataclass(frozen=True, slots=True)
class Done:
    """One move that was made: by which seat, of which kind, and with which cards.

    ``add`` is nature's for nobody; ``first`` and ``draw`` are hers for that seat, and a card drawn
    is None unless it is one's own.
    ``shuffle`` is the discard pile becoming the pile, before that seat draws.
    """

    seat: Seat
    move: str
    card: str | None = None
    owner: Seat | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept of a table of real cards (L17), whose players share one seat.

    ``players`` are their names, empty where nobody said them; elsewhere in the view they stand
    where seats do, counted from 0. ``asked`` are those who may prevent the pending event.
    """

    players: tuple[str, ...]
    asked: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SolidView(View):
    """A seat's view.

    ``turn`` counts turns from 1, ``mover`` is the seat whose turn it is (or that draws), ``plays``
    those it made, ``discarded`` the cards it threw away in it. ``hand`` is the seat's own (None for
    onlookers), ``sizes`` how many cards each hand has, ``known`` what of it everybody saw being
    taken, and of the other of two hands what follows from an empty pile (L11). ``pods`` are the
    data by type, ``shared`` the sharing cards in play and ``points`` what they score, by seat.
    ``pile`` is the number of cards left in it; ``reactions`` were made in this turn. ``pending`` is
    the event that may be prevented. ``added`` are the cards of a half set that were drawn by lot
    (L9), and ``limits`` the numbers of the rules. ``record`` has all moves from the first,
    ``shuffled`` the discard pile each time that it was shuffled, and ``emptied`` the hands of two
    seats at that time, which each of them can work out (L11). ``beside`` is there at a table of
    real cards (L17).
    """

    phase: Phase
    turn: int
    mover: Seat
    plays: int
    discarded: int
    hand: tuple[str, ...] | None
    sizes: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    pods: tuple[tuple[int, ...], ...]
    shared: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    pile: int
    discard: tuple[str, ...]
    reactions: tuple[int, ...]
    pending: Done | None
    added: tuple[str, ...]
    limits: Limits
    record: tuple[Done, ...]
    shuffled: tuple[tuple[str, ...], ...]
    emptied: tuple[tuple[tuple[str, ...], ...], ...]
    beside: Beside | None = None


def done(seat: Seat, move: Move) -> Done:
    """A seat's move as everybody knows it.

    >>> done(0, UseEvent("H7", 1, "M"))
    Done(seat=0, move='event', card='H7', owner=1, target='M')
    """
    if isinstance(move, UseEvent):
        return Done(seat, move.kind, move.card, move.owner, move.target)
    return Done(seat, move.kind, getattr(move, "card", None))
