"""What a table of SOLVER has chosen, and the numbers that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from facedown.core.seats import Seat, Seats

Phase: TypeAlias = Literal[
    "rule",
    "deal",
    "starter",
    "play",
    "judge",
    "choose",
    "give",
    "answer",
    "last",
    "vote",
    "best",
    "over",
]
"""What is to be done: by nature, the Master, the seat whose turn it is, or those who vote."""

MOST_PLAYS: Final = 25
"""Cards on both tracks, the first one too, after which only last guesses remain (R9)."""

HAND: Final = 8
HAND_ALONE: Final = 12
LIVES: Final = 8
LONGEST_RULE: Final = 200
"""Characters of a rule in free words."""


@dataclass(frozen=True)
class Setting:
    """What a table has chosen.

    ``loose`` is no choice: it says that the table was opened under rules version 1, which counted
    as parts of a rule what compares with missing cards, too (R6).
    """

    seats: int
    mode: str
    master: str
    level: int
    loose: bool = False

    @property
    def by_hand(self) -> bool:
        """Whether the Master's rule is in free words, and the Master judges all by hand (R14)."""
        return self.master == "free"

    @property
    def competitive(self) -> bool:
        """Whether everybody is Master for one round (R10)."""
        return self.mode == "competitive"

    @property
    def rounds(self) -> int:
        """How many rules are played."""
        return self.seats if self.competitive else 1

    def master_of(self, number: int) -> Seat:
        """The Master's seat in a round, counted from 0; -1 where the program is the Master."""
        if self.competitive:
            return number
        return -1 if self.master == "program" else 0

    def investigators(self, master: Seat) -> Seats:
        """The seats that look for the rule, from the left of the Master."""
        return _round_the_table(self.seats, master)

    @property
    def hand_size(self) -> int:
        """Cards dealt to each Investigator (R11, R16)."""
        return HAND_ALONE if len(self.investigators(self.master_of(0))) == 1 else HAND

    @property
    def lives(self) -> int:
        """Wrong guesses that end a Cooperative game (R11); 0 elsewhere: they cost nothing."""
        return LIVES if self.mode == "cooperative" else 0


@lru_cache(maxsize=64)
def _round_the_table(seats: int, master: Seat) -> Seats:
    order = ((master + 1 + step) % seats for step in range(seats))
    return tuple(seat for seat in order if seat != master)


def longest(setting: Setting) -> int:
    """No game has more moves than this.

    A turn is at most a play, a verdict, a choice, and what nature gives or the Master answers; and
    between two plays everybody may at most once draw with an empty hand. Before the turns there are
    the rule, the deal, the first card and its verdict, after them last guesses with their answers
    and votes; and at the end of all votes for the best rule.
    """
    one_round = 4 + MOST_PLAYS * 4 * (1 + setting.seats) + 3 * setting.seats
    return setting.rounds * one_round + setting.seats
