"""What a table of SOLVER has chosen, and the numbers that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facedown.core.seats import Seat

RULE, DEAL, STARTER, PLAY, CHOOSE, GIVE, LAST, OVER = range(8)
"""The phases of a game."""

MOST_PLAYS: Final = 25
"""Cards on both tracks, the first one too, after which only last guesses remain (R9)."""

HAND: Final = 8
HAND_ALONE: Final = 12
LIVES: Final = 8


@dataclass(frozen=True)
class Setting:
    """What a table has chosen."""

    seats: int
    mode: str
    master: str
    level: int

    @property
    def master_seat(self) -> Seat:
        """The Master's seat; -1 where the program is the Master."""
        return 0 if self.master == "player" else -1

    @property
    def investigators(self) -> range:
        """The seats that look for the rule."""
        return range(self.master_seat + 1, self.seats)

    @property
    def hand_size(self) -> int:
        """Cards dealt to each Investigator (R11, R16)."""
        return HAND_ALONE if len(self.investigators) == 1 else HAND

    @property
    def lives(self) -> int:
        """Wrong guesses that end a Cooperative game (R11); 0 elsewhere: they cost nothing."""
        return LIVES if self.mode == "cooperative" else 0


def longest(setting: Setting) -> int:
    """No game has more moves than this.

    A turn is at most a play, a choice and what nature gives; and between two plays everybody may
    at most once draw with an empty hand.
    """
    return 3 + MOST_PLAYS * 3 * (1 + setting.seats) + setting.seats
