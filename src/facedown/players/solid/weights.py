"""How the careful player weighs what it sees: numbers found by play against itself."""

from __future__ import annotations

from typing import Final

(
    ANY_DATA,
    NEARER,
    SCARCE,
    HURRY,
    BEHIND,
    TIED,
    HIT,
    ROOM,
    HELD_UP,
    LEADER,
    LOSE_SHARED,
    STOLEN,
    FITTING,
    TAKEN,
    TAKEN_EVENT,
    SIDE,
    EVENT_CARD,
    KEEP_DATA,
    KEEP_SHARING,
    KEEP_HITS,
) = range(20)
"""What each weight is for, in the order of ``CAREFUL``."""

SOON: Final = 4
"""A pod that lacks no more data than this is near the end."""

CAREFUL: Final = (
    1.0,  # a data card
    1.0,  # per point of a sharing card in hand that it brings nearer, shared by what that lacks
    0.263,  # more, of a type with fewer data than each type needs
    6.842,  # nearer to the end, when ahead
    2.118,  # nearer to the end, when not
    -100.0,  # ending the game in a tie
    5.0,  # destroying another's data
    2.038,  # more, of a type of which that pod has no more than it needs
    1.0,  # more for each step nearer than SOON, where that holds up who is ahead
    2.0,  # less against a seat that is not the best of several others
    1.712,  # per point of a sharing card destroyed
    1.5,  # stealing, beside what the card gains
    1.034,  # per point of a sharing card taken that data suffice for
    0.5,  # taking anything else; per gain of a data card
    3.0,  # taking steal
    0.18,  # per point of the sharing side of what is played as an event, over 1 and what it lacks
    0.857,  # an event card that is kept
    1.262,  # data that gain no more are thrown away
    3.831,  # sharing cards with no more points for each card of data they lack are thrown away
    0.0,  # above 0: cards that destroy are kept
)
