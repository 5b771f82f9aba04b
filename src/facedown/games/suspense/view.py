"""What a seat may know of a game of Suspense.

Hidden are the other hands and, from all but the dealer, the secret card. When a round has ended
everything about it is shown (S15). ``SuspenseState.view`` fills a view in; what is not put in there
does not leave the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.games.suspense.cards import NAMES, NUMBERS, Condition, Face, Faces
from facedown.games.suspense.moves import FOLD, PASS

Phase: TypeAlias = Literal["lot", "dealing", "turns", "over"]
PHASES: Final[tuple[Phase, ...]] = ("lot", "dealing", "turns", "over")
Why: TypeAlias = Literal["won", "lost", "folded-in-time", "folded-a-win"]
"""Why a seat scored what it did: it met the condition or not, and had folded or not."""
Cause: TypeAlias = Literal["limit", "one-left", "all-passed"]
"""Why a round ends: the sum in play (S14), or who is left to play on (S13)."""

ACTION_WORDS: Final = (*NAMES, "pass", "fold")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: a card's short name, ``"pass"`` or ``"fold"``."""

    seat: Seat
    action: str


# Values that every view is made of are made once: views are built in the loops of learners.
_TURNS: Final = tuple(tuple(Turn(seat, action) for action in ACTION_WORDS) for seat in range(3))


@dataclass(frozen=True, slots=True)
class Line:
    """One seat at the end of a round: what it had, what it scored, and why."""

    hand: tuple[str, ...]
    played: tuple[str, ...]
    folded: bool
    points: int
    why: Why
    winning: tuple[str, ...]

    @property
    def total(self) -> int:
        """The sum of the numbers it had in play."""
        return sum(NUMBERS[NAMES.index(name)] for name in self.played)

    @property
    def met(self) -> bool:
        """Whether it met the condition, folded or not."""
        return self.why in ("won", "folded-a-win")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The end-of-round sheet: the secret card, its condition, and one line per seat."""

    dealer: Seat
    secret: str
    condition: Condition
    turns: tuple[Turn, ...]
    lines: tuple[Line, ...]

    @property
    def cause(self) -> Cause:
        """Why the round ended."""
        if self.turns[-1].action in NAMES:
            return "limit"
        return "one-left" if len(self.still_in) == 1 else "all-passed"

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """The seats that had not folded."""
        return tuple(seat for seat, line in enumerate(self.lines) if not line.folded)


Asks: TypeAlias = Literal["turn", "secret", "holder"]
"""What is to be pressed beside real cards: a turn, the secret card, or who holds a card."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept of a table of real cards (S25), whose players share one seat.

    ``players`` are their names, empty where nobody said them; elsewhere in the view they stand
    where seats do, counted from 0. ``turn`` is whose turn it is. When a round ends ``secret`` is
    what was turned over, ``held`` the cards that each player is known to hold then, and ``card``
    the one whose holder is asked for.
    """

    players: tuple[str, ...]
    turn: Seat
    asks: Asks
    secret: str | None = None
    held: tuple[tuple[str, ...], ...] = ()
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspenseView(View):
    """A seat's view.

    ``hand`` is the seat's own (None for onlookers), ``secret`` the secret card for the dealer.
    ``played`` and ``turns`` are those of the round being played; ``passed`` are the seats that
    passed in a row since the last card. ``stars`` and ``conditions`` are the faces of the thirteen
    cards in the order of their short names; ``sheets`` are the finished rounds. ``beside`` is there
    at a table of real cards (S25).
    """

    phase: Phase
    round: int
    dealer: Seat
    hand: tuple[str, ...] | None
    secret: str | None
    played: tuple[tuple[str, ...], ...]
    turns: tuple[Turn, ...]
    folded: tuple[Seat, ...]
    passed: tuple[Seat, ...]
    total: int
    limit: int
    points: tuple[int, ...]
    goal: int
    folded_out: bool
    both: bool
    stars: tuple[int, ...]
    conditions: tuple[Condition, ...]
    sheets: tuple[Sheet, ...]
    beside: Beside | None = None

    @property
    def faces(self) -> Faces:
        """The faces of the thirteen cards of this table."""
        return tuple(map(Face, self.stars, self.conditions))


def turns_taken(
    dealer: Seat, seats: int, actions: Sequence[int]
) -> tuple[tuple[Turn, ...], tuple[tuple[str, ...], ...]]:
    """The turns of a round with the seats that took them, and the cards that each seat played.

    The dealer begins, folders drop out; cards are in the order of playing.
    """
    turns = []
    played: list[list[str]] = [[] for _ in range(seats)]
    seat, folded = dealer, 0
    for action in actions:
        while folded >> seat & 1:
            seat = (seat + 1) % seats
        turns.append(_TURNS[seat][action])
        if action < PASS:
            played[seat].append(NAMES[action])
        elif action == FOLD:
            folded |= 1 << seat
        seat = (seat + 1) % seats
    return tuple(turns), tuple([tuple(cards) for cards in played])
